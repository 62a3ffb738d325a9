import { expect, it } from 'vitest'
import { createDeadLetter } from '../../functions/dead-letter.ts'
import { createWorker } from '../../functions/worker.ts'
import type { Table } from '../../shared/aws/table.ts'
import type { Chunk } from '../../shared/job/chunks/chunk.ts'
import { GRID as EASY } from '../api/grids.ts'
import { eventOf, jobOf, progressIn, resultsOf } from './emulated.ts'
import { emulatedForAll } from './emulated-for-all.ts'

const aws = emulatedForAll()

/** Solves one puzzle a message, or a chunk at once. */
const worker = (chunk: Chunk, { sliceMs = 0, attempt = 1 } = {}) =>
  createWorker({ ...aws, sliceMs })(eventOf([chunk], attempt))
const deadLetter = (chunk: Chunk) => createDeadLetter(aws)(eventOf([chunk]))
const progress = (chunk: Chunk) => progressIn(aws.table, chunk)

/** Has the API try failed puzzles again; answers with the chunks that it sent. */
async function redrive({ jobId }: Chunk, table: Table = aws.table): Promise<Chunk[]> {
  await aws.api({ table }).request(`/jobs/${jobId}/redrive`, { method: 'POST' })
  return aws.received()
}

/** Works off whatever is in the queue, and what comes of that. */
async function workOff(): Promise<void> {
  for (let chunks = await aws.received(); chunks.length > 0; chunks = await aws.received()) {
    for (const chunk of chunks) await worker(chunk)
  }
}

it('failed puzzles that are sent again count with their ratings once they are solved, however often they come', async () => {
  const ratingsOf = async (chunk: Chunk) => (await progress(chunk)).ratings
  const rated = (puzzles: number) => ({ er: { 12: puzzles }, technique: { 'hidden-single': puzzles }, atLeast: 0 })
  const of = { options: { include: ['rating'] as const }, perChunk: 1 }
  const [first, second, third] = await jobOf(aws.table, [EASY, EASY, EASY], of)
  await worker(first, { sliceMs: 60_000 })
  for (const chunk of [second, third]) await deadLetter(chunk)
  expect(await ratingsOf(first)).toEqual(rated(1))
  // The API dies once it has sent the chunks, and before it takes back their counts.
  const again = await redrive(first, { ...aws.table, reopenChunk: async () => false })
  for (const chunk of [...again, ...again, second]) await worker(chunk, { sliceMs: 60_000, attempt: 2 })
  await workOff()
  expect(await progress(first)).toMatchObject({ state: 'completed', solved: 3, failed: 0 })
  expect(await ratingsOf(first)).toEqual(rated(3))
})

it('where two ask for it at once, what was solved since the second one looked is not sent again, and counts', async () => {
  const [first] = await jobOf(aws.table, [EASY, EASY, EASY], { options: { strategy: 'singles' } })
  await worker(first)
  await deadLetter((await aws.received())[0])
  const before = await aws.table.getJob(first.jobId)
  const [again] = await redrive(first)
  expect(again).toMatchObject({ from: 1, redrive: 1, puzzles: { count: 2 } })
  await worker(again, { sliceMs: 60_000 })
  expect(await redrive(first, { ...aws.table, getJob: async () => before })).toEqual([])
  expect(await progress(first)).toMatchObject({ state: 'completed', solved: 3, pending: 0, failed: 0 })
  const results = await resultsOf(aws.table, first)
  expect(results.map(({ line, status }) => `${line} ${status}`)).toEqual(['1 solved', '2 solved', '3 solved'])
})
