import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { framesIn } from '../../shared/job/packed/result-frames.ts'
import type { JobList, JobView, ResultsPage } from '../../shared/protocol/views.ts'
import { GRID } from './grids.ts'
import { apiForAll } from './on-emulators.ts'

/** A part's item takes about half a kilobyte, and a read unit reads four. */
const PARTS = 45
const READ_UNIT_BYTES = 4096

const api = apiForAll()
// No test sees the jobs of another.
beforeEach(() => {
  api.owner = crypto.randomUUID()
})

/** The results in a page. */
function linesIn(body: Uint8Array, query: string): number {
  if (query.includes('packed')) return framesIn(body).reduce((sum, { begin, end }) => sum + end - begin, 0)
  const text = new TextDecoder().decode(body)
  if (!query.includes('format')) return (JSON.parse(text) as ResultsPage).results.length
  return text.split('\n').length - 1 - Number(text.startsWith('line,'))
}

const put = (id: string, part: number, ...puzzles: string[]) => api.ask('PUT', `/jobs/${id}/parts/${part}`, { puzzles })
const polled = async (id: string) => (await api.ask('GET', `/jobs/${id}`)).body
const pageOf = async (id: string, from = 1) =>
  (await api.ask<ResultsPage>('GET', `/jobs/${id}/results?from=${from}`)).body
/** What a piece of work answers with, and its read units. */
async function read<T>(work: () => Promise<T>): Promise<{ found: T; units: number }> {
  const found: T[] = []
  const units = await api.readUnitsOf(async () => found.push(await work()))
  return { found: found[0], units }
}

describe('results of more puzzles than an answer holds', () => {
  const COUNT = 20_000
  let id: string
  let storedUnits: number
  beforeAll(async () => {
    const headers = { 'content-type': 'text/plain' }
    const text = { method: 'POST', owner: 'reader', headers, body: `${GRID}\n`.repeat(COUNT) }
    id = ((await (await api.request('/jobs', text)).json()) as JobView).id
    await api.work()
    const record = await api.table.getJob(id)
    const [{ total, perChunk }] = record?.parts ?? []
    const chunks = Array.from({ length: Math.ceil(total / perChunk) }, (_, chunk) => chunk)
    const kept = await Promise.all(chunks.map((chunk) => api.table.resultsOfChunk(id, 1, chunk)))
    storedUnits = kept.flat().reduce((sum, { packed }) => sum + packed.length, 0) / READ_UNIT_BYTES
  })

  it.each(['', '&limit=1000', '&format=ndjson', '&format=csv', '&format=text', '&format=packed'])(
    'are read from the table once, page after page: %j',
    async (query) => {
      let pages = 0
      let lines = 0
      const units = await api.readUnitsOf(async () => {
        for (let path: string | undefined = `/jobs/${id}/results?from=1${query}`; path; pages++) {
          const response = await api.request(path, { owner: 'reader' })
          const body = new Uint8Array(await response.arrayBuffer())
          lines += linesIn(body, query)
          path = /^<(.*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
        }
      })
      expect(lines).toBe(COUNT)
      // Each page reads its job as well.
      expect(units - pages).toBeLessThanOrEqual(1.2 * storedUnits)
    },
  )
})

it('a job is read with as many units as it says', async () => {
  const id = await api.opened(PARTS)
  const { found, units } = await read(() => api.table.getLive(id))
  expect(found?.readUnits).toBe(units)
  expect(units).toBeGreaterThan(2)
})

it('a first part that has failed does not have all others read by every poll', async () => {
  const id = await api.opened(1)
  await api.fail()
  await Promise.all(Array.from({ length: PARTS - 1 }, (_, i) => put(id, i + 2, GRID, '1')))
  await api.ask('POST', `/jobs/${id}/seal`, { parts: PARTS })
  await api.work()
  const counts = { total: 2 * PARTS - 1, solved: PARTS - 1, invalid: PARTS - 1 }
  const first = await polled(id)
  expect(first).toMatchObject({ state: 'completed', parts: PARTS, counts: { ...counts, failed: 1 } })
  const { found: second, units } = await read(() => polled(id))
  expect(second).toEqual(first)
  expect(units).toBeLessThanOrEqual(2)
  const statusesFrom = async (from: number) =>
    (await pageOf(id, from)).results.map(({ line, status }) => `${line} ${status}`)
  const lines = Array.from({ length: 2 * PARTS - 2 }, (_, i) => `${i + 2} ${i % 2 === 0 ? 'solved' : 'invalid'}`)
  expect(await statusesFrom(1)).toEqual(['1 failed', ...lines])
  expect(await statusesFrom(2 * PARTS - 1)).toEqual(lines.slice(-1))
  expect(await statusesFrom(2 * PARTS)).toEqual([])
  await api.ask('POST', `/jobs/${id}/redrive`)
  expect(await polled(id)).toMatchObject({ state: 'running', counts: { ...counts, pending: 1, failed: 0 } })
  await api.work()
  expect(await polled(id)).toMatchObject({ state: 'completed', counts: { ...counts, solved: PARTS, failed: 0 } })
  expect(await statusesFrom(1)).toEqual(['1 solved', ...lines])
})

it('a page of the list ends where its jobs take too much to read', { tags: ['long'] }, async () => {
  const ids: string[] = []
  for (let job = 0; job < 9; job++) {
    ids.unshift(await api.openedLarge(41))
    api.now++
  }
  const seen: string[] = []
  let pages = 0
  for (let cursor: string | null = ''; cursor !== null; pages++) {
    const query: string = cursor && `?from=${cursor}`
    const { found, units } = await read(() => api.ask<JobList>('GET', `/jobs${query}`))
    expect(units).toBeLessThan(3_000)
    seen.push(...found.body.jobs.map(({ id }) => id))
    cursor = found.body.next
  }
  expect(seen).toEqual(ids)
  expect(pages).toBe(2)
})
