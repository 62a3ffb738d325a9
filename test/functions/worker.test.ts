import { randomBytes } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { MAX_HELD_MS } from '../../functions/chunk-handler.ts'
import { viewOf } from '../../functions/reporting/job-view.ts'
import { createWorker } from '../../functions/worker.ts'
import type { Table } from '../../shared/aws/table.ts'
import type { Chunk } from '../../shared/job/chunks/chunk.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { GRID as EASY, HARD, NONE } from '../api/grids.ts'
import { eventOf, jobOf, progressIn, resultsOf } from './emulated.ts'
import { emulatedForAll } from './emulated-for-all.ts'

/** A few backtracks to `brute-force`. */
const ALMOST = '............195348198342567859761423426853791713924856961537284287419635345286179'
const SLICE_MS = 60_000

const aws = emulatedForAll()

const worker = (table: Table = aws.as.worker.table, sliceMs = SLICE_MS) =>
  createWorker({ ...aws, ...aws.as.worker, table, sliceMs })
const count = (chunk: Chunk) => progressIn(aws.table, chunk)

it('reports the message that failed and no other', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  const chunks = await jobOf(aws.table, [EASY, HARD], { perChunk: 1 })
  expect(await worker()(eventOf([chunks[0], 'not a chunk', chunks[1]]))).toEqual({
    batchItemFailures: [{ itemIdentifier: 'm2' }],
  })
  expect(await count(chunks[0])).toMatchObject({ solved: 2 })
  quiet.mockRestore()
})

it('a job began with its first slice, however many its first puzzle takes, and tells how far that search is', async () => {
  const [chunk] = await jobOf(aws.table, [HARD], { options: { strategy: 'brute-force' } })
  const began = Date.now()
  const views: JobView[] = []
  for (let left: Chunk[] = [chunk]; left.length > 0; left = await aws.received()) {
    const now = () => began + views.length * 1000
    await createWorker({ ...aws, ...aws.as.worker, now, sliceMs: 0 })(eventOf(left))
    expect((await count(chunk)).startedAt).toBe(began)
    const record = await aws.table.getJob(chunk.jobId)
    if (record) views.push(viewOf(record, now()))
  }
  const job = views.pop()
  expect(job?.search).toBeUndefined()
  expect(views.length).toBeGreaterThan(10)
  let before = { backtracks: 0, explored: 0 }
  for (const { search = before } of views) {
    expect(search.backtracks).toBeGreaterThan(before.backtracks)
    expect(search.explored).toBeGreaterThan(before.explored)
    expect(search.explored).toBeLessThan(1)
    before = { backtracks: search.backtracks, explored: search.explored ?? 0 }
  }
  // One puzzle in so many seconds, and not in the time of the last slice.
  expect(job).toMatchObject({
    state: 'completed',
    startedAt: new Date(began).toISOString(),
    finishedAt: new Date(began + views.length * 1000).toISOString(),
    puzzlesPerSecond: Number((1 / views.length).toPrecision(4)),
  })
})

it('has as many seconds left as what is pending takes at the rate so far', async () => {
  const [first, second] = await jobOf(aws.table, Array(5).fill(EASY), { perChunk: 1 })
  const began = Date.now()
  for (const [chunk, now] of [
    [first, began],
    [second, began + 4000],
  ] as const)
    await createWorker({ ...aws, ...aws.as.worker, now: () => now, sliceMs: 60_000 })(eventOf([chunk]))
  const record = await aws.table.getJob(first.jobId)
  const job = record && viewOf(record, began + 9000)
  expect(job).toMatchObject({ counts: { pending: 3 }, puzzlesPerSecond: 0.5, secondsLeft: 6 })
})

it('leaves one rest behind, however often counting fails', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  const [chunk] = await jobOf(aws.table, [NONE, HARD, EASY])
  const throttled = new Proxy(aws.table, {
    get: (table, name: keyof Table) =>
      name === 'countResults' ? () => Promise.reject(new Error('throttled')) : table[name],
  })
  for (let attempt = 1; attempt <= 5; attempt++) await worker(throttled, 0)(eventOf([chunk], attempt))
  expect(await aws.received()).toEqual([])
  await worker(aws.table, 0)(eventOf([chunk], 6))
  expect(await aws.received()).toHaveLength(1)
  quiet.mockRestore()
})

it('gives up a puzzle that goes round in circles, and no other, so that the job ends and is told', async () => {
  const webhook = { url: 'https://receiver.example/', secret: 'whsec_' }
  // None of these takes a search, for which it would have as many slices again.
  const include = ['canonical', 'canonicalSolution', 'pattern', 'automorphisms'] as const
  const [chunk] = await jobOf(aws.table, [HARD, ALMOST, EASY], { webhook, options: { include } })
  const oneEach = createWorker({ ...aws, sliceMs: 0, mostSlices: 3 })
  const hops: (string | undefined)[] = []
  for (let left = [chunk]; left.length > 0; left = await aws.received()) {
    hops.push(left.map((of) => `${of.from}: ${of.hops ?? 0}`).join(', '))
    await oneEach(eventOf(left))
  }
  expect(hops).toEqual(['0: 0', '0: 1, 1: 0', '0: 2, 2: 0', '0: 3, 2: 1', '2: 2', '2: 3'])
  expect(await aws.looks()).toEqual([chunk.jobId])
  expect(await count(chunk)).toMatchObject({ state: 'completed', pending: 0, solved: 1, failed: 2 })
  expect(await resultsOf(aws.table, chunk)).toMatchObject([
    { line: 1, puzzle: HARD, status: 'failed', reason: 'given up after 3 slices' },
    { line: 2, status: 'solved' },
    { line: 3, puzzle: EASY, status: 'failed', reason: 'given up after 3 slices' },
  ])
})

it('grants as many slices again to each search that what is included may take', async () => {
  // Some ten slices: brute force alone makes 4,157 backtracks, 500 in each.
  const [chunk] = await jobOf(aws.table, [EASY], { options: { include: ['counts'] } })
  const threeEach = createWorker({ ...aws, sliceMs: 0, mostSlices: 3 })
  let slices = 0
  for (let left = [chunk]; left.length > 0; left = await aws.received()) {
    await threeEach(eventOf(left))
    slices++
  }
  expect(slices).toBeGreaterThan(3)
  expect(await count(chunk)).toMatchObject({ state: 'completed', solved: 1 })
})

it('drops a chunk whose job has expired', async () => {
  const [chunk] = await jobOf(aws.table, [EASY])
  const later = createWorker({ ...aws, now: () => chunk.expiresAt * 1000, sliceMs: SLICE_MS })
  expect(await later(eventOf([chunk]))).toEqual({ batchItemFailures: [] })
  expect(await count(chunk)).toMatchObject({ pending: 1 })
  expect(await resultsOf(aws.table, chunk)).toEqual([])
})

it('writes large results when it is their turn, small ones at once, and gives back what would wait for too long', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  const turnToWrite = vi.fn(aws.table.turnToWrite)
  const now = () => 1e12
  const services = { ...aws, table: { ...aws.table, turnToWrite }, now, sliceMs: SLICE_MS, bulkWritesPerS: 100 }
  // Texts that are no puzzles, and that do not deflate.
  const texts = Array.from({ length: 6 }, () => randomBytes(6_000).toString('base64'))
  const [small] = await jobOf(aws.table, [EASY])
  const [large] = await jobOf(aws.table, texts)
  const fails = { batchItemFailures: [{ itemIdentifier: 'm1' }] }
  expect(await createWorker(services)(eventOf([small]))).toEqual({ batchItemFailures: [] })
  expect(turnToWrite).not.toHaveBeenCalled()

  turnToWrite.mockResolvedValueOnce(undefined)
  expect(await createWorker(services)(eventOf([large]))).toEqual(fails)
  expect(await resultsOf(aws.table, large)).toEqual([])
  const paused = vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined)
  syncBuiltinESMExports()
  turnToWrite.mockResolvedValueOnce(30)
  expect(await createWorker(services)(eventOf([large]))).toEqual({ batchItemFailures: [] })
  expect(paused.mock.calls).toEqual([[30]])
  paused.mockRestore()
  syncBuiltinESMExports()
  expect(await resultsOf(aws.table, large)).toHaveLength(6)
  const [units, at, pace] = turnToWrite.mock.lastCall ?? []
  expect([at, pace]).toEqual([now(), { perS: 100, patienceMs: MAX_HELD_MS }])
  // 36 KB of chance, and as text 48.
  expect(units).toBeGreaterThan(35)
  expect(units).toBeLessThan(48)
  quiet.mockRestore()
})
