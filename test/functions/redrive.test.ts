import { describe, expect, it } from 'vitest'
import { createDeadLetter } from '../../functions/dead-letter.ts'
import { createWorker } from '../../functions/worker.ts'
import type { Table } from '../../shared/aws/table.ts'
import type { Chunk } from '../../shared/job/chunks/chunk.ts'
import { GRID as EASY } from '../api/grids.ts'
import { eventOf, jobOf, progressIn, resultsOf } from './emulated.ts'
import { emulatedForAll } from './emulated-for-all.ts'

const options = { strategy: 'singles' } as const

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

/** A job whose first puzzle is solved, and whose other two failed; with the messages that led there. */
async function failedJob(): Promise<{ first: Chunk; second: Chunk }> {
  const [first] = await jobOf(aws.table, [EASY, EASY, EASY], { options })
  await worker(first)
  const [second] = await aws.received()
  await deadLetter(second)
  expect(await progress(first)).toMatchObject({ state: 'completed', solved: 1, failed: 2 })
  return { first, second }
}

/** Works off whatever is in the queue, and what comes of that. */
async function workOff(): Promise<void> {
  for (let chunks = await aws.received(); chunks.length > 0; chunks = await aws.received()) {
    for (const chunk of chunks) await worker(chunk)
  }
}

async function expectAllSolved(chunk: Chunk, count = 3): Promise<void> {
  const { counts, backtracks, state } = await progress(chunk)
  expect({ ...counts, state }).toMatchObject({ state: 'completed', total: count, solved: count, pending: 0, failed: 0 })
  expect(backtracks.histogram.reduce((sum, found) => sum + found, 0)).toBe(count)
  const results = await resultsOf(aws.table, chunk)
  expect(results.map(({ line, status }) => [line, status])).toEqual(
    Array.from({ length: count }, (_, i) => [i + 1, 'solved']),
  )
}

describe('failed puzzles that are sent again', () => {
  it('are pending at once, and solved in the end; what was solved before is not sent', async () => {
    const { first } = await failedJob()
    const [again] = await redrive(first)
    expect(again).toMatchObject({ from: 1, redrive: 1 })
    expect([...again.puzzles]).toEqual([
      { text: EASY, id: 'p2' },
      { text: EASY, id: 'p3' },
    ])
    expect(await progress(first)).toMatchObject({ state: 'running', solved: 1, pending: 2, failed: 0 })
    await worker(again)
    await workOff()
    await expectAllSolved(first)
  })

  it('count with their ratings once they are solved, however often they come', async () => {
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
})

it('where two ask for it at once, what was solved since the second one looked is not sent again, and counts', async () => {
  const { first } = await failedJob()
  const before = await aws.table.getJob(first.jobId)
  const [again] = await redrive(first)
  await worker(again, { sliceMs: 60_000 })
  await expectAllSolved(first)
  expect(await redrive(first, { ...aws.table, getJob: async () => before })).toEqual([])
  await expectAllSolved(first)
})
