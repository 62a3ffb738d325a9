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

/** Often enough to look live; seven strategies on a thousand puzzles answer far more often. */
const DRAWN_EACH_MS = 300

interface ComparisonState {
  readonly comparison: Comparison
  /** What goes on: `finding` until the jobs have answered for the first time. */
  readonly phase: 'idle' | 'starting' | 'finding' | 'running' | 'cancelling'
  readonly trouble: ComparisonTrouble | undefined
  /** Starts jobs, and hands their ids on; undefined where they cannot be started, which `trouble` says. */
  start(question: Question): Promise<readonly string[] | undefined>
  cancel(): void
  /** Follows the jobs again after an error. */
  retry(): void
}

interface ComparisonTrouble {
  /** What there is to try again. */
  readonly at: 'start' | 'follow'
  readonly error: unknown
}

type Change =
  | { readonly kind: 'forget' }
  | { readonly kind: 'job'; readonly job: JobView }
  | { readonly kind: 'results'; readonly results: readonly PuzzleResult[] }

/** Follows a comparison by the ids of its jobs, as long as the component is there; nothing goes on after that but the jobs. */
export function useComparison(ids: readonly string[]): ComparisonState {
  const [comparison, change] = useReducer(changed, NO_COMPARISON)
  const [isStarting, setStarting] = useState(false)
  const [cancelling, setCancelling] = useState<string | undefined>(undefined)
  const [trouble, setTrouble] = useState<ComparisonTrouble | undefined>(undefined)
  const [attempt, setAttempt] = useState(0)
  const key = ids.join()
  // Those of the jobs that are shown, and not of others that were shown before.
  const isCancelling = cancelling === key
  const left = useRef<AbortController | undefined>(undefined)

  useEffect(() => {
    left.current = new AbortController()
    return () => left.current?.abort()
  }, [])
  useEffect(() => {
    change({ kind: 'forget' })
    // Who is quick may have cancelled these already.
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
      // A browser holds few requests at a time to one host: these had to wait for those that follow the jobs.
      // They go on where another set is chosen meanwhile.
      if (isCancelling) await cancelJobs(service(left.current?.signal), runningIn(comparison))
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

  const start = async (question: Question) => {
    const signal = left.current?.signal
    setStarting(true)
    setTrouble(undefined)
    try {
      const jobs = await startJobs(service(signal), question)
      // Whoever has left is at another address by now, which is none of this.
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

function changed(before: Comparison, change: Change): Comparison {
  switch (change.kind) {
    case 'forget':
      return NO_COMPARISON
    case 'job':
      return withJob(before, change.job)
    case 'results':
      return withResults(before, change.results)
  }
}

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
async function startJobs(client: Client, question: Question): Promise<JobView[]> {
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
async function cancelJobs(client: Client, ids: readonly string[]): Promise<void> {
  const cancelled = await Promise.allSettled(ids.map((id) => client.cancelJob(id)))
  for (const each of cancelled) {
    if (each.status === 'rejected' && !hasEnded(each.reason)) throw each.reason
  }
}

/** Who wants to know how jobs get on. */
interface Follower {
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
