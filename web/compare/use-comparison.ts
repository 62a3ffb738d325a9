import { useEffect, useRef, useState } from 'preact/hooks'
import type { PuzzleResult } from '../../shared/job/result.ts'
import {
  type Comparison,
  type ComparisonRequest,
  isRunning,
  NO_COMPARISON,
  runningIn,
  withJob,
  withResults,
} from './comparison.ts'

/** Often enough to look live; the results of seven strategies on a thousand puzzles come far more often. */
const DRAWN_EACH_MS = 300

interface ComparisonState {
  readonly comparison: Comparison
  /** The state: `finding` until the jobs have been seen for the first time. */
  readonly phase: 'idle' | 'starting' | 'finding' | 'running' | 'cancelling'
  readonly trouble: ComparisonTrouble | undefined
  /** Starts jobs and returns their ids; undefined where they cannot be started, which `trouble` explains. */
  start(request: ComparisonRequest): Promise<readonly string[] | undefined>
  cancel(): void
  /** Follows the jobs again after an error. */
  retry(): void
}

interface ComparisonTrouble {
  /** A failure that can be tried again. */
  readonly at: 'start' | 'follow'
  readonly error: unknown
}

/** Follows a comparison by the ids of its jobs, as long as the component is there. The jobs go on after that. */
export function useComparison(ids: readonly string[]): ComparisonState {
  const [comparison, setComparison] = useState(NO_COMPARISON)
  const [isStarting, setStarting] = useState(false)
  const [cancelling, setCancelling] = useState<string>()
  const [trouble, setTrouble] = useState<ComparisonTrouble>()
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
    setComparison(NO_COMPARISON)
    // Somebody quick may have cancelled these jobs already.
    setCancelling((now) => (now === key ? now : undefined))
  }, [key])
  useEffect(() => {
    if (ids.length === 0) return
    const stop = new AbortController()
    const { signal } = stop
    let results: PuzzleResult[] = []
    const flush = () => {
      const more = results
      results = []
      if (more.length > 0 && !signal.aborted) setComparison((before) => withResults(before, more))
    }
    const timer = setInterval(flush, DRAWN_EACH_MS)
    const run = async () => {
      // Cancelling comes first: a browser makes few requests at a time to one host, so it would have to wait for those
      // that follow the jobs. It goes on where somebody chooses another set meanwhile.
      const { cancelJobs, followJobs } = await import('./comparison-jobs.ts')
      if (isCancelling) await cancelJobs(life.current?.signal, runningIn(comparison))
      await followJobs(signal, ids, {
        onJob: (job) => {
          if (!signal.aborted) setComparison((before) => withJob(before, job))
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
      const { startJobs } = await import('./comparison-jobs.ts')
      const jobs = await startJobs(signal, request)
      // Somebody who has left the view is at another address by now, which must not get these jobs.
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
