import { beforeAll, describe, expect, it } from 'vitest'
import type { JobList, JobView } from '../../shared/protocol/views.ts'
import { GRID } from './grids.ts'
import { apiForAll } from './on-emulators.ts'

const DAY_MS = 86_400_000
const api = apiForAll()
const start = Date.now()

async function created(body: object, headers: Record<string, string> = {}): Promise<JobView> {
  api.now = start
  return (await api.ask('POST', '/jobs', body, { headers })).body
}

describe('seven days after it was created, though DynamoDB has not taken it away yet, a job', () => {
  let job: JobView
  let open: JobView
  beforeAll(async () => {
    job = await created({ puzzles: [GRID] })
    open = await created({ open: true })
    await api.work()
    expect((await api.ask('GET', job.links.self)).body.state).toBe('completed')
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
      const answer = await api.ask(method, links.self + path, body)
      expect(answer).toMatchObject({ status: 410, body: { type: '/problems/expired-job' } })
    }
  })

  it('is listed as expired', async () => {
    const { jobs } = (await api.ask<JobList>('GET', '/jobs')).body
    expect(jobs.map(({ id, state }) => [id, state])).toEqual(
      expect.arrayContaining([
        [job.id, 'expired'],
        [open.id, 'expired'],
      ]),
    )
  })
})
