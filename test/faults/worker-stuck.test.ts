// @module-tag long

import { expect, it } from 'vitest'
import { startLocal } from '../../infra/local.ts'
import { MAX_ATTEMPTS } from '../../infra/settings/settings.ts'
import { createClient } from '../../shared/client/client.ts'
import { GRID } from '../api/grids.ts'

/** After 300 million backtracks, 15 s of a fast processor, brute force has found no solution: `sudoku generate --size 16 --seed 7`. */
const ENDLESS =
  '5......F...C7..B...E352....4A....29..4....1E.3..4A...6GB.D.F.E..C..5..4.G..8.76A.81.AF.D..6.......69.....15..8...34..C.9AE....F.2.F.C..3D........D.A.....F.G6...86.....E3..7D.4.......6..54BE.7..1...E.....A5..........2.....B.CF....3...6..918...C..D.8.3.1F...'

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
  const fine = await client.createJob({ puzzles: [GRID] })

  expect(await Array.fromAsync(client.results(stuck.id))).toMatchObject([
    { line: 1, id: 'endless', puzzle: ENDLESS, status: 'failed', backtracks: null, reason: expect.any(String) },
  ])
  expect(log.filter((line) => line === 'worker: killed after 4 s')).toHaveLength(MAX_ATTEMPTS)
  expect(await client.getJob(stuck.id)).toMatchObject({ state: 'completed', counts: { pending: 0, failed: 1 } })
  expect(await Array.fromAsync(client.results(fine.id))).toMatchObject([{ status: 'solved' }])
})
