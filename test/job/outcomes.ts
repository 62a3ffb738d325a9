import fc from 'fast-check'
import type { ResultNote } from '../../shared/job/packed/packed-results.ts'
import { type Outcome, unsearched } from '../../shared/job/result.ts'
import { generateSolved } from '../../shared/sudoku/making/generate.ts'
import { KEPT_SOLUTIONS } from '../../shared/sudoku/search/strategy.ts'
import { plainText } from './entries.ts'

/** The parts of a result. */
export interface Made {
  readonly isPlain: boolean
  /** With `.` for empty cells where it is a plain grid. */
  readonly puzzle: string
  readonly outcome: Outcome
  readonly note: ResultNote
}

/** Some solved grids. */
export const GRIDS = Array.from({ length: 120 }, (_, index) =>
  generateSolved({ rules: 'classic', size: 9, clues: 60, seed: 'results', index }).solution.join(''),
)

const LARGEST = Number.MAX_SAFE_INTEGER
const small = fc.nat(8)
const huge = fc.maxSafeNat()
const note: fc.Arbitrary<ResultNote> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record(
      { id: fc.string({ maxLength: 128, unit: 'binary' }), givenIsCorrect: fc.boolean() },
      { requiredKeys: [], noNullPrototype: true },
    ),
  },
)
const counts = fc
  .oneof(fc.tuple(small, small), fc.tuple(huge, huge), fc.constantFrom([0, LARGEST], [LARGEST, 0]))
  .map(([first, further]) => ({ backtracks: first, searchBacktracks: Math.min(LARGEST, first + further) }))
const grid = fc.constantFrom(...GRIDS)
const grids = fc.array(grid, { minLength: 1, maxLength: KEPT_SOLUTIONS })

function masked(solution: string): fc.Arbitrary<string> {
  return fc
    .array(fc.boolean(), { minLength: 81, maxLength: 81 })
    .map((given) => [...solution].map((digit, cell) => (given[cell] ? digit : '.')).join(''))
}

/** A search of a plain grid that found these solutions first, among `most` at most. */
function found(status: Outcome['status'], solutions: readonly string[], most: number): fc.Arbitrary<Made> {
  return fc.record({
    isPlain: fc.constant(true),
    puzzle: masked(solutions[0]),
    outcome: fc
      .record({ counts, more: fc.nat(most - solutions.length) })
      .map(({ counts, more }) => ({ status, solutionCount: solutions.length + more, solutions, ...counts })),
    note,
  })
}

const solved = grid.chain((solution) => found('solved', [solution], 1))
const several = grids.chain((solutions) =>
  fc.constantFrom('multiple', 'aborted').chain((status) => found(status, solutions, LARGEST)),
)
const none = fc.record({
  isPlain: fc.constant(true),
  puzzle: plainText.map((text) => text.replaceAll(/[0*_-]/g, '.')),
  outcome: fc
    .record({ status: fc.constantFrom('no-solution', 'aborted'), counts })
    .map(({ status, counts }) => ({ status, solutionCount: 0, solutions: [], ...counts })),
  note,
})
const reason = fc.string({ maxLength: 100, unit: 'binary' })
const notSearched = fc.oneof(
  reason.map((why) => unsearched('invalid', why)),
  reason.map((why) => unsearched('failed', why)),
  fc.constant(unsearched('cancelled')),
)
const unread = fc.record({
  isPlain: fc.constant(true),
  puzzle: none.map(({ puzzle }) => puzzle),
  outcome: notSearched,
  note,
})
const other = fc.record({
  isPlain: fc.constant(false),
  puzzle: fc.string({ maxLength: 650, unit: 'binary' }),
  outcome: fc.oneof(
    notSearched,
    fc
      .record({ solutions: fc.array(fc.string({ maxLength: 625 }), { maxLength: KEPT_SOLUTIONS }), counts, more: huge })
      .map(({ solutions, counts, more }) => ({
        status: solutions.length === 0 ? ('no-solution' as const) : ('multiple' as const),
        solutionCount: solutions.length === 0 ? 0 : Math.max(2, solutions.length, more),
        solutions,
        ...counts,
      })),
  ),
  note,
})

/** Results of every kind, those that are simply solved more often. */
export const made: fc.Arbitrary<Made> = fc.oneof(
  { weight: 3, arbitrary: solved },
  { weight: 1, arbitrary: several },
  { weight: 1, arbitrary: none },
  { weight: 1, arbitrary: unread },
  { weight: 1, arbitrary: other },
) as fc.Arbitrary<Made>
