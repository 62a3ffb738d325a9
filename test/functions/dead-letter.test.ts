import { describe, expect, it, vi } from 'vitest'
import { createDeadLetter } from '../../functions/dead-letter.ts'
import { createWorker } from '../../functions/worker.ts'
import type { Table } from '../../shared/aws/table.ts'
import type { Chunk } from '../../shared/job/chunks/chunk.ts'
import { solveChunk } from '../../shared/job/chunks/solve-chunk.ts'
import { puzzlesIn } from '../../shared/job/packed/packed-results.ts'
import { GRID as EASY, SOLUTION as FULL } from '../api/grids.ts'
import { eventOf, jobOf, progressIn } from './emulated.ts'
import { emulatedForAll } from './emulated-for-all.ts'

const aws = emulatedForAll()

const deadLetter = (chunk: Chunk | string) => createDeadLetter({ ...aws, ...aws.as.deadLetter })(eventOf([chunk]))
const progress = (chunk: Chunk) => progressIn(aws.table, chunk)

it('asks for a look at a job with a webhook, once the last of its chunks is closed', async () => {
  const webhook = { url: 'https://receiver.example/', secret: 'whsec_' }
  const [first, last] = await jobOf(aws.table, [EASY, EASY], { perChunk: 1, webhook })
  await deadLetter(first)
  expect(await aws.looks()).toEqual([])
  await deadLetter(last)
  expect(await aws.looks()).toEqual([last.jobId])
})

it('gives up what is left of a chunk that comes here again and again: Lambda would stop the function', async () => {
  const [chunk] = await jobOf(aws.table, Array(20).fill(EASY))
  let left = [chunk]
  let deaths = 0
  for (; left.length > 0; left = await aws.received()) {
    const [{ from }] = left
    const { results } = solveChunk({ ...left[0], puzzles: left[0].puzzles.slice(0, 1) }, () => false)
    await aws.table.keepResults(left[0], { from, redrive: 0, count: 1, packed: results.pack() })
    await deadLetter(left[0])
    deaths++
  }
  expect(deaths).toBeLessThan(16)
  expect(await progress(chunk)).toMatchObject({ state: 'completed', solved: deaths, failed: 20 - deaths, pending: 0 })
})

describe('a chunk whose puzzles take more room than an item has', () => {
  // Solved, they would take a fifth of that.
  const many = Array.from({ length: 9000 }, () => ({ text: FULL }))
  const options = { strategy: 'bit-parallel', solutions: 2 } as const

  it('is closed whole where closing it broke off, and a worker that comes late leaves it alone', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
    const [chunk] = await jobOf(aws.table, many, { perChunk: 10_000, options })
    let kept = 0
    const table = {
      ...aws.table,
      keepResults: (...args: Parameters<Table['keepResults']>) =>
        ++kept === 2 ? Promise.reject(new Error('gone')) : aws.table.keepResults(...args),
    }
    const { batchItemFailures } = await createDeadLetter({ ...aws, table })(eventOf([chunk]))
    expect(batchItemFailures).toHaveLength(1)
    const { pending, failed } = await progress(chunk)
    expect([pending > 0, failed > 0, pending + failed]).toEqual([true, true, 9000])
    // Should it solve what is left, the failed ones before that could not be sent again.
    await createWorker({ ...aws, sliceMs: 60_000 })(eventOf([chunk], 2))
    expect(await aws.received()).toEqual([])
    await deadLetter(chunk)
    expect(await progress(chunk)).toMatchObject({ state: 'completed', pending: 0, failed: 9000 })
    quiet.mockRestore()
  })
})

it('keeps with a failed puzzle what came with it, so that it is looked at as before when it is sent again', async () => {
  const entries = [
    { text: EASY, id: 'checked', given: FULL },
    { text: EASY, id: 'no string', refused: 'id: found 7, expected a string' },
    { text: 'x'.repeat(9000) },
  ]
  const [chunk] = await jobOf(aws.table, entries, { options: { strategy: 'singles' } })
  await deadLetter(chunk)
  const [{ packed }] = await aws.table.resultsOfChunk(chunk.jobId, 1, 0)
  expect(Array.from(puzzlesIn(packed))).toEqual([...chunk.puzzles])
})
