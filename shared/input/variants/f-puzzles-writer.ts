import lz from 'lz-string'
import {
  type ConstraintOf,
  type ConstraintType,
  diagonalOf,
  type OutsideClue,
  usualWhisper,
  type VariantConstraint,
} from '../../sudoku/constraints/constraint-json.ts'
import { type CellName, nameOf, nameOfCell, placeOf } from '../../sudoku/grid/cell-name.ts'
import { digitsOf } from '../../sudoku/grid/grid.ts'
import { DIRECTIONS, type EntryKind, F_PUZZLES_KEYS, WINDOWS } from './f-puzzles-keys.ts'
import type { Remarks } from './remarks.ts'
import { sizeOf, type VariantPuzzle } from './variant-puzzle.ts'

/**
 * The f-puzzles link of a puzzle in its normal form. All that it carries is read from that again but its id, which is
 * the title that the editor shows; marks come back as constraints, and constraints in the order of their keys.
 */
export function fPuzzlesLinkOf(puzzle: VariantPuzzle): string {
  return `https://f-puzzles.com/?load=${payloadOf(puzzle)}`
}

/** The same for SudokuPad, which reads what f-puzzles writes. */
export function sudokuPadLinkOf(puzzle: VariantPuzzle, remarks?: Remarks): string {
  return `https://sudokupad.app/fpuzzles${payloadOf(puzzle, remarks)}`
}

function payloadOf(puzzle: VariantPuzzle, remarks?: Remarks): string {
  return encodeURIComponent(lz.compressToBase64(JSON.stringify({ ...boardOf(puzzle), ...remarks })))
}

/** The types of its constraints that SudokuPad and solvers read from a link, and the editor of f-puzzles leaves out. */
export function unknownToEditor({ constraints = [] }: VariantPuzzle): ConstraintType[] {
  return Object.values(F_PUZZLES_KEYS).flatMap((known) =>
    ('isAddition' in known || ('kind' in known && known.kind === 'own')) &&
    constraints.some(({ type }) => type === known.constraint)
      ? [known.constraint]
      : [],
  )
}

type Entry = Readonly<Record<string, unknown>>

/** The board of f-puzzles that its payload holds. */
export function boardOf(puzzle: VariantPuzzle): Entry {
  const size = sizeOf(puzzle)
  const { id, regions, rules = [], constraints = [], negative, solution } = puzzle
  const letters = [...new Set(regions)]
  const told = constraints.filter((one) => one.type === 'candidates')
  const candidates = new Map(told.flatMap(({ cells, digits }) => cells.map((cell) => [cell, digits] as const)))
  const cells = [...digitsOf(puzzle.puzzle.replaceAll(/[eo]/g, '.'))].map((value, cell) => ({
    ...(value === 0 ? {} : { value, given: true }),
    ...(candidates.has(nameOfCell(cell, size)) && { givenPencilMarks: candidates.get(nameOfCell(cell, size)) }),
    ...(regions === undefined ? {} : { region: letters.indexOf(regions[cell]) }),
  }))
  const windows = rules.includes('windoku') ? WINDOWS.map((cells) => ({ type: 'extra-region' as const, cells })) : []
  const all = [...constraints, ...marksIn(puzzle), ...windows]
  const board: Record<string, unknown> = {
    ...(id !== undefined && { title: id }),
    size,
    grid: Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size)),
  }
  for (const [key, known] of Object.entries(F_PUZZLES_KEYS)) {
    if ('rule' in known && rules.includes(known.rule)) board[key] = true
    if ('diagonal' in known && rules.includes('diagonal')) board[key] = true
    if (!('constraint' in known)) continue
    const entries = all.flatMap((one) => (one.type === known.constraint ? entriesOf(one, known.kind, size) : []))
    if (entries.length > 0) board[key] = entries
  }
  if (negative !== undefined) board.negative = negative
  if (solution !== undefined) board.solution = [...digitsOf(solution)]
  return board
}

function marksIn({ puzzle }: VariantPuzzle): VariantConstraint[] {
  const size = Math.sqrt(puzzle.length)
  return (['even', 'odd'] as const).flatMap((type) => {
    const cells = [...puzzle].flatMap((symbol, cell) => (symbol === type[0] ? [nameOfCell(cell, size)] : []))
    return cells.length > 0 ? [{ type, cells }] : []
  })
}

/** The entries of the list of its type that a constraint is. */
function entriesOf(constraint: VariantConstraint, kind: EntryKind, size: number): Entry[] {
  const { type, ...fields } = constraint
  // One field there: the value of a clue, and the sum of a cage or a diagonal.
  const {
    cells: names = [],
    sum,
    value = sum,
  } = fields as { cells?: readonly CellName[]; sum?: number; value?: unknown }
  const cells = names.map(upper)
  const written = value === undefined ? {} : { value: `${value}` }
  switch (kind) {
    case 'cage':
    case 'pair':
    case 'region':
      return [{ cells, ...written }]
    case 'cell':
      return cells.map((cell) => ({ cell }))
    case 'diagonal clue': {
      const way = diagonalOf(names, size)
      const start = placeOf(names[0])
      if (!way || !start) throw new Error(`no diagonal: ${names.join(' ')}`)
      const [direction] = Object.entries(DIRECTIONS).find(([, other]) => other.join() === way.join()) ?? []
      const cell = upper(nameOf({ row: start.row - way[0], column: start.column - way[1] }))
      return [{ cell, cells, direction, ...written }]
    }
    case 'outside clue': {
      const { row, column, from } = constraint as OutsideClue
      const end = from === 'right' || from === 'bottom' ? size + 1 : 0
      return [{ cell: upper(nameOf({ row: row ?? end, column: column ?? end })), ...written }]
    }
    case 'arrow': {
      const { circle, arrows } = constraint as ConstraintOf<'arrow'>
      const lines = arrows.map((arrow) => [nearest(circle, arrow[0]), ...arrow].map(upper))
      return [{ lines, cells: circle.map(upper) }]
    }
    case 'line':
    case 'bulb line':
      return [{ lines: [cells] }]
    case 'valued line': {
      // A difference of 5 goes without saying.
      const usual = type === 'whispers' && size !== 9 ? { value: `${usualWhisper(size)}` } : {}
      return [{ lines: [cells], ...usual, ...written }]
    }
    case 'clone':
      return [{ cells, cloneCells: (constraint as ConstraintOf<'clone'>).copy.map(upper) }]
    case 'quadruple':
      return [{ cells, values: (constraint as ConstraintOf<'quadruple'>).digits }]
    case 'own':
      return [fields]
  }
}

function upper(cell: CellName): string {
  return cell.toUpperCase()
}

/** The cell of a circle that touches the first cell of an arrow; any, where none does. */
function nearest(circle: readonly CellName[], first: CellName): CellName {
  const to = placeOf(first)
  const touches = (name: CellName) => {
    const from = placeOf(name)
    return from && to && Math.max(Math.abs(from.row - to.row), Math.abs(from.column - to.column)) === 1
  }
  return circle.find(touches) ?? circle[0]
}
