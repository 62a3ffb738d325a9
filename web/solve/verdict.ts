import type { PuzzleResult } from '../../shared/job/result.ts'
import { countOf, numberText } from '../ui/number-text.ts'
import type { SolveOptions } from './options.tsx'

/** A result in words for somebody who has never heard of a status. */
export interface Verdict {
  readonly tone: 'good' | 'warn' | 'bad'
  readonly title: string
  readonly more?: string
}

export function verdictOf(result: PuzzleResult, options: SolveOptions): Verdict {
  const { status, unique, solutionCount } = result
  switch (status) {
    case 'solved':
      return unique
        ? { tone: 'good', title: 'Solved. This is the only solution.' }
        : { tone: 'good', title: 'Solved.', more: 'The search did not look for other solutions.' }
    case 'multiple':
      return manySolutions(solutionCount, options.solutions, /^[.eo]*$/.test(result.puzzle))
    case 'no-solution':
      return {
        tone: 'bad',
        title: 'There is no solution.',
        more: 'No two digits clash, and yet the grid cannot be filled. Check that the givens were copied correctly.',
      }
    case 'invalid':
      return { tone: 'bad', title: 'This is not a Sudoku yet: some of its givens clash.' }
    case 'aborted':
      return {
        tone: 'warn',
        title: `Given up after ${countOf(options.backtrackLimit, 'backtrack')}.`,
        more: foundBefore(solutionCount),
      }
    case 'failed':
      return {
        tone: 'bad',
        title: 'The service could not finish this search.',
        more: result.reason ?? 'Try to solve it again.',
      }
    case 'cancelled':
      return { tone: 'warn', title: 'Cancelled before it was solved.' }
  }
}

function manySolutions(count: number, wanted: number, isEmptyGrid: boolean): Verdict {
  const hint = isEmptyGrid
    ? 'The grid is empty, so almost anything goes. Enter the digits of your puzzle first.'
    : 'A proper Sudoku has only one. Check that no given is missing.'
  // A search that found as many as were wanted stopped there; one that found fewer knows them all.
  if (count < wanted) return { tone: 'warn', title: `It has exactly ${numberText(count)} solutions.`, more: hint }
  if (count === 2) return { tone: 'warn', title: 'It has more than one solution.', more: hint }
  return {
    tone: 'warn',
    title: `It has at least ${numberText(count)} solutions.`,
    more: `The search stopped there. ${hint}`,
  }
}

function foundBefore(solutionCount: number): string {
  const next = 'Raise the limit, or choose another strategy: most need far fewer.'
  if (solutionCount === 0) return next
  const found = solutionCount === 1 ? 'One solution was' : `${numberText(solutionCount)} solutions were`
  return `${found} found before that; whether there are more is not known. ${next}`
}
