import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import type { Client } from '../../shared/client/client.ts'
import type { PuzzleInput } from '../../shared/input/entry.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import type { RulesName } from '../../shared/sudoku/rules.ts'
import type { StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import { hasEnded, service } from '../service.ts'
import { nameJob } from '../ui/job-names.ts'
import {
  type Comparison,
  isRunning,
  MOST_PUZZLES,
  NO_COMPARISON,
  runningIn,
  withJob,
  withResults,
} from './comparison.ts'

/** Often enough to look live; the results of seven strategies on a thousand puzzles come far more often. */
const DRAWN_EACH_MS = 300

interface ComparisonState {
  readonly comparison: Comparison
  /** What goes on: `finding` until the jobs have been seen for the first time. */
  readonly phase: 'idle' | 'starting' | 'finding' | 'running' | 'cancelling'
  readonly trouble: ComparisonTrouble | undefined
  /** Starts jobs and returns their ids; undefined where they cannot be started, which `trouble` explains. */
  start(request: ComparisonRequest): Promise<readonly string[] | undefined>
  cancel(): void
  /** Follows the jobs again after an error. */
  retry(): void
}

interface ComparisonTrouble {
  /** What can be tried again. */
  readonly at: 'start' | 'follow'
  readonly error: unknown
}

type ComparisonChange =
  | { readonly kind: 'forget' }
  | { readonly kind: 'job'; readonly job: JobView }
  | { readonly kind: 'results'; readonly results: readonly PuzzleResult[] }

/** Follows a comparison by the ids of its jobs, as long as the component is there. The jobs go on after that. */
export function useComparison(ids: readonly string[]): ComparisonState {
  const [comparison, change] = useReducer(changed, NO_COMPARISON)
  const [isStarting, setStarting] = useState(false)
  const [cancelling, setCancelling] = useState<string | undefined>(undefined)
  const [trouble, setTrouble] = useState<ComparisonTrouble | undefined>(undefined)
  const [attempt, setAttempt] = useState(0)
  const key = ids.join()
  // It counts only for the jobs that are shown, and not for those shown before.
  const isCancelling = cancelling === key
  const life = useRef<AbortController | undefined>(undefined)

  useEffect(() => {
    life.current = new AbortController()
    return () => life.current?.abort()
  }, [])
  useEffect(() => {
    change({ kind: 'forget' })
    // Somebody quick may have cancelled these jobs already.
    setCancelling((now) => (now === key ? now : undefined))
  }, [key])
  useEffect(() => {
    if (ids.length === 0) return
    const stop = new AbortController()
    const { signal } = stop
    const client = service(signal)
    let results: PuzzleResult[] = []
    const flush = () => {
      if (results.length > 0 && !signal.aborted) change({ kind: 'results', results })
      results = []
    }
    const timer = setInterval(flush, DRAWN_EACH_MS)
    const run = async () => {
      // Cancelling comes first: a browser makes few requests at a time to one host, so it would have to wait for those
      // that follow the jobs. It goes on where somebody chooses another set meanwhile.
      if (isCancelling) await cancelJobs(service(life.current?.signal), runningIn(comparison))
      await followJobs(client, ids, {
        onJob: (job) => {
          if (!signal.aborted) change({ kind: 'job', job })
        },
        onResult: (result) => results.push(result),
      })
    }
    setTrouble(undefined)
    run()
      .catch((error) => {
        if (!signal.aborted) setTrouble({ at: 'follow', error })
      })
      .finally(() => {
        clearInterval(timer)
        flush()
        if (!signal.aborted) setCancelling(undefined)
      })
    return () => {
      clearInterval(timer)
      stop.abort()
    }
  }, [key, attempt])

  const start = async (request: ComparisonRequest) => {
    const signal = life.current?.signal
    setStarting(true)
    setTrouble(undefined)
    try {
      const jobs = await startJobs(service(signal), request)
      // Who has left the view is at another address by now, which must not get these jobs.
      signal?.throwIfAborted()
      return jobs.map(({ id }) => id)
    } catch (error) {
      if (!signal?.aborted) setTrouble({ at: 'start', error })
    } finally {
      if (!signal?.aborted) setStarting(false)
    }
  }
  const again = () => setAttempt((before) => before + 1)
  return {
    comparison,
    phase: phaseOf(),
    trouble,
    start,
    cancel: () => {
      setCancelling(key)
      again()
    },
    retry: again,
  }

  function phaseOf(): ComparisonState['phase'] {
    if (isStarting) return 'starting'
    if (isCancelling) return 'cancelling'
    if (trouble || ids.length === 0) return 'idle'
    if (Object.keys(comparison.runs).length === 0) return 'finding'
    return isRunning(comparison) ? 'running' : 'idle'
  }
}

function changed(before: Comparison, change: ComparisonChange): Comparison {
  switch (change.kind) {
    case 'forget':
      return NO_COMPARISON
    case 'job':
      return withJob(before, change.job)
    case 'results':
      return withResults(before, change.results)
  }
}

/** What to compare. */
export interface ComparisonRequest {
  readonly puzzles: readonly PuzzleInput[]
  readonly rules: RulesName
  readonly strategies: readonly StrategyName[]
  readonly backtrackLimit: number
}

/**
 * Starts a job for each strategy, all at once, or none at all.
 *
 * @throws the first error that kept a job from being started
 */
async function startJobs(client: Client, request: ComparisonRequest): Promise<JobView[]> {
  const { puzzles, rules, strategies, backtrackLimit } = request
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
async function cancelJobs(client: Client, ids: readonly string[]): Promise<void> {
  const cancelled = await Promise.allSettled(ids.map((id) => client.cancelJob(id)))
  for (const each of cancelled) {
    if (each.status === 'rejected' && !hasEnded(each.reason)) throw each.reason
  }
}

/** What is told how jobs get on. */
interface Follower {
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
async function followJobs(client: Client, ids: readonly string[], follower: Follower): Promise<void> {
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
