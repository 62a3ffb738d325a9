import { useEffect, useState } from 'preact/hooks'
import type { PuzzleResult } from '../../../shared/job/result.ts'
import { comparisonOf, isRunning, NO_COMPARISON, withResults } from './comparison.ts'

/** Often enough to look live; the results of eight strategies on a thousand puzzles come far more often. */
const DRAWN_EACH_MS = 300

/** Reads what a job counted, as long as the component is there; of no job there is nothing to read. */
export function useJobCounts(job: string | undefined) {
  const [comparison, setComparison] = useState(NO_COMPARISON)
  const [error, setError] = useState<unknown>(undefined)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    setComparison(NO_COMPARISON)
    setError(undefined)
    if (job === undefined) return
    const stop = new AbortController()
    const { signal } = stop
    let results: PuzzleResult[] = []
    const flush = () => {
      const more = results
      results = []
      if (more.length > 0 && !signal.aborted) setComparison((before) => withResults(before, more))
    }
    const timer = setInterval(flush, DRAWN_EACH_MS)
    import('./job-counts.ts')
      .then(({ followCounts }) =>
        followCounts(signal, job, {
          onJob: (job) => setComparison(comparisonOf(job)),
          onResult: (result) => results.push(result),
        }),
      )
      .catch((error) => {
        if (!signal.aborted) setError(error)
      })
      .finally(() => {
        clearInterval(timer)
        flush()
      })
    return () => {
      clearInterval(timer)
      stop.abort()
    }
  }, [job, attempt])
  const isReading = job !== undefined && error === undefined && (comparison === NO_COMPARISON || isRunning(comparison))
  return { comparison, isRunning: isReading, error, retry: () => setAttempt((before) => before + 1) }
}
