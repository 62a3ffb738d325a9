import { RULES_NAMES, type RulesName } from '../../shared/sudoku/rules.ts'
import { SIZES } from '../../shared/sudoku/units.ts'
import { emptyPuzzle, type PuzzleText } from '../address.ts'
import { withRules } from './edits.ts'

interface KindFieldsProps {
  readonly puzzle: PuzzleText
  /** Shows another puzzle, and says what is different. */
  readonly change: (next: PuzzleText, words: string) => void
}

export const RULES_LABELS: Readonly<Record<RulesName, string>> = {
  classic: 'Classic',
  diagonal: 'Diagonal',
  even: 'Even cells',
  odd: 'Odd cells',
}

/** What the classic rules do not say. */
const RULES_WORDS: Readonly<Record<RulesName, string>> = {
  classic: '',
  diagonal: 'Both long diagonals hold every digit once, too.',
  even: 'Cells with a square hold even digits. To mark the cell at the cursor press E, or the button.',
  odd: 'Cells with a circle hold odd digits. To mark the cell at the cursor press O, or the button.',
}

/** What kind of grid it is: its size and its rules. */
export function KindFields({ puzzle, change }: KindFieldsProps) {
  const resize = (event: Event) => {
    const size = SIZES.find((known) => `${known}` === (event.target as HTMLSelectElement).value)
    if (size) change(emptyPuzzle(size, puzzle.rules), `An empty ${size}×${size} grid.`)
  }
  const rule = (event: Event) => {
    const rules = RULES_NAMES.find((known) => known === (event.target as HTMLSelectElement).value)
    if (rules) change(withRules(puzzle, rules), `${RULES_LABELS[rules]} rules. ${RULES_WORDS[rules]}`)
  }
  const words = RULES_WORDS[puzzle.rules]
  return (
    <>
      <div class="field">
        <label for="size">Size</label>
        <select id="size" value={`${puzzle.size}`} onChange={resize}>
          {SIZES.map((size) => (
            <option key={size} value={`${size}`}>
              {size}×{size}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="rules">Rules</label>
        <select id="rules" value={puzzle.rules} onChange={rule}>
          {RULES_NAMES.map((name) => (
            <option key={name} value={name}>
              {RULES_LABELS[name]}
            </option>
          ))}
        </select>
      </div>
      {words && <p class="quiet small rules-words">{words}</p>}
    </>
  )
}
