import { groupedBy } from '../../grouped.ts'
import { ALIGNED, ALLOWED } from '../kernels/rating/kernel-bytes.ts'
import { bitsOf, type CandidateGrid, CELLS, COUNT, candidatesOf, peersOfAll, SEES } from './candidate-grid.ts'
import type { Hint } from './hint.ts'
import { cellName, cellsNamed, clauses, digitsNamed, listed } from './words.ts'

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
  const shared = peersOfAll(cells).filter((peer) => COUNT[digitsAt[peer]] > 1 && COUNT[digitsAt[peer]] <= cells.length)
  return {
    technique: cells.length === 2 ? 'aligned-pair-exclusion' : 'aligned-triplet-exclusion',
    rating: cells.length === 2 ? 6.2 : 7.5,
    eliminations,
    pattern: (grid) => ({
      cells: [...cells, ...shared],
      digits: bitsOf(cells.reduce((mask, cell) => mask | grid.digitsAt[cell], 0)),
      reason: `if ${eliminations.map((candidate) => refutation(grid, cells, shared, candidate)).join('. If ')}`,
    }),
  }
}

/** What the others could be beside a candidate, in their order, and which cell that all see each of that leaves nothing for. */
function refutation(
  { digitsAt }: CandidateGrid,
  cells: readonly number[],
  shared: readonly number[],
  candidate: number,
): string {
  const [cell, digit] = [Math.floor(candidate / 9), candidate % 9]
  const others = cells.filter((other) => other !== cell)
  let ways: (readonly number[])[] = [[digit]]
  for (const other of others)
    ways = ways.flatMap((way) =>
      bitsOf(digitsAt[other])
        .filter((of) => way.every((before, i) => of !== before || !SEES[[cell, ...others][i] * CELLS + other]))
        .map((of) => [...way, of]),
    )
  const byEmptied = groupedBy(ways, (way) =>
    Number(shared.find((one) => way.reduce((mask, of) => mask & ~(1 << of), digitsAt[one]) === 0)),
  )
  const left = [...byEmptied].map(([one, of]) => {
    const those = of.map(([, ...digits]) => digits.map((digit) => digit + 1).join('-'))
    const able = digitsNamed(bitsOf(digitsAt[one]), 'or')
    return `${listed(those, 'or')} (nothing left for ${cellName(one)}, which is ${able})`
  })
  return `${cellName(cell)} is ${digit + 1}, ${cellsNamed(others)} could only be ${clauses(left, 'or')}${others.length > 1 ? ', in this order' : ''}`
}
