import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobList, JobView } from '../../shared/protocol/views.ts'
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

  it.each([
    ['GET', '/results'],
    ['PUT', '/parts/1', { puzzles: [GRID] }],
    ['POST', '/seal', { parts: 1 }],
    ['POST', '/cancel'],
    ['POST', '/redrive'],
  ])('is gone to %s %s', async (method, path, body?: object) => {
    for (const { links } of [job, open]) {
      const answer = await api.request(links.self + path, { method, ...(body && json(body)) })
      expect(await answer.json()).toMatchObject({ status: 410, type: '/problems/expired-job' })
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
