import { describe, expect, it } from 'vitest'
import { strategies } from '../../shared/sudoku/strategies/index.ts'
import { solve } from '../../shared/sudoku/strategies/strategy.ts'
import { asking, puzzleFrom } from './asked.ts'
import { peers } from './plain.ts'
import { published, texts } from './texts.ts'

type Grid = number[]
type Cells = number[]

const seen = peers('classic', 9)
const fits = (grid: Grid, cell: number, digit: number) => seen[cell].every((peer) => grid[peer] !== digit)

/** Devadas' boxes, down the first stack first. */
const BOXES: readonly Cells[] = [0, 3, 6].flatMap((left) =>
  [0, 3, 6].map((top) => [0, 1, 2].flatMap((r) => [0, 1, 2].map((c) => (top + r) * 9 + left + c))),
)

/** A guess and what one sweep makes of it: the cells that were filled. */
function makeImplications(grid: Grid, cell: number, digit: number): Cells {
  grid[cell] = digit
  const filled = [cell]
  for (const box of BOXES) {
    const missing = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((d) => box.every((at) => grid[at] !== d))
    for (const at of box) {
      if (grid[at] !== 0) continue
      const row = Math.floor(at / 9)
      const left = missing.filter((d) =>
        grid.every((held, other) => held !== d || (Math.floor(other / 9) !== row && other % 9 !== at % 9)),
      )
      if (left.length === 1 && fits(grid, at, left[0])) {
        grid[at] = left[0]
        filled.push(at)
      }
    }
  }
  return filled
}

/**
 * Devadas' `solveSudokuOpt`; returns its backtracks.
 *
 * @param callsItself as it is meant; the printed listing calls the basic solver below the first guess
 */
function backtracksOfOpt(givens: ArrayLike<number>, callsItself: boolean): number {
  const grid = Array.from(givens)
  let backtracks = 0
  const search = (implies: boolean): boolean => {
    const cell = grid.indexOf(0)
    if (cell < 0) return true
    for (let digit = 1; digit <= 9; digit++) {
      if (!fits(grid, cell, digit)) continue
      const filled = implies ? makeImplications(grid, cell, digit) : [cell]
      grid[cell] = digit
      if (search(implies && callsItself)) return true
      backtracks++
      for (const at of filled) grid[at] = 0
    }
    return false
  }
  search(true)
  return backtracks
}

describe("Devadas' solver with implications", () => {
  it.each(published.filter(({ rules, name }) => rules === 'classic' && name !== texts.vit.name))(
    'counts the backtracks of single-sweep on $name, written recursively',
    ({ puzzle }) => {
      const asked = puzzleFrom(puzzle)
      const { tally } = solve(strategies['single-sweep'], asked, asking(1))
      expect(backtracksOfOpt(asked.givens, true)).toBe(tally.backtracks)
    },
  )

  it.each([
    [texts.input, 291],
    [texts.inp2, 2_978],
  ] as const)('as printed calls the basic solver below its first guess: $0.name, $1', ({ puzzle }, backtracks) => {
    expect(backtracksOfOpt(puzzleFrom(puzzle).givens, false)).toBe(backtracks)
  })
})
