import { useState } from 'preact/hooks'
import { rulesOf } from '../rules/own-rules.ts'
import type { PuzzleText } from '../rules/puzzle-text.ts'
import { Board } from './board.tsx'
import type { ShownPuzzle } from './shown-puzzle.ts'

interface PuzzleBoardProps {
  readonly label: string
  readonly puzzle: PuzzleText
  readonly cells: ShownPuzzle['cells']
}

/** A puzzle to look at, cell by cell, and not to change. */
export function PuzzleBoard({ label, puzzle, cells }: PuzzleBoardProps) {
  const [cursor, setCursor] = useState(0)
  const last = puzzle.size * puzzle.size - 1
  return (
    <Board label={label} rules={rulesOf(puzzle)} cells={cells} cursor={Math.min(cursor, last)} onCursor={setCursor} />
  )
}
