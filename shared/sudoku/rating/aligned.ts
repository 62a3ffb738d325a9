import { ALIGNED, ALLOWED } from '../kernels/rating/kernel-bytes.ts'
import { bitsOf, type CandidateGrid, CELLS, COUNT, candidatesOf, peersOf, SEES } from './candidate-grid.ts'
import type { Hint } from './hint.ts'
import { cellsNamed } from './words.ts'

/**
 * Two or three cells, and cells with few candidates that all of them see: digits that would leave one of these with
 * none cannot stand together, and a candidate that can stand with no others goes. The kernel remembers the grid on which
 * it found nothing last, as whether cells exclude anything rests on them and on what all of them see: it tries only
 * those of which something has changed since.
 */
export function alignedExclusion(size: 2 | 3): (grid: CandidateGrid) => Hint | undefined {
  return (grid) => (grid.kernel.findAligned(size) ? hintOf(grid, [...grid.bytes(ALIGNED, size)]) : undefined)
}

function hintOf(grid: CandidateGrid, cells: readonly number[]): Hint {
  const { digitsAt } = grid
  const allowed = grid.halves(ALLOWED, cells.length)
  const eliminations = cells.flatMap((cell, i) => candidatesOf(cell, digitsAt[cell] & ~allowed[i]))
  const shared = peersOf(cells[0]).filter(
    (peer) =>
      COUNT[digitsAt[peer]] > 1 &&
      COUNT[digitsAt[peer]] <= cells.length &&
      cells.every((cell) => SEES[cell * CELLS + peer]),
  )
  return {
    technique: cells.length === 2 ? 'aligned-pair-exclusion' : 'aligned-triplet-exclusion',
    rating: cells.length === 2 ? 6.2 : 7.5,
    placement: -1,
    eliminations,
    pattern: (grid) => ({
      cells: [...cells, ...shared],
      digits: bitsOf(cells.reduce((mask, cell) => mask | grid.digitsAt[cell], 0)),
      units: [],
      reason: `with what goes, no way of filling ${cellsNamed(cells)} leaves a candidate to each of ${cellsNamed(shared)}, which see all of them`,
    }),
  }
}
