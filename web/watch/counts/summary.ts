import { STRATEGIES, type StrategyName } from '../../../shared/sudoku/search/strategy-facts.ts'
import { countOf, numberText } from '../../ui/words.ts'
import { type Counted, countedIn, difficultyOf, isCounted, type Row } from './comparison.ts'

/** Sums up a strategy's counts, of which those of kind `limit` are lower bounds; undefined where nothing has been counted. */
export function summaryOf(rows: readonly Row[], strategy: StrategyName) {
  const counted = rows.map(({ counts }) => counts[strategy]).filter(isCounted)
  const counts = counted.toSorted(
    // A search that gave up would have taken more than one that ended with the same number.
    (a, b) => a.backtracks - b.backtracks || Number(a.kind === 'limit') - Number(b.kind === 'limit'),
  )
  const most = counts.at(-1)
  if (!most) return undefined
  return {
    median: meanOf(counts.slice(Math.ceil(counts.length / 2) - 1, Math.floor(counts.length / 2) + 1)),
    mean: meanOf(counts),
    most,
  }
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
  const [first, ...others] = compared
  if (!first || strategies.length < 2) return undefined
  const difficulties = new Map(compared.map((row) => [row, difficultyOf(row, strategies)]))
  const hardest = others.reduce((a, b) => ((difficulties.get(b) ?? 0) > (difficulties.get(a) ?? 0) ? b : a), first)
  // Brute force may have taken more on another: in this mean no strategy outweighs the others.
  const where =
    rows.length === 1 ? 'On this puzzle' : `On ${hardest.name}, the hardest by the mean logarithm of its backtracks`
  const counts = countedIn(hardest, strategies)
  // Among equals the first counts: the plainest of the worst.
  const worst = counts.reduce((a, b) => (b.backtracks > a.backtracks ? b : a))
  const best = counts.reduce((a, b) => (b.backtracks < a.backtracks ? b : a))
  if (worst.backtracks === best.backtracks) {
    const each = worst.kind === 'limit' ? 'gave up after' : 'took'
    return `${where}, every strategy ${each} ${countOf(worst.backtracks, 'backtrack')}.`
  }
  // Where several strategies did best, none of them has won.
  const ties = counts.filter((count) => count.backtracks === best.backtracks).length
  const worstName = STRATEGIES[worst.strategy].title
  const tied = ties === counts.length - 1 ? 'all others' : `${ties} others`
  const bestName = ties === 1 ? STRATEGIES[best.strategy].title : tied
  const each = ties > 1 && best.backtracks > 0 ? ' each' : ''
  const verb = worst.kind === 'limit' ? 'gave up after' : 'took'
  return `${where}, ${worstName} ${verb} ${countOf(worst.backtracks, 'backtrack')}; ${bestName} took ${best.backtracks === 0 ? 'none' : numberText(best.backtracks)}${each}.`
}
