import { LOOP } from '../kernels/rating/kernel-bytes.ts'
import {
  ALL,
  bitsOf,
  type CandidateGrid,
  CELLS,
  COUNT,
  candidatesOf,
  cellsIn,
  LOWEST,
  placeIn,
  ROW,
  SUBSETS,
  UNIT_OF,
  unitsOf,
} from './candidate-grid.ts'
import type { Hint } from './hint.ts'
import { seenBy } from './one-digit.ts'
import { COUNT_WORDS, cellsNamed, digitsNamed, oneOf, onlyIn, setWith } from './words.ts'

/**
 * Cells in a loop that all have the same two candidates, each unit of the loop holding two of them, would leave a puzzle
 * with two solutions, or none, if they had no others. So the others tell something: one cell has them (type 1), they
 * are one digit (2), they form a set with cells beside (3), or one of the two digits is locked in the cells (4).
 */

interface LoopHint extends Hint {
  readonly type: 1 | 2 | 3 | 4
}

export function uniqueLoop(grid: CandidateGrid): Hint | undefined {
  const hints: LoopHint[] = []
  grid.looped = (pair, length) => hints.push(...hintsOf(grid, [...grid.bytes(LOOP, length)], pair))
  grid.kernel.findLoops()
  return bestOf(hints)
}

/**
 * Rectangles as people see them: also where a corner has lost one of the two digits, which Sudoku Explainer does not look
 * for. Nothing else follows from that: not all corners are the two digits alone, as these could be changed over.
 */
export function uniqueRectangle(grid: CandidateGrid): Hint | undefined {
  const { digitsAt } = grid
  const hints: LoopHint[] = []
  for (const cells of RECTANGLES) {
    if (cells.some((cell) => digitsAt[cell] === 0)) continue
    for (const pair of new Set(cells.map((cell) => digitsAt[cell]))) {
      if (COUNT[pair] !== 2 || cells.some((cell) => (digitsAt[cell] & pair) === 0)) continue
      hints.push(...hintsOf(grid, cells, pair, true))
    }
  }
  return bestOf(hints)
}

/** The corners, round about, of all rectangles in two boxes. */
const RECTANGLES: readonly (readonly number[])[] = Array.from({ length: CELLS * CELLS }, (_, i) => {
  const [first, across] = [Math.floor(i / CELLS), i % CELLS]
  const [top, left, bottom, right] = [Math.floor(first / 9), first % 9, Math.floor(across / 9), across % 9]
  return top < bottom && left < right ? [first, top * 9 + right, across, bottom * 9 + left] : []
}).filter((cells) => new Set(cells.map((cell) => UNIT_OF[cell * 3])).size === 2)

/** The first of those that are rated least, and are of the least type. */
function bestOf(hints: readonly LoopHint[]): Hint | undefined {
  const telling = hints.filter(({ eliminations }) => eliminations.length > 0)
  return telling.toSorted((a, b) => a.rating - b.rating || a.type - b.type)[0]
}

/** By the number of cells; longer ones are all rated alike. */
const RATINGS: Readonly<Partial<Record<number, number>>> = { 4: 4.5, 6: 4.6, 8: 4.7 }

/**
 * All that a loop tells.
 *
 * @param mask of the two digits
 * @param isInAnyUnit whether sets are looked for in units, too, in which the other cells would be a smaller one
 */
function* hintsOf(
  grid: CandidateGrid,
  cells: readonly number[],
  mask: number,
  isInAnyUnit = false,
): Generator<LoopHint> {
  const { digitsAt, placesOf, emptyIn } = grid
  const pair = bitsOf(mask)
  // The cells that have other candidates, too, and the mask of these.
  const extraCells = cells.filter((cell) => digitsAt[cell] & ~mask)
  const extras = extraCells.reduce((all, cell) => all | digitsAt[cell], 0) & ~mask
  const [first, second] = extraCells
  const only = () => `Of these cells only ${cellsNamed(extraCells)} can be another digit`

  if (extraCells.length === 1) {
    yield hint(1, candidatesOf(first, digitsAt[first] & mask), () => `${only()}, so it must be`)
  } else if (COUNT[extras] === 1) {
    const digit = LOWEST[extras]
    const seen = seenBy(grid, digit, extraCells)
    const eliminations = seen.map((cell) => cell * 9 + digit)
    yield hint(2, eliminations, () => `${only()}, so ${oneOf(extraCells, digit, seen)}`, { digits: [digit] })
  } else if (extraCells.length === 2) yield* setsBeside()
  if (extraCells.length === 2) yield* lockedDigit()

  function hint(
    type: LoopHint['type'],
    eliminations: readonly number[],
    then: () => string,
    { units = [], digits = [], more = 0 }: { units?: number[]; digits?: number[]; more?: number } = {},
  ): LoopHint {
    const kind = cells.length === 4 ? 'rectangle' : 'loop'
    // Players go by the other candidates: of a single digit two cells in a line are type 2, and cells across type 5.
    const isLine = unitsOf(extraCells).some((unit) => unit >= ROW * 9)
    const named = type === 1 || COUNT[extras] > 1 ? type : isLine ? 2 : 5
    return {
      technique: `unique-${kind}`,
      ...(kind === 'rectangle' && { name: `unique-rectangle-${named}` }),
      rating: (RATINGS[cells.length] ?? 5) + more,
      type,
      eliminations,
      pattern: () => ({
        cells,
        digits: [...pair, ...digits],
        units,
        reason: `if all of ${cellsNamed(cells)} were ${digitsNamed(pair, 'or')}, these two digits could change places along the ${kind}, and the puzzle would have two solutions. ${then()}`,
      }),
    }
  }

  /** The two cells with other candidates form a naked or a hidden set with cells beside them. */
  function* setsBeside(): Generator<LoopHint> {
    for (let size = COUNT[extras]; size <= 7; size++) {
      for (const unit of unitsOf(extraCells)) {
        const [here, there] = [first, second].map((cell) => placeIn(unit, cell))
        if (isInAnyUnit || size * 2 <= emptyIn[unit]) yield* naked(unit, size, here, there)
        if (size * 2 < emptyIn[unit]) yield* hidden(unit, size, here, there)
      }
    }
  }

  function* naked(unit: number, size: number, here: number, there: number): Generator<LoopHint> {
    const common = extras & digitsAt[first] & digitsAt[second]
    for (const places of SUBSETS[size]) {
      if (!(places & here) || places & there) continue
      const others = cellsIn(unit, places & ~here)
      const ofOthers = others.reduce((all, cell) => all | digitsAt[cell], 0)
      if (others.some((cell) => COUNT[digitsAt[cell]] < 2)) continue
      if (COUNT[ofOthers | common] !== size || COUNT[ofOthers | extras] !== size) continue
      const digits = bitsOf(ofOthers | extras)
      const beside = cellsIn(unit, ALL & ~places & ~there)
      const eliminations = beside.flatMap((cell) => candidatesOf(cell, digitsAt[cell] & (ofOthers | extras)))
      const then = () =>
        `${only()}, so one of these two is ${digitsNamed(bitsOf(extras), 'or')}. ${setWith(others, bitsOf(ofOthers), digits, unit)}`
      yield hint(3, eliminations, then, { units: [unit], digits, more: (size - 1) * 0.1 })
    }
  }

  function* hidden(unit: number, size: number, here: number, there: number): Generator<LoopHint> {
    const beside = bitsOf(ALL & ~extras & ~mask)
    if (size - 2 > beside.length || beside.length === 0) return
    for (const chosen of SUBSETS[size - 2]) {
      if (chosen >> beside.length) continue
      const digits = [...bitsOf(chosen).map((i) => beside[i]), ...pair].toSorted()
      const free = digits.map((digit) => placesOf[unit * 9 + digit] & ~there)
      const places = free.reduce((all, of) => all | of, 0)
      if (free.includes(0) || COUNT[places] !== size) continue
      const cells = cellsIn(unit, places & ~here)
      const set = digits.reduce((bits, digit) => bits | (1 << digit), 0)
      const eliminations = cells.flatMap((cell) => candidatesOf(cell, digitsAt[cell] & ~set))
      const then = () =>
        `${only()}, so one of these two is. As ${onlyIn(digits, [unit, [...extraCells, ...cells]])}, and one of ${cellsNamed(extraCells)} is ${digits.length > 2 ? 'none of these' : 'neither'}, the other ${COUNT_WORDS[digits.length]} hold them, so ${cellsNamed(cells)} must be ${digitsNamed(digits, 'or')}`
      yield hint(3, eliminations, then, { units: [unit], digits, more: (cells.length - 1) * 0.1 })
    }
  }

  /** In a unit of the two cells one of the digits has no other place, so neither cell is the other digit. */
  function* lockedDigit(): Generator<LoopHint> {
    const unitOf = (digit: number) =>
      unitsOf(extraCells).findLast((unit) => {
        const places = placesOf[unit * 9 + digit]
        return places !== 0 && (places & ~placeIn(unit, first) & ~placeIn(unit, second)) === 0
      })
    const [locked, other] = unitOf(pair[0]) === undefined ? pair.toReversed() : pair
    const unit = unitOf(locked)
    if (unit === undefined) return
    const then = () =>
      `${only()}. As ${onlyIn([locked], [unit, extraCells])}, one of them is ${locked + 1}, and if the other were ${other + 1}, all of these cells would be ${digitsNamed(pair, 'or')}`
    const eliminations = extraCells.map((cell) => cell * 9 + other).filter((candidate) => grid.has(candidate))
    yield hint(4, eliminations, then, { units: [unit] })
  }
}
