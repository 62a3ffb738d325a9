import { valueIn } from '../../../shared/checked.ts'
import { MAX_RATING_NODES } from '../../../shared/job/limits.ts'
import { type Digits, digitsOf } from '../../../shared/sudoku/grid/grid.ts'
import { type Rating, ratePuzzle } from '../../../shared/sudoku/rating/rating.ts'
import { stepsOf } from '../../../shared/sudoku/rating/steps.ts'
import { ratingWord, STEP_WORDS } from '../../../shared/sudoku/rating/techniques.ts'
import { receivedPuzzle } from '../../rules/own-rules.ts'
import { isClassic, type SentPuzzle } from '../../rules/puzzle-text.ts'
import { ratingLine } from './hint-words.ts'
import type { Difficulty, HintReply, HintRequest, RatingRequest } from './use-hints.ts'

// Rates puzzles and finds the next step on boards. A chain may take seconds; the page ends the worker when it asks for something else.

addEventListener('message', ({ data: asked }: MessageEvent<HintRequest | RatingRequest>) => {
  const answer = 'rated' in asked ? difficultyOf(asked) : hintOn(asked)
  // The page hears of errors, and of no promises.
  answer.then(postMessage, reportError)
})

async function difficultyOf({ rated }: RatingRequest): Promise<Difficulty> {
  if (!isClassic(rated)) return difficultyUnderRules(rated)
  const givens = digitsOf(rated.text)
  const rating = ratePuzzle(givens, { nodes: MAX_RATING_NODES })
  if ('atLeast' in rating) return { word: ratingWord(rating.atLeast), line: ratingLine(rating, undefined) }
  return { word: ratingWord(rating.er), line: ratingLine(rating, nameOfHardest(givens, rating)) }
}

/** What players call it, which no technique alone tells. */
function nameOfHardest(givens: Digits, { technique, er }: Rating): string | undefined {
  for (const step of stepsOf(givens))
    if (step.technique === technique && step.rating === er) return STEP_WORDS[step.name]
}

async function difficultyUnderRules(rated: SentPuzzle): Promise<Difficulty> {
  const [puzzle, { ruleDifficulty }] = await Promise.all([
    receivedPuzzle(rated),
    import('../../../shared/sudoku/hints/next-step.ts'),
  ])
  const { word, why } = ruleDifficulty(valueIn(puzzle))
  return { word, line: why }
}

/** The rules and what finds steps under them are loaded with the first puzzle that has any. */
async function hintOn({ puzzle, hasOneSolution, placed, candidates }: HintRequest): Promise<HintReply> {
  const digits = Uint8Array.from(placed)
  if (hasOneSolution && isClassic(puzzle)) {
    const { value } = stepsOf(digits, {}, { placed, digitsAt: candidates }).next()
    return typeof value === 'string' ? undefined : value
  }
  const [read, { nextStep }, { positionOf }] = await Promise.all([
    receivedPuzzle(puzzle),
    import('../../../shared/sudoku/hints/next-step.ts'),
    import('../../../shared/sudoku/hints/position.ts'),
  ])
  return nextStep(positionOf(valueIn(read), digits, candidates))
}
