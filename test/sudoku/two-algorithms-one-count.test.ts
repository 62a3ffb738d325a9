import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Step } from '../../shared/sudoku/grid/step.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { type RulesName, rulesFor } from '../../shared/sudoku/rules/rules.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from './asked.ts'
import { type Made, madePuzzle, rulesOn, spoiledPuzzle } from './made.ts'
import { digitOf, peers } from './plain.ts'
import { published, texts } from './texts.ts'

// The algorithms of the teaching texts once more, written as they are printed there.

/** A grid that a text's algorithm works on in place; `fits` is its validity test. */
interface Board {
  readonly grid: number[]
  readonly size: number
  fits(cell: number, digit: number): boolean
}

function boardOf({ text, rules, size }: Pick<Made, 'text' | 'rules' | 'size'>): Board {
  const grid = [...text].map((symbol) => digitOf(symbol, size))
  const seen = peers(rules, size)
  const fits = (cell: number, digit: number) => {
    if (text[cell] === 'e' && digit % 2 === 1) return false
    if (text[cell] === 'o' && digit % 2 === 0) return false
    return seen[cell].every((peer) => grid[peer] !== digit)
  }
  return { grid, size, fits }
}

/** What is filled in after a guess, in order. */
type Implications = (board: Board) => number[]

const NOTHING: Implications = () => []

/** Devadas' boxes of 9×9, down the first stack first. */
const BOXES = [0, 3, 6].flatMap((left) =>
  [0, 3, 6].map((top) => [0, 1, 2].flatMap((r) => [0, 1, 2].map((c) => (top + r) * 9 + left + c))),
)

/** One sweep over the boxes, as in Devadas' `solveSudokuOpt`. */
const sweep: Implications = ({ grid, fits }) => {
  const filled: number[] = []
  for (const box of BOXES) {
    const missing = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((d) => box.every((at) => grid[at] !== d))
    for (const at of box) {
      if (grid[at] !== 0) continue
      const row = Math.floor(at / 9)
      const left = missing.filter((d) =>
        grid.every((held, other) => held !== d || (Math.floor(other / 9) !== row && other % 9 !== at % 9)),
      )
      if (left.length === 1 && fits(at, left[0])) {
        grid[at] = left[0]
        filled.push(at)
      }
    }
  }
  return filled
}

/**
 * Devadas: place in place, call itself, and where that fails count, undo, go on. Liang goes back and forth over the same
 * cells.
 *
 * @param below the implications of all guesses but the first: the printed listing calls the basic solver there
 */
function devadas(board: Board, implications: Implications, below = implications) {
  const { grid, size, fits } = board
  const steps: Step[] = []
  let backtracks = 0
  const solveWith = (implied: Implications): boolean => {
    const cell = grid.indexOf(0)
    if (cell < 0) return true
    for (let digit = 1; digit <= size; digit++) {
      if (!fits(cell, digit)) continue
      grid[cell] = digit
      const filled = [cell, ...implied(board)]
      steps.push(...filled.map((at, i): Step => ({ kind: i === 0 ? 'place' : 'infer', cell: at, digit: grid[at] })))
      if (solveWith(below)) return true
      backtracks++
      steps.push({ kind: 'undo', cell, digit })
      for (const at of filled) grid[at] = 0
    }
    return false
  }
  return { solved: solveWith(implications), backtracks, steps }
}

const ALGORITHMS = [
  { name: 'brute-force', implications: NOTHING, isKnownOn: () => true },
  {
    name: 'single-sweep',
    implications: sweep,
    isKnownOn: (rules: RulesName, size: Size) => rules === 'classic' && size === 9,
  },
] as const

describe.each(ALGORITHMS)(
  '$name takes the steps of Devadas’ solver, one by one',
  ({ name, implications, isKnownOn }) => {
    function agrees(made: Pick<Made, 'text' | 'rules' | 'size'>, limit?: number): boolean {
      const steps: Step[] = []
      const puzzle = puzzleFrom(made.text, made.rules, made.size)
      const { end, counts } = solve(strategies[name], puzzle, asking(1, limit), (step) => steps.push(step))
      if (end === 'limit') return false
      const { steps: own, ...found } = devadas(boardOf(made), implications)
      expect(found).toEqual({ solved: end === 'enough', backtracks: counts.backtracks })
      expect(own.length).toBe(steps.length)
      // Hundreds of thousands of them are compared, which toEqual would take minutes for.
      const isOther = ({ kind, cell, digit }: Step, i: number) =>
        kind !== steps[i].kind || cell !== steps[i].cell || digit !== steps[i].digit
      expect(own.find(isOther)).toBeUndefined()
      return true
    }

    it.each(published)('on $name', ({ puzzle, rules }) => {
      const { text, rules: of } = puzzleFrom(puzzle, rules)
      if (isKnownOn(rules, of.size)) agrees({ text, rules, size: of.size })
    })

    it('on made puzzles, solvable or not', () => {
      // Constraints prune ahead, which the text does not.
      const puzzles = ([4, 6, 9] as const).flatMap((size) =>
        rulesOn(size)
          .filter((rules) => isKnownOn(rules, size) && rulesFor(rules, size).constraints.length === 0)
          .flatMap((rules) => [madePuzzle(rules, size), spoiledPuzzle(rules, size)]),
      )
      let compared = 0
      fc.assert(
        fc.property(fc.oneof(...puzzles), (made) => {
          if (agrees(made, 20_000)) compared++
        }),
        { numRuns: 100 },
      )
      expect(compared).toBeGreaterThan(30)
    })
  },
)

it.each([
  { ...texts.input, printed: 291 },
  { ...texts.inp2, printed: 2_978 },
])('Devadas’ listing calls the basic solver below its first guess: $name, $printed', ({ puzzle, printed }) => {
  const { text } = puzzleFrom(puzzle)
  expect(devadas(boardOf({ text, rules: 'classic', size: 9 }), sweep, NOTHING).backtracks).toBe(printed)
})
