import { describe, expect, it } from 'vitest'
import { solveChunk } from '../../shared/job/chunks/solve-chunk.ts'
import type { JobOptions } from '../../shared/job/job.ts'
import type { Entry } from '../../shared/job/puzzles.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'
import { NONE, GRID as PUZZLE, SEVERAL, SOLUTION } from '../api/grids.ts'
import { plainSolutions } from '../sudoku/plain.ts'
import { chunkWith } from './chunks.ts'
import { resultsIn } from './read.ts'

function solved(
  entries: readonly Entry[],
  options: Partial<JobOptions> = {},
): { results: PuzzleResult[]; mismatches: number } {
  const chunk = chunkWith(entries, options)
  const { results, rest } = solveChunk(chunk, () => false)
  expect(rest).toBeUndefined()
  return { results: resultsIn(results.pack(), chunk.options), mismatches: results.counts.mismatches }
}

const judged = ({ givenIsCorrect, reason }: PuzzleResult) => [givenIsCorrect, reason]

describe.each(STRATEGY_NAMES)('a solution that came with its puzzle, under %s', (strategy) => {
  it('is found right or wrong, and wrong ones are counted', () => {
    const { results, mismatches } = solved(
      [
        { text: PUZZLE, given: SOLUTION },
        { text: PUZZLE },
        { text: PUZZLE, given: SOLUTION.replace(/12/, '21'), id: 'wrong' },
        { text: PUZZLE, given: `4${SOLUTION.slice(1)}` },
        { text: PUZZLE, given: SOLUTION.slice(1) },
        { text: PUZZLE, given: `x${SOLUTION.slice(1)}` },
        { text: PUZZLE, given: PUZZLE },
      ],
      { strategy },
    )
    expect(results.map(judged)).toEqual([
      [true, undefined],
      [undefined, undefined],
      [false, 'the given solution: column 8 holds a digit twice'],
      [false, 'the given solution: cell 1 holds 4, given 5'],
      [false, 'the given solution: 81 cells are needed, 80 are there'],
      [false, 'the given solution: cell 1: found "x", expected 1–9, 0 or "."'],
      [false, 'the given solution: cell 3 holds 0'],
    ])
    expect(mismatches).toBe(5)
    // The finding is said all the same.
    for (const result of results) expect(result).toMatchObject({ status: 'solved', solution: SOLUTION, puzzle: PUZZLE })
    expect(results[2].id).toBe('wrong')
  })

  it('may be any of several', () => {
    const all = plainSolutions(SEVERAL, 'classic', 9, 100).map((solution) => solution.replaceAll(' ', ''))
    expect(all).toHaveLength(18)
    const { results, mismatches } = solved(
      all.map((given) => ({ text: SEVERAL, given })),
      { strategy, solutions: 2 },
    )
    expect(results.map(judged)).toEqual(all.map(() => [true, undefined]))
    expect(mismatches).toBe(0)
    expect(results[0]).toMatchObject({ status: 'multiple', unique: false })
  })
})

it('is compared even if the search was given up, is wrong if no solution exists, and is not judged if the puzzle is invalid', () => {
  const asked = [
    { text: PUZZLE, given: SOLUTION },
    { text: NONE, given: SOLUTION },
    { text: 'x', given: SOLUTION },
  ]
  const { results, mismatches } = solved(asked, { strategy: 'brute-force', backtrackLimit: 1 })
  expect(results.map(({ status, givenIsCorrect }) => [status, givenIsCorrect])).toEqual([
    ['aborted', true],
    ['no-solution', false],
    ['invalid', undefined],
  ])
  expect(mismatches).toBe(1)
})

it('is looked at under the rules and on the size of its job', () => {
  const even = '84..5.e..3..6.8.4...e4.9..e.23.e.98.1..e.e..4.98.e.16.e..5.3e...3.1.6..7..e.2..13'
  const right = '849257631357618249612439758423761985165892374798345162281573496934186527576924813'
  const swapped = [...right].map((digit) => ({ 2: '7', 7: '2' })[digit] ?? digit).join('')
  const { results } = solved(
    [
      { text: even, given: right },
      { text: even.replaceAll(/[1-9]/g, '.'), given: swapped },
    ],
    { rules: 'even' },
  )
  expect(results.map(judged)).toEqual([
    [true, undefined],
    [false, 'the given solution: cell 21 holds 7, marked even'],
  ])
  const small = '1.3...21.1.224..'
  const [solution] = plainSolutions(small, 'classic', 4, 1).map((found) => found.replaceAll(' ', ''))
  const both = [solution, SOLUTION].map((given) => ({ text: small, given }))
  expect(solved(both).results.map(judged)).toEqual([
    [true, undefined],
    [false, 'the given solution: 16 cells are needed, 81 are there'],
  ])
})
