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

interface Loop {
  readonly cells: readonly number[]
  /** The two digits, 0–8. */
  readonly pair: readonly [number, number]
  /** Those of its cells that have other candidates, too, and the mask of these. */
  readonly extraCells: readonly number[]
  readonly extras: number
  /** Whether sets are looked for in units, too, in which the other cells would be a smaller one. */
  readonly isInAnyUnit: boolean
}

interface LoopHint extends Hint {
  readonly type: 1 | 2 | 3 | 4
  /** Two hints of one key are the same to Sudoku Explainer, which keeps the first. */
  readonly key: string
}

export function uniqueLoop(grid: CandidateGrid): Hint | undefined {
  return bestOf((keep) => {
    grid.looped = (pair, length) => hintsOf(grid, [...grid.bytes(LOOP, length)], pair, keep)
    grid.kernel.findLoops()
  })
}

/**
 * Rectangles as people see them: also where a corner has lost one of the two digits, which Sudoku Explainer does not look
 * for. Nothing else follows from that: not all corners are the two digits alone, as these could be changed over.
 */
export function uniqueRectangle(grid: CandidateGrid): Hint | undefined {
  const { digitsAt } = grid
  return bestOf((keep) => {
    for (const cells of RECTANGLES) {
      if (cells.some((cell) => digitsAt[cell] === 0)) continue
      for (const pair of new Set(cells.map((cell) => digitsAt[cell]))) {
        if (COUNT[pair] !== 2 || cells.some((cell) => (digitsAt[cell] & pair) === 0)) continue
        hintsOf(grid, cells, pair, keep, true)
      }
    }
  })
}

/** The corners, round about, of all rectangles in two boxes. */
const RECTANGLES: readonly (readonly number[])[] = Array.from({ length: CELLS * CELLS }, (_, i) => {
  const [first, across] = [Math.floor(i / CELLS), i % CELLS]
  const [top, left, bottom, right] = [Math.floor(first / 9), first % 9, Math.floor(across / 9), across % 9]
  return top < bottom && left < right ? [first, top * 9 + right, across, bottom * 9 + left] : []
}).filter((cells) => new Set(cells.map((cell) => UNIT_OF[cell * 3])).size === 2)

type Keep = (hint: LoopHint | undefined) => void

/** The first of those that are rated least, and are of the least type. */
function bestOf(search: (keep: Keep) => void): Hint | undefined {
  let best: LoopHint | undefined
  const seen = new Set<string>()
  search((hint) => {
    if (!hint || hint.eliminations.length === 0 || seen.has(hint.key)) return
    seen.add(hint.key)
    if (!best || hint.rating < best.rating || (hint.rating === best.rating && hint.type < best.type)) best = hint
  })
  return best
}

function hintsOf(grid: CandidateGrid, cells: readonly number[], pair: number, keep: Keep, isInAnyUnit = false): void {
  const { digitsAt } = grid
  const extraCells = cells.filter((cell) => digitsAt[cell] & ~pair)
  const extras = extraCells.reduce((mask, cell) => mask | digitsAt[cell], 0) & ~pair
  const loop: Loop = { cells, pair: [LOWEST[pair], LOWEST[pair & (pair - 1)]], extraCells, extras, isInAnyUnit }
  if (extraCells.length === 0) return
  if (extraCells.length === 1) {
    const gone = candidatesOf(extraCells[0], digitsAt[extraCells[0]] & pair)
    keep(loopHint(loop, 1, gone, () => `${onlyOthers(loop)}, so it must be`))
  } else if (COUNT[extras] === 1) keep(type2(grid, loop))
  else if (extraCells.length === 2) for (const hint of type3(grid, loop)) keep(hint)
  if (extraCells.length === 2) keep(type4(grid, loop))
}

/** By the number of cells; longer ones are all rated alike. */
const RATINGS: Readonly<Partial<Record<number, number>>> = { 4: 4.5, 6: 4.6, 8: 4.7 }

function loopHint(
  { cells, pair }: Loop,
  type: LoopHint['type'],
  eliminations: readonly number[],
  then: () => string,
  {
    more = 0,
    units = [],
    digits = [],
    variant = '',
  }: { more?: number; units?: number[]; digits?: number[]; variant?: string } = {},
): LoopHint {
  const kind = cells.length === 4 ? 'rectangle' : 'loop'
  return {
    technique: `unique-${kind}`,
    rating: (RATINGS[cells.length] ?? 5) + more,
    type,
    key: `${type}${variant} ${cells.toSorted((a, b) => a - b)}`,
    eliminations,
    pattern: () => ({
      cells,
      digits: [...pair, ...digits],
      units,
      reason: `if all of ${cellsNamed(cells)} were ${digitsNamed(pair, 'or')}, these two digits could change places along the ${kind}, and the puzzle would have two solutions. ${then()}`,
    }),
  }
}

function type2(grid: CandidateGrid, loop: Loop): LoopHint {
  const digit = LOWEST[loop.extras]
  const seen = seenBy(grid, digit, loop.extraCells)
  const eliminations = seen.map((cell) => cell * 9 + digit)
  const then = () => `${onlyOthers(loop)}, so ${oneOf(loop.extraCells, digit, seen)}`
  return loopHint(loop, 2, eliminations, then, { digits: [digit] })
}

/** Which cells of a loop keep it from being one of two digits. */
function onlyOthers({ extraCells }: Loop): string {
  return `Of these cells only ${cellsNamed(extraCells)} can be another digit`
}

/** The two cells with other candidates form a naked or a hidden set with cells beside them. */
function* type3(grid: CandidateGrid, loop: Loop): Generator<LoopHint> {
  const { digitsAt } = grid
  const { extraCells, extras } = loop
  const [first, second] = extraCells
  const only = onlyOthers(loop)
  for (let size = COUNT[extras]; size <= 7; size++) {
    for (const unit of unitsOf(extraCells)) {
      const [here, there] = [first, second].map((cell) => placeIn(unit, cell))
      if (loop.isInAnyUnit || size * 2 <= grid.emptyIn[unit]) yield* naked(unit, size, here, there)
      if (size * 2 < grid.emptyIn[unit]) yield* hidden(unit, size, here, there)
    }
  }

  function* naked(unit: number, size: number, here: number, there: number): Generator<LoopHint> {
    const common = extras & digitsAt[first] & digitsAt[second]
    for (const places of SUBSETS[size]) {
      if (!(places & here) || places & there) continue
      const others = cellsIn(unit, places & ~here)
      const ofOthers = others.reduce((mask, cell) => mask | digitsAt[cell], 0)
      const digits = extras | ofOthers
      if (others.some((cell) => COUNT[digitsAt[cell]] < 2)) continue
      if (COUNT[ofOthers | common] !== size || COUNT[digits] !== size) continue
      const beside = cellsIn(unit, ALL & ~places & ~there)
      const eliminations = beside.flatMap((cell) => candidatesOf(cell, digitsAt[cell] & digits))
      const then = () =>
        `${only}, so one of these two is ${digitsNamed(bitsOf(extras), 'or')}. ${setWith(others, bitsOf(ofOthers), bitsOf(digits), unit)}`
      const variant = ` naked ${unit} ${digits} ${others}`
      const found = { units: [unit], digits: bitsOf(digits), variant }
      yield loopHint(loop, 3, eliminations, then, { more: (size - 1) * 0.1, ...found })
    }
  }

  function* hidden(unit: number, size: number, here: number, there: number): Generator<LoopHint> {
    const beside = bitsOf(ALL & ~extras).filter((digit) => !loop.pair.includes(digit))
    if (size - 2 > beside.length || beside.length === 0) return
    for (const chosen of SUBSETS[size - 2]) {
      if (chosen >> beside.length) continue
      const digits = [...bitsOf(chosen).map((i) => beside[i]), ...loop.pair].toSorted()
      const free = digits.map((digit) => grid.placesOf[unit * 9 + digit] & ~there)
      const places = free.reduce((all, of) => all | of, 0)
      if (free.includes(0) || COUNT[places] !== size) continue
      const cells = cellsIn(unit, places & ~here)
      const mask = digits.reduce((bits, digit) => bits | (1 << digit), 0)
      const eliminations = cells.flatMap((cell) => candidatesOf(cell, digitsAt[cell] & ~mask))
      const then = () =>
        `${only}, so one of these two is. As ${onlyIn(digits, [unit, [...extraCells, ...cells]])}, and one of ${cellsNamed(extraCells)} is ${digits.length > 2 ? 'none of these' : 'neither'}, the other ${COUNT_WORDS[digits.length]} hold them, so ${cellsNamed(cells)} must be ${digitsNamed(digits, 'or')}`
      const variant = ` hidden ${unit} ${mask} ${cells}`
      yield loopHint(loop, 3, eliminations, then, { more: (cells.length - 1) * 0.1, units: [unit], digits, variant })
    }
  }
}

/** In a unit of the two cells one of the digits has no other place, so neither cell is the other digit. */
function type4(grid: CandidateGrid, loop: Loop): LoopHint | undefined {
  const { extraCells, pair } = loop
  const [first, second] = extraCells
  const unitOf = (digit: number) =>
    unitsOf(extraCells).findLast((unit) => {
      const places = grid.placesOf[unit * 9 + digit]
      return places !== 0 && (places & ~placeIn(unit, first) & ~placeIn(unit, second)) === 0
    })
  const [locked, other] = unitOf(pair[0]) === undefined ? pair.toReversed() : pair
  const unit = unitOf(locked)
  if (unit === undefined) return undefined
  const then = () =>
    `${onlyOthers(loop)}. As ${onlyIn([locked], [unit, extraCells])}, one of them is ${locked + 1}, and if the other were ${other + 1}, all of these cells would be ${digitsNamed(pair, 'or')}`
  const eliminations = extraCells.map((cell) => cell * 9 + other).filter((candidate) => grid.has(candidate))
  return loopHint(loop, 4, eliminations, then, { units: [unit] })
}
