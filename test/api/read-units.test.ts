import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPart } from '../../shared/job/job.ts'
import type { JobList, JobView } from '../../shared/protocol/views.ts'
import { GRID } from './grids.ts'
import { type ApiOnEmulators, apiOnEmulators, json } from './on-emulators.ts'

/** A part's item takes about half a kilobyte, and a read unit reads four. */
const PARTS = 45

let api: ApiOnEmulators
let owner: string
beforeAll(async () => {
  api = await apiOnEmulators()
})
afterAll(() => api[Symbol.asyncDispose]())

/** An open job with that many parts of one puzzle. */
async function opened(parts: number, puzzle = GRID): Promise<string> {
  const { id } = (await (
    await api.request('/jobs', { method: 'POST', owner, ...json({ open: true }) })
  ).json()) as JobView
  const put = (part: number) =>
    api.request(`/jobs/${id}/parts/${part}`, { method: 'PUT', owner, ...json({ puzzles: [puzzle] }) })
  const answers = await Promise.all(Array.from({ length: parts }, (_, i) => put(i + 1)))
  expect(answers.map(({ status }) => status)).toEqual(Array(parts).fill(201))
  return id
}

const seal = (id: string, parts: number) =>
  api.request(`/jobs/${id}/seal`, { method: 'POST', owner, ...json({ parts }) })
const polled = async (id: string) => (await api.request(`/jobs/${id}`, { owner })).json() as Promise<JobView>

it('a job that has ended is read by its summary, whoever looks', { tags: ['long'] }, async () => {
  owner = 'ended'
  const id = await opened(PARTS)
  await seal(id, PARTS)
  const pending = await polled(id)
  await api.work()
  const first = await polled(id)
  expect(pending).toMatchObject({ state: 'running', parts: PARTS, counts: { total: PARTS, pending: PARTS } })
  expect(first).toMatchObject({ state: 'completed', parts: PARTS, counts: { total: PARTS, solved: PARTS } })
  let second: JobView | undefined
  const ofPoll = await api.readUnitsOf(async () => {
    second = await polled(id)
  })
  expect(second).toEqual(first)
  expect(ofPoll).toBeLessThanOrEqual(1)
  let listed: JobList | undefined
  const ofList = await api.readUnitsOf(async () => {
    listed = (await (await api.request('/jobs', { owner })).json()) as JobList
  })
  expect(listed?.jobs).toEqual([first])
  expect(ofList).toBeLessThanOrEqual(2)
  const { results } = (await (await api.request(`/jobs/${id}/results`, { owner })).json()) as { results: object[] }
  expect(results).toHaveLength(PARTS)
})

it('of an open job only what may still change is read again, and its lines go on', { tags: ['long'] }, async () => {
  owner = 'open'
  const id = await opened(PARTS)
  await api.work()
  await polled(id)
  const put = (part: number, puzzle: string) =>
    api.request(`/jobs/${id}/parts/${part}`, { method: 'PUT', owner, ...json({ puzzles: [puzzle] }) })
  expect((await put(PARTS + 1, '1')).status).toBe(201)
  let job: JobView | undefined
  const units = await api.readUnitsOf(async () => {
    job = await polled(id)
  })
  expect(units).toBeLessThanOrEqual(2)
  expect(job).toMatchObject({ state: 'open', parts: PARTS + 1, counts: { solved: PARTS, pending: 1 } })
  expect((await put(3, GRID)).status).toBe(200)
  expect((await put(3, '1')).status).toBe(409)
  expect((await seal(id, PARTS - 1)).status).toBe(409)
  expect((await seal(id, PARTS + 1)).status).toBe(202)
  await api.work()
  const page = async (from: number) =>
    (await api.request(`/jobs/${id}/results?from=${from}`, { owner })).json() as Promise<{
      results: { line: number; status: string }[]
      next: number | null
    }>
  for (const from of [PARTS + 1, PARTS, 1]) {
    const { results, next } = await page(from)
    expect([results.length, results.at(-1)?.line, next]).toEqual([PARTS + 2 - from, PARTS + 1, null])
    expect(results.at(-1)?.status).toBe('invalid')
  }
})

it('a first part that has failed does not have all others read by every poll', { tags: ['long'] }, async () => {
  owner = 'first failed'
  const id = await opened(1)
  await api.fail()
  const put = (part: number) =>
    api.request(`/jobs/${id}/parts/${part}`, { method: 'PUT', owner, ...json({ puzzles: [GRID, '1'] }) })
  await Promise.all(Array.from({ length: PARTS - 1 }, (_, i) => put(i + 2)))
  await seal(id, PARTS)
  await api.work()
  const counts = { total: 2 * PARTS - 1, solved: PARTS - 1, invalid: PARTS - 1 }
  const first = await polled(id)
  expect(first).toMatchObject({ state: 'completed', parts: PARTS, counts: { ...counts, failed: 1 } })
  let second: JobView | undefined
  const units = await api.readUnitsOf(async () => {
    second = await polled(id)
  })
  expect(second).toEqual(first)
  expect(units).toBeLessThanOrEqual(2)
  const statusesFrom = async (from: number) => {
    const { results } = (await (await api.request(`/jobs/${id}/results?from=${from}`, { owner })).json()) as {
      results: { line: number; status: string }[]
    }
    return results.map(({ line, status }) => `${line} ${status}`)
  }
  const lines = Array.from({ length: 2 * PARTS - 2 }, (_, i) => `${i + 2} ${i % 2 === 0 ? 'solved' : 'invalid'}`)
  expect(await statusesFrom(1)).toEqual(['1 failed', ...lines])
  expect(await statusesFrom(2 * PARTS - 1)).toEqual(lines.slice(-1))
  expect(await statusesFrom(2 * PARTS)).toEqual([])
  await api.request(`/jobs/${id}/redrive`, { method: 'POST', owner })
  expect(await polled(id)).toMatchObject({ state: 'running', counts: { ...counts, pending: 1, failed: 0 } })
  await api.work()
  expect(await polled(id)).toMatchObject({ state: 'completed', counts: { ...counts, solved: PARTS, failed: 0 } })
  expect(await statusesFrom(1)).toEqual(['1 solved', ...lines])
})

it('a poll that is held looks the less often the more each look reads', { tags: ['long'] }, async () => {
  owner = 'held'
  const id = await opened(2 * PARTS)
  const clock = setInterval(() => {
    api.now = Date.now()
  }, 1)
  try {
    const ofOne = await api.readUnitsOf(() => polled(id))
    expect(ofOne).toBeGreaterThan(5)
    const held = { owner, headers: { prefer: 'wait=3' } }
    const units = await api.readUnitsOf(() => api.request(`/jobs/${id}`, held))
    // The first look, those that 24 units at once and two a second allow, and the last one.
    expect(units).toBeLessThanOrEqual(24 + 3 * 2 + 2 * ofOne)
  } finally {
    clearInterval(clock)
  }
})

it('a page of the list ends where its jobs take too much to read', { tags: ['long'] }, async () => {
  owner = 'large'
  const ids: string[] = []
  for (let job = 0; job < 9; job++) {
    const id = await opened(1)
    ids.unshift(id)
    const record = await api.table.getJob(id)
    const done = new Map(Array.from({ length: 2_000 }, (_, chunk) => [chunk, 9]))
    const of = { total: 20_000, perChunk: 10, digest: '', format: 'json', state: 'accepted' } as const
    const parts = Array.from({ length: 40 }, (_, i) => ({ ...newPart({ ...of, number: i + 2 }, api.now), done }))
    for (const part of parts) if (record) await api.table.putPart(record.job, part)
    api.now++
  }
  const seen: string[] = []
  let pages = 0
  for (let cursor: string | null = ''; cursor !== null; pages++) {
    const query: string = cursor && `?cursor=${cursor}`
    let list: JobList | undefined
    const units = await api.readUnitsOf(async () => {
      list = (await (await api.request(`/jobs${query}`, { owner })).json()) as JobList
    })
    expect(units).toBeLessThan(3_000)
    seen.push(...(list?.jobs ?? []).map(({ id }) => id))
    cursor = list?.next ?? null
  }
  expect(seen).toEqual(ids)
  expect(pages).toBe(2)
})
