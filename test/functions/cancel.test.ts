import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApi } from '../../functions/api.ts'
import { createWorker } from '../../functions/worker.ts'
import type { Table } from '../../shared/aws/table.ts'
import type { Chunk } from '../../shared/job/chunks/chunk.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { type Emulated, emulated, eventOf, jobOf, progressIn, resultsOf } from './emulated.ts'

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
const FULL = '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
const options = { strategy: 'singles' } as const

let aws: Emulated
beforeAll(async () => {
  aws = await emulated()
})
afterAll(() => aws[Symbol.asyncDispose]())

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

it('keeps what was solved before, and cancels the rest, though it is in the middle of a chunk', async () => {
  const [chunk] = await jobOf(aws.table, [EASY, EASY, EASY], { options })
  await worker(chunk, 0)
  const [rest] = await aws.received()
  await aws.table.cancelJob(chunk.jobId, 'asked')
  await worker(rest)
  await worker(chunk, 0, 2)
  await workOff()
  expect(await progress(chunk)).toMatchObject({ state: 'cancelled', solved: 1, cancelled: 2, pending: 0 })
  const results = await resultsOf(aws.table, chunk)
  expect(results.map(({ line, status }) => [line, status])).toEqual([
    [1, 'solved'],
    [2, 'cancelled'],
    [3, 'cancelled'],
  ])
})

it.each([1, 101])(
  'comes to its end though its submission of %i was under way, and who cancelled died',
  async (count) => {
    const id = `cancelled-${count}`
    const acceptPart: Table['acceptPart'] = async (...of) => {
      await aws.table.cancelJob(id, 'asked')
      return aws.table.acceptPart(...of)
    }
    const files = { read: async () => undefined }
    const table = { ...aws.table, acceptPart }
    const api = createApi({ ...aws, table, files, newId: () => id, ownerOf: async () => 'one' })
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ puzzles: Array(count).fill(EASY) })
    expect((await api.request('/jobs', { method: 'POST', headers, body })).status).toBe(202)
    await workOff()
    const { state } = (await (await api.request(`/jobs/${id}`)).json()) as JobView
    expect(state).toBe('cancelled')
  },
)
