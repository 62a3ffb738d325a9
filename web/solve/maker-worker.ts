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
  try {
    let index = 0
    for (let made = 0; made < order.count; made++) {
      const until = index + MOST_TRIED
      for (;;) {
        if (index === until) throw new RangeError(`None of ${MOST_TRIED} grids was ${order.difficulty}`)
        const puzzle = generatePuzzle({ ...order, index: index++ })
        if (order.difficulty === undefined || difficultyFor(puzzle, order) === order.difficulty) {
          postMessage({ kind: 'made', puzzle } satisfies MakerReply)
          break
        }
      }
    }
    postMessage({ kind: 'done' } satisfies MakerReply)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    postMessage({ kind: 'refused', why: `${error.message}.` } satisfies MakerReply)
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
