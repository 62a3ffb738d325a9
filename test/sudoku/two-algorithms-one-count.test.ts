import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rulesFor } from '../../shared/sudoku/rules/rules.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from './asked.ts'
import { anyPuzzle, type Made } from './made.ts'
import { digitOf, peers } from './plain.ts'
import { published } from './texts.ts'

/** A grid that a text's algorithm works on in place; `fits` is its validity test. */
interface Board {
  readonly grid: number[]
  readonly size: number
  fits(cell: number, digit: number): boolean
}

function boardOf({ text, rules, size }: Pick<Made, 'text' | 'rules' | 'size'>): Board {
  const grid = [...text].map(digitOf)
  const seen = peers(rules, size)
  const fits = (cell: number, digit: number) => {
    if (text[cell] === 'e' && digit % 2 === 1) return false
    if (text[cell] === 'o' && digit % 2 === 0) return false
    return seen[cell].every((peer) => grid[peer] !== digit)
  }
  return { grid, size, fits }
}

interface Count {
  readonly solved: boolean
  readonly backtracks: number
  readonly solution: number[]
}

/** Liang: a list of free cells and an index k that goes forward and back; no recursion. */
function liang({ grid, size, fits }: Board): Count {
  const free = grid.flatMap((digit, cell) => (digit === 0 ? [cell] : []))
  let backtracks = 0
  let k = 0
  let digit = 1
  while (k < free.length) {
    const cell = free[k]
    if (digit <= size && fits(cell, digit)) {
      grid[cell] = digit
      k++
      digit = 1
    } else if (digit < size) digit++
    else {
      // The last digit does not fit: step back to the cell before and try its next.
      if (k === 0) return { solved: false, backtracks, solution: [] }
      k--
      digit = grid[free[k]] + 1
      grid[free[k]] = 0
      backtracks++
    }
  }
  return { solved: true, backtracks, solution: grid }
}

/** Devadas: place in place, call itself, and where that fails count, undo, go on. */
function devadas({ grid, size, fits }: Board): Count {
  let backtracks = 0
  const solveFrom = (cell: number): boolean => {
    const next = grid.indexOf(0, cell)
    if (next < 0) return true
    for (let digit = 1; digit <= size; digit++) {
      if (!fits(next, digit)) continue
      grid[next] = digit
      if (solveFrom(next + 1)) return true
      backtracks++
      grid[next] = 0
    }
    return false
  }
  const solved = solveFrom(0)
  return { solved, backtracks, solution: solved ? grid : [] }
}

function bruteForce({ text, rules, size }: Pick<Made, 'text' | 'rules' | 'size'>, limit?: number) {
  const { end, counts } = solve(strategies['brute-force'], puzzleFrom(text, rules, size), asking(1, limit))
  const count = { solved: end === 'enough', backtracks: counts.backtracks, solution: [...(counts.solutions[0] ?? [])] }
  return { end, count }
}

describe("Liang's iterative search and Devadas' recursive one count the backtracks of brute-force", () => {
  it.each(published)('on $name', ({ puzzle, rules }) => {
    const { text, rules: of } = puzzleFrom(puzzle, rules)
    const asked = { text, rules, size: of.size }
    const { count } = bruteForce(asked)
    expect(liang(boardOf(asked))).toEqual(count)
    expect(devadas(boardOf(asked))).toEqual(count)
  })

  it('on made puzzles of all rules, solvable or not', () => {
    // Constraints prune ahead, which neither text does.
    const ofUnits = anyPuzzle(4, 6, 9).filter(({ rules, size }) => rulesFor(rules, size).constraints.length === 0)
    const unsolvable = ofUnits.chain((made) =>
      // A digit that the grid it was made from does not have there, in the last blank.
      fc.integer({ min: 1, max: made.size }).map((digit) => {
        const cell = made.text.lastIndexOf('.')
        const fits = cell >= 0 && boardOf(made).fits(cell, digit)
        return fits ? { ...made, text: made.text.slice(0, cell) + digit + made.text.slice(cell + 1) } : made
      }),
    )
    let compared = 0
    fc.assert(
      fc.property(fc.oneof(ofUnits, unsolvable), (made) => {
        const { end, count } = bruteForce(made, 20_000)
        if (end === 'limit') return
        compared++
        expect(liang(boardOf(made))).toEqual(count)
        expect(devadas(boardOf(made))).toEqual(count)
      }),
      { numRuns: 150 },
    )
    expect(compared).toBeGreaterThan(50)
  })
})
