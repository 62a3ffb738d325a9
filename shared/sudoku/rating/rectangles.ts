import {
  ALL,
  BOX,
  bitsOf,
  type CandidateGrid,
  CELLS,
  COUNT,
  candidatesOf,
  cellsIn,
  LOWEST,
  SUBSETS,
  UNIT_OF,
} from './candidate-grid.ts'
import type { Hint } from './hint.ts'
import { seenBy } from './one-digit.ts'
import { TECHNIQUES } from './techniques.ts'
import { cellName, cellsNamed, digitsNamed, unitName } from './words.ts'

/**
 * Unique rectangles as people see them: where two rows, two columns and two boxes cross in four empty cells, not all of these
 * are two digits alone, as there would be a second solution with the digits changed over. So some corner with other
 * candidates is one of them, also where a corner has lost one of the two digits, which Sudoku Explainer does not look for.
 */
interface Rectangle {
  /** Round about. */
  readonly cells: readonly number[]
  /** The corners with other candidates than the pair. */
  readonly roof: readonly number[]
  readonly pair: number
  /** What else the roof can be. */
  readonly extras: number
}

/** The corners, round about, of all rectangles in two boxes. */
const CORNERS: readonly (readonly number[])[] = Array.from({ length: CELLS * CELLS }, (_, i) => {
  const [first, across] = [Math.floor(i / CELLS), i % CELLS]
  const [top, left, bottom, right] = [Math.floor(first / 9), first % 9, Math.floor(across / 9), across % 9]
  return top < bottom && left < right ? [first, top * 9 + right, across, bottom * 9 + left] : []
}).filter((cells) => cells.length > 0 && new Set(cells.map((cell) => UNIT_OF[cell * 3 + BOX])).size === 2)

type Type = (grid: CandidateGrid, rectangle: Rectangle) => Hint | undefined

/** The first rectangle of a type, or else of the next one. */
export function rectangles(grid: CandidateGrid): Hint | undefined {
  const all = rectanglesOf(grid)
  for (const type of RECTANGLE_TYPES) {
    for (const rectangle of all) {
      const hint = type(grid, rectangle)
      if (hint) return hint
    }
  }
  return undefined
}

export function rectanglesOf({ digitsAt }: CandidateGrid): Rectangle[] {
  return CORNERS.flatMap((cells) => {
    if (cells.some((cell) => digitsAt[cell] === 0)) return []
    const pairs = new Set(cells.map((cell) => digitsAt[cell]).filter((mask) => COUNT[mask] === 2))
    return [...pairs].flatMap((pair) => {
      const roof = cells.filter((cell) => digitsAt[cell] & ~pair)
      const extras = roof.reduce((mask, cell) => mask | digitsAt[cell], 0) & ~pair
      // Each digit is in two corners across, or there is no second solution to be had.
      const isOpen = cells.every((cell) => digitsAt[cell] & pair)
      return roof.length > 0 && roof.length < 4 && isOpen ? [{ cells, roof, pair, extras }] : []
    })
  })
}

/** One corner alone can be something else. */
const type1: Type = ({ digitsAt }, rectangle) => {
  const [corner, ...others] = rectangle.roof
  if (others.length > 0) return undefined
  const gone = candidatesOf(corner, digitsAt[corner] & rectangle.pair)
  return hintOf(rectangle, 0, gone, () => `, and only ${cellName(corner)} can be something else`)
}

/** What else the corners can be is one digit: what sees all of them loses it. */
const type2: Type = (grid, rectangle) => {
  const { roof, extras } = rectangle
  if (roof.length < 2 || COUNT[extras] !== 1) return undefined
  const digit = LOWEST[extras]
  const gone = seenBy(grid, digit, roof).map((cell) => cell * 9 + digit)
  return hintOf(rectangle, 0, gone, () => `, so one of ${cellsNamed(roof)} is ${digit + 1}`, { digits: [digit] })
}

/** One of two corners is something else, and forms a set with other cells of a unit. */
const type3: Type = ({ digitsAt }, rectangle) => {
  const { roof, extras } = rectangle
  for (const unit of unitsOf(roof)) {
    const beside = cellsIn(unit, ALL).filter((cell) => digitsAt[cell] && !roof.includes(cell))
    for (let size = 1; size < beside.length; size++) {
      for (const chosen of SUBSETS[size]) {
        if (chosen >> beside.length) continue
        const set = bitsOf(chosen).map((i) => beside[i])
        const digits = set.reduce((mask, cell) => mask | digitsAt[cell], extras)
        if (COUNT[digits] !== size + 1) continue
        const gone = beside
          .filter((cell) => !set.includes(cell))
          .flatMap((cell) => candidatesOf(cell, digitsAt[cell] & digits))
        const then = () =>
          `, so one of ${cellsNamed(roof)} is not, and shares ${digitsNamed(bitsOf(digits))} with ${cellsNamed(set)} in ${unitName(unit)}`
        const hint = hintOf(rectangle, size / 10, gone, then, { units: [unit], digits: bitsOf(digits) })
        if (hint) return hint
      }
    }
  }
  return undefined
}

/** A unit has one of the two digits in two corners only, which therefore are not the other. */
const type4: Type = ({ digitsAt, placesOf }, rectangle) => {
  const { roof, pair } = rectangle
  for (const unit of unitsOf(roof)) {
    for (const digit of bitsOf(pair)) {
      const other = pair & ~(1 << digit)
      const places = cellsIn(unit, placesOf[unit * 9 + digit])
      if (places.length === 0 || places.some((cell) => !roof.includes(cell))) continue
      const gone = roof.flatMap((cell) => candidatesOf(cell, digitsAt[cell] & other))
      const then = () => `, and in ${unitName(unit)} one of ${cellsNamed(roof)} has to be ${digit + 1}`
      const hint = hintOf(rectangle, 0, gone, then, { units: [unit] })
      if (hint) return hint
    }
  }
  return undefined
}

export const RECTANGLE_TYPES: readonly Type[] = [type1, type2, type3, type4]

/** The units that two corners share; none of other than two. */
function unitsOf([first, second, ...others]: readonly number[]): number[] {
  if (second === undefined || others.length > 0) return []
  return [0, 1, 2].flatMap((kind) => {
    const unit = UNIT_OF[first * 3 + kind]
    return UNIT_OF[second * 3 + kind] === unit ? [unit] : []
  })
}

function hintOf(
  { cells, pair }: Rectangle,
  more: number,
  eliminations: readonly number[],
  then: () => string,
  { units = [], digits = [] }: { units?: number[]; digits?: number[] } = {},
): Hint | undefined {
  if (eliminations.length === 0) return undefined
  const both = bitsOf(pair)
  return {
    technique: 'unique-rectangle',
    rating: TECHNIQUES['unique-rectangle'] + more,
    placement: -1,
    eliminations,
    pattern: () => ({
      cells,
      digits: [...both, ...digits],
      units,
      reason: `${cellsNamed(cells)} would be a rectangle that leaves two solutions if all of them were ${digitsNamed(both, 'or')}${then()}`,
    }),
  }
}
