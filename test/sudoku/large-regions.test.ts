import { describe, expect, it } from 'vitest'
import { layoutOf } from '../../shared/sudoku/kernels/learning/solver.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { composeRules } from '../../shared/sudoku/rules/rules.ts'
import { verify } from '../../shared/sudoku/rules/verify.ts'
import { learning } from '../../shared/sudoku/search/learning.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from './asked.ts'

const SIZE = 25
const CELLS = SIZE * SIZE

/**
 * Stairs, two cells wide, each step a row down and a column to the right; the diagonal that is left is one of its own.
 * Some 576 of their crossings have several cells, where boxes have 250: more places for 25 digits than the search has room for.
 */
function stairAt(cell: number): number {
  const row = Math.floor(cell / SIZE)
  const right = ((cell % SIZE) - row + SIZE) % SIZE
  if (right === SIZE - 1) return SIZE - 1
  const isUpper = row < 12 || (row === 12 && right % 2 === 0)
  return 2 * Math.floor(right / 2) + Number(!isUpper)
}

const cells = Array.from({ length: CELLS }, (_, cell) => cell)
const rules = composeRules({
  size: SIZE,
  regions: Array.from({ length: SIZE }, (_, i) => ({
    name: `region ${i + 1}`,
    cells: cells.filter((cell) => stairAt(cell) === i),
  })),
})
const empty: Puzzle = { ...puzzleFrom('.'.repeat(CELLS)), rules }

describe('a 25×25 grid with regions of more crossings than there is room for', () => {
  it('has them', () => {
    expect(layoutOf(rules).blocks.length).toBe(576)
    expect(rules.boxes.every((region) => region.cells.length === SIZE)).toBe(true)
  })

  it('is searched: no unit ever holds a digit twice where the search guesses on', () => {
    const digits = new Uint8Array(CELLS)
    const filled: number[] = []
    let guesses = 0
    const search = learning.search(empty, asking(1), undefined, ({ kind, cell, digit }) => {
      if (kind === 'undo') {
        for (let last = -1; last !== cell; ) {
          last = filled.pop() ?? cell
          digits[last] = 0
        }
        return
      }
      if (kind === 'place') {
        guesses++
        for (const unit of rules.units) {
          const held = unit.cells.map((at) => digits[at]).filter((at) => at !== 0)
          expect(new Set(held).size).toBe(held.length)
        }
      }
      digits[cell] = digit
      filled.push(cell)
    })
    expect(search.run(100)).toBeUndefined()
    expect(guesses).toBeGreaterThan(100)
  })

  it('is solved where half of it is given', () => {
    const givens = Uint8Array.from(cells, (cell) => {
      const [row, column] = [Math.floor(cell / SIZE), cell % SIZE]
      return (row * 3 + column * 7) % 2 === 0 ? ((row + column) % SIZE) + 1 : 0
    })
    const puzzle = { ...empty, givens }
    const { end, counts } = solve(learning, puzzle, asking(1))
    expect(end).toBe('enough')
    expect(verify(puzzle, counts.solutions[0])).toBeUndefined()
  })

  // Three digits with two places between them: in each kind of unit, in its last one, for which no room is left.
  it.each([24, 49, 74])('is known to have no solution where unit %i has two places for three digits', (unit) => {
    const three = 0b111
    const masks = new Map(rules.units[unit].cells.map((cell, i) => [cell, i < 2 ? three : rules.digits & ~three]))
    const search = learning.search({ ...empty, masks }, asking(1, 1_000))
    expect(search.run(Number.POSITIVE_INFINITY)).toBe('exhausted')
    expect(search.counts.searchBacktracks).toBeLessThan(10)
  })
})
