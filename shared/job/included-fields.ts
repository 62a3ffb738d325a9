import type { EveryFieldOf } from '../json-schema.ts'
import type { Additions, INCLUSIONS, IncludedFields, InclusionName } from './inclusions.ts'

// By itself, so that who only writes results, as the smallest solver does, needs no descriptions of what they include.

/** Each field as a result has it that has nothing to say of it. */
const NOTHING: { readonly [Name in InclusionName]: EveryFieldOf<(typeof INCLUSIONS)[Name]['fields']> } = {
  minimal: { minimal: null, redundant: undefined },
  canonical: { canonical: null },
  canonicalSolution: { canonicalSolution: null },
  pattern: { pattern: null },
  automorphisms: { automorphisms: null },
  candidates: { candidates: null },
  total: { total: null },
  conflict: { conflict: null },
  counts: { counts: null },
  rating: { rating: null },
  steps: { steps: null, stepsEnd: undefined },
  hint: { hint: null },
}

/** The fields that inclusions add to a result, in the order in which they are listed. */
export function includedFields(include: readonly InclusionName[], additions: Additions | undefined): IncludedFields {
  return Object.assign({}, ...include.map((name) => additions?.[name] ?? NOTHING[name]))
}
