import { CROSSING, CROSSINGS, DIRECT } from '../kernels/rating/kernel-bytes.ts'
import { BOX, type CandidateGrid, type Candidates, cellsIn } from './candidate-grid.ts'
import type { Hint } from './hint.ts'
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

function kindOf(unit: number): number {
  return Math.floor(unit / 9)
}

/** Candidates that are locked in a crossing, so that the rest of the second unit loses them. */
export function locking(grid: CandidateGrid): Hint | undefined {
  return eachLocking(grid, lockingHint)
}

/** Each locking that takes something away, until one is answered with something. */
export function eachLocking<T>(
  grid: CandidateGrid,
  use: (crossing: Crossing, digit: number, eliminations: number[]) => T | undefined,
): T | undefined {
  for (const crossing of crossingsOf(grid)) {
    for (let digit = 0; digit < 9; digit++) {
      if (!isLocked(grid.placesOf[crossing.from * 9 + digit], crossing.inside)) continue
      const eliminations = eliminationsOf(grid, crossing, digit)
      const answer = eliminations.length > 0 ? use(crossing, digit, eliminations) : undefined
      if (answer !== undefined) return answer
    }
  }
  return undefined
}

/** Whether a digit has several places, all of them inside. */
function isLocked(places: number, inside: number): boolean {
  return (places & ~inside) === 0 && (places & (places - 1)) !== 0
}

function eliminationsOf({ placesOf }: CandidateGrid, { to, shared }: Crossing, digit: number): number[] {
  return cellsIn(to, placesOf[to * 9 + digit] & ~shared).map((cell) => cell * 9 + digit)
}

function lockingHint(crossing: Crossing, digit: number, eliminations: readonly number[]): Hint {
  const isPointing = kindOf(crossing.from) === BOX
  return {
    technique: isPointing ? 'pointing' : 'claiming',
    rating: isPointing ? 2.6 : 2.8,
    eliminations,
    pattern: (grid) => lockedPattern(grid, crossing, digit, ''),
  }
}

/** A locking after which a digit has one place left in a unit beside. */
export function directLocking(grid: CandidateGrid): Hint | undefined {
  if (!grid.kernel.findDirectLocking()) return undefined
  const [at, digit, beside, cell] = grid.bytes(DIRECT, 4)
  return directLockingHint(grid, crossingsOf(grid)[at], digit, beside, cell)
}

function directLockingHint(grid: CandidateGrid, crossing: Crossing, digit: number, beside: number, cell: number): Hint {
  const isPointing = kindOf(crossing.from) === BOX
  const then = `, and in ${unitName(beside)} only ${cellName(cell)} is left for it`
  return {
    technique: isPointing ? 'direct-pointing' : 'direct-claiming',
    rating: isPointing ? 1.7 : 1.9,
    placement: cell * 9 + digit,
    // Sudoku Explainer leaves them, though the locking takes some away.
    eliminations: [],
    pattern: () => {
      const pattern = lockedPattern(grid, crossing, digit, then)
      return { ...pattern, units: [...pattern.units, beside] }
    },
  }
}

function lockedPattern(grid: CandidateGrid, { from, to }: Crossing, digit: number, then: string) {
  const cells = cellsIn(from, grid.placesOf[from * 9 + digit])
  const line = unitName(to)
  return {
    cells,
    digits: [digit],
    units: [from, to],
    reason: `${onlyIn([digit], [from, cells])}, ${allOf(cells.length)} in ${line}, so no other cell of ${line} can be ${digit + 1}${then}`,
  }
}

/** The candidates that had to go before a digit was locked: those of the first unit outside the second. */
export function goneForLocking(
  before: Candidates,
  now: Candidates,
  { from, inside }: Crossing,
  digit: number,
): number[] {
  const gone = before.placesOf[from * 9 + digit] & ~now.placesOf[from * 9 + digit] & ~inside
  return cellsIn(from, gone).map((cell) => cell * 9 + digit)
}
