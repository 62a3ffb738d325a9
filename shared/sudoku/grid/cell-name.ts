/** A cell as people write it, `r1c1` being the top left one; with row or column 0 or size + 1 it stands outside. */
export type CellName = string

/** Where a cell is, counted from 1. */
export interface Place {
  readonly row: number
  readonly column: number
}

const ZERO = '0'.charCodeAt(0)
const NAME = /^r(\d{1,2})c(\d{1,2})$/i

/** The place that a name tells, in a grid or outside of it; undefined if it is not a name. */
export function placeOf(name: unknown): Place | undefined {
  if (typeof name !== 'string') return undefined
  // Nearly all names are of four characters, and read for every cell of every cage.
  if (name.length === 4 && name[0] === 'r' && name[2] === 'c') {
    const row = name.charCodeAt(1) - ZERO
    const column = name.charCodeAt(3) - ZERO
    return row >= 0 && row <= 9 && column >= 0 && column <= 9 ? { row, column } : undefined
  }
  const found = NAME.exec(name)
  return found ? { row: Number(found[1]), column: Number(found[2]) } : undefined
}

/** Cells from left to right and from top to bottom; what is no name comes first. */
export function inReadingOrder<T>(names: readonly T[]): T[] {
  const orderOf = (name: T) => {
    const { row, column } = placeOf(name) ?? { row: 0, column: 0 }
    return row * 100 + column
  }
  return names.toSorted((a, b) => orderOf(a) - orderOf(b))
}

export function nameOf({ row, column }: Place): CellName {
  return `r${row}c${column}`
}

/** The name of a cell by its number, from 0 row by row. */
export function nameOfCell(cell: number, size: number): CellName {
  return nameOf({ row: Math.floor(cell / size) + 1, column: (cell % size) + 1 })
}

export function isInside({ row, column }: Place, size: number): boolean {
  return row >= 1 && row <= size && column >= 1 && column <= size
}

/** The number of a cell inside a grid, from 0 row by row. */
export function cellAt({ row, column }: Place, size: number): number {
  return (row - 1) * size + column - 1
}

/** The numbers of cells whose names were checked. */
export function cellsOf(names: readonly CellName[], size: number): number[] {
  return names.map((name) => {
    const place = placeOf(name)
    if (!place) throw new Error(`not a cell: ${name}`)
    return cellAt(place, size)
  })
}

/** The cells on the way from a place in a direction, as far as the grid goes. */
export function rayFrom(start: Place, [down, right]: readonly [number, number], size: number): CellName[] {
  const cells: CellName[] = []
  let { row, column } = start
  for (; isInside({ row, column }, size); row += down, column += right) cells.push(nameOf({ row, column }))
  return cells
}
