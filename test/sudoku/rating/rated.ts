import { readFileSync } from 'node:fs'
import { digitsOf } from '../../../shared/sudoku/grid/grid.ts'
import { ratePuzzle } from '../../../shared/sudoku/rating/rating.ts'

/** A puzzle of our generator, and what Sudoku Explainer 1.2.1 itself answered: ER/EP/ED. */
export interface RatedPuzzle {
  readonly puzzle: string
  readonly er: number
  readonly three: string
  readonly technique: string
}

function rowsOf(file: string): string[][] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'))
}

/** Up to eight puzzles for each technique that is the hardest of one, among 3,000 of the seed `ratings`. */
export const RATED: readonly RatedPuzzle[] = rowsOf('rated.tsv').map(([puzzle, three, technique]) => ({
  puzzle,
  er: Number(three.split('/')[0]),
  three,
  technique,
}))

/** Isomorphs of some of them that Sudoku Explainer itself rates otherwise, and how: its choices go by rows and digits. */
export const RATED_OTHERWISE: readonly { isomorph: string; puzzle: string; three: string }[] = rowsOf(
  'rated-otherwise.tsv',
).map(([isomorph, puzzle, three]) => ({ isomorph, puzzle, three }))

/** The step of each technique that docs/ratings.md shows: its name, the puzzle, what was played before, and its text. */
export const EXAMPLES = rowsOf('../../../docs/ratings/examples.tsv')

/** ER/EP/ED as Sudoku Explainer prints them. */
export function threeOf(puzzle: string): string {
  const rating = ratePuzzle(digitsOf(puzzle))
  if (!('er' in rating)) throw new Error(`at least ${rating.atLeast}, though there was no limit`)
  return [rating.er, rating.ep, rating.ed].map((tenths) => tenths.toFixed(1)).join('/')
}
