import { useEffect, useRef } from 'preact/hooks'
import type { DigitSet } from '../../shared/sudoku/digit-set.ts'
import type { Drawing } from '../../shared/sudoku/drawing.ts'
import { type Mark, textOf } from '../../shared/sudoku/grid.ts'
import { type RulesName, rulesFor } from '../../shared/sudoku/rules.ts'
import { BOX_SHAPE, type Size } from '../../shared/sudoku/units.ts'
import { memo } from '../ui/memo.ts'

/** What a board shows in a cell. */
export interface BoardCell {
  /** 0 in an empty cell. */
  readonly digit: number
  /** Where the digit comes from. */
  readonly kind: CellKind
  readonly mark?: Mark | undefined
  /** Whether another cell of one of its units holds the same digit. */
  readonly clashes?: boolean
  /** Whether the search is here. */
  readonly isCurrent?: boolean
  /** Candidates to show while the cell is empty. */
  readonly candidates?: DigitSet
  /** Those that have just been removed: they are shown, struck out. */
  readonly removed?: DigitSet
  /** Whether the cell is one of those that a step follows from. */
  readonly isReason?: boolean
  /** How strongly the cell is tinted, from 0 to 1. */
  readonly heat?: number
}

type CellKind = 'empty' | 'given' | 'found' | 'guessed' | 'inferred'

interface BoardProps {
  /** What the grid is, for those who cannot see it. */
  readonly label: string
  readonly size: Size
  readonly rules: RulesName
  readonly cells: readonly BoardCell[]
  /** The one cell that the Tab key reaches. */
  readonly cursor: number
  readonly onCursor: (cell: number) => void
  /** Gets the keys that do not move the cursor. */
  readonly onKey?: (event: KeyboardEvent) => void
}

/** A grid as it is drawn: arrow keys move through it, and screen readers say each cell. */
export function Board({ label, size, rules, cells, cursor: place, onCursor, onKey }: BoardProps) {
  // The cursor may have been set on a larger grid.
  const cursor = Math.min(place, cells.length - 1)
  const grid = useRef<HTMLDivElement>(null)
  // Where the cursor is now: keys may come faster than the board is drawn.
  const now = useRef(cursor)
  now.current = cursor
  const focus = () => grid.current?.querySelector<HTMLElement>(`[data-cell="${now.current}"]`)?.focus()
  useEffect(() => {
    // Typing moves the cursor, too; a focus outside the grid stays where it is.
    if (grid.current?.contains(document.activeElement)) focus()
  }, [cursor])

  const moveTo = (cell: number) => {
    now.current = cell
    focus()
    onCursor(cell)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = cellAfter(event, now.current, size)
    if (next === undefined) return onKey?.(event)
    event.preventDefault()
    moveTo(next)
  }
  const onClick = (event: Event) => {
    const cell = cellAt(event)
    if (cell !== undefined) moveTo(cell)
  }
  const { drawings } = rulesFor(rules, size)
  const rows = Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size))
  return (
    <div class={`board size-${size}`}>
      {/* biome-ignore lint/a11y/useSemanticElements: the cells of a table cannot be reached by arrow keys */}
      <div
        ref={grid}
        class="board-grid"
        role="grid"
        aria-label={label}
        aria-readonly={onKey ? undefined : 'true'}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        {rows.map((row, r) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: its cells are
          <div class="board-row" role="row" key={r}>
            {row.map((cell, c) => {
              const at = r * size + c
              const here = drawings.filter((drawing) => drawing.cells.includes(at))
              return (
                <Cell
                  key={at}
                  at={at}
                  text={SYMBOLS[cell.digit]}
                  classes={classesOf(cell, r, c, size, here)}
                  words={wordsFor(cell, r, c, here)}
                  isCursor={at === cursor}
                  candidates={cell.digit === 0 ? (cell.candidates ?? 0) : 0}
                  removed={cell.digit === 0 ? (cell.removed ?? 0) : 0}
                  size={size}
                  heat={cell.heat ?? 0}
                />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

interface CellProps {
  readonly at: number
  readonly text: string
  readonly classes: string
  readonly words: string
  readonly isCursor: boolean
  readonly candidates: DigitSet
  readonly removed: DigitSet
  readonly size: Size
  readonly heat: number
}

/** Drawn again only where something about it changed: one frame of an animation changes a few cells of 81. */
const Cell = memo(({ at, text, classes, words, isCursor, candidates, removed, size, heat }: CellProps) => (
  // biome-ignore lint/a11y/useSemanticElements: as above
  <div
    class={classes}
    role="gridcell"
    aria-label={words}
    tabIndex={isCursor ? 0 : -1}
    data-cell={at}
    style={heat > 0 ? { '--heat': heat.toFixed(3) } : {}}
  >
    {(candidates | removed) === 0 ? (
      text
    ) : (
      <span class="candidates" aria-hidden="true">
        {/* The space behind each makes them read as the cell is announced. */}
        {Array.from({ length: size }, (_, i) => (
          <span key={i} class={removed & (1 << i) ? 'removed' : ''}>
            {(candidates | removed) & (1 << i) ? `${SYMBOLS[i + 1]} ` : ''}
          </span>
        ))}
      </span>
    )}
  </div>
))

/** How each digit is written; nothing for 0, an empty cell. */
export const SYMBOLS: readonly string[] = Array.from({ length: 26 }, (_, digit) =>
  digit === 0 ? '' : textOf(Uint8Array.of(digit)),
)

/** A cell as people call it, `row 3 column 2`. */
export function placeOf(cell: number, size: Size): string {
  return `row ${Math.floor(cell / size) + 1} column ${(cell % size) + 1}`
}

/** The digits of a set as they are written, `1, 2, 4`. */
export function symbolsIn(set: DigitSet): string {
  return SYMBOLS.filter((_, digit) => digit > 0 && (set & (1 << (digit - 1))) !== 0).join(', ')
}

function wordsFor(
  { digit, kind, mark, clashes, isCurrent, candidates, removed }: BoardCell,
  row: number,
  column: number,
  drawings: readonly Drawing[],
) {
  const content = digit === 0 ? 'empty' : `${kind} ${SYMBOLS[digit]}`
  const more = [
    ...(digit === 0 && candidates ? [`candidates ${symbolsIn(candidates)}`] : []),
    ...(digit === 0 && removed ? [`just removed ${symbolsIn(removed)}`] : []),
    ...(mark ? [`${mark} digit only`] : []),
    ...drawings.map(({ words }) => words),
    ...(clashes ? ['clashes'] : []),
    ...(isCurrent ? ['the search is here'] : []),
  ]
  return [`row ${row + 1} column ${column + 1}`, content, ...more].join(', ')
}

/** By how a cell is drawn on, the class that does it. */
const DRAWN: Readonly<Record<Drawing['kind'], string>> = { shade: 'shaded' }

function classesOf(
  { kind, mark, clashes, isCurrent, isReason, heat }: BoardCell,
  row: number,
  column: number,
  size: Size,
  drawings: readonly Drawing[],
) {
  const box = BOX_SHAPE[size]
  return [
    'cell',
    kind,
    ...((column + 1) % box.columns === 0 && column + 1 < size ? ['box-right'] : []),
    ...((row + 1) % box.rows === 0 && row + 1 < size ? ['box-below'] : []),
    ...(mark ? [`mark-${mark}`] : []),
    ...drawings.map(({ kind }) => DRAWN[kind]),
    ...(clashes ? ['clash'] : []),
    ...(isReason ? ['reason'] : []),
    ...(isCurrent ? ['current'] : []),
    ...(heat ? ['heated'] : []),
  ].join(' ')
}

/** The cell in which an event happened. */
function cellAt({ target }: Event): number | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset.cell : undefined
  return cell === undefined ? undefined : Number(cell)
}

/** The cell that a key leads to; undefined where the key leads nowhere. */
function cellAfter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, cell: number, size: Size): number | undefined {
  if (altKey) return undefined
  const last = size * size - 1
  const rowStart = cell - (cell % size)
  if (ctrlKey || metaKey) return key === 'Home' ? 0 : key === 'End' ? last : undefined
  switch (key) {
    case 'ArrowLeft':
      return cell % size === 0 ? cell : cell - 1
    case 'ArrowRight':
      return cell % size === size - 1 ? cell : cell + 1
    case 'ArrowUp':
      return cell < size ? cell : cell - size
    case 'ArrowDown':
      return cell + size > last ? cell : cell + size
    case 'Home':
      return rowStart
    case 'End':
      return rowStart + size - 1
    case 'PageUp':
      return cell % size
    case 'PageDown':
      return last - size + 1 + (cell % size)
    default:
      return undefined
  }
}
