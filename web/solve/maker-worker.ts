import { capitalised } from '../../shared/capitalised.ts'
import { generatePuzzle } from '../../shared/sudoku/making/generate.ts'
import { makingBatch } from '../../shared/sudoku/making/making.ts'
import { parsePuzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { type Difficulty, difficultyOf } from '../ui/difficulty.ts'
import type { MakerAnswer, MakerNews, PuzzleOrder } from './puzzle-maker.ts'

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
    const puzzles = order.wish ? wished(order) : Array.from({ length: order.count }, next)
    postMessage({ puzzles } satisfies MakerAnswer)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    postMessage({ refused: `${capitalised(error.message)}.` } satisfies MakerAnswer)
  }
})

/** Most attempts take a few milliseconds: nobody reads faster. */
const NEWS_MS = 200

/** Puzzles that are to be solved in some way, as the command line makes them. */
function wished({ wish, ...order }: PuzzleOrder): string[] {
  const work = makingBatch({ ...order, ...wish, cages: false, regions: false }, order.count)
  for (let told = Number.NEGATIVE_INFINITY; ; ) {
    const { done, value } = work.next()
    if (done) return value.map(({ puzzle }) => puzzle)
    if (!value || performance.now() - told < NEWS_MS) continue
    told = performance.now()
    postMessage({ looked: value.looked } satisfies MakerNews)
  }
}

function difficultyFor(text: string, { rules, size }: PuzzleOrder): Difficulty {
  const puzzle = parsePuzzle(text, rules, size)
  if (!puzzle.ok) throw new Error(puzzle.error)
  let guesses = 0
  const { counts } = solve(strategies.singles, puzzle.value, { solutions: 1, backtrackLimit: 1000 }, ({ kind }) => {
    if (kind === 'place') guesses++
  })
  return difficultyOf({ backtracks: counts.backtracks, guesses })
}
