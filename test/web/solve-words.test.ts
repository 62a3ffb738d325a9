import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_BACKTRACK_LIMIT } from '../../shared/job/limits.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'
import { limitIn, optionsIn, queryOf } from '../../web/solve/options.tsx'
import { verdictOf } from '../../web/solve/verdict.ts'

const ASKED = { strategy: 'singles', solutions: 2, backtrackLimit: 1000 } as const
const RESULT: PuzzleResult = {
  line: 1,
  place: 1,
  puzzle: '1'.padEnd(81, '.'),
  status: 'solved',
  strategy: 'singles',
  unique: true,
  solutionCount: 1,
  backtracks: 7,
  searchBacktracks: 9,
  searchVersion: 1,
}

describe('a newcomer is told', () => {
  it.each<[Partial<PuzzleResult>, number, string]>([
    [{ unique: true }, 2, 'Solved. This is the only solution.'],
    [{ unique: null }, 1, 'Solved. The search did not look for other solutions.'],
    [{ status: 'multiple', solutionCount: 18 }, 100, 'It has exactly 18 solutions. A proper Sudoku has only one.'],
    [{ status: 'multiple', solutionCount: 2 }, 2, 'It has more than one solution. A proper Sudoku has only one.'],
    [{ status: 'multiple', solutionCount: 10 }, 10, 'It has at least 10 solutions. The search stopped there.'],
    [
      { status: 'multiple', solutionCount: 2, puzzle: '.'.repeat(81) },
      2,
      'The grid is empty, so almost anything goes.',
    ],
    [{ status: 'no-solution', solutionCount: 0 }, 2, 'There is no solution.'],
    [{ status: 'invalid', solutionCount: 0 }, 2, 'This is not a Sudoku yet: some of its givens clash.'],
    [{ status: 'aborted', solutionCount: 0 }, 2, 'Given up after 1,000 backtracks. Raise the limit, or choose another'],
    [
      { status: 'aborted', solutionCount: 1 },
      2,
      'One solution was found before that; whether there are more is not known.',
    ],
    [{ status: 'failed', reason: 'out of attempts' }, 2, 'The service could not finish this search. out of attempts'],
    [{ status: 'cancelled' }, 2, 'Cancelled before it was solved.'],
  ])('%o, %i asked for: %s', (result, solutions, words) => {
    const { title, more = '' } = verdictOf({ ...RESULT, ...result }, { ...ASKED, solutions })
    expect(`${title} ${more}`).toContain(words)
  })
})

describe('the options of an address', () => {
  it('are the defaults where it says nothing, or nonsense', () => {
    const defaults = { strategy: 'bit-parallel', solutions: 2, backtrackLimit: 100_000_000 }
    expect(optionsIn({})).toEqual(defaults)
    expect(optionsIn({ strategy: 'magic', solutions: '0', limit: '-1' })).toEqual(defaults)
  })

  it('come back as they went in, and defaults are left out', () => {
    const options = fc.record({
      strategy: fc.constantFrom(...STRATEGY_NAMES),
      solutions: fc.integer({ min: 1, max: 1_000_000 }),
      backtrackLimit: fc.integer({ min: 0, max: MAX_BACKTRACK_LIMIT }),
    })
    const query = (written: ReturnType<typeof queryOf>) =>
      Object.fromEntries(
        Object.entries(written).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      )
    fc.assert(
      fc.property(options, (asked) => {
        expect(optionsIn(query(queryOf(asked)))).toEqual(asked)
      }),
    )
    expect(query(queryOf(optionsIn({})))).toEqual({})
  })

  it.each([
    ['1000', 1000],
    ['1,000', 1000],
    ['1 000 000', 1_000_000],
    ['0', 0],
    ['', undefined],
    ['many', undefined],
    ['10,000,000,001', undefined],
  ])('hold a limit as people write it: %j', (text, limit) => {
    expect(limitIn(text)).toBe(limit)
  })
})
