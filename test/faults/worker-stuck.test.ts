// @module-tag long

import { expect, it } from 'vitest'
import { startLocal } from '../../infra/local.ts'
import { MAX_ATTEMPTS } from '../../infra/settings.ts'
import { createClient } from '../../shared/client/client.ts'

/** Made against brute force: its solution begins with 987654321. */
const ENDLESS = '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9'
const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'

it('kills a worker past its timeout, and closes as failed what no attempt gets done', async () => {
  // Slices longer than the timeout: the worker never gets to hand the rest back. A start of the other worker may take a
  // second where the machine is busy, and would be one kill more.
  const log: string[] = []
  await using service = await startLocal({
    workerTimeoutS: 4,
    sliceMs: 60_000,
    timeScale: 0,
    log: (line) => log.push(line),
  })
  const client = createClient({ url: service.url })
  const stuck = await client.createJob({
    puzzles: [{ id: 'endless', puzzle: ENDLESS }],
    strategy: 'brute-force',
    backtrackLimit: 7_000_000_000,
  })
  const fine = await client.createJob({ puzzles: [EASY] })

  expect(await Array.fromAsync(client.results(stuck.id))).toMatchObject([
    { line: 1, id: 'endless', puzzle: ENDLESS, status: 'failed', backtracks: null, reason: expect.any(String) },
  ])
  expect(log.filter((line) => line === 'worker: killed after 4 s')).toHaveLength(MAX_ATTEMPTS)
  expect(await client.getJob(stuck.id)).toMatchObject({ state: 'completed', counts: { pending: 0, failed: 1 } })
  expect(await Array.fromAsync(client.results(fine.id))).toMatchObject([{ status: 'solved' }])
})
