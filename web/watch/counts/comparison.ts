import type { PuzzleResult, Status } from '../../../shared/job/result.ts'
import type { JobView } from '../../../shared/protocol/views.ts'
import type { PuzzleRules } from '../../../shared/sudoku/rules/puzzle-rules.ts'
import type { RulesName } from '../../../shared/sudoku/rules/rules.ts'
import { STRATEGIES, STRATEGY_NAMES, type StrategyName } from '../../../shared/sudoku/search/strategy-facts.ts'
import { givenCountOf } from '../../rules/puzzle-text.ts'
import { countOf, numberText } from '../../ui/words.ts'

/**
 * The same puzzles under several strategies, counted in the browser, or by a job that includes `counts`:
 *
 *     rows            brute-force   singles   …
 *     line 1          9,949         15
 *     line 2          579           0
 */
export interface Comparison {
  readonly rules: RulesName
  readonly backtrackLimit: number
  readonly total: number
  /** How many puzzles its job has, where that is more than are read. */
  readonly outOf?: number
  /** By strategy that counts, how many of its results are in. */
  readonly read: Readonly<Partial<Record<StrategyName, number>>>
  /** In the order in which the puzzles were submitted. */
  readonly rows: readonly Row[]
}

/** The puzzles to compare. */
export interface ComparisonRequest {
  readonly puzzles: readonly ComparedPuzzle[]
  readonly rules: RulesName
}

/** A grid as text, with its name and with the rules that it brings. */
export interface ComparedPuzzle {
  readonly id?: string | undefined
  readonly puzzle: string
  readonly own?: PuzzleRules | undefined
}

/** The part of a result that a comparison takes. */
export type ComparedResult = Pick<
  PuzzleResult,
  'place' | 'id' | 'puzzle' | 'status' | 'strategy' | 'backtracks' | 'reason' | 'rating'
>

/** A puzzle, and what each strategy counted on it so far. */
export interface Row {
  /** Its place among them, counted from 1. */
  readonly line: number
  readonly name: string
  readonly puzzle: string
  /** Undefined where the puzzle is no grid. */
  readonly givens: number | undefined
  /** Why nothing was counted. */
  readonly reason: string | undefined
  /** Null if it has none; undefined if its job was not asked for it. */
  readonly rating: ComparedResult['rating']
  readonly counts: Readonly<Partial<Record<StrategyName, Count>>>
}

/** As many as the page can show, and as a reader can take in. */
export const MOST_PUZZLES = 1000

/**
 * One that is still empty, as this browser counts. Brute force ends within the limit on most grids that newspapers print,
 * and gives up soon on those made against it.
 */
export const NO_COMPARISON: Comparison = { rules: 'classic', backtrackLimit: 1_000_000, total: 0, read: {}, rows: [] }

/** The comparison that a job is which counts by every strategy. */
export function comparisonOf({ options, counts }: JobView): Comparison {
  const { backtrackLimit } = options
  // The page leads here from jobs whose puzzles share one name of rules.
  const rules = options.rules as RulesName
  const total = Math.min(counts.total, MOST_PUZZLES)
  const read = Object.fromEntries(STRATEGY_NAMES.map((name) => [name, 0]))
  return { rules, backtrackLimit, total, ...(counts.total > total && { outOf: counts.total }), read, rows: [] }
}

/** The comparison with some more results, in any order. A result that it has already changes nothing. */
export function withResults(comparison: Comparison, results: readonly ComparedResult[]): Comparison {
  const rows = comparison.rows.slice()
  const read = { ...comparison.read }
  for (const { place, strategy, id, puzzle, status, backtracks, reason, rating } of results) {
    const givens = status === 'invalid' ? undefined : givenCountOf(puzzle)
    // Another strategy may be lines ahead; as each counts in order, no row is left out in between.
    const row = rows[place - 1] ?? { line: place, name: id ?? `Line ${place}`, puzzle, givens, rating, counts: {} }
    const ended: Count = backtracks === null ? { kind: 'none', status } : { kind: 'ended', backtracks }
    const count: Count = status === 'aborted' ? { kind: 'limit', backtracks: comparison.backtrackLimit } : ended
    rows[place - 1] = { ...row, counts: { ...row.counts, [strategy]: count }, reason: row.reason ?? reason }
    read[strategy] = Math.max(read[strategy] ?? 0, place)
  }
  return { ...comparison, read, rows }
}

/** Whether results are still to come. */
export function isRunning({ read, total }: Comparison): boolean {
  return Object.values(read).some((count) => count < total)
}

/** The wanted strategies that count, in their usual order. */
export function strategiesIn({ read }: Comparison, wanted: readonly StrategyName[]): StrategyName[] {
  return STRATEGY_NAMES.filter((name) => read[name] !== undefined && wanted.includes(name))
}

/** The counts of one strategy on one puzzle. */
export type Count =
  /** Its search ended after so many backtracks. */
  | { readonly kind: 'ended'; readonly backtracks: number }
  /** It gave up after that many, its limit: a full search takes more. */
  | { readonly kind: 'limit'; readonly backtracks: number }
  /** Nothing was counted, because the puzzle is invalid or the job was cancelled, say. */
  | { readonly kind: 'none'; readonly status: Status }

/** A count that is a number, even if only a lower bound. */
export type Counted = Exclude<Count, { kind: 'none' }>

export function isCounted(count: Count | undefined): count is Counted {
  return count !== undefined && count.kind !== 'none'
}

/** What some strategies have counted on a puzzle. */
function countedIn({ counts }: Row, strategies: readonly StrategyName[]) {
  return strategies.flatMap((strategy) => {
    const count = counts[strategy]
    return isCounted(count) ? [{ strategy, ...count }] : []
  })
}

/** The greatest count of all, which ends an axis. */
export function mostIn(rows: readonly Row[], strategies: readonly StrategyName[]): number {
  return Math.max(1, ...rows.flatMap((row) => countedIn(row, strategies)).map(({ backtracks }) => backtracks))
}

/** A count as it is written: `9,949`, `> 1,000,000`, `invalid`. */
export function textOfCount(count: Count | undefined): string {
  if (!count) return '…'
  if (count.kind === 'none') return count.status
  return `${count.kind === 'limit' ? '> ' : ''}${numberText(count.backtracks)}`
}

/** The rows from easy to hard. Those without counts come last, and equals stay in the order of the list. */
export function ordered(rows: readonly Row[], strategies: readonly StrategyName[]): Row[] {
  const keyed = rows.map((row) => ({ row, key: difficultyOf(row, strategies) }))
  // Infinity minus itself is not a number, so two unknowns are compared as equals.
  return keyed.toSorted((a, b) => (a.key === b.key ? 0 : a.key - b.key)).map(({ row }) => row)
}

/** Strategies by what they took on a puzzle, the most first; those that took as many stay in their order. */
export function longestFirst(strategies: readonly StrategyName[], { counts }: Row): StrategyName[] {
  const taken = (strategy: StrategyName) => {
    const count = counts[strategy]
    return isCounted(count) ? rankOf(count) : -1
  }
  return strategies.toSorted((a, b) => taken(b) - taken(a))
}

/** Where a count stands among others: a search that gave up would have taken more than one that ended with the same number. */
function rankOf({ kind, backtracks }: Counted): number {
  return backtracks + (kind === 'limit' ? 0.5 : 0)
}

/**
 * How hard a puzzle is for some strategies: the mean of log(1 + backtracks). In a mean of plain backtracks nothing
 * would count but brute force with its hundreds of thousands.
 */
function difficultyOf(row: Row, strategies: readonly StrategyName[]): number {
  const logs = countedIn(row, strategies).map(({ backtracks }) => Math.log1p(backtracks))
  return logs.length === 0 ? Number.POSITIVE_INFINITY : logs.reduce((sum, log) => sum + log, 0) / logs.length
}

/** Sums up a strategy's counts, of which those of kind `limit` are lower bounds; undefined where nothing has been counted. */
export function summaryOf(rows: readonly Row[], strategy: StrategyName) {
  const counted = rows.map(({ counts }) => counts[strategy]).filter(isCounted)
  const counts = counted.toSorted((a, b) => rankOf(a) - rankOf(b))
  const most = counts.at(-1)
  const middle = counts.slice(Math.ceil(counts.length / 2) - 1, Math.floor(counts.length / 2) + 1)
  return most && { median: meanOf(middle), mean: meanOf(counts), most }
}

function meanOf(counts: readonly Counted[]): Counted {
  const sum = counts.reduce((sum, { backtracks }) => sum + backtracks, 0)
  const kind = counts.some((count) => count.kind === 'limit') ? 'limit' : 'ended'
  return { kind, backtracks: sum / counts.length }
}

/** The strategies that took the fewest backtracks on a puzzle. */
export function lowestIn(row: Row, strategies: readonly StrategyName[]): StrategyName[] {
  const ended = countedIn(row, strategies).filter(({ kind }) => kind === 'ended')
  const least = Math.min(...ended.map(({ backtracks }) => backtracks))
  return ended.filter(({ backtracks }) => backtracks === least).map(({ strategy }) => strategy)
}

/** The most striking result in a sentence; undefined while there is nothing to compare. */
export function findingOf(rows: readonly Row[], strategies: readonly StrategyName[]): string | undefined {
  const compared = rows.filter((row) => countedIn(row, strategies).length === strategies.length)
  // Among equals the first.
  const hardest = ordered(compared.toReversed(), strategies).at(-1)
  if (!hardest || strategies.length < 2) return undefined
  // Brute force may have taken more on another: in this mean no strategy outweighs the others.
  const where =
    rows.length === 1 ? 'On this puzzle' : `On ${hardest.name}, the hardest by the mean logarithm of its backtracks`
  const counts = countedIn(hardest, strategies)
  // Among equals the first counts: the plainest of the worst.
  const worst = counts.reduce((a, b) => (b.backtracks > a.backtracks ? b : a))
  const best = counts.reduce((a, b) => (b.backtracks < a.backtracks ? b : a))
  const took = `${worst.kind === 'limit' ? 'gave up after' : 'took'} ${countOf(worst.backtracks, 'backtrack')}`
  if (worst.backtracks === best.backtracks) return `${where}, every strategy ${took}.`
  // Where several strategies did best, none of them has won.
  const ties = counts.filter((count) => count.backtracks === best.backtracks).length
  const tied = ties === counts.length - 1 ? 'all others' : `${ties} others`
  const bestName = ties === 1 ? STRATEGIES[best.strategy].title : tied
  const each = ties > 1 && best.backtracks > 0 ? ' each' : ''
  const least = best.backtracks === 0 ? 'none' : numberText(best.backtracks)
  return `${where}, ${STRATEGIES[worst.strategy].title} ${took}; ${bestName} took ${least}${each}.`
}
