// @module-tag long

import { expect, it } from 'vitest'
import { startLocal } from '../../infra/local.ts'
import { createClient } from '../../shared/client/client.ts'

/** Inkala's grid of 2006: some 50 ms of brute force. */
const SLOW = '85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.'
const BACKTRACKS = 335_578

it('loses and doubles nothing when workers are killed in the middle of a job', async () => {
  const crashes: string[] = []
  await using service = await startLocal({ timeScale: 0, log: (line) => crashes.push(line) })
  const client = createClient({ url: service.url })
  const { id } = await client.createJob({ puzzles: Array(150).fill(SLOW), strategy: 'brute-force' })

  let kills = 0
  for await (const { counts } of client.watchJob(id)) {
    // The first chunks are done, others are being worked on.
    if (counts.solved === 0 || counts.pending === 0 || kills === 3) continue
    kills++
    for (const pid of service.workerPids()) process.kill(pid, 'SIGKILL')
  }
  expect(kills).toBe(3)
  expect(crashes).toContain('Error: worker: ended by SIGKILL')

  const results = await Array.fromAsync(client.results(id))
  const job = await client.getJob(id)
  expect(job).toMatchObject({ state: 'completed', counts: { total: 150, pending: 0, solved: 150, failed: 0 } })
  expect(job.backtracks).toMatchObject({ sum: 150 * BACKTRACKS, max: BACKTRACKS })
  expect(results.map((result) => result.line)).toEqual(Array.from({ length: 150 }, (_, i) => i + 1))
  expect(new Set(results.map((result) => result.backtracks))).toEqual(new Set([BACKTRACKS]))
})
