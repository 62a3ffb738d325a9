import { useState } from 'preact/hooks'
import type { PuzzleResult } from '../../shared/job/result.ts'
import { Board } from '../grid/board.tsx'
import { shownPuzzle } from '../grid/shown-puzzle.ts'
import { rulesOf } from '../rules/own-rules.ts'
import type { PuzzleText } from '../rules/puzzle-text.ts'
import { placeWords, SolutionPager } from './solution-pager.tsx'

interface SolutionsProps {
  readonly asked: PuzzleText
  readonly result: PuzzleResult
}

/** The solutions, one at a time, on a board of their own; for an invalid puzzle, its clashes. */
export function Solutions({ asked, result }: SolutionsProps) {
  const solutions = result.solutions ?? (result.solution === undefined ? [] : [result.solution])
  const [solution, show] = useState<string | undefined>(solutions[0])
  const [cursor, setCursor] = useState(0)
  if (solutions.length === 0 && result.status !== 'invalid') return null
  const { cells } = shownPuzzle(asked, solution)
  const many = solutions.length > 1
  const place = placeWords(Math.max(0, solutions.indexOf(solution ?? '')), solutions.length)
  const label = solutions.length === 0 ? 'What clashes' : many ? place : 'Solution'
  return (
    <div class="stack solutions">
      <Board label={label} rules={rulesOf(asked)} cells={cells} cursor={cursor} onCursor={setCursor} />
      {many && <SolutionPager solutions={solutions} found={result.solutionCount} show={show} />}
    </div>
  )
}
