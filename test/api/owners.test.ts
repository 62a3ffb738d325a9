import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JobList, JobView } from '../../shared/protocol/views.ts'
import { GRID } from './grids.ts'
import { type ApiOnEmulators, apiOnEmulators, json } from './on-emulators.ts'

let api: ApiOnEmulators
beforeAll(async () => {
  api = await apiOnEmulators()
})
afterAll(() => api[Symbol.asyncDispose]())

async function created(owner: string, body: object, key: string = crypto.randomUUID()): Promise<JobView> {
  const init = { method: 'POST', owner, ...json(body, { 'idempotency-key': key }) }
  return (await api.request('/jobs', init)).json() as Promise<JobView>
}

it("another owner's job answers exactly as one that does not exist, whatever is asked of it", async () => {
  const { id } = await created('one', { open: true })
  const asked: [string, RequestInit][] = [
    ['', {}],
    ['/results', {}],
    ['/parts/1', { method: 'PUT', ...json({ puzzles: [GRID] }) }],
    ['/seal', { method: 'POST', ...json({ parts: 1 }) }],
    ['/cancel', { method: 'POST' }],
    ['/redrive', { method: 'POST' }],
  ]
  const before = await (await api.request(`/jobs/${id}`, { owner: 'one' })).text()
  for (const [path, init] of asked) {
    const [others, nobodys] = await Promise.all(
      [id, crypto.randomUUID()].map((job) => api.request(`/jobs/${job}${path}`, { ...init, owner: 'two' })),
    )
    expect(others.status).toBe(404)
    expect([others.status, [...others.headers]]).toEqual([nobodys.status, [...nobodys.headers]])
    expect(await others.text()).toBe(await nobodys.text())
  }
  expect(await (await api.request(`/jobs/${id}`, { owner: 'one' })).text()).toBe(before)
})

it('each owner is listed his own jobs', async () => {
  const mine = await created('three', { puzzles: [GRID] })
  const others = await created('four', { puzzles: [GRID] })
  for (const [owner, { id }] of [['three', mine] as const, ['four', others] as const]) {
    const { jobs } = (await (await api.request('/jobs', { owner })).json()) as JobList
    expect(jobs.map((job) => job.id)).toEqual([id])
  }
})

it("one owner's idempotency key says nothing to another", async () => {
  const mine = await created('one', { puzzles: [GRID] }, 'key')
  const others = await created('two', { puzzles: [GRID], strategy: 'singles' }, 'key')
  expect(others.id).not.toBe(mine.id)
  expect(others.options.strategy).toBe('singles')
})
