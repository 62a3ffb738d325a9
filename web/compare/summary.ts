import { csvField } from '../../shared/job/result-format.ts'
import type { StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/strategies/strategy-facts.ts'
import { countOf, numberText } from '../ui/number-text.ts'
import type { Row } from './comparison.ts'
import { type Count, type Counted, isCounted, textOfCount } from './comparison.ts'

/** The counts of one strategy in a few numbers; each of kind `limit` is the least it can be. */
interface Summary {
  readonly median: Counted
  readonly mean: Counted
  readonly most: Counted
  /** Puzzles given up at the limit. */
  readonly gaveUp: number
}

/** Undefined where nothing has been counted. */
export function summaryOf(rows: readonly Row[], strategy: StrategyName): Summary | undefined {
  const counts = countsOf(rows, strategy).toSorted(
    // What was given up took more than what ended with the same number.
    (a, b) => a.backtracks - b.backtracks || Number(a.kind === 'limit') - Number(b.kind === 'limit'),
  )
  const most = counts.at(-1)
  if (!most) return undefined
  return {
    median: meanOf(counts.slice(Math.ceil(counts.length / 2) - 1, Math.floor(counts.length / 2) + 1)),
    mean: meanOf(counts),
    most,
    gaveUp: counts.filter(({ kind }) => kind === 'limit').length,
  }
}

function meanOf(counts: readonly Counted[]): Counted {
  const sum = counts.reduce((sum, { backtracks }) => sum + backtracks, 0)
  const kind = counts.some((count) => count.kind === 'limit') ? 'limit' : 'ended'
  return { kind, backtracks: sum / counts.length }
}

function countsOf(rows: readonly Row[], strategy: StrategyName): Counted[] {
  return rows.map(({ counts }) => counts[strategy]).filter(isCounted)
}

/** The strategies that took the fewest backtracks on a puzzle. */
export function lowestIn({ counts }: Row, strategies: readonly StrategyName[]): StrategyName[] {
  const ended = strategies.flatMap((strategy) => {
    const count = counts[strategy]
    return count?.kind === 'ended' ? [{ strategy, backtracks: count.backtracks }] : []
  })
  const least = Math.min(...ended.map(({ backtracks }) => backtracks))
  return ended.filter(({ backtracks }) => backtracks === least).map(({ strategy }) => strategy)
}

/** The chart in words. */
export function describe(rows: readonly Row[], strategies: readonly StrategyName[]): string {
  const parts = strategies.flatMap((strategy) => {
    const summary = summaryOf(rows, strategy)
    if (!summary) return []
    const { median, most, gaveUp } = summary
    if (rows.length === 1) return [`${strategy}: ${textOfCount(most)}`]
    const limit = gaveUp > 0 ? `, gave up on ${gaveUp}` : ''
    return [`${strategy}: median ${textOfCount(median)}, most ${textOfCount(most)}${limit}`]
  })
  return parts.join('; ')
}

/** What is to be seen, in a sentence; undefined while there is nothing to compare. */
export function findingOf(rows: readonly Row[], strategies: readonly StrategyName[]): string | undefined {
  const compared = rows.filter(({ counts }) => strategies.every((strategy) => isCounted(counts[strategy])))
  const [first, ...others] = compared
  if (!first || strategies.length < 2) return undefined
  const difficulties = new Map(compared.map((row) => [row, difficultyOf(row, strategies)]))
  const hardest = others.reduce((a, b) => ((difficulties.get(b) ?? 0) > (difficulties.get(a) ?? 0) ? b : a), first)
  const where =
    rows.length === 1 ? 'On this puzzle' : `On the hardest of these for all strategies together, ${hardest.name}`
  const counts = strategies.flatMap((strategy) => {
    const count = hardest.counts[strategy]
    return isCounted(count) ? [{ strategy, ...count }] : []
  })
  // Of equals the first: the plainest among the worst.
  const worst = counts.reduce((a, b) => (b.backtracks > a.backtracks ? b : a))
  const best = counts.reduce((a, b) => (b.backtracks < a.backtracks ? b : a))
  if (worst.backtracks === best.backtracks) {
    const each = worst.kind === 'limit' ? 'gave up after' : 'took'
    return `${where}, every strategy ${each} ${backtracks(worst.backtracks)}.`
  }
  // Where several do as well as the best, none of them has won.
  const ties = counts.filter((count) => count.backtracks === best.backtracks).length
  const bestName = ties === 1 ? best.strategy : `${ties} others`
  const bestCount = ties === 1 ? numberText(best.backtracks) : `${numberText(best.backtracks)} each`
  return worst.kind === 'limit'
    ? `${where}, ${worst.strategy} gave up after ${backtracks(worst.backtracks)}; ${bestName} took ${bestCount}.`
    : `${where}, ${worst.strategy} took ${backtracks(worst.backtracks)}, ${bestName} ${bestCount}.`
}

function backtracks(count: number): string {
  return countOf(count, 'backtrack')
}

/** The numbers as CSV (RFC 4180), a puzzle a line; what was given up at its limit reads `>1000000`. */
export function csvOf(rows: readonly Row[], strategies: readonly StrategyName[]): string {
  const records = rows.map(({ line, name, puzzle, givens, counts }) => [
    line,
    name,
    puzzle,
    givens ?? '',
    ...strategies.map((strategy) => cellOf(counts[strategy])),
  ])
  const head = ['line', 'name', 'puzzle', 'givens', ...strategies]
  return [head, ...records].map((record) => `${record.map(csvField).join(',')}\r\n`).join('')
}

function cellOf(count: Count | undefined): string {
  if (!count) return ''
  if (count.kind === 'none') return count.status
  return `${count.kind === 'limit' ? '>' : ''}${count.backtracks}`
}

/** What puzzles can be put in order by, from easy to hard. */
export type OrderBy = 'together' | 'givens' | 'listed' | StrategyName
export const ORDERS: readonly OrderBy[] = ['together', ...STRATEGY_NAMES, 'givens', 'listed']

/** The rows from easy to hard; those that nothing is known of yet come last, and equals stay as they were listed. */
export function ordered(rows: readonly Row[], by: OrderBy, strategies: readonly StrategyName[]): Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row, by, strategies) }))
  // Infinity minus itself is no number: two unknowns are equals.
  return keyed.toSorted((a, b) => (a.key === b.key ? 0 : a.key - b.key)).map(({ row }) => row)
}

function keyOf(row: Row, by: OrderBy, strategies: readonly StrategyName[]): number {
  switch (by) {
    case 'listed':
      return row.line
    case 'givens':
      return row.givens === undefined ? Number.POSITIVE_INFINITY : -row.givens
    case 'together':
      return difficultyOf(row, strategies)
    default:
      return difficultyOf(row, [by])
  }
}

/**
 * How hard a puzzle is for some strategies: the mean of log(1 + backtracks). Of plain backtracks brute force, with
 * its hundreds of thousands, would be all that counts.
 */
function difficultyOf({ counts }: Row, strategies: readonly StrategyName[]): number {
  const logs = strategies.flatMap((strategy) => {
    const count = counts[strategy]
    return isCounted(count) ? [Math.log1p(count.backtracks)] : []
  })
  return logs.length === 0 ? Number.POSITIVE_INFINITY : logs.reduce((sum, log) => sum + log, 0) / logs.length
}
