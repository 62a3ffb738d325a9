import type { Client } from '../../shared/client/client.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'
import { hasEnded, service } from '../page/service.ts'
import { nameJob } from '../ui/job-names.ts'
import { numberText } from '../ui/number-text.ts'
import { type ComparisonRequest, countsAll, MOST_PUZZLES } from './comparison.ts'

// A comparison's requests to the service; loaded when somebody wants it to count.

/**
 * Starts a job for each strategy, all at once, or none at all.
 *
 * @throws the first error that kept a job from being started
 */
export async function startJobs(signal: AbortSignal | undefined, request: ComparisonRequest): Promise<JobView[]> {
  const client = service(signal)
  const { rules, strategies, backtrackLimit } = request
  const puzzles = request.puzzles.map((puzzle) => {
    if (typeof puzzle === 'string') return puzzle
    const { own, ...named } = puzzle
    return { ...named, ...own }
  })
  const started = await Promise.allSettled(
    strategies.map((strategy) => client.createJob({ strategy, rules, puzzles, solutions: 1, backtrackLimit })),
  )
  const jobs = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const failure = started.find((each) => each.status === 'rejected')
  for (const { id, options } of jobs) nameJob(id, `Compare: ${options.strategy}`, 'view')
  if (!failure) return jobs
  // Nobody will look at the others; those that cannot be cancelled either end by themselves.
  await Promise.allSettled(jobs.map(({ id }) => client.cancelJob(id)))
  throw failure.reason
}

/** Cancels jobs; one that has ended meanwhile need not be cancelled. */
export async function cancelJobs(signal: AbortSignal | undefined, ids: readonly string[]): Promise<void> {
  const client = service(signal)
  const cancelled = await Promise.allSettled(ids.map((id) => client.cancelJob(id)))
  for (const each of cancelled) {
    if (each.status === 'rejected' && !hasEnded(each.reason)) throw each.reason
  }
}

/** Hears how jobs get on. */
export interface Follower {
  onJob(job: JobView): void
  /** The results of each job come in their order. */
  onResult(result: PuzzleResult): void
}

/**
 * Reads the results of jobs as they come, until all are in.
 *
 * Results also tell how far a job is, so one request at a time follows each job: a browser makes six at a time to a
 * host that speaks HTTP/1.1, and the service holds a poll for 20 s. The jobs that end soonest come first.
 */
export async function followJobs(signal: AbortSignal, ids: readonly string[], follower: Follower): Promise<void> {
  const client = service(signal)
  const jobs = await Promise.all(ids.map((id) => client.getJob(id)))
  for (const job of jobs) follower.onJob(job)
  await Promise.all(
    jobs
      .toReversed()
      .map((job) => (countsAll(job) ? followCounts(client, job, follower) : follow(client, job.id, follower))),
  )
}

async function follow(client: Client, id: string, { onResult }: Follower): Promise<void> {
  for await (const result of client.results(id)) {
    if (result.place > MOST_PUZZLES) break
    onResult(result)
  }
}

/**
 * Reads the counts of every strategy out of the results of one job, which may have any number of puzzles: as many as can
 * be shown, whose places here count those that are read.
 */
async function followCounts(client: Client, { id, counts }: JobView, { onResult }: Follower): Promise<void> {
  const runs = sampleOf(counts.total)
  let read = 0
  let run = 0
  let next = runs[0]
  for await (const _change of client.watchJob(id)) {
    while (next) {
      const { results } = await client.resultsPage(id, { from: next.from, limit: next.count })
      for (const result of results) for (const of of strategyResults(result, ++read)) onResult(of)
      next = { from: next.from + results.length, count: next.count - results.length }
      // The rest of it is not there yet.
      if (next.count > 0 && results.length === 0) break
      if (next.count === 0) next = runs[++run]
    }
    if (!next) return
  }
}

/** So many runs of a long job are read, each a request: files are often in an order, so that many short ones tell more. */
const RUNS = 50

/** Which puzzles of a job are read: all of them, or as many as can be shown, in runs that lie evenly over it. */
export function sampleOf(total: number) {
  if (total <= MOST_PUZZLES) return total > 0 ? [{ from: 1, count: total }] : []
  const count = MOST_PUZZLES / RUNS
  return Array.from({ length: RUNS }, (_, i) => ({ from: 1 + Math.floor((i * (total - count)) / (RUNS - 1)), count }))
}

/** A result as a job of each strategy would have had it. */
function strategyResults(result: PuzzleResult, place: number): PuzzleResult[] {
  const id = result.id ?? `Puzzle ${numberText(result.place)}`
  return STRATEGY_NAMES.map((strategy) => {
    const own = { ...result, id, place, strategy }
    if (!result.counts || strategy === result.strategy) return own
    const backtracks = result.counts[strategy] ?? null
    return { ...own, backtracks, status: backtracks === null ? 'aborted' : 'solved' }
  })
}
