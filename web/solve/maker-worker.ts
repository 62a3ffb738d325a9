import { ended } from '../../shared/ended.ts'
import { generatePuzzle } from '../../shared/sudoku/making/generate.ts'
import { Batch, keyOf } from '../../shared/sudoku/making/making.ts'
import { wishIn } from '../../shared/sudoku/making/making-options.ts'
import { attempting, type WishOptions } from '../../shared/sudoku/making/wished.ts'
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
    const wish = order.wish && wishIn({ ...order, ...order.wish, cages: false, regions: false })
    if (wish) makeWished(wish, order.count)
    else makePlain(order)
    tell({ kind: 'done' })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    tell({ kind: 'refused', why: `${error.message[0].toUpperCase()}${error.message.slice(1)}.` })
  }
})

function tell(reply: MakerReply): void {
  postMessage(reply)
}

function makePlain(order: PuzzleOrder): void {
  let index = 0
  for (let made = 0; made < order.count; made++) {
    const until = index + MOST_TRIED
    for (;;) {
      if (index === until) throw new RangeError(`None of ${MOST_TRIED} grids was ${order.difficulty}`)
      const puzzle = generatePuzzle({ ...order, index: index++ })
      if (order.difficulty === undefined || difficultyFor(puzzle, order) === order.difficulty) {
        tell({ kind: 'made', puzzle })
        break
      }
    }
  }
}

/** Makes puzzles as the command line does, by how they are solved. */
function makeWished(wish: WishOptions, count: number): void {
  const batch = new Batch(count, undefined)
  for (let index = 0; !batch.isOver; index++) {
    const attempt = ended(attempting(wish, index))
    const made = attempt.made.map(({ puzzle, rating }) => ({
      puzzle,
      key: keyOf(puzzle, wish),
      ...(rating && { rating }),
    }))
    for (const { puzzle } of batch.taken({ ...attempt, made })) tell({ kind: 'made', puzzle })
    if (index % NEWS_EACH === 0) tell({ kind: 'looked', looked: batch.tried.looked })
  }
  if (batch.isShort) throw new RangeError(batch.failure())
}

/** Most attempts take a few milliseconds: the page hears of them some times a second. */
const NEWS_EACH = 50

function difficultyFor(text: string, { rules, size }: PuzzleOrder): Difficulty {
  const puzzle = parsePuzzle(text, rules, size)
  if (!puzzle.ok) throw new Error(puzzle.error)
  let guesses = 0
  const { counts } = solve(strategies.singles, puzzle.value, { solutions: 1, backtrackLimit: 1000 }, ({ kind }) => {
    if (kind === 'place') guesses++
  })
  return difficultyOf({ backtracks: counts.backtracks, guesses })
}
