import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Step } from '../../shared/sudoku/grid/step.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from './asked.ts'
import { madePuzzle } from './made.ts'
import { peers } from './plain.ts'
import { texts } from './texts.ts'

type Grid = number[]
type Cells = number[]

const seen = peers('classic', 9)
const fits = (grid: Grid, cell: number, digit: number) => seen[cell].every((peer) => grid[peer] !== digit)

/** Devadas' boxes, down the first stack first. */
const BOXES: readonly Cells[] = [0, 3, 6].flatMap((left) =>
  [0, 3, 6].map((top) => [0, 1, 2].flatMap((r) => [0, 1, 2].map((c) => (top + r) * 9 + left + c))),
)

/** One sweep after a guess: it fills cells and returns them. */
function implications(grid: Grid): Cells {
  const filled: Cells = []
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
 * Devadas' `solveSudokuOpt`, and what it did on the way.
 *
 * @param callsItself as it is meant; the printed listing calls the basic solver below the first guess
 */
function solveSudokuOpt(givens: ArrayLike<number>, callsItself: boolean) {
  const grid = Array.from(givens)
  const steps: Step[] = []
  let backtracks = 0
  const search = (implies: boolean): boolean => {
    const cell = grid.indexOf(0)
    if (cell < 0) return true
    for (let digit = 1; digit <= 9; digit++) {
      if (!fits(grid, cell, digit)) continue
      grid[cell] = digit
      const filled = implies ? [cell, ...implications(grid)] : [cell]
      steps.push(...filled.map((at, i): Step => ({ kind: i === 0 ? 'place' : 'infer', cell: at, digit: grid[at] })))
      if (search(implies && callsItself)) return true
      backtracks++
      steps.push({ kind: 'undo', cell, digit })
      for (const at of filled) grid[at] = 0
    }
    return false
  }
  search(true)
  return { backtracks, steps }
}

describe("Devadas' solver with implications", () => {
  it.each([texts.input, texts.inp2, texts.inkala2010, texts.figure2, texts.listing1])(
    'takes the steps of single-sweep on $name, one by one',
    ({ puzzle }) => {
      const asked = puzzleFrom(puzzle)
      const steps: Step[] = []
      const { counts } = solve(strategies['single-sweep'], asked, asking(1), (step) => steps.push(step))
      expect(solveSudokuOpt(asked.givens, true)).toEqual({ backtracks: counts.backtracks, steps })
    },
  )

  it('counts the backtracks of single-sweep on made puzzles', () => {
    fc.assert(
      fc.property(madePuzzle('classic', 9), ({ text }) => {
        const asked = puzzleFrom(text)
        const { counts } = solve(strategies['single-sweep'], asked, asking(1))
        expect(solveSudokuOpt(asked.givens, true).backtracks).toBe(counts.backtracks)
      }),
      { numRuns: 20 },
    )
  })

  it.each([
    { ...texts.input, printed: 291 },
    { ...texts.inp2, printed: 2_978 },
  ])('as printed calls the basic solver below its first guess: $name, $printed', ({ puzzle, printed }) => {
    expect(solveSudokuOpt(puzzleFrom(puzzle).givens, false).backtracks).toBe(printed)
  })
})
