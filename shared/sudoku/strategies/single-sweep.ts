import { firstEmptyCell } from './branching.ts'
import { DepthFirst } from './depth-first.ts'
import type { Strategy } from './strategy.ts'
import { sweep } from './sweep.ts'

/**
 * One sweep after each guess: Devadas' `solveSudokuOpt` as it is meant. The printed
 * listing calls the basic solver by mistake after the first guess.
 */
export const singleSweep: Strategy = {
  name: 'single-sweep',
  search: (...asked) =>
    new DepthFirst(
      {
        infersAtStart: false,
        infer(candidates) {
          sweep(candidates)
          return true
        },
        branch: firstEmptyCell,
      },
      ...asked,
    ),
}
