import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
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
  const [stale, setStale] = useState<LiveAnswer>()
  /** The number of the question that was asked last, and what is found of it. */
  const asked = useRef<{ id: number; answer?: LiveAnswer }>({ id: 0 })
  const worker = useRef<Worker>()
  const change = (found: Omit<Finding, 'puzzle'> & Pick<LiveAnswer, 'failure'>) => {
    const { answer } = asked.current
    if (!answer) return
    asked.current.answer = { ...answer, ...found, counts: { ...answer.counts, ...found.counts } }
    draw(asked.current.answer)
  }
  /** The next edit begins with another worker. */
  const end = () => {
    worker.current?.terminate()
    worker.current = undefined
  }
  const started = (): Worker => {
    if (worker.current) return worker.current
    worker.current = startWorker('solver')
    const hear = ({ id, finding }: SolverReply) => id === asked.current.id && change(finding)
    listenTo(worker.current, hear, () => {
      end()
      change({ failure: 'The search could not be started.' })
    })
    return worker.current
  }
  /** Gives up the search that goes on: what is known of it by then stays. */
  const stop = () => {
    const { search, solutions } = asked.current.answer ?? {}
    if (!search) return
    end()
    const count = { backtracks: search.backtracks, isWhole: false }
    change(solutions ? { search: undefined, counts: { 'brute-force': count } } : { solutions: 'open' })
  }
  // Before the browser draws: whoever types the last digit waits for nothing but the search.
  useLayoutEffect(() => {
    if (!isSolvable) return
    asked.current = { id: asked.current.id + 1, answer: { puzzle, solutions: undefined, counts: {} } }
    started().postMessage({ id: asked.current.id, puzzle: sentPuzzle(puzzle) } satisfies SolverRequest)
  }, [puzzle.text, puzzle.rules, puzzle.own, isSolvable])
  useEffect(() => {
    // Its script is there at the first digit.
    started()
    return end
  }, [])
  const { answer } = asked.current
  const ofThis = answer && isSamePuzzle(answer.puzzle, puzzle) ? answer : undefined
  const known = isSolvable && (ofThis?.solutions || ofThis?.possible) ? ofThis : undefined
  useEffect(() => {
    if (known) {
      setStale(known)
      return
    }
    const timer = setTimeout(() => setStale(undefined), STALE_MS)
    return () => clearTimeout(timer)
  }, [known])
  const staysShown =
    stale && isSamePuzzle({ ...stale.puzzle, text: puzzle.text }, puzzle) && stale.puzzle.size === puzzle.size
  const shown = known ?? (staysShown ? stale : ofThis)
  return { answer: isSolvable ? shown : undefined, stop }
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
  /** Givens and constraints that are known to rule each other out, if there is no solution. */
  readonly conflict?: {
    /** All of their cells. */
    readonly cells: readonly number[]
    /** Which of its constraints are among them. */
    readonly constraints: readonly number[]
    readonly words: string
  }
  /** The counts so far of the search that goes on, or of the one that was given up. */
  readonly search?: SearchProgress | undefined
  /** How far each strategy went to find the solution; not whole where it was given up after so many backtracks. */
  readonly counts: { readonly [Name in StrategyName]?: { readonly backtracks: number; readonly isWhole: boolean } }
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
