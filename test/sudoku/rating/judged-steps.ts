import { digitsOf } from '../../../shared/sudoku/grid/grid.ts'
import type { RatingOptions } from '../../../shared/sudoku/rating/rating.ts'
import { type Step, stepsOf } from '../../../shared/sudoku/rating/steps.ts'
import { learning } from '../../../shared/sudoku/search/learning.ts'
import { solve } from '../../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from '../asked.ts'
import { deservesName } from './name-checker.ts'
import { type Candidates, candidatesOf, faultOf, take } from './step-checker.ts'

export interface JudgedStep {
  readonly step: Step
  /** Those before the step, until the next one is asked for. */
  readonly candidates: Candidates
  readonly solution: Uint8Array
  /** What one of the judges finds wrong. */
  readonly fault: string | undefined
}

/** The steps of a puzzle before both judges, that of steps and that of names. */
export function* judgedSteps(puzzle: string, options: RatingOptions = {}): Generator<JudgedStep, void> {
  const candidates = candidatesOf(digitsOf(puzzle))
  const solution = solve(learning, puzzleFrom(puzzle), asking(2)).counts.solutions[0]
  for (const step of stepsOf(digitsOf(puzzle), options)) {
    const named = deservesName(step, candidates) ? undefined : `${step.technique}: it is no ${step.name}`
    yield { step, candidates, solution, fault: faultOf(step, candidates, solution) ?? named }
    take(candidates, step)
  }
}
