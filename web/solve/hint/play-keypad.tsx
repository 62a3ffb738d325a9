import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import type { Size } from '../../../shared/sudoku/grid/units.ts'
import { SYMBOLS } from '../../grid/board.tsx'
import { useStrokes } from '../../grid/strokes.ts'
import { COLOUR_COUNT } from '../../rules/puzzle-text.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Button } from '../../ui/parts.tsx'
import { isInField, useDocumentEvent } from '../../ui/use-document-event.ts'
import { capitalised } from '../../ui/words.ts'
import { MODES, type Mode } from './play.ts'
import { COLOURS } from './played-board.ts'

/** Cells that are selected, the one at the cursor last; never none. */
export type Select = (change: (before: readonly number[]) => readonly number[]) => void

interface PlayKeys {
  readonly size: Size
  /** Until somebody plays, a digit with Shift is all that means something here. */
  readonly isPlaying: boolean
  readonly mode: Mode
  readonly setMode: (mode: Mode) => void
  /** Writes into the selected cells; 0 erases. @param mode how the keys held with it say to write */
  readonly press: (digit: number, mode?: Mode) => void
  readonly select: Select
}

interface PlayKeypadProps extends Omit<PlayKeys, 'isPlaying'> {
  readonly undo: () => void
  readonly place: RefObject<HTMLElement>
  readonly isSelected: (cell: number) => boolean
  /** Selects all that are like a cell. */
  readonly selectLike: (cell: number) => void
}

/** The keys of somebody who plays, and the pointer that selects; no key moves from one mode to another. */
export function PlayKeypad(props: PlayKeypadProps) {
  const { size, mode, setMode, press, undo } = props
  useSelection(props)
  const isColour = mode === 'colour'
  const count = isColour ? COLOUR_COUNT : size
  const coloured = (digit: number) => {
    const [title, background] = [COLOURS[digit], `var(--colour-${digit})`]
    return { 'aria-label': `${digit}, ${title}`, title, style: { background } }
  }
  return (
    // The focus stays where it is, so that the next digit can come from the keyboard.
    // biome-ignore lint/a11y/noStaticElementInteractions: it is for its buttons
    <div class="play-keys stack no-print" onMouseDown={(event) => event.preventDefault()}>
      <ButtonRow label="Keypad" class={`keypad keypad-${size} playing writes-${mode}`}>
        {Array.from({ length: Math.max(size, COLOUR_COUNT) }, (_, i) => i + 1).map((digit) =>
          digit > count ? (
            <span key={digit} />
          ) : (
            <Button key={digit} {...(isColour && coloured(digit))} onClick={() => press(digit)}>
              {isColour ? digit : SYMBOLS[digit]}
            </Button>
          ),
        )}
        <Button aria-label="Erase" title="Erase" onClick={() => press(0)}>
          ⌫
        </Button>
        <Button aria-label="Undo" title="Undo" onClick={undo}>
          ↶
        </Button>
      </ButtonRow>
      <ButtonRow label="Keys write" class="modes row tight">
        {MODES.map((name, i) => (
          <Button
            key={name}
            aria-pressed={`${name === mode}`}
            aria-keyshortcuts={MODE_KEYS[i]}
            onClick={() => setMode(name)}
          >
            {capitalised(name)}
          </Button>
        ))}
      </ButtonRow>
    </div>
  )
}

/** From this size on a board may be larger than its place, and fingers move it. */
export const LARGE = 16

/** Selects by pointer: drag over cells, with Ctrl, Cmd or Shift add to them or take away; twice on a cell takes all like it. */
function useSelection({ place, size, isSelected, select, selectLike }: PlayKeypadProps): void {
  const stroke = useRef({ isTaking: false, isTap: false })
  /** Adds a cell, or takes it away. */
  const change = (cell: number) => {
    const { isTaking } = stroke.current
    select((before) => {
      if (isTaking ? before.length === 1 || !before.includes(cell) : before.at(-1) === cell) return before
      const others = before.filter((other) => other !== cell)
      return isTaking ? others : [...others, cell]
    })
  }
  const start = (cell: number, { shiftKey, ctrlKey, metaKey, pointerType }: PointerEvent) => {
    const isMore = shiftKey || ctrlKey || metaKey
    stroke.current = { isTaking: isMore && isSelected(cell), isTap: pointerType === 'touch' && size >= LARGE }
    if (isMore) change(cell)
    else select(() => [cell])
  }
  const over = (cell: number) => {
    if (!stroke.current.isTap) change(cell)
  }
  // Past corners, as those who select a diagonal go.
  useStrokes(place, { stroke: 'way' }, { start, over, end: () => {} })
  useDocumentEvent('dblclick', ({ target }) => {
    const cell = target instanceof Element && place.current?.contains(target) && target.closest('[data-cell]')
    if (cell instanceof HTMLElement) selectLike(Number(cell.dataset.cell))
  })
}

/** As on SudokuPad, the keys beside each other for {@link MODES}. On the largest grids they are digits, and the space bar is left. */
const MODE_KEYS = 'zxcv'
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
