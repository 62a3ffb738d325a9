import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { partKey } from '../../shared/aws/jobs.ts'
import { judged, operationAt } from './described.ts'
import { GRID } from './grids.ts'
import { apiForAll } from './on-emulators.ts'

const api = apiForAll()

async function submitted(count: number): Promise<string> {
  return `/jobs/${(await api.ask('POST', '/jobs', { puzzles: Array(count).fill(GRID) })).body.id}`
}

async function results(path: string, headers: Record<string, string> = {}, query = '') {
  const response = await api.request(`${path}/results${query}`, { headers })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const { status } = response
  // The file describes the content, however it is encoded.
  const isGzipped = response.headers.get('content-encoding') === 'gzip'
  const content = isGzipped ? new Uint8Array(gunzipSync(bytes)) : bytes
  const answer = { status, headers: response.headers, bytes: content }
  expect(judged(answer, operationAt(`${path}/results`, 'GET')).wrong).toEqual([])
  return { status, headers: response.headers, bytes, text: new TextDecoder().decode(content) }
}

describe('results of a job that has ended', () => {
  let job: string
  beforeAll(async () => {
    job = await submitted(60)
    await api.work()
  })

  it.each(['', '?format=csv', '?format=text', '?format=packed', '?limit=7&from=3'])(
    'are not sent again to who has them: %s',
    async (query) => {
      const first = await results(job, {}, query)
      const etag = first.headers.get('etag') ?? ''
      expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await results(job, { 'if-none-match': tags }, query)
        expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, etag])
        expect(again.headers.get('link')).toBe(first.headers.get('link'))
      }
      expect((await results(job, { 'if-none-match': '"other"' }, query)).status).toBe(200)
      expect((await results(job, { 'if-none-match': etag }, '?from=59&format=ndjson')).status).toBe(200)
    },
  )

  it('come packed in part where a limit ends within those that are stored together', async () => {
    expect((await results(job, {}, '?format=packed&limit=2')).bytes).not.toHaveLength(0)
  })

  it('come in gzip to who takes it, under a tag of their own', async () => {
    const plain = await results(job)
    const gzipped = await results(job, { 'accept-encoding': 'br, gzip' })
    expect([plain.headers.get('content-encoding'), gzipped.headers.get('content-encoding')]).toEqual([null, 'gzip'])
    expect(gzipped.text).toBe(plain.text)
    expect(gzipped.bytes.length).toBeLessThan(plain.bytes.length / 5)
    expect(gzipped.headers.get('etag')).not.toBe(plain.headers.get('etag'))
    expect(gzipped.headers.get('vary')).toBe('accept, accept-encoding')
    const tag = { 'if-none-match': gzipped.headers.get('etag') ?? '' }
    expect((await results(job, { ...tag, 'accept-encoding': 'gzip' })).status).toBe(304)
    expect((await results(job, { 'accept-encoding': 'gzip;q=0' })).headers.has('content-encoding')).toBe(false)
  })

  it.each(['?format=packed', '?limit=1'])('are as they are where gzip makes them no shorter: %s', async (query) => {
    expect((await results(job, { 'accept-encoding': 'gzip' }, query)).headers.has('content-encoding')).toBe(false)
  })

  it('are gone once it is deleted, whatever tag is sent', async () => {
    const other = await submitted(1)
    await api.work()
    const { headers } = await results(other)
    await api.request(other, { method: 'DELETE' })
    expect((await results(other, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(404)
  })
})

it.each([
  ['runs', async () => submitted(60)],
  [
    'has failed puzzles, which can be sent again',
    async () => {
      const job = await submitted(60)
      await api.fail()
      return job
    },
  ],
])('results of a job that %s have no tag, and are kept by nobody', async (_, make) => {
  const job = await make()
  const { headers } = await results(job, { 'accept-encoding': 'gzip' })
  expect([headers.has('etag'), headers.has('content-encoding')]).toEqual([false, false])
  expect(headers.get('cache-control')).toBe('no-store')
  await api.request(`${job}/redrive`, { method: 'POST' })
  await api.work()
  const last = await results(job)
  expect([last.headers.has('etag'), last.text.includes('failed')]).toEqual([true, false])
})

it('results that are kept and not counted yet are on no page', async () => {
  const id = await api.opened(1, Array(6).fill(GRID))
  await api.work()
  const part = await api.items.get(partKey(id, 1))
  if (part) await api.items.put({ ...part, done: { 0: 3 } })
  const shown = async (query: string) => (await results(`/jobs/${id}`, {}, query)).text.trim().split('\n').length
  expect([await shown('?format=ndjson'), await shown('?format=ndjson&from=2')]).toEqual([3, 2])
})

it.each(['', '?format=ndjson', '?format=csv', '?format=packed'])(
  'an empty page of a job that goes on says when to come back, and no other does: %s',
  async (query) => {
    const job = `/jobs/${await api.opened()}`
    const comesBack = async () => (await results(job, {}, query)).headers.has('retry-after')
    expect(await comesBack()).toBe(true)
    await api.ask('PUT', `${job}/parts/1`, { puzzles: [GRID] })
    expect(await comesBack()).toBe(true)
    await api.work()
    expect(await comesBack()).toBe(false)
  },
)
