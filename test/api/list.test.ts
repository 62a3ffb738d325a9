import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalService, startLocal } from '../../infra/local.ts'
import type { JobList } from '../../shared/protocol/views.ts'
import { addsUp, ask, ended, opened, post, putPart, refusal } from './ask.ts'
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

it.each([1, 2, 3, 7])('in pages of %i, every job is on one of them', async (limit) => {
  const ids: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { jobs, next }: JobList = (await list(`?limit=${limit}${cursor && `&cursor=${cursor}`}`)).body
    expect(jobs.length).toBeLessThanOrEqual(limit)
    ids.push(...jobs.map(({ id }) => id))
    cursor = next
  }
  expect(ids).toEqual(submitted)
})

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

describe('a list is refused', () => {
  it.each(['nonsense', '', 'MjAyNi0wMS0wMQ', '%00'])('from the cursor %j on', async (cursor) => {
    expect(await refusal(list(`?cursor=${cursor}`))).toEqual([400, 'invalid-cursor'])
  })

  it.each([
    ['?limit=0', 'limit: expected a whole number from 1 to 100'],
    ['?limit=101', 'limit: expected a whole number from 1 to 100'],
    ['?limit=x', 'limit: expected a whole number from 1 to 100'],
    ['?state=open', 'state: unknown field'],
  ])('with %s', async (query, error) => {
    expect(await refusal(list(query))).toEqual([422, 'invalid-request', error])
  })
})
