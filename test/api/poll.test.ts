import { expect, inject, it, onTestFinished } from 'vitest'
import { createClient } from '../../shared/client/client.ts'
import type { JobView } from '../../shared/protocol/views.ts'

const url = inject('serviceUrl')
const client = createClient({ url })
const GRID = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
/** Inkala's grid of 2006 with brute force: about 50 ms each. */
const SLOW = '85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.'

/** Made against brute force: some seconds. */
const ENDLESS = '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9'

/** A job that still runs when a test ends would hold up those that follow. */
const cancelledAtEnd = (id: string) =>
  onTestFinished(() =>
    client.cancelJob(id).then(
      () => {},
      () => {},
    ),
  )

async function completed(id: string): Promise<JobView | undefined> {
  return (await Array.fromAsync(client.watchJob(id))).at(-1)
}

it('says when it was created, finished and will be deleted', async () => {
  const { id } = await client.createJob({ puzzles: [GRID] })
  const job = await completed(id)
  const [created, finished, expires] = [job?.createdAt, job?.finishedAt, job?.expiresAt].map((t) => Date.parse(t ?? ''))
  expect(finished).toBeGreaterThanOrEqual(created)
  expect(Math.round((expires - created) / 86_400_000)).toBe(7)
})

it('answers 304 where nothing has changed', async () => {
  const { id } = await client.createJob({ puzzles: [GRID] })
  await completed(id)
  const first = await fetch(`${url}/jobs/${id}`)
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.has('retry-after')).toBe(false)
  const again = await fetch(`${url}/jobs/${id}`, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  expect(again.headers.get('etag')).toBe(etag)
  expect(await again.text()).toBe('')
})

it('holds a poll that prefers to wait until something changes', async () => {
  const { id } = await client.createJob({ puzzles: Array(40).fill(SLOW), strategy: 'brute-force' })
  cancelledAtEnd(id)
  const response = await fetch(`${url}/jobs/${id}`, { headers: { prefer: 'respond-async, wait=99' } })
  const job = (await response.json()) as JobView
  expect(response.headers.get('preference-applied')).toBe('wait=20')
  expect(job.counts.pending).toBeLessThan(40)
})

const WAITS = 'waits as well where the tag comes as %s'
it.each(['W/TAG'])(WAITS, waitsWithTag)
it.each(['"other", TAG', '*'])(WAITS, { tags: ['long'] }, waitsWithTag)

async function waitsWithTag(form: string): Promise<void> {
  const { id } = await client.createJob({ puzzles: [ENDLESS], strategy: 'brute-force' })
  cancelledAtEnd(id)
  const { headers } = await fetch(`${url}/jobs/${id}`)
  const tag = form.replace('TAG', headers.get('etag') ?? '')
  const start = performance.now()
  const response = await fetch(`${url}/jobs/${id}`, { headers: { prefer: 'Wait="1"', 'if-none-match': tag } })
  // It waits as long as it was asked to, or until the job was done; one that does not wait is back within milliseconds.
  expect([200, 304]).toContain(response.status)
  if (response.status === 304) expect(performance.now() - start).toBeGreaterThan(500)
  expect(response.headers.get('preference-applied')).toBe('wait=1')
}

it('answers a poll that waits for a job that has ended at once', async () => {
  const { id } = await client.createJob({ puzzles: [GRID] })
  await completed(id)
  const response = await fetch(`${url}/jobs/${id}`, {
    headers: { prefer: 'wait=20' },
    signal: AbortSignal.timeout(10_000),
  })
  expect(response.status).toBe(200)
})

it('tells a running client when to come back', async () => {
  const { id } = await client.createJob({ puzzles: Array(40).fill(SLOW), strategy: 'brute-force' })
  cancelledAtEnd(id)
  const response = await fetch(`${url}/jobs/${id}`)
  expect(response.headers.get('retry-after')).toBe('1')
})
