import { expect, it } from 'vitest'
import { createWorker } from '../../functions/worker.ts'
import type { Table } from '../../shared/aws/table.ts'
import type { Chunk } from '../../shared/job/chunks/chunk.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { GRID as EASY, SOLUTION as FULL } from '../api/grids.ts'
import { eventOf, jobOf, progressIn, resultsOf } from './emulated.ts'
import { emulatedForAll } from './emulated-for-all.ts'

const options = { strategy: 'singles' } as const

const aws = emulatedForAll()

const worker = (chunk: Chunk, sliceMs = 60_000, attempt = 1) =>
  createWorker({ ...aws, sliceMs })(eventOf([chunk], attempt))
const progress = (chunk: Chunk) => progressIn(aws.table, chunk)

async function workOff(): Promise<void> {
  for (let chunks = await aws.received(); chunks.length > 0; chunks = await aws.received()) {
    for (const chunk of chunks) await worker(chunk)
  }
}

it('solves nothing more of a cancelled job: what is left is closed as cancelled, its puzzles kept', async () => {
  const entries = [{ text: EASY, id: 'a', given: FULL }, { text: 'x' }, { text: FULL, id: 'c' }]
  const [chunk] = await jobOf(aws.table, entries, { options })
  await aws.table.cancelJob(chunk.jobId, 'asked')
  expect(await progress(chunk)).toMatchObject({ state: 'cancelling', pending: 3 })
  await worker(chunk)
  expect(await progress(chunk)).toMatchObject({ state: 'cancelled', pending: 0, cancelled: 3, mismatches: 0 })
  expect(await aws.received()).toEqual([])
  const results = await resultsOf(aws.table, chunk)
  const none = { status: 'cancelled', backtracks: null, searchBacktracks: null, unique: null }
  expect(results).toMatchObject([
    { line: 1, id: 'a', puzzle: EASY, ...none },
    { line: 2, puzzle: 'x', ...none },
    { line: 3, id: 'c', puzzle: FULL, ...none },
  ])
  for (const result of results) expect(JSON.parse(JSON.stringify(result))).not.toHaveProperty('givenIsCorrect')
})

it.each([1, 101])(
  'comes to its end though its submission of %i was under way, and who cancelled died',
  async (count) => {
    const id = `cancelled-${count}`
    const acceptPart: Table['acceptPart'] = async (...of) => {
      await aws.table.cancelJob(id, 'asked')
      return aws.table.acceptPart(...of)
    }
    const api = aws.api({ table: { ...aws.table, acceptPart }, newId: () => id })
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ puzzles: Array(count).fill(EASY) })
    expect((await api.request('/jobs', { method: 'POST', headers, body })).status).toBe(202)
    await workOff()
    const { state } = (await (await api.request(`/jobs/${id}`)).json()) as JobView
    expect(state).toBe('cancelled')
  },
)
