import { expect, it } from 'vitest'
import { startLocal } from '../../infra/local.ts'
import { createClient } from '../../shared/client.ts'
import type { Chunk } from '../../shared/job/chunk.ts'
import { solveChunk } from '../../shared/job/solve-chunk.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/strategies/strategy.ts'

const SLOW = '85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.'
const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'

function chunkWith(strategy: (typeof STRATEGY_NAMES)[number]): Chunk {
  const options = { strategy, rules: 'classic', solutions: 3, backtrackLimit: 1_000_000 } as const
  const entries = [SLOW, EASY, 'x', EASY.replace('28', '..'), '.'.repeat(81)].map((text) => ({ text }))
  return { jobId: 'j', part: 0, number: 0, from: 0, line: 1, options, expiresAt: 0, entries }
}

it.each(STRATEGY_NAMES)('%s: a chunk done in the shortest slices has the results of one done at once', (strategy) => {
  const whole = solveChunk(chunkWith(strategy), () => false)
  const results = []
  let slices = 0
  for (let rest: Chunk | undefined = chunkWith(strategy); rest; slices++) {
    // What is left travels as a message: plain data.
    const slice = solveChunk(JSON.parse(JSON.stringify(rest)), () => true)
    expect(slice.results.length + (slice.rest?.entries.length ?? 0)).toBe(rest.entries.length)
    expect(slice.rest?.line).toBe(slice.rest && 1 + results.length + slice.results.length)
    results.push(...slice.results)
    rest = slice.rest
  }
  expect(whole.rest).toBeUndefined()
  expect(results).toEqual(whole.results)
  // The engine takes as many puzzles at a time as it gets done between two looks at the clock.
  expect(slices).toBeGreaterThanOrEqual(strategy === 'bit-parallel' ? 2 : 5)
})

it('a puzzle that takes the engine many slices has the result of one done at once', () => {
  const { entries, ...chunk } = chunkWith('bit-parallel')
  const empty = { ...chunk, entries: [entries[4], entries[1]], options: { ...chunk.options, solutions: 90_000 } }
  const whole = solveChunk(empty, () => false)
  let rest: Chunk | undefined = empty
  const results = []
  let slices = 0
  for (; rest; slices++) {
    const slice = solveChunk(JSON.parse(JSON.stringify(rest)), () => true)
    results.push(...slice.results)
    rest = slice.rest
  }
  expect(results).toEqual(whole.results)
  expect(whole.results).toMatchObject([
    { status: 'multiple', solutionCount: 90_000 },
    { status: 'solved', unique: true },
  ])
  expect(slices).toBeGreaterThan(3)
})

it('a puzzle that takes many slices is solved with its exact count, and without a failed attempt', async () => {
  await using service = await startLocal({ sliceMs: 5 })
  const client = createClient({ url: service.url })
  const { id } = await client.createJob({ puzzles: [SLOW, EASY, SLOW], strategy: 'brute-force' })
  const results = await Array.fromAsync(client.results(id))
  expect(results.map(({ status, backtracks }) => [status, backtracks])).toEqual([
    ['solved', 335_578],
    ['solved', 4157],
    ['solved', 335_578],
  ])
  expect(await client.getJob(id)).toMatchObject({ state: 'completed', counts: { solved: 3, failed: 0 } })
})
