import type { Puzzle } from '../rules/puzzle.ts'
import { cellByCell } from './cell-by-cell.ts'
import { type Difficulty, difficultyOf } from './guessed-difficulty.ts'
import { solve } from './strategy.ts'

/** How hard a puzzle is for somebody who guesses. A thousand backtracks tell it. */
export function difficultyBySingles(puzzle: Puzzle): Difficulty {
  let guesses = 0
  const { counts } = solve(cellByCell.singles, puzzle, { solutions: 1, backtrackLimit: 1000 }, ({ kind }) => {
    if (kind === 'place') guesses++
  })
  return difficultyOf({ backtracks: counts.backtracks, guesses })
}
