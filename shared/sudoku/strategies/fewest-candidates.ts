import { fewestCandidatesCell } from './branching.ts'
import { DepthFirst } from './depth-first.ts'
import type { Strategy } from './strategy.ts'

/** Infers nothing, but guesses where there is least to choose from. */
export const fewestCandidates: Strategy = {
  name: 'fewest-candidates',
  search: (...asked) =>
    new DepthFirst({ infersAtStart: false, infer: () => true, branch: fewestCandidatesCell }, ...asked),
}
