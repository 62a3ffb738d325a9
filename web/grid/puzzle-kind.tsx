import { accept } from '../../shared/checked.ts'
import type { Mark } from '../../shared/sudoku/grid/grid.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { type RulesName, rulesNamed } from '../../shared/sudoku/rules/rules.ts'
import { ownRules } from '../rules/own-rules.ts'
import { emptyPuzzle, type PuzzleText } from '../rules/puzzle-text.ts'
import { RulesField, SizeField } from '../ui/kind-fields.tsx'
import { withRules } from './edits.ts'

interface PuzzleKindProps {
  readonly puzzle: PuzzleText
  /** Shows another puzzle, and says what changed. */
  readonly change: (next: PuzzleText, words: string) => void
  /** Says why it cannot be shown. */
  readonly refuse: (words: string) => void
}

/** How marks are drawn and set. */
const MARK_WORDS: Readonly<Record<Mark, string>> = {
  even: 'Cells with a square hold even digits. To mark the cell at the cursor press E, or the button.',
  odd: 'Cells with a circle hold odd digits. To mark the cell at the cursor press O, or the button.',
}

/** What the classic rules do not say. */
function wordsFor(rules: RulesName): string {
  const { mark, adds } = rulesNamed(rules)
  return mark ? MARK_WORDS[mark] : adds
}

/** The kind of puzzle on the board: its size and its rules. */
export function PuzzleKind({ puzzle, change, refuse }: PuzzleKindProps) {
  const resize = (size: Size | undefined) => {
    if (size) change(emptyPuzzle(size, puzzle.rules), `An empty ${size}×${size} grid.`)
  }
  const rule = (rules: RulesName) => {
    const next = withRules(puzzle, rules)
    const held = next.own === undefined ? accept(next) : ownRules().unpackedPuzzle(next)
    if (held.ok) change(held.value, `${rulesNamed(rules).title} rules. ${wordsFor(rules)}`)
    else refuse(`Under these rules it cannot be: ${held.error}.`)
  }
  const words = wordsFor(puzzle.rules)
  return (
    <>
      <SizeField id="size" size={puzzle.size} rules={puzzle.rules} onSize={resize} />
      <RulesField id="rules" rules={puzzle.rules} size={puzzle.size} onRules={rule} />
      {words && <p class="quiet small rules-words">{words}</p>}
    </>
  )
}
