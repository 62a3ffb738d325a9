import { useState } from 'preact/hooks'
import { Board } from '../grid/board.tsx'
import { ExamplePicker } from '../grid/example-picker.tsx'
import { shownPuzzle } from '../grid/shown-puzzle.ts'
import { usePage } from '../page/page-state.ts'
import { rulesOf } from '../rules/own-rules.ts'
import type { PuzzleText } from '../rules/puzzle-text.ts'

/** The puzzle on the board, as the set to compare on. */
export function ThisPuzzle({ puzzle }: { puzzle: PuzzleText }) {
  const { hrefOf } = usePage()
  const [cursor, setCursor] = useState(0)
  const { size } = puzzle
  const { cells, clashes } = shownPuzzle(puzzle)
  return (
    <div class="this-puzzle">
      <Board
        label="The puzzle to compare on"
        rules={rulesOf(puzzle)}
        cells={cells}
        cursor={Math.min(cursor, size * size - 1)}
        onCursor={setCursor}
      />
      <div class="stack">
        <ExamplePicker />
        {clashes.map((clash) => (
          <p key={clash} class="small">
            {clash}
          </p>
        ))}
        <p class="small">
          <a href={hrefOf('solve')}>Change its cells</a>
        </p>
      </div>
    </div>
  )
}
