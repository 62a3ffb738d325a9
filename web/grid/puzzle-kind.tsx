import type { RulesName } from '../../shared/sudoku/rules.ts'
import type { Size } from '../../shared/sudoku/units.ts'
import { emptyPuzzle, type PuzzleText } from '../address.ts'
import { RULES_LABELS, RulesField, SizeField } from '../ui/kind-fields.tsx'
import { withRules } from './edits.ts'

interface PuzzleKindProps {
  readonly puzzle: PuzzleText
  /** Shows another puzzle, and says what changed. */
  readonly change: (next: PuzzleText, words: string) => void
}

/** What the classic rules do not say. */
const RULES_WORDS: Readonly<Record<RulesName, string>> = {
  classic: '',
  diagonal: 'Both long diagonals hold every digit once, too.',
  even: 'Cells with a square hold even digits. To mark the cell at the cursor press E, or the button.',
  odd: 'Cells with a circle hold odd digits. To mark the cell at the cursor press O, or the button.',
}

/** The kind of puzzle on the board: its size and its rules. */
export function PuzzleKind({ puzzle, change }: PuzzleKindProps) {
  const resize = (size: Size | undefined) => {
    if (size) change(emptyPuzzle(size, puzzle.rules), `An empty ${size}×${size} grid.`)
  }
  const rule = (rules: RulesName) =>
    change(withRules(puzzle, rules), `${RULES_LABELS[rules]} rules. ${RULES_WORDS[rules]}`)
  const words = RULES_WORDS[puzzle.rules]
  return (
    <>
      <SizeField id="size" size={puzzle.size} onSize={resize} />
      <RulesField id="rules" rules={puzzle.rules} onRules={rule} />
      {words && <p class="quiet small rules-words">{words}</p>}
    </>
  )
}
