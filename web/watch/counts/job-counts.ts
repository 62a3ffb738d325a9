import { useState } from 'preact/hooks'
import type { PuzzleResult } from '../../../shared/job/result.ts'
import { STRATEGY_NAMES } from '../../../shared/sudoku/search/strategy-facts.ts'
import { service, useService } from '../../page/service.ts'
import { numberText } from '../../ui/words.ts'
import { type Comparison, comparisonOf, isRunning, MOST_PUZZLES, NO_COMPARISON, withResults } from './comparison.ts'

/** Reads what a job counted by every strategy, as long as the component is there; without a job it reads nothing. */
export function useJobCounts(job: string | undefined) {
  const [comparison, setComparison] = useState(NO_COMPARISON)
  const follow = async (signal: AbortSignal) => {
    setComparison(NO_COMPARISON)
    setError(undefined)
    if (job !== undefined) await followCounts(signal, job, (next) => !signal.aborted && setComparison(next))
  }
  const { error, setError, again: retry } = useService(follow, [job])
  const isReading = job !== undefined && error === undefined && (comparison === NO_COMPARISON || isRunning(comparison))
  return { comparison, isRunning: isReading, error, retry }
}

/**
 * Reads the counts of every strategy out of the results of one job, which may have any number of puzzles: as many as
 * can be shown, whose places here count those that are read.
 *
 * @param show is given the comparison after each answer of the service
 */
async function followCounts(signal: AbortSignal, id: string, show: (comparison: Comparison) => void): Promise<void> {
  const client = service(signal)
  const job = await client.getJob(id)
  let comparison = comparisonOf(job)
  show(comparison)
  const runs = sampleOf(job.counts.total)
  let read = 0
  for await (const _change of client.watchJob(id)) {
    while (runs.length > 0) {
      const [{ from, count }] = runs
      const { results } = await client.resultsPage(id, { from, limit: count })
      const counted = results.flatMap((result) => strategyResults(result, ++read))
      comparison = withResults(comparison, counted)
      show(comparison)
      if (results.length === count) runs.shift()
      else runs[0] = { from: from + results.length, count: count - results.length }
      // The rest of it is not there yet.
      if (results.length === 0) break
    }
    if (runs.length === 0) return
  }
}

/** So many runs of a long job are read, each a request: files are often in an order, so many short ones tell more. */
const RUNS = 50

/** Which puzzles of a job are read: all of them, or as many as can be shown, in runs that lie evenly over it. */
export function sampleOf(total: number) {
  if (total <= MOST_PUZZLES) return total > 0 ? [{ from: 1, count: total }] : []
  const count = MOST_PUZZLES / RUNS
  return Array.from({ length: RUNS }, (_, i) => ({ from: 1 + Math.floor((i * (total - count)) / (RUNS - 1)), count }))
}

/** A result as each strategy would have had it. */
function strategyResults(result: PuzzleResult, place: number): PuzzleResult[] {
  const id = result.id ?? `Puzzle ${numberText(result.place)}`
  return STRATEGY_NAMES.map((strategy) => {
    const own = { ...result, id, place, strategy }
    if (!result.counts || strategy === result.strategy) return own
    const backtracks = result.counts[strategy] ?? null
    return { ...own, backtracks, status: backtracks === null ? 'aborted' : 'solved' }
  })
}
