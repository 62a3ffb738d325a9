import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { SYMBOLS } from '../../grid/board.tsx'
import { useStrokes } from '../../grid/strokes.ts'
import { COLOUR_COUNT } from '../../rules/puzzle-text.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Button } from '../../ui/parts.tsx'
import { useDocumentEvent } from '../../ui/use-document-event.ts'
import { MODES, type Mode } from './play.ts'
import { MODE_KEYS, type PlayKeys } from './play-keys.ts'
import { COLOURS } from './played-board.ts'

interface PlayKeypadProps extends Omit<PlayKeys, 'isPlaying'> {
  readonly undo: () => void
  readonly place: RefObject<HTMLElement>
  readonly isSelected: (cell: number) => boolean
  /** Selects all that are like a cell. */
  readonly selectLike: (cell: number) => void
}

const MODE_WORDS: Readonly<Record<Mode, string>> = {
  digit: 'Digit',
  corner: 'Corner',
  centre: 'Centre',
  colour: 'Colour',
}

/** The keys of somebody who plays, and the pointer that selects; no key moves from one mode to another. */
export function PlayKeypad(props: PlayKeypadProps) {
  const { size, mode, setMode, press, undo } = props
  useSelection(props)
  const count = mode === 'colour' ? COLOUR_COUNT : size
  return (
    // The focus stays where it is, so that the next digit can come from the keyboard.
    // biome-ignore lint/a11y/noStaticElementInteractions: it is for its buttons
    <div class="play-keys stack no-print" onMouseDown={(event) => event.preventDefault()}>
      <ButtonRow label="Keypad" class={`keypad keypad-${size} playing writes-${mode}`}>
        {Array.from({ length: Math.max(size, COLOUR_COUNT) }, (_, i) => i + 1).map((digit) =>
          digit > count ? (
            <span key={digit} />
          ) : mode === 'colour' ? (
            <Button
              key={digit}
              aria-label={`${digit}, ${COLOURS[digit]}`}
              title={COLOURS[digit]}
              style={{ background: `var(--colour-${digit})` }}
              onClick={() => press(digit)}
            >
              {digit}
            </Button>
          ) : (
            <Button key={digit} onClick={() => press(digit)}>
              {SYMBOLS[digit]}
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
            {MODE_WORDS[name]}
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
  const add = (cell: number) =>
    select((before) => (before.at(-1) === cell ? before : [...before.filter((other) => other !== cell), cell]))
  const take = (cell: number) =>
    select((before) => (before.length > 1 && before.includes(cell) ? before.filter((other) => other !== cell) : before))
  const start = (cell: number, { shiftKey, ctrlKey, metaKey, pointerType }: PointerEvent) => {
    const isMore = shiftKey || ctrlKey || metaKey
    stroke.current = { isTaking: isMore && isSelected(cell), isTap: pointerType === 'touch' && size >= LARGE }
    if (!isMore) select(() => [cell])
    else if (stroke.current.isTaking) take(cell)
    else add(cell)
  }
  const over = (cell: number) => {
    const { isTaking, isTap } = stroke.current
    if (isTap) return
    if (isTaking) take(cell)
    else add(cell)
  }
  // Past corners, as those who select a diagonal go.
  useStrokes(place, { stroke: 'way' }, { start, over, end: () => {} })
  useDocumentEvent('dblclick', ({ target }) => {
    const cell = target instanceof Element && place.current?.contains(target) && target.closest('[data-cell]')
    if (cell instanceof HTMLElement) selectLike(Number(cell.dataset.cell))
  })
}
