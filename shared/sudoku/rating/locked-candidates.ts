import { CROSSING, CROSSINGS, DIRECT } from '../kernels/rating/kernel-bytes.ts'
import { BOX, type CandidateGrid, cellsIn } from './candidate-grid.ts'
import type { Hint } from './hint.ts'
import { TECHNIQUES } from './techniques.ts'
import { allOf, cellName, onlyIn, unitName } from './words.ts'

/**
 * A unit, and a line or box that crosses it: the cells that they share, as a mask of the places of the first and as one of
 * the second. Pointing looks from boxes, claiming from lines.
 */
export interface Crossing {
  readonly from: number
  readonly to: number
  readonly inside: number
  readonly shared: number
}

let crossings: readonly Crossing[] | undefined

/** All of them, in Sudoku Explainer's order, as each kernel has them. */
function crossingsOf(grid: CandidateGrid): readonly Crossing[] {
  crossings ??= Array.from({ length: CROSSINGS }, (_, i) => {
    const [from, to, inside, shared] = grid.halves(CROSSING + i * 16, 4)
    return { from, to, inside, shared }
  })
  return crossings
}

/** Candidates that are locked in a crossing, so that the rest of the second unit loses them. */
export function locking(grid: CandidateGrid): Hint | undefined {
  return eachLocking(grid, (crossing, digit, eliminations) => {
    const technique = nameOf(crossing)
    const pattern = () => lockedPattern(grid, crossing, digit)
    return { technique, rating: TECHNIQUES[technique], eliminations, pattern }
  })
}

/** What a locking is called by where it looks from. */
export function nameOf({ from }: Crossing) {
  return Math.floor(from / 9) === BOX ? 'pointing' : 'claiming'
}

/** Each locking that takes something away, until one is answered with something. */
export function eachLocking<T>(
  grid: CandidateGrid,
  use: (crossing: Crossing, digit: number, eliminations: number[]) => T | undefined,
): T | undefined {
  const { placesOf } = grid
  for (const crossing of crossingsOf(grid)) {
    const { from, to, inside, shared } = crossing
    for (let digit = 0; digit < 9; digit++) {
      const places = placesOf[from * 9 + digit]
      const isLocked = (places & ~inside) === 0 && (places & (places - 1)) !== 0
      if (!isLocked) continue
      const eliminations = cellsIn(to, placesOf[to * 9 + digit] & ~shared).map((cell) => cell * 9 + digit)
      const answer = eliminations.length > 0 ? use(crossing, digit, eliminations) : undefined
      if (answer !== undefined) return answer
    }
  }
  return undefined
}

/** A locking after which a digit has one place left in a unit beside. */
export function directLocking(grid: CandidateGrid): Hint | undefined {
  if (!grid.kernel.findDirectLocking()) return undefined
  const [at, digit, beside, cell] = grid.bytes(DIRECT, 4)
  const crossing = crossingsOf(grid)[at]
  const technique = `direct-${nameOf(crossing)}` as const
  return {
    technique,
    rating: TECHNIQUES[technique],
    placement: cell * 9 + digit,
    // Sudoku Explainer leaves them, though the locking takes some away.
    eliminations: [],
    pattern: () => {
      const { units, reason, ...parts } = lockedPattern(grid, crossing, digit)
      const then = `, and in ${unitName(beside)} only ${cellName(cell)} is left for it`
      return { ...parts, units: [...units, beside], reason: reason + then }
    },
  }
}

function lockedPattern(grid: CandidateGrid, { from, to }: Crossing, digit: number) {
  const cells = cellsIn(from, grid.placesOf[from * 9 + digit])
  const line = unitName(to)
  return {
    cells,
    digits: [digit],
    units: [from, to],
    reason: `${onlyIn([digit], [from, cells])}, ${allOf(cells.length)} in ${line}, so no other cell of ${line} can be ${digit + 1}`,
  }
}
