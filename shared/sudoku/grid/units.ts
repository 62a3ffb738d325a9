/**
 * The words of the field, for a 9×9 grid (other sizes alike):
 *
 *      0  1  2 |  3  4  5 |  6  7  8     cell    = a place for one digit, numbered row by row from 0
 *      9 10 11 | 12 13 14 | 15 16 17     row, column, box = nine cells each
 *     18 19 20 | 21 22 23 | 24 25 26     unit    = cells that hold no digit twice
 *     ---------+----------+---------     peers   = the cells that share a unit with a cell (20 here)
 *     27 28 29 | 30 31 32 | 33 34 35     band    = the boxes side by side; stack = the boxes on top of each other
 */

/** Sizes with boxes of their own, which go without saying. */
export const SIZES = [4, 6, 9, 16, 25, 36] as const
export type BoxedSize = (typeof SIZES)[number]
/** Sizes without, whose puzzles bring regions: 5 and 7 cannot be divided, and 8 can in two ways. */
export const REGION_SIZES = [5, 7, 8] as const
/** Cells along one side of the grid; also the number of digits. */
export type Size = BoxedSize | (typeof REGION_SIZES)[number]
export const ALL_SIZES: readonly Size[] = [...SIZES, ...REGION_SIZES].toSorted((a, b) => a - b)
/** Sizes on which puzzles may bring rules of their own. */
export const VARIANT_SIZES: readonly Size[] = ALL_SIZES.filter((size) => size <= 25)

export function hasBoxes(size: number): size is BoxedSize {
  return size in BOX_SHAPE
}

export const BOX_SHAPE: Readonly<Record<BoxedSize, { readonly rows: number; readonly columns: number }>> = {
  4: { rows: 2, columns: 2 },
  6: { rows: 2, columns: 3 },
  9: { rows: 3, columns: 3 },
  16: { rows: 4, columns: 4 },
  25: { rows: 5, columns: 5 },
  36: { rows: 6, columns: 6 },
}

/**
 * Cells that hold no digit twice, with the name that messages use: at most once each digit, and so exactly once where
 * there are as many cells as digits.
 */
export interface Unit {
  readonly name: string
  readonly cells: readonly number[]
}

/** The size that regions tell where it has no boxes; otherwise the length of the grid tells it. */
export function sizeOfRegions(regions: string | undefined): Size | undefined {
  return REGION_SIZES.find((side) => side * side === regions?.length)
}

type Lines = Readonly<Record<'rows' | 'columns' | 'boxes', readonly Unit[]>>

/** Rows from the top, columns from the left, boxes row by row, as far as the size has any; names count from 1. Made once a size. */
export const rowsColumnsBoxes = onceFor((size: Size): Lines => {
  const line = Array.from({ length: size }, (_, i) => i)
  const units = (kind: string, cellAt: (unit: number, place: number) => number) =>
    line.map((unit) => ({ name: `${kind} ${unit + 1}`, cells: line.map((place) => cellAt(unit, place)) }))
  const cellAt = (row: number, column: number) => row * size + column
  const inBox = (box: number, place: number, { rows, columns }: { rows: number; columns: number }) => {
    const across = size / columns
    const row = Math.floor(box / across) * rows + Math.floor(place / columns)
    return cellAt(row, (box % across) * columns + (place % columns))
  }
  return {
    rows: units('row', cellAt),
    columns: units('column', (column, row) => cellAt(row, column)),
    boxes: hasBoxes(size) ? units('box', (box, place) => inBox(box, place, BOX_SHAPE[size])) : [],
  }
})

/** What is made once for each key, and kept for good, or in a `WeakMap` as long as the keys are. */
export function onceFor<K, T>(
  make: (key: K) => T,
  made: { get(key: K): readonly [T] | undefined; set(key: K, value: readonly [T]): unknown } = new Map(),
): (key: K) => T {
  return (key) => {
    let known = made.get(key)
    if (!known) {
      known = [make(key)]
      made.set(key, known)
    }
    return known[0]
  }
}

/** From a cell to another one; downwards, or to the right, as the way back leads to the same pair. */
export type Move = readonly [down: number, right: number]

/** Each pair of cells that one of some moves leads from one to the other. */
export function pairsApart(size: number, moves: readonly Move[]): (readonly [number, number])[] {
  return Array.from({ length: size * size }, (_, cell) => cell).flatMap((cell) =>
    moves.flatMap(([down, right]) => {
      const [row, column] = [Math.floor(cell / size) + down, (cell % size) + right]
      return row < size && column >= 0 && column < size ? [[cell, row * size + column] as const] : []
    }),
  )
}

/** The cells above, to the left, to the right and below. */
export function neighboursOf(cell: number, size: number): number[] {
  const column = cell % size
  return [cell - size, column > 0 ? cell - 1 : -1, column < size - 1 ? cell + 1 : -1, cell + size].filter(
    (neighbour) => neighbour >= 0 && neighbour < size * size,
  )
}

/** How many cells can be walked to from one, itself among them, from neighbour to neighbour through those that a test lets in. */
export function countAround(start: number, size: number, holds: (cell: number) => boolean): number {
  const walked = new Set([start])
  for (const cell of walked) for (const next of neighboursOf(cell, size)) if (holds(next)) walked.add(next)
  return walked.size
}
