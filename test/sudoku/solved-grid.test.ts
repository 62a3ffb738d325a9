import { expect, it } from 'vitest'
import { numberSolution, putSolution, SOLUTION_BOUNDS } from '../../shared/sudoku/grid/solved-grid.ts'
import { generated } from './solved.ts'

function expectBack(solution: string, at = 0): void {
  const numbers = new Int32Array(at + 5).fill(-1)
  numberSolution(Buffer.from(`###${solution}`), 3, numbers, at + 1)
  SOLUTION_BOUNDS.forEach((bound, i) => {
    expect(numbers[at + 1 + i]).toBeGreaterThanOrEqual(0)
    expect(numbers[at + 1 + i]).toBeLessThan(bound)
  })
  expect([...numbers.subarray(0, at + 1), ...numbers.subarray(at + 4)]).toEqual(Array(at + 2).fill(-1))
  const grid = new Uint8Array(83)
  putSolution(numbers, at + 1, grid, 1)
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
