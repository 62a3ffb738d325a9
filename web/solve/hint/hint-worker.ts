import { MAX_RATING_NODES } from '../../../shared/job/limits.ts'
import { digitsOf } from '../../../shared/sudoku/grid/grid.ts'
import { ratePuzzle } from '../../../shared/sudoku/rating/rating.ts'
import { stepsOf } from '../../../shared/sudoku/rating/steps.ts'
import { TECHNIQUES } from '../../../shared/sudoku/rating/techniques.ts'
import type { HintReply, HintRequest, RatingReply, RatingRequest } from './hint-finder.ts'

// Rates puzzles and finds the next step on boards. A chain may take seconds; the page ends the worker when it asks for something else.

addEventListener('message', ({ data }: MessageEvent<HintRequest | RatingRequest>) => {
  postMessage('puzzle' in data ? ratingOf(data) : hintOn(data))
})

function ratingOf({ puzzle }: RatingRequest): RatingReply {
  const rating = ratePuzzle(digitsOf(puzzle), { nodes: MAX_RATING_NODES })
  const technique = 'technique' in rating ? rating.technique : undefined
  return { rating, ...(technique && { words: TECHNIQUES[technique].words }) }
}

function hintOn({ placed, candidates }: HintRequest): HintReply {
  const { value } = stepsOf(Uint8Array.from(placed), {}, undefined, { placed, digitsAt: candidates, spent: 0 }).next()
  return typeof value === 'string' ? {} : { step: value }
}
