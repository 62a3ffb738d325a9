import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { writeUnitsOf } from '../../infra/local/gateway.ts'
import { startLocal } from '../../infra/local.ts'
import { createClient } from '../../shared/client/client.ts'
import { puzzles } from '../../shared/sudoku/making/generate.ts'

/** An owner may send ten requests a second. */
const OWN_PAUSE_MS = 150
/** Far fewer than two workers solve, some 3,000 units a second: the table is busy long after the last upload. */
const UNITS_PER_S = 500
/** As many as one request brings as text. */
const IN_BULK = 60_000

it('owners with more in bulk than the table takes hold up nobody’s single grids, and nothing of theirs is solved twice', {
  tags: ['long'],
  timeout: 180_000,
}, async () => {
  const writeUnits = writeUnitsOf(UNITS_PER_S)
  await using service = await startLocal({ auth: 'keys', workers: 4, writeUnits })
  const made = [...puzzles({ rules: 'classic', size: 9, clues: 25, seed: 'cap' }).take(200)]
  const bulk = Array.from({ length: IN_BULK }, (_, i) => made[i % made.length]).join('\n')
  const jobs = await Promise.all(
    ['ann', 'ann', 'ann', 'ben', 'ben', 'ben', 'dan', 'dan', 'eve', 'eve'].map(async (owner) => {
      const key = await service.newKey(owner)
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/plain' }
      const answer = await fetch(`${service.url}/jobs`, { method: 'POST', headers, body: bulk })
      expect(answer.status).toBe(202)
      const { id } = (await answer.json()) as { id: string }
      return { client: createClient({ url: service.url, key }), id }
    }),
  )
  const before = writeUnits.counts.refused
  const authorization = `Bearer ${await service.newKey('cat')}`
  const answers = { solved: 0, others: 0, slowest: 0 }
  const isOver = async () =>
    (await Promise.all(jobs.map(({ client, id }) => client.getJob(id)))).every(({ counts }) => counts.pending === 0)
  do {
    for (const puzzle of made.slice(0, 5)) {
      const from = performance.now()
      const headers = { authorization, prefer: 'wait=20', 'content-type': 'text/plain' }
      const answer = await fetch(`${service.url}/jobs`, { method: 'POST', headers, body: puzzle })
      const { results } = (await answer.json()) as { results?: readonly { status: string }[] }
      answers[results?.[0]?.status === 'solved' ? 'solved' : 'others']++
      answers.slowest = Math.max(answers.slowest, performance.now() - from)
      await pause(OWN_PAUSE_MS)
    }
  } while (!(await isOver()))
  expect(answers).toMatchObject({ others: 0 })
  expect(answers.solved).toBeGreaterThan(20)
  expect(writeUnits.counts.refused - before).toBe(0)
  for (const { client, id } of jobs)
    expect((await client.getJob(id)).counts).toMatchObject({ total: IN_BULK, solved: IN_BULK })
})
