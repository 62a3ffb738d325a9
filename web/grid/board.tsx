// biome-ignore-all lint/a11y/useSemanticElements: the cells of a table cannot be reached by arrow keys
// biome-ignore-all lint/a11y/useFocusableInteractive: of a row its cells can be focused
import type { ComponentChild, ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type BoardRules, marginOf, type Picture, type Shape, shapesOn } from '../../shared/drawing/layers.ts'
import { type DigitSet, hasDigit } from '../../shared/sudoku/grid/digit-set.ts'
import { type Mark, symbolOf } from '../../shared/sudoku/grid/grid.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { rulesOf } from '../rules/own-rules.ts'
import type { PuzzleText } from '../rules/puzzle-text.ts'
import { memo } from '../ui/memo.ts'

/** The contents of a cell on a board. */
export interface BoardCell {
  /** 0 in an empty cell. */
  readonly digit: number
  /** Where the digit comes from. */
  readonly kind: 'empty' | 'given' | 'entered' | 'found' | 'guessed' | 'inferred'
  readonly mark?: Mark | undefined
  /** Whether another cell of one of its units holds the same digit. */
  readonly clashes?: boolean
  /** Whether its given is one of those that rule each other out. */
  readonly conflicts?: boolean
  /** Whether somebody who asked was told that it is wrong. */
  readonly isWrong?: boolean
  /** Whether the search is here. */
  readonly isCurrent?: boolean
  /** Candidates to show while the cell is empty. */
  readonly candidates?: DigitSet
  /** Whether they are notes of somebody who plays, which stand in the middle. */
  readonly isNoted?: boolean
  /** Notes in the corners of the cell, line by line, and how they and colours look; `more` has their words. */
  readonly corners?: string
  readonly style?: string
  readonly more?: string | undefined
  /** Those that have just been removed: they are shown, struck out. */
  readonly removed?: DigitSet
  /** Whether the cell is one of those that a step follows from. */
  readonly isReason?: boolean
  /** Whether each of the candidates stands there in some solution, so that solutions differ here. */
  readonly differs?: boolean
}

interface BoardProps {
  /** Describes the grid to those who cannot see it. */
  readonly label: string
  readonly rules: BoardRules
  readonly cells: readonly BoardCell[]
  /** The one cell that the Tab key reaches. */
  readonly cursor: number
  /** @param isMore whether the cell is to join those that are selected */
  readonly onCursor: (cell: number, isMore: boolean) => void
  /** Where somebody plays: the cells that keys write into, and a pointer selects. The cursor's digit is lit all over the grid. */
  readonly selected?: readonly number[] | undefined
  /** Gets the keys that do not move the cursor. */
  readonly onKey?: (event: KeyboardEvent) => void
}

/**
 * A grid as it is drawn: arrow keys move through it, and screen readers say each cell. Digits and candidates are text
 * in the cells, which can be read aloud, found and focused; what spans cells is drawn in layers under and over them, as
 * lines that are crisp at every size, on paper and in forced colours, where backgrounds and shadows are not there.
 */
export function Board({ label, rules, cells, cursor: place, onCursor, selected, onKey }: BoardProps) {
  const { size } = rules
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

  const moveTo = (cell: number, isMore = false) => {
    now.current = cell
    focus()
    onCursor(cell, isMore)
  }
  const chosen = new Set(selected)
  const lit = selected ? cells[cursor].digit : 0
  const marks = cells.map(({ mark }) => mark?.[0] ?? '.').join('')
  const rows = Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size))
  return (
    <div
      class={`board ${rules.shapes ? 'has-shapes' : ''}`}
      style={`--n:${size};--margin:${marginOf(rules)};--candidate:${100 * candidateSize(rules)}cqi`}
    >
      <Layers side="under" rules={rules} marks={marks} />
      <div
        ref={grid}
        class="board-grid"
        role="grid"
        aria-label={label}
        aria-readonly={onKey ? undefined : 'true'}
        aria-multiselectable={selected && 'true'}
        onKeyDown={(event) => {
          const key = event.ctrlKey || event.metaKey ? `Control+${event.key}` : event.key
          const next = event.altKey ? undefined : CELL_AFTER[key]?.(now.current, size)
          if (next === undefined) return onKey?.(event)
          event.preventDefault()
          moveTo(next, event.shiftKey)
        }}
        onClick={({ target, detail }) => {
          const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset.cell : undefined
          // A pointer has selected the cell already; a screen reader clicks without a pointer.
          if (cell !== undefined && !(selected && detail > 0)) moveTo(Number(cell))
        }}
      >
        {rows.map((row, r) => (
          <div class="board-row" role="row" key={r}>
            {row.map((cell, c) => {
              const at = r * size + c
              const here = rules.drawings.filter((drawing) => drawing.cells.includes(at))
              return (
                <Cell
                  key={at}
                  {...cell}
                  at={at}
                  size={size}
                  drawn={here.map(({ words }) => words).join(', ')}
                  isCornered={rules.corners?.has(at)}
                  isSame={lit > 0 && cell.digit === lit}
                  isCursor={at === cursor}
                  isSelected={chosen.has(at)}
                />
              )
            })}
          </div>
        ))}
      </div>
      <Layers side="over" rules={rules} marks={marks} />
    </div>
  )
}

/** The height of a candidate's text, where a cell is 1 high: smaller all over a grid where something stands in corners. */
export function candidateSize({ size, corners }: Pick<BoardRules, 'size' | 'corners'>): number {
  return CANDIDATE_SIZE[size] ?? (corners?.size ? 0.18 : 0.24)
}

const CANDIDATE_SIZE: { readonly [S in Size]?: number } = { 4: 0.28, 16: 0.17, 25: 0.14, 36: 0.11 }

/** A puzzle to look at, cell by cell, and not to change. */
export function PuzzleBoard({ label, puzzle, cells }: Pick<BoardProps, 'label' | 'cells'> & { puzzle: PuzzleText }) {
  const [cursor, setCursor] = useState(0)
  return <Board label={label} rules={rulesOf(puzzle)} cells={cells} cursor={cursor} onCursor={setCursor} />
}

interface LayersProps {
  readonly side: 'under' | 'over'
  readonly rules: Picture['rules']
  /** A character a cell, the first letter of its mark: what is the same is not drawn again. */
  readonly marks: string
}

const MARK_LETTERS: Readonly<Record<string, Mark>> = { e: 'even', o: 'odd' }

const Layers = memo(({ side, rules, marks: letters }: LayersProps) => {
  const marks = new Map([...letters].flatMap((letter, cell) => (letter === '.' ? [] : [[cell, MARK_LETTERS[letter]]])))
  const margin = marginOf(rules)
  const width = rules.size + 2 * margin
  return (
    <svg class="board-layers" viewBox={`${-margin} ${-margin} ${width} ${width}`} aria-hidden="true">
      {paintedShapes(shapesOn(side, { rules, marks }))}
      {side === 'over' && <Numbers size={rules.size} margin={margin} />}
    </svg>
  )
})

/** From the grid to the middles of its numbers, as a share of its width: within what is left free around it on a phone. */
const NUMBERS_OFF = 0.018

/** Rows and columns have their numbers at the edge, by which hints name cells; on paper they would pass for clues. */
function Numbers({ size, margin }: { readonly size: Size; readonly margin: number }) {
  const edge = -margin - NUMBERS_OFF * (size + 2 * margin)
  return Array.from({ length: size }, (_, i) => (
    <g key={i} class="edge-number no-print">
      <text x={i + 0.5} y={edge}>
        {i + 1}
      </text>
      <text x={edge} y={i + 0.5}>
        {i + 1}
      </text>
    </g>
  ))
}

export function paintedShapes(shapes: readonly Shape[]) {
  return shapes.map((shape, i) => {
    const { paint } = shape
    if ('d' in shape)
      return <path key={i} class={paint} style={`--paint:var(--${paint});--dash:var(--${paint}-dash)`} d={shape.d} />
    return (
      <text key={i} class={paint} x={shape.x} y={shape.y}>
        {shape.text}
      </text>
    )
  })
}

interface CellProps extends BoardCell {
  readonly at: number
  readonly size: Size
  /** What is drawn there, in words. */
  readonly drawn: string
  /** Whether something stands in its corner. */
  readonly isCornered: boolean | undefined
  /** Whether its digit is that at the cursor. */
  readonly isSame: boolean
  readonly isCursor: boolean
  readonly isSelected: boolean
}

/** Drawn again only where something about it changed: one frame of an animation changes a few cells of 81. */
const Cell = memo((props: CellProps) => {
  const { at, size, digit, candidates = 0, removed = 0, isNoted, corners } = props
  const classes = [
    `cell ${props.kind}`,
    (props.clashes || props.conflicts || props.isWrong) && 'clash',
    props.differs && 'differs',
    props.isReason && 'reason',
    props.isCurrent && 'current',
    props.isCornered && 'cornered',
    props.isSame && 'same',
  ]
  return (
    <div
      class={classes.filter(Boolean).join(' ')}
      role="gridcell"
      aria-label={wordsFor(props)}
      aria-selected={props.isSelected ? 'true' : undefined}
      tabIndex={props.isCursor ? 0 : -1}
      data-cell={at}
      style={props.style}
    >
      {corners && <span class="corners" data-notes={corners} />}
      {digit > 0 || (candidates === 0 && removed === 0) ? (
        SYMBOLS[digit]
      ) : (
        <span class={isNoted ? 'noted' : 'candidates'} aria-hidden="true">
          {isNoted ? symbolsIn(candidates, ' ') : candidatesText(candidates, removed, size)}
        </span>
      )}
    </div>
  )
})

/** As wide as a digit. */
const BLANK = '\u2007'

/**
 * Candidates as rows of text, each digit always in its place: one text is laid out sooner than an element for each. Those
 * struck out are no text: a cell's name says them apart, and who names by voice what they see would not be understood.
 */
function candidatesText(candidates: DigitSet, removed: DigitSet, size: Size): ComponentChildren {
  const across = Math.ceil(Math.sqrt(size))
  const parts: ComponentChild[] = []
  let text = ''
  for (let i = 0; i < size; i++) {
    const symbol = SYMBOLS[i + 1]
    if (hasDigit(removed, i + 1)) {
      parts.push(text, <s class="removed" data-symbol={symbol} />)
      text = ''
    } else text += hasDigit(candidates, i + 1) ? symbol : BLANK
    text += (i + 1) % across === 0 ? '\n' : ' '
  }
  return [...parts, text]
}

/** How each digit is written; nothing for 0, an empty cell. */
export const SYMBOLS: readonly string[] = Array.from({ length: 37 }, (_, digit) => (digit === 0 ? '' : symbolOf(digit)))

/** A cell as people call it, `row 3 column 2`. */
export function placeOf(cell: number, size: Size): string {
  return `row ${Math.floor(cell / size) + 1} column ${(cell % size) + 1}`
}

/** The digits of a set as they are written, `1, 2, 4`. */
export function symbolsIn(set: DigitSet, between = ', '): string {
  return SYMBOLS.filter((_, digit) => digit > 0 && hasDigit(set, digit)).join(between)
}

function wordsFor(cell: CellProps): string {
  const { digit, kind, mark, candidates, removed, more, drawn } = cell
  const kindOfDigits = cell.differs ? 'possible' : cell.isNoted ? 'notes' : 'candidates'
  const details = [
    placeOf(cell.at, cell.size),
    digit === 0 ? 'empty' : `${kind} ${SYMBOLS[digit]}`,
    digit === 0 && candidates && `${kindOfDigits} ${symbolsIn(candidates)}`,
    digit === 0 && removed && `ruled out ${symbolsIn(removed)}`,
    more,
    mark && `${mark} digit only`,
    drawn,
    cell.clashes && 'clashes',
    cell.conflicts && 'in conflict',
    cell.isWrong && 'wrong',
    cell.isCurrent && 'the search is here',
  ]
  return details.filter(Boolean).join(', ')
}

/** The cell that a key leads to; other keys lead nowhere. */
const CELL_AFTER: Readonly<Record<string, (cell: number, size: number) => number>> = {
  ArrowLeft: (cell, size) => (cell % size === 0 ? cell : cell - 1),
  ArrowRight: (cell, size) => (cell % size === size - 1 ? cell : cell + 1),
  ArrowUp: (cell, size) => (cell < size ? cell : cell - size),
  ArrowDown: (cell, size) => (cell + size < size * size ? cell + size : cell),
  Home: (cell, size) => cell - (cell % size),
  End: (cell, size) => cell - (cell % size) + size - 1,
  PageUp: (cell, size) => cell % size,
  PageDown: (cell, size) => size * (size - 1) + (cell % size),
  'Control+Home': () => 0,
  'Control+End': (_, size) => size * size - 1,
}
