import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { keyIn } from '../../functions/api/admission.ts'
import { createWorker } from '../../functions/worker.ts'
import { CANARY_OWNER } from '../../shared/aws/owners.ts'
import { tableOf } from '../../shared/aws/table.ts'
import type { Chunk } from '../../shared/job/chunks/chunk.ts'
import { OWNER_LIMITS } from '../../shared/job/limits.ts'
import type { JobList, JobView, ResultsPage } from '../../shared/protocol/views.ts'
import { GRID } from '../api/grids.ts'
import { eventOf } from './emulated.ts'
import { emulatedForAll } from './emulated-for-all.ts'
import { said } from './said.ts'

const aws = emulatedForAll()

const apiOf = ({
  table = aws.table,
  owner = crypto.randomUUID() as string,
  now = Date.now,
  ofAllJobs = false,
} = {}) => {
  const api = aws.api({
    table,
    now,
    webhooks: 'public',
    events: { ...aws.events, ofAllJobs },
    ownerOf: async () => owner,
  })
  const ask = async <T>(path: string, method = 'GET', body?: object, headers: Record<string, string> = {}) => {
    const init = { method, headers: { 'content-type': 'application/json', ...headers } }
    const response = await api.request(path, { ...init, ...(body && { body: JSON.stringify(body) }) })
    return { status: response.status, body: (await response.json().catch(() => undefined)) as T }
  }
  const submit = (headers: Record<string, string> = {}, more: object = {}) =>
    ask<JobView & Partial<ResultsPage>>('/jobs', 'POST', { puzzles: [GRID], ...more }, headers)
  return { ask, submit }
}
const worker = (more: Partial<Parameters<typeof createWorker>[0]> = {}) =>
  createWorker({ ...aws, ...aws.as.worker, sliceMs: 60_000, ...more })
const itemsOf = (id: string) => aws.items.queryAll(`job#${id}`)
const apart = (id: string) => aws.table.resultsOfChunk(id, 1, 0)
const SOLVED = { state: 'completed', parts: 1, counts: { total: 1, pending: 0, solved: 1 } }

it('is one item from its end on, with its results, and is read with one unit', async () => {
  const api = apiOf()
  const { status, body: job } = await api.submit({}, { name: 'évening', metadata: { order: '7' } })
  expect([status, job]).toMatchObject([202, { state: 'running', name: 'évening', counts: { pending: 1 } }])
  await worker()(eventOf(await aws.received()))
  expect(await itemsOf(job.id)).toMatchObject([{ sk: 'job', solved: 1, name: 'évening' }])
  expect(await apart(job.id)).toEqual([])
  const before = aws.readUnits()
  const { body: results } = await api.ask<ResultsPage>(`/jobs/${job.id}/results`)
  expect(aws.readUnits() - before).toBe(1)
  expect(results).toMatchObject({ results: [{ line: 1, status: 'solved', unique: true }], next: null })
  expect((await api.ask(`/jobs/${job.id}`)).body).toMatchObject({
    ...SOLVED,
    id: job.id,
    metadata: { order: '7' },
    createdAt: job.createdAt,
    expiresAt: job.expiresAt,
    options: job.options,
    formats: ['json'],
    backtracks: { sum: 0, histogram: [{ from: 0, to: 0, puzzles: 1 }] },
  })
  expect((await api.ask<JobList>('/jobs')).body.jobs.map(({ id }) => id)).toEqual([job.id])
})

it('is accepted by the write that ends it where somebody waits for it', async () => {
  const [writeJob, acceptPart] = [vi.fn(aws.table.writeJob), vi.fn(aws.table.acceptPart)]
  // No second passes, however slow the machine is: after one, the job would be there for others.
  const at = Date.now()
  const api = apiOf({ table: { ...aws.table, writeJob, acceptPart }, now: () => at })
  const answer = api.submit({ prefer: 'wait=20' })
  let chunks: Chunk[] = []
  while (chunks.length === 0) chunks = await aws.received()
  const [{ jobId }] = chunks
  expect((await api.ask(`/jobs/${jobId}`)).body).toMatchObject({ code: 'unknown-job' })
  await worker()(eventOf(chunks))
  expect(await answer).toMatchObject({ status: 200, body: { ...SOLVED, results: [{ status: 'solved' }] } })
  expect([writeJob, acceptPart].map((call) => call.mock.calls)).toEqual([[], []])
  expect((await api.ask(`/jobs/${jobId}`)).body).toMatchObject(SOLVED)
  expect((await api.ask<JobList>('/jobs')).body.jobs).toMatchObject([{ id: jobId, ...SOLVED }])
  // The message may come twice.
  await worker()(eventOf(chunks))
  await worker()(eventOf(chunks, 2))
  expect((await api.ask(`/jobs/${jobId}`)).body).toMatchObject(SOLVED)
})

it('what decides about a job is never read stale', async () => {
  const queryFrom = vi.fn(aws.items.queryFrom)
  await tableOf({ ...aws.items, queryFrom }).getLive('none')
  expect(queryFrom.mock.calls).toMatchObject([[expect.anything(), { mayBeStale: false }]])
})

/** The bytes of the line of the API and of the worker, as docs/scale.md charges them. */
const LINES = [325, 585]

it('takes the calls and the lines that docs/scale.md charges', async () => {
  const calls = { writes: 0, gets: 0, looks: 0 }
  const counting = <Name extends keyof typeof aws.items>(name: Name, kind: keyof typeof calls) => {
    const call = aws.items[name] as (...given: never[]) => unknown
    const counted = (...given: never[]) => {
      calls[kind]++
      return call(...given)
    }
    return { [name]: counted }
  }
  const table = tableOf({
    ...aws.items,
    ...counting('put', 'writes'),
    ...counting('update', 'writes'),
    ...counting('updateAndGet', 'writes'),
    ...counting('get', 'gets'),
    ...counting('queryFrom', 'looks'),
  })
  const key = await table.mintKey(crypto.randomUUID(), 'one grid', Date.now())
  const now = Date.now()
  const [ofApi, ofWorker] = [said('api', { now }), said('worker', { namespace: 'SudokuService/prod', now })]
  const at = Date.now()
  const api = aws.api({
    table,
    now: () => at,
    telemetry: ofApi.telemetry,
    limits: OWNER_LIMITS,
    ownerOf: (request) => table.holderOf(keyIn(request) ?? ''),
  })
  const handle = worker({ table, telemetry: ofWorker.telemetry })
  // The first says that the key is used, and that the functions start cold.
  for (let time = 0; time < 2; time++) {
    Object.assign(calls, { writes: 0, gets: 0, looks: 0 })
    const headers = { 'content-type': 'text/plain', authorization: `Bearer ${key}`, prefer: 'wait=20' }
    const answer = api.request('/jobs', { method: 'POST', headers, body: GRID }, { requestId: crypto.randomUUID() })
    let chunks: Chunk[] = []
    while (chunks.length === 0) chunks = await aws.received()
    await handle(eventOf(chunks), { awsRequestId: crypto.randomUUID() })
    expect((await answer).status).toBe(200)
  }
  expect([calls.writes, calls.gets]).toEqual([3, 1])
  for (const [i, { texts }] of [ofApi, ofWorker].entries()) {
    const bytes = texts.at(-1)?.length ?? 0
    expect(bytes).toBeLessThanOrEqual(LINES[i])
    expect(bytes).toBeGreaterThan(0.8 * LINES[i])
  }
})

it('an id may begin with a cell, and is no more than a name to everybody', async () => {
  const owner = crypto.randomUUID()
  const id = `c07-${crypto.randomUUID()}`
  const api = aws.api({ newId: () => id, ownerOf: async () => owner })
  const ask = async (path: string) => (await api.request(path)).json()
  await api.request('/jobs', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: GRID })
  await worker()(eventOf(await aws.received()))
  expect(await ask(`/jobs/${id}`)).toMatchObject({ id, ...SOLVED })
  expect(await ask(`/jobs/${id}/results`)).toMatchObject({ results: [{ status: 'solved' }] })
  expect(await ask('/jobs')).toMatchObject({ jobs: [{ id }], next: null })
})

it('is there for others after a second, though somebody waits for it, and when the wait is over', async () => {
  for (const [waited, stepMs] of [
    ['20', 700],
    ['1', 600],
  ] as const) {
    let at = Date.now()
    const api = apiOf({ owner: 'unlimited', now: () => (at += stepMs) })
    const { status, body: job } = await api.submit({ prefer: `wait=${waited}` })
    expect([status, (await api.ask(`/jobs/${job.id}`)).body]).toMatchObject([202, { state: 'running' }])
    await worker()(eventOf(await aws.received()))
    expect((await api.ask(`/jobs/${job.id}`)).body).toMatchObject(SOLVED)
  }
  // Where there are no limits, nobody's jobs are counted.
  expect((await aws.table.getInFlight('unlimited')).jobIds.size).toBe(0)
})

it('has results apart that would make it too large to read for one unit', async () => {
  const api = apiOf()
  // Names that are hard to deflate.
  const puzzles = Array.from({ length: 100 }, () => ({ id: randomBytes(64).toString('hex'), puzzle: GRID }))
  const { body: job } = await api.submit({}, { puzzles })
  await worker()(eventOf(await aws.received()))
  expect((await api.ask(`/jobs/${job.id}`)).body).toMatchObject({ state: 'completed', counts: { solved: 100 } })
  expect((await itemsOf(job.id)).map(({ sk, packed }) => [sk, packed])).toEqual([['job', undefined]])
  const before = aws.readUnits()
  const [{ packed }, ...others] = await apart(job.id)
  expect(others).toEqual([])
  // What may not be stale is paid for in full.
  expect(aws.readUnits() - before).toBeGreaterThan(packed.length / 4096)
  const { body } = await api.ask<ResultsPage>(`/jobs/${job.id}/results`)
  expect(body.results.map(({ id }) => id)).toEqual(puzzles.map(({ id }) => id))
})

it('one of more puzzles is one item, too, and closed slice by slice', async () => {
  const api = apiOf()
  const { body: job } = await api.submit({}, { puzzles: Array(101).fill(GRID) })
  const chunks = await aws.received()
  expect(chunks.map(({ whole }) => whole)).toEqual(chunks.map(() => undefined))
  await worker()(eventOf(chunks))
  expect((await api.ask(`/jobs/${job.id}`)).body).toMatchObject({ state: 'completed' })
  expect((await itemsOf(job.id)).map(({ sk, packed }) => [sk, packed])).toEqual([['job', undefined]])
})

it('a webhook’s secret is in no message, and its job is told of all the same', async () => {
  const secret = `whsec_${'A'.repeat(32)}`
  const { body: job } = await apiOf().submit({}, { webhook: { url: 'https://receiver.example/', secret } })
  const chunks = await aws.received()
  expect(JSON.stringify(chunks)).not.toContain(secret.slice(0, 12))
  await worker()(eventOf(chunks))
  expect(await aws.looks()).toEqual([job.id])
})

describe('on an event bus', () => {
  const events = () => ({ ...aws.events, ofAllJobs: true })

  it('its end is told, and once more if the worker died over that', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { body: job } = await apiOf().submit()
    const chunks = await aws.received()
    const dies = { ...events(), queue: { send: () => Promise.reject(new Error('gone')) } }
    expect((await worker({ events: dies })(eventOf(chunks))).batchItemFailures).toHaveLength(1)
    quiet.mockRestore()
    const [before] = await itemsOf(job.id)
    await worker({ events: events() })(eventOf(chunks, 2))
    expect(await aws.looks()).toEqual([job.id])
    expect(await itemsOf(job.id)).toEqual([before])
    expect(await apart(job.id)).toEqual([])
  })

  it('the canary’s jobs are not', async () => {
    const api = apiOf({ owner: CANARY_OWNER, ofAllJobs: true })
    const { body: job } = await api.submit()
    const chunks = await aws.received()
    // The second attempt goes the other way, on which its part is looked at.
    for (const attempt of [1, 2]) await worker({ events: events() })(eventOf(chunks, attempt))
    expect((await api.ask(`/jobs/${job.id}`)).status).toBe(200)
    await api.submit({}, { puzzles: Array(101).fill(GRID) })
    await worker({ events: events() })(eventOf(await aws.received()))
    expect(await aws.looks()).toEqual([])
  })
})
