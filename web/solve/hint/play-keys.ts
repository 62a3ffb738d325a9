import type { Size } from '../../../shared/sudoku/grid/units.ts'
import { SYMBOLS } from '../../grid/board.tsx'
import { COLOUR_COUNT } from '../../rules/puzzle-text.ts'
import { isInField, useDocumentEvent } from '../../ui/use-document-event.ts'
import { MODES, type Mode } from './play.ts'

/** Cells that are selected, the one at the cursor last; never none. */
export type Select = (change: (before: readonly number[]) => readonly number[]) => void

export interface PlayKeys {
  readonly size: Size
  /** Until somebody plays, a digit with Shift is all that means something here. */
  readonly isPlaying: boolean
  readonly mode: Mode
  readonly setMode: (mode: Mode) => void
  /** Writes into the selected cells; 0 erases. @param mode how the keys held with it say to write */
  readonly press: (digit: number, mode?: Mode) => void
  readonly select: Select
}

/** As on SudokuPad, the keys beside each other for {@link MODES}. On the largest grids they are digits, and the space bar is left. */
export const MODE_KEYS = 'zxcv'
const ERASING = new Set(['0', '.', 'Delete', 'Backspace'])

/** The keys of somebody who plays, wherever on the page the focus is. */
export function usePlayKeys(keys: PlayKeys): void {
  useDocumentEvent('keydown', (event) => {
    if (event.defaultPrevented || isInField(event, 'input, textarea, select')) return
    if (isTaken(event, keys)) event.preventDefault()
  })
}

function isTaken(event: KeyboardEvent, { size, isPlaying, mode, setMode, press, select }: PlayKeys): boolean {
  const { code, shiftKey, altKey } = event
  const isCtrl = event.ctrlKey || event.metaKey
  const key = event.key.toLowerCase()
  // Held keys make another character of a digit, and French keyboards do the opposite: the key itself is meant.
  const [, number] = /^(?:Digit|Numpad)(\d)$/.exec(code) ?? []
  const symbol = number ?? (isCtrl || altKey ? undefined : event.key)
  const digit = symbol === undefined ? -1 : SYMBOLS.indexOf(symbol.toUpperCase())
  const asked = altKey || (isCtrl && shiftKey) ? 'colour' : isCtrl ? 'centre' : shiftKey ? 'corner' : undefined
  if (!isPlaying && (asked !== 'corner' || key === number)) return false
  const isWriting = digit > 0 && digit <= Math.max(size, COLOUR_COUNT)
  if (isWriting) press(digit, asked)
  else if (!isPlaying) return false
  else if (isCtrl && key === 'a') select(() => [...Array(size * size).keys()])
  else if (isCtrl || altKey) return false
  else if (ERASING.has(event.key)) press(0)
  else if (key === ' ') {
    if (isInField(event, 'button, a, summary')) return false
    setMode(MODES[(MODES.indexOf(mode) + (shiftKey ? MODES.length - 1 : 1)) % MODES.length])
  } else if (key.length === 1 && MODE_KEYS.includes(key)) setMode(MODES[MODE_KEYS.indexOf(key)])
  else return false
  return true
}
