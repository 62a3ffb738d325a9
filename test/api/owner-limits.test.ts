import { afterEach, expect, it } from 'vitest'
import { QueueRefusal } from '../../shared/aws/queue.ts'
import type { OwnerLimits } from '../../shared/job/limits.ts'
import type { JobList, Problem } from '../../shared/protocol/views.ts'
import { asDescribed } from './ask.ts'
import { GRID } from './grids.ts'
import { type ApiOnEmulators, apiOnEmulators, json } from './on-emulators.ts'

const AMPLE: OwnerLimits = { jobs: 1_000, puzzles: 1_000_000, requests: 100_000, windowS: 10 }
const SECOND = 1_000

let api: ApiOnEmulators
afterEach(() => api[Symbol.asyncDispose]())
type More = Parameters<typeof apiOnEmulators>[0]
async function limitedTo(limits: Partial<OwnerLimits>, more: More = {}): Promise<void> {
  api = await apiOnEmulators({ limits: { ...AMPLE, ...limits }, ...more })
}

/** The answer's status, and of a problem its type. */
async function answer(
  path: string,
  init: RequestInit & { owner?: string } = {},
): Promise<[number, string | undefined]> {
  const { status, headers, body } = await asDescribed<Partial<Problem>>(
    await api.request(path, init),
    path,
    init.method,
  )
  if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  return [status, body.code]
}
const submit = (count: number, owner = 'one') =>
  answer('/jobs', { method: 'POST', owner, ...json({ puzzles: Array(count).fill(GRID) }) })
const putPart = (id: string, part: number, count: number) =>
  answer(`/jobs/${id}/parts/${part}`, { method: 'PUT', ...json({ puzzles: Array(count).fill(GRID) }) })

const ACCEPTED = [202, undefined]
const IS_IN = [201, undefined]
const WAS_IN = [200, undefined]
const JOBS_FULL = [429, 'too-many-jobs-in-flight']
const PUZZLES_FULL = [429, 'too-many-puzzles-in-flight']

it('an owner may have so many puzzles under way, in however many jobs and parts', async () => {
  await limitedTo({ puzzles: 10 })
  expect(await submit(4)).toEqual(ACCEPTED)
  const id = await api.opened()
  expect(await putPart(id, 1, 4)).toEqual(IS_IN)
  expect(await putPart(id, 2, 3)).toEqual(PUZZLES_FULL)
  expect(await submit(3)).toEqual(PUZZLES_FULL)
  expect(await submit(3, 'two')).toEqual(ACCEPTED)
  expect(await submit(2)).toEqual(ACCEPTED)
  await api.work()
  api.now += 2 * SECOND
  // Counted anew is what is pending, whichever jobs of the owner have ended.
  expect(await putPart(id, 2, 10)).toEqual(IS_IN)
  expect(await api.table.getInFlight('one')).toMatchObject({ puzzles: 10, countedAt: api.now })
  api.now += 2 * SECOND
  expect(await submit(1)).toEqual(PUZZLES_FULL)
})

it('submissions that come while what is under way is counted anew find the room that the count finds', async () => {
  await limitedTo({ jobs: 8 })
  for (let i = 0; i < 8; i++) await submit(1)
  await api.work()
  api.now += 2 * SECOND
  expect(await Promise.all(Array.from({ length: 6 }, () => submit(1)))).toEqual(Array(6).fill(ACCEPTED))
  expect(await Promise.all(Array.from({ length: 3 }, () => submit(1)))).toContainEqual(JOBS_FULL)
})

it('a part that is sent again is in the way of others only until what is under way is counted anew', async () => {
  await limitedTo({ puzzles: 10 })
  const id = await api.opened()
  for (let time = 0; time < 3; time++) expect(await putPart(id, 1, 3)).toEqual(time === 0 ? IS_IN : WAS_IN)
  api.now += 2 * SECOND
  expect(await putPart(id, 2, 7)).toEqual(IS_IN)
  expect(await putPart(id, 3, 1)).toEqual(PUZZLES_FULL)
})

it('a job that was refused can be submitted again under its key', { tags: ['long'] }, async () => {
  await limitedTo({ jobs: 1, puzzles: 1 })
  await submit(1)
  const again = () => answer('/jobs', { method: 'POST', ...json({ puzzles: [GRID] }, { 'idempotency-key': 'mine' }) })
  for (let time = 0; time < 2; time++) expect(await again()).toEqual(JOBS_FULL)
  await api.work()
  api.now += 2 * SECOND
  // What is in needs no more room.
  for (let time = 0; time < 2; time++) expect(await again()).toEqual(ACCEPTED)
  expect((await api.ask<JobList>('GET', '/jobs')).body.jobs).toHaveLength(2)
})

it('what did not come in takes no room for long: a part that came too late, and a submission whose queue was away', async () => {
  let isAway = false
  const queue = { send: async () => (isAway ? Promise.reject(new QueueRefusal('away')) : undefined) }
  await limitedTo({ jobs: 2 }, { queue })
  const id = await api.opened()
  await answer(`/jobs/${id}/cancel`, { method: 'POST' })
  expect(await putPart(id, 1, 9)).toEqual([409, 'job-not-open'])
  api.now += 2 * SECOND
  isAway = true
  // A job is written before it is sent, a small one as one of several chunks.
  for (const count of [4, 200]) expect((await submit(count))[0]).toBe(503)
  isAway = false
  expect(await submit(4)).toEqual(JOBS_FULL)
  // Nobody is sending them any more.
  api.now += 61 * SECOND
  expect(await submit(4)).toEqual(ACCEPTED)
})

it('a grid that is solved within its own request is not counted, but one that outlives it, and those that follow, are', async () => {
  let isWorking = true
  const pause = async (ms: number) => {
    api.now += ms
    if (isWorking) await api.work()
  }
  await limitedTo({ jobs: 1 }, { pause })
  const awaited = () => answer('/jobs', { method: 'POST', ...json({ puzzles: [GRID] }, { prefer: 'wait=1' }) })
  const inFlight = async () => (await api.table.getInFlight('one')).jobIds.size
  expect([await awaited(), await awaited(), await inFlight()]).toEqual([WAS_IN, WAS_IN, 0])
  isWorking = false
  expect([await awaited(), await inFlight()]).toEqual([ACCEPTED, 1])
  expect([await awaited(), await inFlight()]).toEqual([JOBS_FULL, 1])
  isWorking = true
  await api.work()
  api.now += 2 * SECOND
  expect([await awaited(), await inFlight()]).toEqual([WAS_IN, 1])
  // Once all goes well again for a while, none is counted.
  api.now += 10 * SECOND
  expect([await awaited(), await inFlight()]).toEqual([WAS_IN, 1])
  api.now += 2 * SECOND
  expect([await submit(1), await inFlight()]).toEqual([ACCEPTED, 1])
})

it('a part beyond the seal is refused before it counts', async () => {
  await limitedTo({ puzzles: 10 })
  const id = await api.opened()
  await putPart(id, 1, 2)
  await answer(`/jobs/${id}/seal`, { method: 'POST', ...json({ parts: 1 }) })
  expect(await putPart(id, 2, 8)).toEqual([409, 'job-not-open'])
  expect(await submit(8)).toEqual(ACCEPTED)
})

it('redriven puzzles count as others do', async () => {
  await limitedTo({ puzzles: 5 })
  expect(await submit(3)).toEqual(ACCEPTED)
  await api.fail()
  const [job] = (await api.ask<JobList>('GET', '/jobs')).body.jobs
  expect(job.counts.failed).toBe(3)
  api.now += 2 * SECOND
  expect(await submit(5)).toEqual(ACCEPTED)
  const redrive = () => answer(`/jobs/${job.id}/redrive`, { method: 'POST' })
  expect(await redrive()).toEqual(PUZZLES_FULL)
  await api.work()
  api.now += 2 * SECOND
  expect(await redrive()).toEqual(ACCEPTED)
})

it('an owner may send so many requests at once, and is told how many are left', async () => {
  await limitedTo({ requests: 3, windowS: 9 })
  api.now = Date.parse('2030-01-01T00:00:04Z')
  const left = async () => {
    const { headers } = await api.request('/jobs')
    return [headers.get('ratelimit-policy'), headers.get('ratelimit')]
  }
  const POLICY = '"requests";q=3;w=9'
  expect(await left()).toEqual([POLICY, '"requests";r=2;t=3'])
  expect((await api.request('/jobs/none')).headers.get('ratelimit')).toBe('"requests";r=1;t=6')
  expect(await left()).toEqual([POLICY, '"requests";r=0;t=9'])
  const refused = await api.request('/jobs')
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('ratelimit')]).toEqual([
    429,
    '3',
    '"requests";r=0;t=9',
  ])
  expect(await answer('/jobs')).toEqual([429, 'too-many-requests'])
  const detail = 'expected at most 3 requests at once, and one in 3000 ms after them'
  expect(await refused.json()).toMatchObject({ type: expect.stringMatching(/too-many-requests$/), detail })
  expect(await answer('/jobs', { owner: 'two' })).toEqual([200, undefined])
  api.now += 3 * SECOND
  expect(await left()).toEqual([POLICY, '"requests";r=0;t=9'])
  api.now += 100 * SECOND
  expect(await left()).toEqual([POLICY, '"requests";r=2;t=3'])
})

it('polls of a job that take much to read count as several requests, so that pollers leave the workers their partition', async () => {
  await limitedTo({ requests: 100, windowS: 10 })
  const id = await api.openedLarge(10)
  const ofOne = await api.readUnitsOf(() => api.request(`/jobs/${id}`))
  expect(ofOne).toBeGreaterThan(30)
  api.now += 60 * SECOND
  let pause = 0
  const ofThree = await api.readUnitsOf(() =>
    Promise.all(
      Array.from({ length: 3 }, async () => {
        for (let poll = 0; poll < 40; poll++) {
          const { headers } = await api.request(`/jobs/${id}`)
          pause = Math.max(pause, Number(headers.get('retry-after')))
        }
      }),
    ),
  )
  // A request reads eight units, and those that come at the same time may each be one too many.
  expect(ofThree).toBeLessThan(100 * 8 + 3 * ofOne)
  // Whoever pauses as they are told to reads no more than twenty units a second.
  expect(pause).toBeGreaterThanOrEqual(Math.floor(ofOne / 20))
})

it('what was not changed also says how often may still be asked', async () => {
  await limitedTo({ requests: 10 })
  const { id } = (await api.ask('POST', '/jobs', { puzzles: [GRID] })).body
  const first = await api.request(`/jobs/${id}`)
  const again = await api.request(`/jobs/${id}`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  expect([again.status, again.headers.get('ratelimit')]).toEqual([304, expect.stringContaining('"requests";r=7')])
})
