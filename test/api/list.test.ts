import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalService, startLocal } from '../../infra/local.ts'
import { createClient } from '../../shared/client/client.ts'
import type { JobList, JobView } from '../../shared/protocol/views.ts'
import { type Asked, addsUp, ask, ended, opened, post, putPart, refusal } from './ask.ts'
import { GRID } from './grids.ts'

// A service of its own: the other tests' jobs would be listed, too.
let service: LocalService
beforeAll(async () => {
  service = await startLocal({ workers: 1 })
})
afterAll(() => service[Symbol.asyncDispose]())

const list = (query = '') => ask<JobList>(`/jobs${query}`, {}, service.url)
const submitted: string[] = []

it('there are none at first', async () => {
  expect((await list()).body).toEqual({ jobs: [], next: null })
})

it('jobs are listed, the newest first, each as a poll shows it', async () => {
  for (let i = 0; i < 7; i++) submitted.unshift((await post('/jobs', { puzzles: [GRID] }, service.url)).body.id)
  for (const id of submitted) await ended(id, service.url)
  const { jobs, next } = (await list()).body
  expect(jobs.map(({ id }) => id)).toEqual(submitted)
  expect(next).toBeNull()
  for (const job of jobs) {
    addsUp(job)
    expect((await ask(`/jobs/${job.id}`, {}, service.url)).body).toEqual(job)
  }
})

const inPages = async (limit: number) => {
  const ids: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body, headers } = await list(`?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    const { jobs, next }: JobList = body
    expect(headers.get('link')).toBe(next && `</jobs?limit=${limit}&cursor=${next}>; rel="next"`)
    expect(jobs.length).toBeLessThanOrEqual(limit)
    ids.push(...jobs.map(({ id }) => id))
    cursor = next
  }
  expect(ids).toEqual(submitted)
}
it.each([2])('in pages of %i, every job is on one of them', inPages)
it.each([1, 3, 7])('in pages of %i, every job is on one of them', { tags: ['long'] }, inPages)

it('who pages through misses and doubles none though new jobs come', async () => {
  const first = (await list('?limit=3')).body
  const { body: newest } = await post('/jobs', { puzzles: [GRID] }, service.url)
  const rest = (await list(`?limit=100&cursor=${first.next}`)).body
  expect([...first.jobs, ...rest.jobs].map(({ id }) => id)).toEqual(submitted)
  submitted.unshift(newest.id)
  expect((await list('?limit=1')).body.jobs).toMatchObject([{ id: newest.id }])
})

it('open and cancelled jobs are listed as what they are', async () => {
  const cancelled = await opened({}, service.url)
  await post(`/jobs/${cancelled}/cancel`, undefined, service.url)
  const open = await opened({}, service.url)
  await putPart(open, 1, `${GRID}\n`, { url: service.url })
  expect((await list('?limit=2')).body.jobs).toMatchObject([
    { id: open, state: 'open', parts: 1 },
    { id: cancelled, state: 'cancelled', parts: 0 },
  ])
})

it('a request submitted twice under a key is listed once', async () => {
  const before = (await list('?limit=100')).body.jobs.length
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'once' }
  const init = { method: 'POST', headers, body: JSON.stringify({ puzzles: [GRID] }) }
  await Promise.all([1, 2, 3].map(() => ask('/jobs', init, service.url)))
  expect((await list('?limit=100')).body.jobs).toHaveLength(before + 1)
})

describe('a list of some states, or of a name', () => {
  /** All that a filter lets through, in pages, each of them no larger than asked for. */
  async function filtered(query: string, limit: number): Promise<JobView[]> {
    const jobs: JobView[] = []
    for (let next = `/jobs?${query}&limit=${limit}`; next; ) {
      const { body, headers }: Asked<JobList> = await ask(next, {}, service.url)
      expect(body.jobs.length).toBeLessThanOrEqual(limit)
      jobs.push(...body.jobs)
      next = /<(.*)>/.exec(headers.get('link') ?? '')?.[1] ?? ''
    }
    return jobs
  }

  const hasThose = async (limit: number) => {
    const name = `evening ${limit}`
    const ids: string[] = []
    for (let i = 0; i < 3; i++) {
      ids.unshift((await post('/jobs', { puzzles: [GRID], name }, service.url)).body.id)
      await ended((await post('/jobs', { puzzles: [GRID], name: `${name} more` }, service.url)).body.id, service.url)
    }
    const open = await opened({ name }, service.url)
    for (const id of ids) await ended(id, service.url)
    const named = new URLSearchParams({ name }).toString()
    expect((await filtered(named, limit)).map(({ id }) => id)).toEqual([open, ...ids])
    expect((await filtered(`${named}&state=completed`, limit)).map(({ id }) => id)).toEqual(ids)
    expect((await filtered(`${named}&state=open,running`, limit)).map(({ id }) => id)).toEqual([open])
    expect(await filtered('name=nobody', limit)).toEqual([])
    const all = await filtered('state=open,running,completed,cancelled,cancelling,expired', 100)
    const completed = await filtered('state=completed', limit)
    expect(completed).toEqual(all.filter(({ state }) => state === 'completed'))
    const client = createClient({ url: service.url })
    const byClient = await Array.fromAsync(client.listJobs({ name, state: ['completed'] }))
    expect(byClient.map(({ id }) => id)).toEqual(ids)
  }
  it.each([2])('has those and no others, in pages of %i', hasThose)
  it.each([1, 100])('has those and no others, in pages of %i', { tags: ['long'] }, hasThose)
})

describe('a list is refused', () => {
  it.each(['nonsense', '', 'MjAyNi0wMS0wMQ', '%00'])('from the cursor %j on', async (cursor) => {
    expect(await refusal(list(`?cursor=${cursor}`))).toEqual([400, 'invalid-cursor'])
  })

  it.each([
    ['?limit=0', 'limit: expected a whole number from 1 to 100'],
    ['?limit=101', 'limit: expected a whole number from 1 to 100'],
    ['?limit=x', 'limit: expected a whole number from 1 to 100'],
    ['?colour=red', 'colour: unknown parameter'],
    [
      '?state=open,done',
      'state: found "done", expected one of open, running, completed, cancelling, cancelled, expired',
    ],
  ])('with %s', async (query, error) => {
    expect(await refusal(list(query))).toEqual([422, 'invalid-request', error])
  })
})
