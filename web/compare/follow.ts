import type { Client } from '../../shared/client.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import type { PuzzleInput } from '../../shared/protocol/json-puzzle.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import type { RulesName } from '../../shared/sudoku/rules.ts'
import type { StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import { hasEnded } from '../service.ts'
import { nameJob } from '../ui/job-names.ts'
import { MOST_PUZZLES } from './comparison.ts'

/** What is to be compared. */
export interface Question {
  readonly puzzles: readonly PuzzleInput[]
  readonly rules: RulesName
  readonly strategies: readonly StrategyName[]
  readonly backtrackLimit: number
}

/**
 * Starts a job for each strategy, all at once; or none.
 *
 * @throws what kept the first of them from being started
 */
export async function startJobs(client: Client, question: Question): Promise<JobView[]> {
  const { puzzles, rules, strategies, backtrackLimit } = question
  const started = await Promise.allSettled(
    strategies.map((strategy) => client.createJob({ strategy, rules, puzzles, solutions: 1, backtrackLimit })),
  )
  const jobs = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const failure = started.find((each) => each.status === 'rejected')
  for (const { id, options } of jobs) nameJob(id, `Compare: ${options.strategy}`, 'view')
  if (!failure) return jobs
  // Nobody will ask for these; where they cannot be cancelled either, they end by themselves.
  await Promise.allSettled(jobs.map(({ id }) => client.cancelJob(id)))
  throw failure.reason
}

/** Cancels jobs; one that ended meanwhile is none to cancel. */
export async function cancelJobs(client: Client, ids: readonly string[]): Promise<void> {
  const cancelled = await Promise.allSettled(ids.map((id) => client.cancelJob(id)))
  for (const each of cancelled) {
    if (each.status === 'rejected' && !hasEnded(each.reason)) throw each.reason
  }
}

/** Who wants to know how jobs get on. */
export interface Follower {
  onJob(job: JobView): void
  /** Those of each job come in their order. */
  onResult(result: PuzzleResult): void
}

/**
 * Reads the results of jobs as they come, until all are in.
 *
 * Results also tell how far a job is, so each is followed by one request: a browser holds six at a
 * time to a host that speaks HTTP/1.1, and a poll is held for 20 s. Those who end soon come first.
 */
export async function followJobs(client: Client, ids: readonly string[], follower: Follower): Promise<void> {
  const jobs = await Promise.all(ids.map((id) => client.getJob(id)))
  for (const job of jobs) follower.onJob(job)
  await Promise.all(jobs.toReversed().map(({ id }) => follow(client, id, follower)))
}

async function follow(client: Client, id: string, { onResult }: Follower): Promise<void> {
  for await (const result of client.results(id)) {
    if (result.line > MOST_PUZZLES) break
    onResult(result)
  }
}
