import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { DigitSet } from '../../shared/sudoku/grid/digit-set.ts'
import type { SearchProgress } from '../../shared/sudoku/search/strategy.ts'
import type { StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { listenTo, startWorker } from '../page/worker.ts'
import { sentPuzzle } from '../rules/own-rules.ts'
import { isSamePuzzle, type PuzzleText, type SentPuzzle } from '../rules/puzzle-text.ts'

/** For so long the last answer stays on the board while the next is on its way: most come within it, and nothing flickers. */
const STALE_MS = 120

/**
 * Finds out about a puzzle, while it is typed.
 *
 * @param isSolvable whether there is anything to look for: givens that do not clash
 */
export function useLiveAnswer(
  puzzle: PuzzleText,
  isSolvable: boolean,
): { answer: LiveAnswer | undefined; stop(): void } {
  const [, draw] = useState<LiveAnswer>()
  const [solver] = useState(() => new LiveSolver(draw))
  const [stale, setStale] = useState<LiveAnswer>()
  const { answer } = solver
  // Before the browser draws: whoever types the last digit waits for nothing but the search.
  useLayoutEffect(() => {
    if (isSolvable) solver.solve(puzzle)
  }, [puzzle.text, puzzle.rules, puzzle.own, isSolvable])
  useEffect(() => {
    solver.prepare()
    return () => solver.close()
  }, [])

  const isOfThis = answer !== undefined && isSamePuzzle(answer.puzzle, puzzle)
  const known = isSolvable && isOfThis && (answer.solutions || answer.possible) ? answer : undefined
  useEffect(() => {
    if (known) {
      setStale(known)
      return
    }
    const timer = setTimeout(() => setStale(undefined), STALE_MS)
    return () => clearTimeout(timer)
  }, [known])
  const shown = () => {
    if (!isSolvable) return undefined
    if (known) return known
    return stale && isSamePuzzle({ ...stale.puzzle, text: puzzle.text }, puzzle) && stale.puzzle.size === puzzle.size
      ? stale
      : isOfThis
        ? answer
        : undefined
  }
  return { answer: shown(), stop: solver.stop }
}

/** The worker's findings on a puzzle so far. */
export interface LiveAnswer {
  readonly puzzle: PuzzleText
  /** Undefined as long as it is not known, `open` where the search was given up. */
  readonly solutions: 'one' | 'several' | 'none' | 'open' | undefined
  /** The one solution, a character a cell. */
  readonly solution?: string
  /** What each cell may hold, if there are several solutions or rules of its own. */
  readonly possible?: Possible
  /** How many solutions there are, if several: as many at least as long as they are not all. */
  readonly total?: { readonly solutions: number; readonly isWhole: boolean; readonly isCounting?: boolean }
  /** What is known to rule each other out, if there is no solution. */
  readonly conflict?: Ruled
  /** The counts so far of the search that goes on, or of the one that was given up. */
  readonly search?: SearchProgress | undefined
  readonly counts: Readonly<Partial<Record<StrategyName, SearchCount>>>
  /** Why nothing more will come. */
  readonly failure?: string
}

export interface Possible {
  /** By cell, the digits that are not ruled out. */
  readonly digits: readonly DigitSet[]
  /** By cell, those that solutions found so far hold there. */
  readonly found: readonly DigitSet[]
  /** Whether both are the same: the digits of all solutions. */
  readonly isWhole: boolean
}

/** Givens and constraints that rule each other out. */
interface Ruled {
  /** All of their cells. */
  readonly cells: readonly number[]
  /** Which of its constraints are among them. */
  readonly constraints: readonly number[]
  readonly words: string
}

/** The work of one strategy to find the solution. */
interface SearchCount {
  readonly backtracks: number
  /** Whether it found the solution; otherwise it was given up after so many backtracks. */
  readonly isWhole: boolean
}

/** The page's end of the worker that solves the puzzle on the board. */
class LiveSolver {
  /** Findings on the puzzle asked about last. */
  answer: LiveAnswer | undefined
  #worker: Worker | undefined
  #id = 0
  readonly #tell: (answer: LiveAnswer) => void

  /** @param tell called after every finding */
  constructor(tell: (answer: LiveAnswer) => void) {
    this.#tell = tell
  }

  /** Has a puzzle solved whose givens do not clash, in place of the one before. */
  solve(puzzle: PuzzleText): void {
    this.answer = { puzzle, solutions: undefined, counts: {} }
    this.prepare()
    this.#worker?.postMessage({ id: ++this.#id, puzzle: sentPuzzle(puzzle) } satisfies SolverRequest)
  }

  /** Gives up the search that goes on: what is known of it by then stays. */
  readonly stop = (): void => {
    const { search, solutions, counts } = this.answer ?? {}
    if (!this.answer || !search) return
    this.#worker?.terminate()
    this.#worker = undefined
    const count = { backtracks: search.backtracks, isWhole: false }
    this.#change(
      solutions
        ? { ...this.answer, search: undefined, counts: { ...counts, 'brute-force': count } }
        : { ...this.answer, solutions: 'open' },
    )
  }

  close(): void {
    this.#worker?.terminate()
  }

  /** Loads the worker's script, so that it is there at the first digit. */
  prepare(): void {
    if (this.#worker) return
    this.#worker = startWorker('solver')
    listenTo<SolverReply>(this.#worker, {
      failure: 'The search could not be started.',
      hear: ({ id, finding }) => {
        const before = this.answer
        if (id !== this.#id || !before) return
        this.#change({ ...before, ...finding, counts: { ...before.counts, ...finding.counts } })
      },
      fail: (failure) => {
        // The next edit begins with a new one.
        this.#worker?.terminate()
        this.#worker = undefined
        if (this.answer) this.#change({ ...this.answer, failure })
      },
    })
  }

  #change(answer: LiveAnswer): void {
    this.answer = answer
    this.#tell(answer)
  }
}

/** A question of the page to the worker; each supersedes the one before. */
export interface SolverRequest {
  readonly id: number
  readonly puzzle: SentPuzzle
}

/** A message from the worker to the page, as it finds something. */
export interface SolverReply {
  /** The number of the request that it answers. */
  readonly id: number
  readonly finding: Finding
}

/** What it knows now of the puzzle; counts come beside those that came before. */
export type Finding = Partial<Omit<LiveAnswer, 'puzzle' | 'failure'>>

/**
 * Everything there is to tell of a puzzle, in the order in which it is told; undefined is a place to stop. News of a
 * search that goes on is a function, which is called when it is time to tell any.
 */
export type Findings<End = void> = AsyncGenerator<Finding | (() => Finding) | undefined, End>
