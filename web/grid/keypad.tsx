import { rulesFor } from '../../shared/sudoku/rules.ts'
import type { PuzzleText } from '../address.ts'
import { SYMBOLS } from './board.tsx'
import { markSymbol } from './edits.ts'

interface KeypadProps {
  readonly puzzle: PuzzleText
  readonly cursor: number
  readonly onKey: (key: string) => void
}

/** Keys for those without a keyboard; what is pressed goes to the cell at the cursor. */
export function Keypad({ puzzle, cursor, onKey }: KeypadProps) {
  const { size, rules, line } = puzzle
  const mark = markSymbol(puzzle)
  const digits = SYMBOLS.slice(1, size + 1)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div
      class={`keypad keypad-${size} no-print`}
      role="group"
      aria-label="Keypad"
      // So that the focus stays where it is, and the next digit may come from the keyboard.
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
        <button type="button" class="wide" aria-pressed={`${line[cursor] === mark}`} onClick={() => onKey(mark)}>
          Mark {rulesFor(rules, size).mark}
        </button>
      )}
    </div>
  )
}
