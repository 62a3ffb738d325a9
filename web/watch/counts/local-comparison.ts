import { useEffect, useRef, useState } from 'preact/hooks'
import { STRATEGY_NAMES, type StrategyName } from '../../../shared/sudoku/search/strategy-facts.ts'
import { listenTo, startWorker } from '../../page/worker.ts'
import { type Comparison, type ComparisonRequest, isRunning, NO_COMPARISON, withResults } from './comparison.ts'
import type { CountReply, CountRequest } from './comparison-worker.ts'

/** Leaves a processor to the page where there are several. */
const MOST_WORKERS = Math.min(3, Math.max(1, navigator.hardwareConcurrency - 1))

/**
 * Counts in this browser, beside the page, what is asked for; each strategy once, however often it is left out and taken
 * in again. It ends when something else is asked for, or the view is left.
 *
 * @param request undefined where nothing is to be counted here
 */
export function useLocalComparison(request: ComparisonRequest | undefined, wanted: readonly StrategyName[]) {
  const [comparison, setComparison] = useState(NO_COMPARISON)
  const [error, setError] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const [isCancelled, setCancelled] = useState(false)
  const pool = useRef<ReturnType<typeof countPool>>()
  const { puzzles = [], rules = 'classic' } = request ?? {}
  const key = JSON.stringify([puzzles, rules])
  useEffect(() => {
    setComparison({ ...NO_COMPARISON, rules, total: puzzles.length })
    setError(undefined)
    setCancelled(false)
    if (puzzles.length === 0) return
    const { backtrackLimit } = NO_COMPARISON
    pool.current = countPool({ puzzles, rules, backtrackLimit }, setComparison, setError)
    return () => {
      pool.current?.close()
      pool.current = undefined
    }
  }, [key, attempt])
  useEffect(() => {
    if (!isCancelled) pool.current?.count(wanted)
  }, [key, attempt, isCancelled, wanted.join()])
  return {
    comparison,
    isRunning: isRunning(comparison) && !isCancelled && error === undefined,
    /** Whether somebody had it stopped before everything was counted. */
    isCancelled,
    /** Why nothing more will come; undefined as long as nothing failed. */
    error,
    cancel: () => {
      setCancelled(true)
      pool.current?.close()
    },
    retry: () => setAttempt((before) => before + 1),
  }
}

/** A few workers that count by one strategy after the other, the fastest first, by those that were not asked for yet. */
function countPool(
  request: Omit<CountRequest, 'strategy'>,
  change: (next: (now: Comparison) => Comparison) => void,
  fail: (failure: string) => void,
) {
  const known = new Set<StrategyName>()
  const waiting: StrategyName[] = []
  const workers: Worker[] = []
  const idle: Worker[] = []
  const close = () => {
    waiting.length = 0
    for (const worker of workers) worker.terminate()
  }
  const next = (worker: Worker) => {
    const strategy = waiting.shift()
    if (strategy) worker.postMessage({ ...request, strategy } satisfies CountRequest)
    else idle.push(worker)
  }
  const count = (strategies: readonly StrategyName[]) => {
    for (const strategy of STRATEGY_NAMES.toReversed()) {
      if (known.has(strategy) || !strategies.includes(strategy)) continue
      known.add(strategy)
      change((now) => ({ ...now, read: { ...now.read, [strategy]: 0 } }))
      waiting.push(strategy)
    }
    while (waiting.length > 0 && workers.length < MOST_WORKERS) {
      const worker = startWorker('comparison')
      workers.push(worker)
      const hear = ({ results, isDone }: CountReply) => {
        change((now) => withResults(now, results))
        if (isDone) next(worker)
      }
      listenTo(worker, hear, () => {
        close()
        fail('The comparison could not be started.')
      })
      next(worker)
    }
    for (const worker of idle.splice(0)) next(worker)
  }
  return { count, close }
}
