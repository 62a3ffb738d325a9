import { expect, it } from 'vitest'
import type { JobView } from '../../shared/protocol/views.ts'
import { ask, ended, misfits, resultsOf } from './ask.ts'
import { GRID } from './grids.ts'

const BODY = { puzzles: Array(40).fill(GRID), strategy: 'brute-force' }
const newKey = () => crypto.randomUUID()

function submit(key: string, body: object) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  return ask<JobView>('/jobs', { method: 'POST', headers, body: JSON.stringify(body) })
}

it('the same key and request are the same job, solved once', async () => {
  const key = newKey()
  const first = await submit(key, BODY)
  const second = await submit(key, BODY)
  expect([second.status, second.headers.get('location')]).toEqual([202, `/jobs/${first.body.id}`])
  expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
  const job = await ended(first.body.id)
  expect(job).toMatchObject({ counts: { total: 40, solved: 40 }, backtracks: { sum: 40 * 4157 } })
  // Long after it has ended, too.
  expect((await submit(key, BODY)).body).toEqual(job)
  expect((await resultsOf(job.id)).results).toHaveLength(40)
})

it('a request that was refused leaves its key free, even the longest', async () => {
  const key = newKey().padEnd(255, '~')
  expect((await submit(key, { puzzles: [] })).status).toBe(422)
  expect((await submit(key, BODY)).status).toBe(202)
})

it.each([
  ['with a blank', 'a b'],
  ['of 256 characters', 'x'.repeat(256)],
])('a key %s is refused', async (_, key) => {
  expect(await misfits(submit(key, BODY))).toEqual(['Idempotency-Key: expected 1 to 255 visible ASCII characters'])
})
