import { expect, it } from 'vitest'
import type { JobList, Problem } from '../../shared/protocol/views.ts'
import { GRID } from './grids.ts'
import { apiForAll } from './on-emulators.ts'

const api = apiForAll()

async function submitted(puzzles: string[], headers: Record<string, string> = {}): Promise<string> {
  return (await api.ask('POST', '/jobs', { puzzles }, { headers })).body.id
}
const deleted = async (id: string, owner = 'one') =>
  (await api.ask('DELETE', `/jobs/${id}`, undefined, { owner })).status
/** How every address of a job answers. */
async function answers(id: string): Promise<number[]> {
  const asked: [string, string, object?][] = [
    ['GET', ''],
    ['GET', '/results'],
    ['POST', '/cancel'],
    ['POST', '/redrive'],
    ['POST', '/seal', { parts: 1 }],
    ['PUT', '/parts/1', { puzzles: [GRID] }],
  ]
  const all = asked.map(([method, path, body]) => api.ask(method, `/jobs/${id}${path}`, body))
  return (await Promise.all(all)).map(({ status }) => status)
}
const listed = async () => (await api.ask<JobList>('GET', '/jobs')).body.jobs.map(({ id }) => id)
/** Results that the table has of a job's first chunk, apart or in the job's own item. */
const kept = async (id: string) => {
  const head = await api.items.get({ pk: `job#${id}`, sk: 'job' })
  return (await api.table.resultsOfChunk(id, 1, 0)).length + Number(head?.packed !== undefined)
}

it('a job that is deleted is found nowhere, and its results are gone', async () => {
  const id = await submitted([GRID, 'x'])
  const other = await submitted([GRID])
  await api.work()
  expect(await kept(id)).toBe(1)
  expect(await deleted(id)).toBe(204)
  expect(await answers(id)).toEqual(Array(6).fill(404))
  expect(await listed()).toEqual([other])
  expect([await kept(id), await kept(other)]).toEqual([0, 1])
  expect(await api.table.getPart(id, 1)).toBeUndefined()
})

it('to delete it again changes nothing, and nobody else can', async () => {
  const id = await submitted([GRID])
  expect(await deleted(id, 'two')).toBe(404)
  expect(await listed()).toContain(id)
  expect([await deleted(id), await deleted(id), await deleted(id, 'two')]).toEqual([204, 204, 404])
  expect(await deleted(crypto.randomUUID())).toBe(404)
})

it('what of it is late in the queue leaves nothing behind, worked on or given up', async () => {
  for (const comesLate of [() => api.work(), () => api.fail()]) {
    const id = await submitted([GRID, GRID])
    expect(await deleted(id)).toBe(204)
    await comesLate()
    expect([await kept(id), await api.table.getPart(id, 1)]).toEqual([0, undefined])
    expect(await answers(id)).toEqual(Array(6).fill(404))
  }
})

it('its idempotency key does not bring it back', async () => {
  const key = { 'idempotency-key': 'gone' }
  const id = await submitted([GRID], key)
  await deleted(id)
  const again = await api.ask<Problem>('POST', '/jobs', { puzzles: [GRID] }, { headers: key })
  expect(again).toMatchObject({ status: 409, body: { code: 'job-ended' } })
  await api.work()
  expect([await kept(id), (await answers(id))[0]]).toEqual([0, 404])
})

it('one with more than a call can remove is hidden at once, and removed by the calls that follow', async () => {
  const id = await api.opened(3)
  await api.work()
  const left = async () =>
    (await Promise.all([1, 2, 3].map((part) => api.table.resultsOfChunk(id, part, 0)))).map(({ length }) => length)
  // So late at each look at the clock that a call has time for one part.
  let { now } = api
  Object.defineProperty(api, 'now', { get: () => (now += 15_000), configurable: true })
  const seen: unknown[] = []
  for (let call = 0; call < 3; call++) seen.push(await deleted(id), await left(), (await answers(id))[0])
  Object.defineProperty(api, 'now', { value: now, writable: true })
  expect(seen).toEqual([202, [0, 1, 1], 404, 202, [0, 0, 1], 404, 204, [0, 0, 0], 404])
})
