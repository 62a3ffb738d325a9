import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalService, startLocal } from '../../infra/local.ts'
import type { JobList, JobView } from '../../shared/protocol/views.ts'
import { type Asked, addsUp, ask, ended, misfits, opened, post } from './ask.ts'
import { GRID } from './grids.ts'

// A service of its own: the other tests' jobs would be listed, too.
let service: LocalService
beforeAll(async () => {
  service = await startLocal({ workers: 1 })
})
afterAll(() => service[Symbol.asyncDispose]())

const list = (query = '') => ask<JobList>(`/jobs${query}`, {}, service.url)

/** The ids of all jobs that were made here, the newest first: what the list has to be, whichever test comes first. */
const made: string[] = []

function noted(id: string): string {
  made.unshift(id)
  return id
}

async function solved(name?: string): Promise<string> {
  const { body } = await post('/jobs', { puzzles: [GRID], name }, service.url)
  await ended(body.id, service.url)
  return noted(body.id)
}

beforeAll(async () => {
  for (let i = 0; i < 7; i++) await solved()
})

it('there are none at first', async () => {
  await using empty = await startLocal({ workers: 0 })
  expect((await ask<JobList>('/jobs', {}, empty.url)).body).toEqual({ jobs: [], next: null })
})

it('jobs are listed, the newest first, each as a poll shows it', async () => {
  const { jobs, next } = (await list('?limit=100')).body
  expect(jobs.map(({ id }) => id)).toEqual(made)
  expect(next).toBeNull()
  for (const job of jobs) {
    addsUp(job)
    expect((await ask(`/jobs/${job.id}`, {}, service.url)).body).toEqual(job)
  }
})

it('who pages through misses and doubles none though new jobs come', async () => {
  const before = [...made]
  const first = (await list('?limit=3')).body
  const newest = await solved()
  const rest = (await list(`?limit=100&from=${first.next}`)).body
  expect([...first.jobs, ...rest.jobs].map(({ id }) => id)).toEqual(before)
  expect((await list('?limit=1')).body.jobs).toMatchObject([{ id: newest }])
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

  it.each([2, 100])('has those and no others, in pages of %i', async (limit) => {
    const name = `evening ${limit}`
    const ids: string[] = []
    for (let i = 0; i < 3; i++) {
      ids.unshift(await solved(name))
      await solved(`${name} more`)
    }
    const open = noted(await opened({ name }, service.url))
    const named = new URLSearchParams({ name }).toString()
    expect((await filtered(named, limit)).map(({ id }) => id)).toEqual([open, ...ids])
    expect((await filtered(`${named}&state=completed`, limit)).map(({ id }) => id)).toEqual(ids)
    expect((await filtered(`${named}&state=open,running`, limit)).map(({ id }) => id)).toEqual([open])
    expect(await filtered('name=nobody', limit)).toEqual([])
    const all = await filtered('state=open,running,completed,cancelled,cancelling,expired', 100)
    const completed = await filtered('state=completed', limit)
    expect(completed).toEqual(all.filter(({ state }) => state === 'completed'))
  })
})

describe('a list is refused', () => {
  it.each(['nonsense', '', 'MjAyNi0wMS0wMQ', '%00'])('from the cursor %j on', async (cursor) => {
    expect(await misfits(list(`?from=${cursor}`))).toEqual([expect.stringMatching(/^from: .*expected `next` of/)])
  })

  it.each([
    ['?limit=101', 'limit: expected a whole number from 1 to 100'],
    ['?colour=red', 'colour: unknown parameter'],
    [
      '?state=open,done',
      'state: found "done", expected one of open, running, completed, cancelling, cancelled, expired',
    ],
  ])('with %s', async (query, error) => {
    expect(await misfits(list(query))).toEqual([error])
  })
})
