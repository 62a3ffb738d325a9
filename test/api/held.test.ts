import { beforeEach, expect, it } from 'vitest'
import { newPart, type Part } from '../../shared/job/job.ts'
import { GRID } from './grids.ts'
import { apiForAll, apiOnEmulators, json } from './on-emulators.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** One request a second. */
const limits = { jobs: 100, puzzles: 1_000_000, requests: 40, windowS: 40 }
const rate = { atOnce: 40, everyMs: SECOND }
const HELD_POLLS = 4

/** Takes no time, and passes on its clock. */
async function pause(ms: number): Promise<void> {
  api.now += ms
}
const api = apiForAll({ limits, heldPolls: HELD_POLLS, pause })
beforeEach(() => {
  api.owner = crypto.randomUUID()
  // What earlier tests held is over.
  api.now += 10 * MINUTE
})

/** How an answer was held that was asked to wait. */
async function asked(path: string, init: RequestInit = {}, wait = 20) {
  const sentAt = api.now
  const { status, headers } = await api.request(path, { ...init, headers: { ...init.headers, prefer: `wait=${wait}` } })
  return {
    status,
    heldS: Math.round((api.now - sentAt) / SECOND),
    isApplied: headers.has('preference-applied'),
    retryAfterS: Number(headers.get('retry-after')),
  }
}
const submitted = async () => (await api.ask('POST', '/jobs', { puzzles: [GRID] })).body.id
/** An open job of which so many of 10,000 puzzles were done within so long, just now. */
async function begun(solved: number, withinMs: number, more: Partial<Part> = {}): Promise<string> {
  const id = await api.opened()
  const record = await api.table.getJob(id)
  if (!record) throw new Error('no such job')
  const part = { number: 1, total: 10_000, perChunk: 100, digest: '', format: 'json', state: 'accepted' } as const
  api.now += withinMs
  const progress = { startedAt: api.now - withinMs, outcomes: { ...newPart(part, 0).outcomes, solved } }
  await api.table.putPart(record.job, { ...newPart(part, api.now), ...progress, ...more })
  return id
}
/** Has as many answers of an owner held for five seconds as there are places, from now on. */
async function filled(owner: () => string): Promise<number> {
  const place = () => api.table.placeToHold(owner(), api.now, 5 * SECOND, { rate, most: HELD_POLLS })
  for (let count = 0; ; count++) if (!(await place())) return count
}

it.each([
  ['a hundredth done in a minute', 100, MINUTE, 30],
  ['a half in a minute', 5_000, MINUTE, 8],
  ['all but a little in ten minutes', 9_600, 10 * MINUTE, 5],
])('a job that cannot end within the wait is answered at once, and later the more is left: %s', async (_, ...of) => {
  const [solved, withinMs, retryAfterS] = of
  const id = await begun(solved, withinMs)
  const atOnce = { status: 200, heldS: 0, isApplied: false, retryAfterS }
  expect(await asked(`/jobs/${id}`)).toEqual(atOnce)
  // Neither by somebody who knows what it was before: what comes next would not be waited for.
  expect(await asked(`/jobs/${id}`, { headers: { 'if-none-match': '"before"' } })).toEqual(atOnce)
  const plain = await api.request(`/jobs/${id}`)
  expect(plain.headers.get('retry-after')).toBe(String(retryAfterS))
})

it('a job that may end within the wait is held', async () => {
  expect(await asked(`/jobs/${await begun(9_900, MINUTE)}`, {}, 5)).toMatchObject({ heldS: 5, isApplied: true })
  expect(await asked(`/jobs/${await submitted()}`)).toMatchObject({ heldS: 20, isApplied: true })
})

it.each(['W/TAG', '"other", TAG', '*'])(
  'it is held for who knows it by the tag %s, twenty seconds at most',
  async (form) => {
    const id = await submitted()
    const { headers } = await api.request(`/jobs/${id}`)
    const known = { headers: { 'if-none-match': form.replace('TAG', headers.get('etag') ?? '') } }
    expect(await asked(`/jobs/${id}`, known, 5)).toMatchObject({ status: 304, heldS: 5, isApplied: true })
    expect(await asked(`/jobs/${id}`, known, 99)).toMatchObject({ status: 304, heldS: 20 })
  },
)

it('one of which nothing is heard is held for about as long again as it was silent, and then looked at more seldom', async () => {
  const id = await submitted()
  api.now += 15 * SECOND
  const { heldS, ...first } = await asked(`/jobs/${id}`)
  expect(heldS).toBeGreaterThanOrEqual(5)
  expect(heldS).toBeLessThanOrEqual(10)
  expect(first).toEqual({ status: 200, isApplied: false, retryAfterS: 5 })
  api.now += 4 * MINUTE
  expect(await asked(`/jobs/${id}`)).toEqual({ status: 200, heldS: 0, isApplied: false, retryAfterS: 30 })
})

it('results are waited for where they may come: the next one, or a whole page', async () => {
  // Two a second: the next one is near, though the end is not.
  const id = await begun(120, MINUTE)
  expect(await asked(`/jobs/${id}/results?from=121`, {}, 5)).toMatchObject({ heldS: 5, isApplied: true })
  expect(await asked(`/jobs/${id}/results?from=121&limit=1000`)).toMatchObject({
    heldS: 0,
    isApplied: false,
    retryAfterS: 30,
  })
})

it('what takes much to read is looked at more seldom: for 24 read units at once, and two a second', async () => {
  const id = await begun(9_900, MINUTE, { done: new Map(Array.from({ length: 2_000 }, (_, chunk) => [chunk, 9])) })
  const ofOne = await api.readUnitsOf(() => api.request(`/jobs/${id}`))
  const ofAll = await api.readUnitsOf(() => asked(`/jobs/${id}`))
  expect(ofAll).toBeGreaterThan(24 + 20 * 2)
  expect(ofAll).toBeLessThan(24 + 20 * 2 + 2 * ofOne)
})

it.each([10, 4])('an owner who may send few requests is held for shorter times: %i', async (requests) => {
  await api.table.setOwner(api.owner, { limits: { requests, windowS: requests / 2 } })
  const id = await submitted()
  // So that what holds for the owner is known.
  await api.ask('GET', '/jobs')
  api.now += 2 * SECOND
  expect((await asked(`/jobs/${id}`)).heldS).toBeGreaterThan(10)
})

it('all owners together hold as many as there are places, and a job’s first second needs none', async () => {
  const id = await submitted()
  expect(await filled(() => crypto.randomUUID())).toBeLessThanOrEqual(HELD_POLLS)
  const young = { status: 200, heldS: 1, isApplied: false, retryAfterS: 5 }
  expect(await asked(`/jobs/${id}`)).toEqual(young)
  expect(await asked(`/jobs/${id}`)).toEqual({ ...young, heldS: 0 })
  const body = json({ puzzles: [GRID] })
  await filled(() => crypto.randomUUID())
  expect(await asked('/jobs', { method: 'POST', ...body })).toEqual({ ...young, status: 202 })
  await filled(() => crypto.randomUUID())
  expect(await asked(`/jobs/${id}/results`)).toEqual({ ...young, heldS: 0 })
})

it('a clock that is set back by an hour makes nobody wait longer', async () => {
  const start = Date.now()
  let elapsed = 0
  const pause = async (ms: number) => {
    elapsed += ms
  }
  // It is set back as soon as anybody waits.
  const now = () => start + elapsed - (elapsed > 0 ? 3_600_000 : 0)
  await using api = await apiOnEmulators({ now, elapsed: () => elapsed, pause })
  const headers = { 'content-type': 'application/json', prefer: 'wait=1' }
  const { id } = await (await api.request('/jobs', { method: 'POST', headers, body: '{"open":true}' })).json()
  const polled = await api.request(`/jobs/${id}`, { headers })
  expect(polled.headers.get('preference-applied')).toBe('wait=1')
  expect(elapsed).toBe(1_000)
})
