// @module-tag long

import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startLocal } from '../../infra/local.ts'
import { createClient } from '../../shared/client/client.ts'
import { RatingCounter } from '../../shared/job/rating-counts.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { digitsOf } from '../../shared/sudoku/grid/grid.ts'
import { canonicalGrid } from '../../shared/sudoku/kernels/canonical/canonical-grid.ts'
import { puzzles } from '../../shared/sudoku/making/generate.ts'
import { ratePuzzle } from '../../shared/sudoku/rating/rating.ts'

const COUNT = 20_000
const INCLUDE = ['minimal', 'canonical', 'rating'] as const
/** Mostly easy ones, as in the sets of millions. */
const LINES = [...puzzles({ rules: 'classic', size: 9, seed: 'inclusions', clues: 32 }).take(COUNT)]
const EVERY = 97
/** Sooner than a chunk is done, so that attempts run out. */
const KILL_EACH_MS = 50

/** The ratings of a job, as its results have them. */
function ratingsIn(results: readonly PuzzleResult[]): JobView['ratings'] {
  const counted = new RatingCounter()
  for (const { rating } of results) if (rating) counted.add(rating)
  const { er, technique, atLeast } = counted
  return {
    er: Object.entries(er).map(([tenths, puzzles]) => ({ er: Number(tenths) / 10, puzzles })),
    technique: expect.arrayContaining(
      Object.entries(technique).map(([technique, puzzles]) => ({ technique, puzzles })),
    ),
    atLeast,
  }
}

it('what ran out of attempts has nothing included, and is computed and counted once it is sent again', async () => {
  await using service = await startLocal({ timeScale: 0, log: () => {}, logLevel: 'ERROR' })
  const client = createClient({ url: service.url })
  const { id } = await client.createJob(LINES.join('\n'), { include: INCLUDE })
  const until = async (isReached: (job: JobView) => boolean, meanwhile: () => void) => {
    for (let job = await client.getJob(id); !isReached(job); job = await client.getJob(id)) {
      meanwhile()
      await pause(KILL_EACH_MS)
    }
  }
  await until(
    ({ counts }) => counts.solved > 0,
    () => {},
  )
  await until(
    ({ counts }) => counts.failed > 0,
    () => {
      for (const pid of service.workerPids()) process.kill(pid, 'SIGKILL')
    },
  )
  const ended = async () => (await Array.fromAsync(client.watchJob(id))).at(-1)
  const job = await ended()
  const { solved = 0, failed = 0 } = job?.counts ?? {}
  expect([job?.state, solved > 0, failed > 0, solved + failed]).toEqual(['completed', true, true, COUNT])
  const before = await Array.fromAsync(client.results(id))
  expect(job?.ratings).toEqual(ratingsIn(before))
  const without = before.filter(({ status }) => status === 'failed')
  expect(without).toHaveLength(failed)
  for (const result of without) expect(result).toMatchObject({ minimal: null, canonical: null, rating: null })

  await client.redriveJob(id)
  const again = await ended()
  expect(again).toMatchObject({ state: 'completed', counts: { total: COUNT, solved: COUNT, failed: 0 } })
  const results = await Array.fromAsync(client.results(id))
  expect(again?.ratings).toEqual(ratingsIn(results))
  for (const [i, result] of results.entries()) {
    const { place, puzzle, canonical, rating } = result
    expect([place, puzzle]).toEqual([i + 1, LINES[i]])
    if (before[i].status === 'solved') expect(result).toEqual(before[i])
    else if (place % EVERY === 0)
      expect([canonical, rating]).toEqual([canonicalGrid(puzzle), ratePuzzle(digitsOf(puzzle))])
  }
})
