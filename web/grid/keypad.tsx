import { rulesNamed } from '../../shared/sudoku/rules/rules.ts'
import type { PuzzleText } from '../rules/puzzle-text.ts'
import { ButtonRow } from '../ui/button-row.tsx'
import { SYMBOLS } from './board.tsx'
import { markSymbol } from './edits.ts'

interface KeypadProps {
  readonly puzzle: PuzzleText
  readonly cursor: number
  readonly onKey: (key: string) => void
}

/** Keys for those without a keyboard; each writes into the cell at the cursor. */
export function Keypad({ puzzle, cursor, onKey }: KeypadProps) {
  const { size, rules, text } = puzzle
  const mark = markSymbol(puzzle)
  const digits = SYMBOLS.slice(1, size + 1)
  return (
    <ButtonRow
      label="Keypad"
      class={`keypad keypad-${size} no-print`}
      // The focus stays where it is, so that the next digit can come from the keyboard.
      onMouseDown={(event) => event.preventDefault()}
    >
      {digits.map((digit) => (
        <button type="button" key={digit} onClick={() => onKey(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" aria-label="Leave empty" title="Leave empty" onClick={() => onKey('.')}>
        ·
      </button>
      <button type="button" aria-label="Erase" title="Erase" onClick={() => onKey('Backspace')}>
        ⌫
      </button>
      {mark && (
        <button type="button" class="wide" aria-pressed={`${text[cursor] === mark}`} onClick={() => onKey(mark)}>
          Mark {rulesNamed(rules).mark}
        </button>
      )}
    </ButtonRow>
  )
}
