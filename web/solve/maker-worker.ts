import { generatePuzzle } from '../../shared/sudoku/making/generate.ts'
import { parsePuzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { type Difficulty, difficultyOf } from '../ui/difficulty.ts'
import type { MakerReply, PuzzleOrder } from './puzzle-maker.ts'

// Makes puzzles to order, one after the other, and ends when the page ends it.

/** Every 33rd minimal 9×9 grid is very hard; if not one of so many is as it was wanted, no other will be. */
const MOST_TRIED = 1000

addEventListener('message', ({ data: order }: MessageEvent<PuzzleOrder>) => {
  let index = 0
  const next = (): string => {
    for (const until = index + MOST_TRIED; index < until; ) {
      const puzzle = generatePuzzle({ ...order, index: index++ })
      if (order.difficulty === undefined || difficultyFor(puzzle, order) === order.difficulty) return puzzle
    }
    throw new RangeError(`None of ${MOST_TRIED} grids was ${order.difficulty}`)
  }
  try {
    postMessage({ puzzles: Array.from({ length: order.count }, next) } satisfies MakerReply)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    postMessage({ refused: `${error.message}.` } satisfies MakerReply)
  }
})

function difficultyFor(text: string, { rules, size }: PuzzleOrder): Difficulty {
  const puzzle = parsePuzzle(text, rules, size)
  if (!puzzle.ok) throw new Error(puzzle.error)
  let guesses = 0
  const { counts } = solve(strategies.singles, puzzle.value, { solutions: 1, backtrackLimit: 1000 }, ({ kind }) => {
    if (kind === 'place') guesses++
  })
  return difficultyOf({ backtracks: counts.backtracks, guesses })
}
