import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Chunk, chunkIn, messageOf } from '../../shared/job/chunks/chunk.ts'
import { solveChunk } from '../../shared/job/chunks/solve-chunk.ts'
import type { Entry } from '../../shared/job/puzzles.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'
import { GRID as EASY, SEVERAL, SLOW } from '../api/grids.ts'
import { chunkWith } from '../job/chunks.ts'
import { resultsIn } from '../job/read.ts'

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

function areTheSame(numRuns: number): void {
  const small = { text: '1.3...21.1.224..' }
  const entry = fc.constantFrom<Entry>(
    { text: SLOW },
    { text: EASY, id: 'named' },
    { text: EASY, given: SLOW },
    { text: SEVERAL },
    { text: 'x' },
    { text: '.'.repeat(81), id: 'empty' },
    // On diagonals it has several solutions, and those before it none.
    { text: '..7..6..813...762...8........4...2.7.......6.........528.5...........5..7........' },
    { text: `55${EASY.slice(2)}` },
    small,
    { ...small, given: '1234', id: 'small' },
    { text: 'x', refused: 'no puzzle' },
  )
  fc.assert(
    fc.property(
      fc.array(entry, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...STRATEGY_NAMES),
      fc.constantFrom('classic' as const, 'diagonal' as const),
      fc.constantFrom(2, 200, 5_000),
      (entries, strategy, rules, solutions) => {
        const chunk = chunkWith(entries, { strategy, rules, solutions, backtrackLimit: 2000 })
        expect(inSlices(chunk).results).toEqual(atOnce(chunk))
      },
    ),
    { numRuns },
  )
}
const SAME = 'plain grids, others, names and given solutions in any order have the same results in slices as at once'
it(SAME, () => areTheSame(20))
it(`${SAME}: a hundred`, { tags: ['long'] }, () => areTheSame(100))

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
