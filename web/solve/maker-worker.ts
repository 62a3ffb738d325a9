import { type AskedPuzzles, makingOptionsOf } from '../../shared/job/asked-puzzles.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { ruleDifficulty } from '../../shared/sudoku/hints/rule-difficulty.ts'
import { generatePuzzle } from '../../shared/sudoku/making/generate.ts'
import { makingBatch } from '../../shared/sudoku/making/making.ts'
import type { RatingWord } from '../../shared/sudoku/rating/difficulty.ts'
import { parsePuzzle } from '../../shared/sudoku/rules/puzzle.ts'
import type { RulesName } from '../../shared/sudoku/rules/rules.ts'
import { capitalised } from '../ui/words.ts'

// Makes a puzzle to order, and ends when the page ends it.

export interface PuzzleOrder {
  readonly rules: RulesName
  readonly size: Size
  /** How many givens; undefined for as few as the grid needs. */
  readonly clues: number | undefined
  /** By the steps that are known of every size and all rules. */
  readonly difficulty?: RatingWord | undefined
  /** How a classic 9×9 puzzle is to be, as jobs ask for it. */
  readonly asked?: AskedPuzzles | undefined
}

/** The puzzle, or why none can be made; and before, how many were looked at so far. */
export type MakerReply = { readonly puzzle: string } | { readonly refused: string } | { readonly looked: number }

/** If not one of so many is as it was wanted, no other will be. */
const MOST_TRIED = 1000

addEventListener('message', ({ data: order }: MessageEvent<PuzzleOrder>) => {
  try {
    postMessage({ puzzle: order.asked ? wished(order.asked) : made(order) } satisfies MakerReply)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    postMessage({ refused: `${capitalised(error.message)}.` } satisfies MakerReply)
  }
})

function made(order: PuzzleOrder): string {
  const seed = crypto.randomUUID()
  for (let index = 0; index < MOST_TRIED; index++) {
    const puzzle = generatePuzzle({ ...order, seed, index })
    if (order.difficulty === undefined || difficultyFor(puzzle, order) === order.difficulty) return puzzle
  }
  throw new RangeError(`None of ${MOST_TRIED} grids was ${order.difficulty}`)
}

/** Most attempts take a few milliseconds: nobody reads faster. */
const NEWS_MS = 200

/** A puzzle that is to be solved in some way, as the command line makes it. */
function wished(asked: AskedPuzzles): string {
  const options = makingOptionsOf(asked, crypto.randomUUID())
  if (!options.ok) throw new RangeError(options.error.detail)
  const work = makingBatch(options.value, 1)
  for (let told = Number.NEGATIVE_INFINITY; ; ) {
    const { done, value } = work.next()
    if (done) return value[0].puzzle
    if (!value || performance.now() - told < NEWS_MS) continue
    told = performance.now()
    postMessage({ looked: value.looked } satisfies MakerReply)
  }
}

function difficultyFor(text: string, { rules, size, difficulty }: PuzzleOrder): RatingWord {
  const puzzle = parsePuzzle(text, rules, size)
  if (!puzzle.ok) throw new Error(puzzle.error)
  return ruleDifficulty(puzzle.value, difficulty).word
}
