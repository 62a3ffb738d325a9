import { Candidates } from './candidates.ts'
import { digitIn, eachOf } from './digit-set.ts'
import { createEngine } from './engine/engine.ts'
import type { Digits } from './grid.ts'
import type { Rules } from './rules.ts'
import { strategies } from './strategies/index.ts'
import { solve } from './strategies/strategy.ts'
import type { Size } from './units.ts'

/** What the generator asks of a solver. */
export interface GeneratorSolver {
  /** A solution, if one is soon found. */
  solution(givens: Digits): Digits | undefined
  /** Whether there is one solution still; false where the search for another was given up. */
  isUnique(unsolved: Unsolved, emptied: Emptied): boolean
}

export interface Unsolved {
  readonly givens: Digits
  readonly marked: ReadonlySet<number>
}

/** Cells just emptied, and the grid that they held a part of. */
interface Emptied {
  readonly cells: readonly number[]
  readonly grid: Digits
  /** Whether another cell may as well be emptied: if so, less is done to learn about this one. */
  readonly isReplaceable: boolean
}

/** The solver for some rules; made once. */
export function generatorSolver(rules: Rules): GeneratorSolver {
  let solver = known.get(rules)
  if (!solver) {
    solver = rules.name === 'classic' && rules.size === 9 ? bulkSolver() : searchSolver(rules)
    known.set(rules, solver)
  }
  return solver
}

const known = new Map<Rules, GeneratorSolver>()

/** A grid that is hard to complete is dropped for another. */
const TO_COMPLETE = { solutions: 1, kept: 1, backtrackLimit: 200 }
const TO_CHECK = { solutions: 2, kept: 0, backtrackLimit: Number.POSITIVE_INFINITY }

/** For classic 9×9. */
function bulkSolver(): GeneratorSolver {
  const engine = createEngine()
  const solutionCount = (givens: Digits, question: typeof TO_CHECK) => {
    const text = engine.room(1, question)
    for (let cell = 0; cell < givens.length; cell++) text[cell] = ZERO + givens[cell]
    engine.run(Number.POSITIVE_INFINITY)
    return engine.outcome(0).solutionCount
  }
  return {
    solution: (givens) => {
      if (solutionCount(givens, TO_COMPLETE) === 0) return undefined
      const text = engine.solution(0, 0)
      return givens.map((_, cell) => text.charCodeAt(cell) - ZERO)
    },
    isUnique: ({ givens }) => solutionCount(givens, TO_CHECK) === 1,
  }
}

/** The character "0". */
const ZERO = 48

/**
 * For everything else. A few backtracks mostly tell whether givens can go. Where they do not, many
 * at once are taken for too many; a single one can go if its cell can hold no other digit, which
 * keeps the search to where a second solution would be.
 */
function searchSolver(rules: Rules): GeneratorSolver {
  const search = ({ givens, marked }: Unsolved, solutions: number, backtrackLimit: number) =>
    solve(strategies['bit-parallel'], { rules, givens, marked, line: '' }, { solutions, backtrackLimit })
  return {
    solution: (givens) =>
      search({ givens, marked: new Set() }, TO_COMPLETE.solutions, TO_COMPLETE.backtrackLimit).tally.solutions[0],
    isUnique: ({ givens, marked }, { cells, grid, isReplaceable }) => {
      const { end } = search({ givens, marked }, 2, FEW_BACKTRACKS)
      const backtrackLimit = (isReplaceable ? TO_BE_UNIQUE : TO_BE_MINIMAL)[rules.size]
      if (end !== 'limit' || cells.length > 1 || backtrackLimit <= FEW_BACKTRACKS) return end === 'exhausted'
      const [cell] = cells
      const candidates = eachOf(new Candidates({ rules, givens, marked, line: '' }).at(cell)).map(digitIn)
      return candidates
        .filter((digit) => digit !== grid[cell])
        .every((digit) => search({ givens: givens.with(cell, digit), marked }, 1, backtrackLimit).end === 'exhausted')
    },
  }
}

const FEW_BACKTRACKS = 10

/**
 * A given whose search makes more stays, proved needed or not. On 16×16 that befell 9 searches for
 * 170 minimal classic puzzles, 1.1 a second; even and odd ones take from 20 s to minutes each. Minimal
 * ones of 25×25 are minimal only for such short searches.
 */
const TO_BE_MINIMAL: Readonly<Record<Size, number>> = {
  4: Number.POSITIVE_INFINITY,
  6: Number.POSITIVE_INFINITY,
  9: Number.POSITIVE_INFINITY,
  16: 100_000,
  25: FEW_BACKTRACKS,
}

/** Where a number of givens is asked for: on large grids, the next is tried sooner. */
const TO_BE_UNIQUE: Readonly<Record<Size, number>> = { ...TO_BE_MINIMAL, 16: FEW_BACKTRACKS }
