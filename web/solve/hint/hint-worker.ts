import { MAX_RATING_NODES } from '../../../shared/job/limits.ts'
import { digitsOf } from '../../../shared/sudoku/grid/grid.ts'
import { ratePuzzle } from '../../../shared/sudoku/rating/rating.ts'
import { stepsOf } from '../../../shared/sudoku/rating/steps.ts'
import { techniqueWords } from '../../../shared/sudoku/rating/techniques.ts'
import { receivedPuzzle } from '../../rules/own-rules.ts'
import { isClassic } from '../../rules/puzzle-text.ts'
import type { HintReply, HintRequest, RatingReply, RatingRequest } from './hint-finder.ts'

// Rates puzzles and finds the next step on boards. A chain may take seconds; the page ends the worker when it asks for something else.

addEventListener('message', ({ data }: MessageEvent<HintRequest | RatingRequest>) => {
  if ('rated' in data) postMessage(ratingOf(data))
  // The page hears of errors, and of no promises.
  else
    (data.hasOneSolution && isClassic(data.puzzle) ? classicHintOn(data) : hintOn(data)).then(postMessage, reportError)
})

function ratingOf({ rated }: RatingRequest): RatingReply {
  const rating = ratePuzzle(digitsOf(rated), { nodes: MAX_RATING_NODES })
  const technique = 'technique' in rating ? rating.technique : undefined
  return { rating, ...(technique && { words: techniqueWords(technique) }) }
}

/** The rules and what finds steps under them are loaded with the first puzzle that has any. */
async function hintOn({ puzzle, placed, candidates }: HintRequest): Promise<HintReply> {
  const [read, { nextStep }, { positionOf }] = await Promise.all([
    receivedPuzzle(puzzle, puzzle.size),
    import('../../../shared/sudoku/hints/next-step.ts'),
    import('../../../shared/sudoku/hints/position.ts'),
  ])
  // The page plays on no other.
  if (!read.ok) throw new Error(read.error)
  return { step: nextStep(positionOf(read.value, Uint8Array.from(placed), candidates)) }
}

async function classicHintOn({ placed, candidates }: HintRequest): Promise<HintReply> {
  const { value } = stepsOf(Uint8Array.from(placed), {}, { placed, digitsAt: candidates }).next()
  return typeof value === 'string' ? {} : { step: value }
}
