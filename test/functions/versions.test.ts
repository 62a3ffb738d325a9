import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createApi } from '../../functions/api.ts'
import { createDeadLetter } from '../../functions/dead-letter.ts'
import { createWorker } from '../../functions/worker.ts'
import { type Chunk, chunkIn, messageOf } from '../../shared/job/chunks/chunk.ts'
import { countsOf } from '../../shared/job/packed/packed-results.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import { bytesOf, UNVERSIONED } from '../job/unversioned.ts'
import { type Emulated, emulated, eventOf, jobOf, progressIn, resultsOf } from './emulated.ts'

let aws: Emulated
beforeAll(async () => {
  aws = await emulated()
})
afterAll(() => aws[Symbol.asyncDispose]())

const worker = (...messages: Parameters<typeof eventOf>[0]) =>
  createWorker({ ...aws, sliceMs: 60_000 })(eventOf(messages))
const deadLetter = (...messages: Parameters<typeof eventOf>[0]) => createDeadLetter(aws)(eventOf(messages))
const api = () =>
  createApi({ ...aws, files: { read: async () => undefined }, newId: () => '', ownerOf: async () => 'everyone' })

const OUTCOMES = { solved: 3, multiple: 1, invalid: 2, pending: 0 }

/** A job of the puzzles that code from before there were versions was given, with the message that it sent of them. */
async function jobFromBefore() {
  const { puzzles, options } = chunkIn({ body: UNVERSIONED.body, puzzles: bytesOf('puzzles') })
  const [chunk] = await jobOf(aws.table, [...puzzles], { options })
  const { jobId, expiresAt } = chunk
  const body = JSON.stringify({ ...JSON.parse(UNVERSIONED.body), jobId, expiresAt })
  return { chunk, message: { body, puzzles: bytesOf('puzzles') } }
}

/** Results that such code kept and counted. */
async function keepFromBefore(chunk: Chunk, name: 'results' | 'failed'): Promise<void> {
  const stored = { from: 0, redrive: 0, count: chunk.puzzles.count, packed: bytesOf(name) }
  await aws.table.keepResults(chunk, stored)
  const counts = countsOf(stored.packed)
  await aws.table.countResults(chunk, { count: stored.count, counts, startedAt: 1, now: 2 })
}

it('a worker solves what was queued before there were versions', async () => {
  const { chunk, message } = await jobFromBefore()
  expect(await worker(message)).toEqual({ batchItemFailures: [] })
  expect(await progressIn(aws.table, chunk)).toMatchObject({ state: 'completed', ...OUTCOMES })
})

it('a worker counts what was kept, but not counted, before there were versions', async () => {
  const { chunk, message } = await jobFromBefore()
  await aws.table.keepResults(chunk, { from: 0, redrive: 0, count: 6, packed: bytesOf('results') })
  await createWorker({ ...aws, sliceMs: 60_000 })(eventOf([message], 2))
  expect(await progressIn(aws.table, chunk)).toMatchObject({ state: 'completed', ...OUTCOMES })
})

it('a dead letter from before there were versions is closed', async () => {
  const { chunk, message } = await jobFromBefore()
  expect(await deadLetter(message)).toEqual({ batchItemFailures: [] })
  expect(await progressIn(aws.table, chunk)).toMatchObject({ state: 'completed', failed: 6, pending: 0 })
})

it('the API answers with results that were kept before there were versions', async () => {
  const { chunk } = await jobFromBefore()
  await keepFromBefore(chunk, 'results')
  const response = await api().request(`/jobs/${chunk.jobId}/results`)
  const { results } = (await response.json()) as { results: PuzzleResult[] }
  expect(results.map(({ status }) => status)).toEqual(['solved', 'solved', 'multiple', 'invalid', 'solved', 'invalid'])
  expect(results).toEqual(await resultsOf(aws.table, chunk))
})

it('what failed before there were versions is sent again and solved', async () => {
  const { chunk } = await jobFromBefore()
  await keepFromBefore(chunk, 'failed')
  expect(await progressIn(aws.table, chunk)).toMatchObject({ state: 'completed', failed: 6 })
  await api().request(`/jobs/${chunk.jobId}/redrive`, { method: 'POST' })
  await worker(...(await aws.received()))
  expect(await progressIn(aws.table, chunk)).toMatchObject({ state: 'completed', failed: 0, ...OUTCOMES })
})

it('results that a newer worker kept are worth another try, as the API is replaced last', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { chunk } = await jobFromBefore()
  const newer = Uint8Array.from(bytesOf('results'))
  newer.set([0xd2, 9, 0xff, 0xff])
  const counts = countsOf(bytesOf('results'))
  await aws.table.keepResults(chunk, { from: 0, redrive: 0, count: 6, packed: newer })
  await aws.table.countResults(chunk, { count: 6, counts, startedAt: 1, now: 2 })
  const response = await api().request(`/jobs/${chunk.jobId}/results`)
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('1')
  quiet.mockRestore()
})

it('what newer code queued is left in the queue and among the dead letters, for code as new', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  const [chunk] = await jobOf(aws.table, ['.'.repeat(81)])
  const message = messageOf(chunk)
  const newer = [
    { ...message, puzzles: Uint8Array.from(message.puzzles, (byte, i) => (i === 1 ? 9 : byte)) },
    { ...message, body: message.body.replace('"version":1', '"version":9') },
  ]
  const all = { batchItemFailures: [{ itemIdentifier: 'm1' }, { itemIdentifier: 'm2' }] }
  expect(await worker(...newer)).toEqual(all)
  expect(await deadLetter(...newer)).toEqual(all)
  expect(await progressIn(aws.table, chunk)).toMatchObject({ state: 'running', pending: 1 })
  expect(quiet).toHaveBeenCalledTimes(4)
  quiet.mockRestore()
})
