import { BitMaskSearch } from './bit-mask-search.ts'
import { BulkSearch } from './bulk-search.ts'
import type { Strategy } from './strategy.ts'

/** All cells at once, as sets of bits: the bulk engine's search on classic 9×9, candidate masks on everything else. */
export const bitParallel: Strategy = {
  name: 'bit-parallel',
  search(puzzle, ...asked) {
    const { name, size } = puzzle.rules
    return name === 'classic' && size === 9 ? new BulkSearch(puzzle, ...asked) : new BitMaskSearch(puzzle, ...asked)
  },
}
