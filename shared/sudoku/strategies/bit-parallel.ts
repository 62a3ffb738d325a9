import type { BulkSolver } from '../engine/bulk-solver.ts'
import { BulkSearch } from './bulk-search.ts'
import { BitMaskSearch } from './mask-search.ts'
import type { Observer, Strategy } from './strategy.ts'

/** All cells at once, as sets of bits: the bulk solver's search on classic 9×9, candidate masks on everything else. */
export const bitParallel = (solverFor: (observe: Observer | undefined) => BulkSolver): Strategy => ({
  name: 'bit-parallel',
  search(puzzle, question, from, observe) {
    const { isClassic, size } = puzzle.rules
    return isClassic && puzzle.masks.size === 0 && size === 9
      ? new BulkSearch(solverFor(observe), puzzle, question, from)
      : new BitMaskSearch(puzzle, question, from, observe)
  },
})
