import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rulesFor } from '../../shared/sudoku/rules/rules.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from './asked.ts'
import { type Made, madePuzzle, rulesOn, spoiledPuzzle } from './made.ts'
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

/** Devadas: place in place, call itself, and where that fails count, undo, go on. Liang goes back and forth over the same cells. */
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

describe("Devadas' recursive search counts the backtracks of brute-force", () => {
  it.each(published)('on $name', ({ puzzle, rules }) => {
    const { text, rules: of } = puzzleFrom(puzzle, rules)
    const asked = { text, rules, size: of.size }
    expect(devadas(boardOf(asked))).toEqual(bruteForce(asked).count)
  })

  it('on made puzzles of all rules, solvable or not', () => {
    // Constraints prune ahead, which the text does not.
    const known = ([4, 6, 9] as const).flatMap((size) => rulesOn(size).map((rules) => [rules, size] as const))
    const ofUnits = known.filter(([rules, size]) => rulesFor(rules, size).constraints.length === 0)
    const puzzles = ofUnits.flatMap(([rules, size]) => [madePuzzle(rules, size), spoiledPuzzle(rules, size)])
    let compared = 0
    fc.assert(
      fc.property(fc.oneof(...puzzles), (made) => {
        const { end, count } = bruteForce(made, 20_000)
        if (end === 'limit') return
        compared++
        expect(devadas(boardOf(made))).toEqual(count)
      }),
      { numRuns: 150 },
    )
    expect(compared).toBeGreaterThan(50)
  })
})
