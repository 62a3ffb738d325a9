import { useEffect, useRef, useState } from 'preact/hooks'
import { STRATEGY_NAMES, type StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { listenTo, startWorker } from '../page/worker.ts'
import {
  type ComparedResult,
  type Comparison,
  type ComparisonRequest,
  isRunning,
  NO_COMPARISON,
  withResults,
  withRun,
} from './comparison.ts'

/** A question of the page to a worker: all puzzles by one strategy. */
export type CountRequest = Omit<ComparisonRequest, 'strategies'> & { readonly strategy: StrategyName }

/** A message from the worker to the page, until it is done. */
export interface CountReply {
  readonly results: readonly ComparedResult[]
  readonly isDone: boolean
}

interface LocalComparison {
  readonly comparison: Comparison
  readonly isRunning: boolean
  /** Whether somebody had it stopped before everything was counted. */
  readonly isCancelled: boolean
  /** Why nothing more will come; undefined as long as nothing failed. */
  readonly failure: string | undefined
  /** Leaves out what is not counted yet. */
  cancel(): void
  /** Counts everything again. */
  retry(): void
}

/** Leaves a processor to the page where there are several. */
const MOST_WORKERS = Math.min(3, Math.max(1, navigator.hardwareConcurrency - 1))

/**
 * Counts in this browser, beside the page, what is asked for; each strategy once, however often it is left out and taken
 * in again. It ends when something else is asked for, or the view is left.
 *
 * @param request undefined where nothing is to be counted here
 */
export function useLocalComparison(request: ComparisonRequest | undefined): LocalComparison {
  const [comparison, setComparison] = useState(NO_COMPARISON)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const [attempt, setAttempt] = useState(0)
  const [isCancelled, setCancelled] = useState(false)
  const pool = useRef<CountPool | undefined>(undefined)
  const { puzzles, rules, backtrackLimit, strategies = [] } = request ?? {}
  const key = puzzles && JSON.stringify([puzzles, rules, backtrackLimit])
  useEffect(() => {
    setComparison(NO_COMPARISON)
    setFailure(undefined)
    setCancelled(false)
    if (!puzzles || !rules || !backtrackLimit || puzzles.length === 0) return
    const opened = new CountPool(
      { puzzles, rules, backtrackLimit },
      (strategy) => setComparison((now) => withRun(now, strategy, { rules, backtrackLimit, total: puzzles.length })),
      (results) => setComparison((now) => withResults(now, results)),
      setFailure,
    )
    pool.current = opened
    return () => {
      opened.close()
      pool.current = undefined
    }
  }, [key, attempt])
  useEffect(() => {
    if (!isCancelled) pool.current?.count(strategies)
  }, [key, attempt, isCancelled, strategies.join()])
  return {
    comparison,
    isRunning: isRunning(comparison) && !isCancelled && failure === undefined,
    isCancelled,
    failure,
    cancel: () => {
      setCancelled(true)
      pool.current?.close()
    },
    retry: () => setAttempt((before) => before + 1),
  }
}

/** A few workers that count one strategy after the other, the fastest first. */
class CountPool {
  readonly #request: Omit<CountRequest, 'strategy'>
  readonly #begin: (strategy: StrategyName) => void
  readonly #hear: (results: readonly ComparedResult[]) => void
  readonly #fail: (failure: string) => void
  readonly #known = new Set<StrategyName>()
  readonly #waiting: StrategyName[] = []
  readonly #workers: Worker[] = []
  readonly #idle: Worker[] = []

  constructor(
    request: Omit<CountRequest, 'strategy'>,
    begin: (strategy: StrategyName) => void,
    hear: (results: readonly ComparedResult[]) => void,
    fail: (failure: string) => void,
  ) {
    this.#request = request
    this.#begin = begin
    this.#hear = hear
    this.#fail = fail
  }

  /** Counts by those strategies that were not asked for yet. */
  count(strategies: readonly StrategyName[]): void {
    for (const strategy of STRATEGY_NAMES.toReversed()) {
      if (this.#known.has(strategy) || !strategies.includes(strategy)) continue
      this.#known.add(strategy)
      this.#begin(strategy)
      this.#waiting.push(strategy)
    }
    while (this.#waiting.length > 0 && this.#workers.length < MOST_WORKERS) this.#next(this.#started())
    for (const worker of this.#idle.splice(0)) this.#next(worker)
  }

  close(): void {
    this.#waiting.length = 0
    for (const worker of this.#workers) worker.terminate()
  }

  #started(): Worker {
    const worker = startWorker('comparison')
    this.#workers.push(worker)
    listenTo<CountReply>(worker, {
      failure: 'The comparison could not be started.',
      hear: ({ results, isDone }) => {
        this.#hear(results)
        if (isDone) this.#next(worker)
      },
      fail: (failure) => {
        this.close()
        this.#fail(failure)
      },
    })
    return worker
  }

  #next(worker: Worker): void {
    const strategy = this.#waiting.shift()
    if (strategy) worker.postMessage({ ...this.#request, strategy } satisfies CountRequest)
    else this.#idle.push(worker)
  }
}
