import type { Size } from '../grid/units.ts'

/** Where a cell comes to be; lines are counted from 0 to `last`. */
type Image = (row: number, column: number, last: number) => readonly [number, number]

const upsideDown: Image = (row, column, last) => [last - row, column]
const transposed: Image = (row, column) => [column, row]

/** Symmetries of where givens are: with a cell its images are given, too. */
const SYMMETRIES = {
  rotational: [(row, column, last) => [last - row, last - column]],
  quarter: [(row, column, last) => [column, last - row]],
  horizontal: [upsideDown],
  vertical: [(row, column, last) => [row, last - column]],
  diagonal: [transposed],
  antidiagonal: [(row, column, last) => [last - column, last - row]],
  full: [upsideDown, transposed],
} as const satisfies Readonly<Record<string, readonly Image[]>>
export type SymmetryName = keyof typeof SYMMETRIES
export const SYMMETRY_NAMES = Object.keys(SYMMETRIES) as SymmetryName[]

/** For each cell those that are given together, itself among them: the same list for each of these. */
export type Orbits = readonly (readonly number[])[]

export function orbitsUnder(symmetry: SymmetryName | undefined, size: Size): Orbits {
  const images: readonly Image[] = symmetry ? SYMMETRIES[symmetry] : []
  const orbits: number[][] = []
  for (let cell = 0; cell < size * size; cell++) {
    if (orbits[cell]) continue
    const orbit = new Set([cell])
    // A set takes in what is added while it is gone through.
    for (const member of orbit) {
      for (const image of images) {
        const [row, column] = image(Math.floor(member / size), member % size, size - 1)
        orbit.add(row * size + column)
      }
    }
    const cells = [...orbit]
    for (const member of cells) orbits[member] = cells
  }
  return orbits
}
