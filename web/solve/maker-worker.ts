import { valueIn } from '../../shared/checked.ts'
import { type AskedPuzzles, makingOptionsOf } from '../../shared/job/asked-puzzles.ts'
import { ruleDifficulty } from '../../shared/sudoku/hints/next-step.ts'
import { type Made, making } from '../../shared/sudoku/making/making.ts'
import type { RatingWord } from '../../shared/sudoku/rating/techniques.ts'
import { parsePuzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { capitalised } from '../ui/words.ts'

// Makes a puzzle to order, and ends when the page ends it.

export interface PuzzleOrder {
  readonly asked: AskedPuzzles
  /** By the steps that are known of every size and all rules; of classic 9×9 puzzles it is among what is asked. */
  readonly difficulty?: RatingWord | undefined
}

/** The puzzle, or why none can be made; and before, how many were looked at so far. */
export type MakerReply = { readonly puzzle: string } | { readonly refused: string } | { readonly looked: number }

/** If not one of so many is as it was wanted, no other will be. */
const MOST_TRIED = 1000

addEventListener('message', ({ data: order }: MessageEvent<PuzzleOrder>) => {
  try {
    postMessage({ puzzle: made(order) } satisfies MakerReply)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    postMessage({ refused: `${capitalised(error.message)}.` } satisfies MakerReply)
  }
})

/** As the command line makes it. */
function made({ asked, difficulty }: PuzzleOrder): string {
  const options = makingOptionsOf(asked, crypto.randomUUID())
  if (!options.ok) throw new RangeError(options.error.detail)
  for (let index = 0; index < MOST_TRIED; index++) {
    const { puzzle } = told(making({ ...options.value, index }))
    const read = valueIn(parsePuzzle(puzzle, options.value.rules, options.value.size))
    if (difficulty === undefined || ruleDifficulty(read, difficulty).word === difficulty) return puzzle
  }
  throw new RangeError(`None of ${MOST_TRIED} grids was ${difficulty}`)
}

/** Most attempts take a few milliseconds: nobody reads faster. */
const NEWS_MS = 200

/** What comes of some work, of which the page hears how far it has got. */
function told(work: ReturnType<typeof making>): Made {
  for (let last = Number.NEGATIVE_INFINITY; ; ) {
    const { done, value } = work.next()
    if (done) return value
    if (!value || performance.now() - last < NEWS_MS) continue
    last = performance.now()
    postMessage({ looked: value.looked } satisfies MakerReply)
  }
}
