import { readFileSync } from 'node:fs'
import { digitsOf } from '../../../shared/sudoku/grid.ts'
import { ratePuzzle } from '../../../shared/sudoku/rating/rating.ts'

/** A puzzle of our generator, and what Sudoku Explainer 1.2.1 itself answered: ER/EP/ED. */
export interface RatedPuzzle {
  readonly puzzle: string
  readonly er: number
  readonly three: string
  readonly technique: string
}

/** Up to eight puzzles for each technique that is the hardest of one, among 3,000 of the seed `ratings`. */
export const RATED: readonly RatedPuzzle[] = readFileSync(new URL('rated.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [puzzle, three, technique] = line.split('\t')
    return { puzzle, er: Number(three.split('/')[0]), three, technique }
  })

/** ER/EP/ED as Sudoku Explainer prints them. */
export function threeOf(puzzle: string): string {
  const rating = ratePuzzle(digitsOf(puzzle))
  if (!('er' in rating)) throw new Error(`at least ${rating.atLeast}, though there was no limit`)
  return [rating.er, rating.ep, rating.ed].map((tenths) => tenths.toFixed(1)).join('/')
}
