import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Chunk, chunkIn, messageOf } from '../../shared/job/chunks/chunk.ts'
import { solveChunk } from '../../shared/job/chunks/solve-chunk.ts'
import type { Entry } from '../../shared/job/puzzles.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import { verifyText } from '../../shared/sudoku/rules/verify.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'
import { GRID as EASY, SEVERAL, SLOW } from '../api/grids.ts'
import { chunkWith } from '../job/chunks.ts'
import { resultsIn } from '../job/read.ts'

it('a chunk of diagonal grids done in the shortest slices has the results of one done at once', () => {
  const texts = [
    '.8..5......4...59.....1......6..8..5.5.....2..................93.....1.......9.6.',
    `7${'.'.repeat(79)}7`,
    'x',
    '.'.repeat(81),
    '..7..6..813...762...8........4...2.7.......6.........528.5...........5..7........',
  ]
  const chunk = chunkWith(texts, { strategy: 'bit-parallel', rules: 'diagonal', solutions: 50_000 })
  const { results, slices } = inSlices(chunk)
  expect(results).toEqual(atOnce(chunk))
  expect(slices).toBeGreaterThan(2)
  expect(results.map(({ status, reason }) => reason ?? status)).toEqual([
    'solved',
    'line 2, cells 1 and 81: both hold 7 in the falling diagonal',
    expect.stringContaining('line 3'),
    'multiple',
    'multiple',
  ])
  for (const { puzzle, solution } of results)
    if (solution !== undefined) expect(verifyText(puzzle, solution, 'diagonal')).toBeUndefined()
})

/** The results of a chunk that is done in slices as short as they get, and how many those were. */
function inSlices(chunk: Chunk): { results: PuzzleResult[]; slices: number } {
  const results: PuzzleResult[] = []
  let slices = 0
  for (let rest: Chunk | undefined = chunk; rest; slices++) {
    // The rest travels as a message.
    const slice = solveChunk(chunkIn(messageOf(rest)), () => true)
    const { count } = slice.results
    expect(count + (slice.rest?.puzzles.count ?? 0)).toBe(rest.puzzles.count)
    expect(slice.rest?.from).toBe(slice.rest && rest.from + count)
    results.push(...resultsIn(slice.results.pack(), chunk.options, 1 + rest.from))
    rest = slice.rest
  }
  return { results, slices }
}

function atOnce(chunk: Chunk): PuzzleResult[] {
  const { results, rest } = solveChunk(chunk, () => false)
  expect(rest).toBeUndefined()
  return resultsIn(results.pack(), chunk.options)
}

it('plain grids, others, names and given solutions in any order have the same results in slices as at once', {
  tags: ['long'],
}, () => {
  const small = { text: '1.3...21.1.224..' }
  const entry = fc.constantFrom<Entry>(
    { text: SLOW },
    { text: EASY, id: 'named' },
    { text: EASY, given: SLOW },
    { text: SEVERAL },
    { text: 'x' },
    { text: '.'.repeat(81), id: 'empty' },
    { text: `55${EASY.slice(2)}` },
    small,
    { ...small, given: '1234', id: 'small' },
    { text: 'x', refused: 'no puzzle' },
  )
  fc.assert(
    fc.property(
      fc.array(entry, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...STRATEGY_NAMES),
      fc.constantFrom(2, 200, 5_000),
      (entries, strategy, solutions) => {
        const chunk = chunkWith(entries, { strategy, solutions, backtrackLimit: 2000 })
        expect(inSlices(chunk).results).toEqual(atOnce(chunk))
      },
    ),
  )
})

it('a puzzle before plain grids gets its slices whole, however long those take', { tags: ['long'] }, () => {
  const first = '.'.repeat(36)
  const behind = Array<string>(40).fill('.'.repeat(81))
  const slicesUntilSolved = (puzzles: readonly string[]) => {
    let rest: Chunk = chunkWith(puzzles, { strategy: 'bit-parallel', solutions: 20_000 })
    for (let slices = 1; ; slices++) {
      let looks = 0
      const slice = solveChunk(rest, () => ++looks >= 10)
      if (slice.results.count > 0 || !slice.rest) return slices
      rest = slice.rest
    }
  }
  expect(slicesUntilSolved([first])).toBeGreaterThan(2)
  expect(slicesUntilSolved([first, ...behind])).toBe(slicesUntilSolved([first]))
})
