import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createDeadLetter } from '../../functions/dead-letter.ts'
import { createWorker } from '../../functions/worker.ts'
import { type Chunk, restOf } from '../../shared/job/chunk.ts'
import { solveChunk } from '../../shared/job/solve-chunk.ts'
import { type Emulated, emulated, eventOf, jobOf, progressIn, resultsOf } from './emulated.ts'

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'

let aws: Emulated
beforeAll(async () => {
  aws = await emulated()
})
afterAll(() => aws[Symbol.asyncDispose]())

const deadLetter = (chunk: Chunk | string) => createDeadLetter(aws)(eventOf([chunk]))
const progress = (chunk: Chunk) => progressIn(aws.table, chunk)

it('closes a chunk as failed and keeps its puzzles, so that the job ends', async () => {
  const [chunk] = await jobOf(aws.table, [EASY, 'x'])
  await deadLetter(chunk)
  expect(await progress(chunk)).toMatchObject({ state: 'completed', pending: 0, failed: 2 })
  expect(await resultsOf(aws.table, chunk)).toMatchObject([
    { line: 1, id: 'p1', puzzle: EASY, status: 'failed', backtracks: null, reason: 'given up after the last attempt' },
    { line: 2, id: 'p2', puzzle: 'x', status: 'failed' },
  ])
})

it('lets results stand that a worker kept before it crashed, and counts them', async () => {
  const [chunk] = await jobOf(aws.table, [EASY, EASY])
  const { results } = solveChunk({ ...chunk, puzzles: chunk.puzzles.slice(0, 1) }, () => false)
  await aws.table.keepResults(chunk, { from: 0, redrive: 0, count: 1, packed: results.pack() })
  await deadLetter(chunk)
  expect(await progress(chunk)).toMatchObject({ state: 'running', solved: 1, pending: 1, failed: 0 })
  expect(await aws.received()).toEqual([restOf(chunk, 1)])
})

it('closes a chunk once, and a worker that comes late changes nothing', async () => {
  const [chunk] = await jobOf(aws.table, [EASY])
  await deadLetter(chunk)
  await deadLetter(chunk)
  await createWorker({ ...aws, sliceMs: 60_000 })(eventOf([chunk]))
  expect(await progress(chunk)).toMatchObject({ state: 'completed', failed: 1, solved: 0 })
})

it('drops a message that is no chunk, as there is no job to close', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await deadLetter('nonsense')).toEqual({ batchItemFailures: [] })
  expect(quiet).toHaveBeenCalledWith(expect.stringContaining('not a chunk'), expect.any(Error))
  quiet.mockRestore()
})
