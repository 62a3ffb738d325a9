import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { isSamePuzzle, type PuzzleText } from '../rules/puzzle-text.ts'
import { useStore } from '../ui/use-store.ts'
import { type LiveAnswer, LiveSolver } from './live-solver.ts'

/** For so long the last answer stays on the board while the next is on its way: most come within it, and nothing flickers. */
const STALE_MS = 120

/**
 * What is found of a puzzle, while it is typed.
 *
 * @param isSolvable whether there is anything to look for: givens that do not clash
 */
export function useLiveAnswer(puzzle: PuzzleText, isSolvable: boolean): LiveAnswer | undefined {
  const [solver] = useState(() => new LiveSolver())
  const [stale, setStale] = useState<LiveAnswer | undefined>(undefined)
  const answer = useStore(solver.subscribe, () => solver.answer)
  // Before the browser draws: whoever types the last digit waits for nothing but the search.
  useLayoutEffect(() => {
    if (isSolvable) solver.solve(puzzle)
  }, [puzzle.text, puzzle.rules, puzzle.own, isSolvable])
  useEffect(() => {
    solver.prepare()
    return () => solver.close()
  }, [])

  const isOfThis = answer !== undefined && isSamePuzzle(answer.puzzle, puzzle)
  const known = isSolvable && isOfThis && answer.solutions ? answer : undefined
  useEffect(() => {
    if (known) {
      setStale(known)
      return
    }
    const timer = setTimeout(() => setStale(undefined), STALE_MS)
    return () => clearTimeout(timer)
  }, [known])
  if (!isSolvable) return undefined
  if (known) return known
  return stale && isSamePuzzle({ ...stale.puzzle, text: puzzle.text }, puzzle) && stale.puzzle.size === puzzle.size
    ? stale
    : isOfThis
      ? answer
      : undefined
}
