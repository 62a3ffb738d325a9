import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobList, JobView, Problem } from '../../shared/protocol/views.ts'
import { GRID } from './grids.ts'
import { type ApiOnEmulators, apiOnEmulators, json } from './on-emulators.ts'

const DAY_MS = 86_400_000
let api: ApiOnEmulators
let start: number

beforeAll(async () => {
  api = await apiOnEmulators()
  start = api.now
})
afterAll(() => api[Symbol.asyncDispose]())

async function created(body: object, key?: string): Promise<JobView> {
  api.now = start
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  return (await api.request('/jobs', { method: 'POST', ...json(body, headers) })).json() as Promise<JobView>
}

async function problemOf(asked: Promise<Response>): Promise<[number, string]> {
  const { status, type } = (await (await asked).json()) as Problem
  return [status, type]
}

const GONE = [410, '/problems/expired-job']

describe('seven days after it was created, though DynamoDB has not taken it away yet, a job', () => {
  let job: JobView
  let open: JobView
  beforeAll(async () => {
    job = await created({ puzzles: [GRID] })
    open = await created({ open: true })
    await api.work()
    const { state } = (await (await api.request(job.links.self)).json()) as JobView
    expect(state).toBe('completed')
    api.now = start + 7 * DAY_MS + 1000
  })

  it('is expired to whoever polls, and does not change any more', async () => {
    const response = await api.request(job.links.self, { headers: { prefer: 'wait=20' } })
    expect(await response.json()).toMatchObject({ id: job.id, state: 'expired' })
    expect(response.headers.has('retry-after')).toBe(false)
  })

  it('gives no results', async () => {
    expect(await problemOf(api.request(job.links.results))).toEqual(GONE)
  })

  it('takes no parts and no seal', async () => {
    const part = { method: 'PUT', ...json({ puzzles: [GRID] }) }
    expect(await problemOf(api.request(`${open.links.self}/parts/1`, part))).toEqual(GONE)
    expect(await problemOf(api.request(`${open.links.self}/seal`, { method: 'POST', ...json({ parts: 1 }) }))).toEqual(
      GONE,
    )
  })

  it('cannot be cancelled or sent again', async () => {
    for (const { links } of [job, open]) {
      expect(await problemOf(api.request(`${links.self}/cancel`, { method: 'POST' }))).toEqual(GONE)
      expect(await problemOf(api.request(`${links.self}/redrive`, { method: 'POST' }))).toEqual(GONE)
    }
  })

  it('is listed as expired', async () => {
    const { jobs } = (await (await api.request('/jobs')).json()) as JobList
    expect(jobs.map(({ id, state }) => [id, state])).toEqual(
      expect.arrayContaining([
        [job.id, 'expired'],
        [open.id, 'expired'],
      ]),
    )
  })

  it('leaves its key to another', async () => {
    const body = { puzzles: [GRID] }
    const first = await created(body, 'mine')
    expect((await created(body, 'mine')).id).toBe(first.id)
    api.now = start + 7 * DAY_MS + 1000
    const init = { method: 'POST', ...json({ ...body, strategy: 'singles' }, { 'idempotency-key': 'mine' }) }
    const second = (await (await api.request('/jobs', init)).json()) as JobView
    expect(second.id).not.toBe(first.id)
    expect(second.state).toBe('running')
  })
})

it('a chunk of a job that has expired is not solved any more', async () => {
  const { id } = await created({ puzzles: [GRID] })
  api.now = start + 7 * DAY_MS + 1000
  await api.work()
  api.now = start
  expect(await (await api.request(`/jobs/${id}`)).json()).toMatchObject({ counts: { pending: 1 } })
})
