import { firstEmptyCell } from './branching.ts'
import { DepthFirst } from './depth-first.ts'
import type { Strategy } from './strategy.ts'
import { sweep } from './sweep.ts'

/** The sweep repeated until nothing changes: Devadas' first exercise, the VIT report's possibility array. */
export const nakedSingles: Strategy = {
  name: 'naked-singles',
  search: (...asked) =>
    new DepthFirst(
      {
        infersAtStart: false,
        infer(candidates) {
          while (sweep(candidates));
          return true
        },
        branch: firstEmptyCell,
      },
      ...asked,
    ),
}
