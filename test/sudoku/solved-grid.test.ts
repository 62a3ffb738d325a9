import { expect, it } from 'vitest'
import { packSolution, SOLUTION_BYTES, unpackSolution } from '../../shared/sudoku/grid/solved-grid.ts'
import { generated } from './solved.ts'

function expectBack(solution: string): void {
  const packed = new Uint8Array(SOLUTION_BYTES + 2).fill(0xff)
  packSolution(Buffer.from(`###${solution}`), 3, packed, 1)
  expect([packed[0], packed.at(-1)]).toEqual([0xff, 0xff])
  const grid = new Uint8Array(83)
  unpackSolution(packed, 1, grid, 1)
  expect(Buffer.from(grid).toString('latin1')).toBe(`\0${solution}\0`)
}

it('gives back grids of all 56 deals of a second row, in the first band and in the second', () => {
  const deals = [new Set<string>(), new Set<string>()]
  for (let index = 0; index < 1000; index++) {
    const solution = generated(index)
    expectBack(solution)
    deals.forEach((seen, band) => {
      seen.add(dealOf(solution.slice(band * 27)))
    })
  }
  for (const seen of deals) expect(seen.size).toBe(56)
})

/** For each triple of a second row, where its digits stand in the first row, were that one's triples sorted. */
function dealOf(band: string): string {
  const first = [0, 3, 6].map((at) => [...band.slice(at, at + 3)].sort().join('')).join('')
  const placed = (at: number) =>
    [...band.slice(at, at + 3)]
      .map((digit) => first.indexOf(digit))
      .sort()
      .join('')
  return [9, 12, 15].map(placed).join(' ')
}
