import { expect, inject, it, onTestFinished } from 'vitest'
import { createClient } from '../../shared/client/client.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { ENDLESS, GRID, SLOW } from './grids.ts'

const url = inject('serviceUrl')
const client = createClient({ url })

/** A job that still runs when a test ends would hold up those that follow. */
const cancelledAtEnd = (id: string) =>
  onTestFinished(() =>
    client.cancelJob(id).then(
      () => {},
      () => {},
    ),
  )

const completed = (id: string) => Array.fromAsync(client.watchJob(id))

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

it.each(['W/TAG', '"other", TAG', '*'])('waits as well where the tag comes as %s', async (form) => {
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
})
