import { expect, it } from 'vitest'
import type { Chunk } from '../../shared/job/chunks/chunk.ts'
import { MAX_STRAGGLERS } from '../../shared/job/limits.ts'
import type { ResultsPage } from '../../shared/protocol/views.ts'
import { HARD } from '../api/grids.ts'
import { jobOf } from './emulated.ts'
import { emulatedForAll, functionsOn } from './emulated-for-all.ts'

/** Six backtracks: one slice. */
const QUICK = '............195348198342567859761423426853791713924856961537284287419635345286179'

const aws = emulatedForAll()
const { worker, deadLetter, progress, redrive, workOff } = functionsOn(aws)

async function pageOf({ jobId }: Chunk, line = 1): Promise<ResultsPage> {
  const answer = await aws.api(aws.as.api).request(`/jobs/${jobId}/results?from=${line}`)
  return answer.json() as Promise<ResultsPage>
}

/** The lines and statuses that can be read from a line on, and where one has to go on. */
async function readFrom(chunk: Chunk, line: number): Promise<[string[], number | null]> {
  const { results, next } = await pageOf(chunk, line)
  return [results.map((result) => `${result.line} ${result.status}`), next]
}

/** The rest of a chunk, in few words. */
const briefly = ({ from, puzzles, straggler, redrive }: Chunk) => [from, puzzles.count, straggler ?? false, redrive]

/** A job of which the first puzzle is left behind, with the messages that this left. */
async function leftBehind(puzzles = [HARD, QUICK, QUICK], options: Parameters<typeof jobOf>[2] = {}) {
  const [chunk] = await jobOf(aws.table, puzzles, options)
  await worker(chunk)
  const [straggler, rest] = await aws.received()
  expect([straggler, rest].map(briefly)).toEqual([
    [0, 1, true, 0],
    [1, puzzles.length - 1, false, 0],
  ])
  return { chunk, straggler, rest }
}

async function expectAllSolved(chunk: Chunk, count: number): Promise<void> {
  const { counts, backtracks, state } = await progress(chunk)
  expect({ ...counts, state }).toMatchObject({ state: 'completed', total: count, solved: count, pending: 0, failed: 0 })
  expect(backtracks.histogram.reduce((sum, found) => sum + found, 0)).toBe(count)
  const lines = Array.from({ length: count }, (_, i) => `${i + 1} solved`)
  expect(await readFrom(chunk, 1)).toEqual([lines, null])
  expect((await aws.table.getPart(chunk.jobId, 1))?.stragglers).toBeUndefined()
}

it('a hard puzzle does not make its neighbours wait, which are done and can be read long before it', async () => {
  const [chunk] = await jobOf(aws.table, [HARD, ...Array(8).fill(QUICK), HARD, QUICK])
  let left = [chunk]
  for (let turn = 0; turn < 12; turn++) {
    for (const message of left) await worker(message)
    left = await aws.received()
  }
  expect(left.map(briefly)).toEqual([
    [0, 1, true, 0],
    [9, 1, true, 0],
  ])
  expect(await progress(chunk)).toMatchObject({ state: 'running', solved: 9, pending: 2 })
  const quick = Array.from({ length: 8 }, (_, i) => `${i + 2} solved`)
  expect(await readFrom(chunk, 1)).toEqual([[], 1])
  expect(await readFrom(chunk, 2)).toEqual([quick, 10])
  expect(await readFrom(chunk, 10)).toEqual([[], 10])
  expect(await readFrom(chunk, 11)).toEqual([['11 solved'], null])
  await workOff(left)
  await expectAllSolved(chunk, 11)
  const { results } = await pageOf(chunk)
  expect(results.map(({ id, backtracks }) => [id, backtracks])).toEqual(
    results.map((_, i) => [`p${i + 1}`, i === 0 || i === 9 ? 9949 : 6]),
  )
})

it('the last puzzle of a chunk, and one that is done in a slice of its own, are not left behind', async () => {
  const [chunk] = await jobOf(aws.table, [QUICK, QUICK, HARD])
  let left = [chunk]
  for (const from of [0, 1, 2, 2]) {
    expect(left.map(briefly)).toEqual([[from, 3 - from, false, 0]])
    await worker(left[0])
    left = await aws.received()
  }
  await workOff(left)
  await expectAllSolved(chunk, 3)
})

it('where many are under way alone, others wait behind a hard one as long as it takes', async () => {
  const [chunk] = await jobOf(aws.table, [HARD, QUICK])
  const table = { ...aws.table, countStragglers: async () => MAX_STRAGGLERS }
  let left = [chunk]
  for (let slices = 0; slices < 3; slices++) {
    await worker(left[0], { table })
    left = await aws.received()
    expect(left.map(briefly)).toEqual([[0, 2, false, 0]])
  }
  await workOff(left)
  await expectAllSolved(chunk, 2)
})

it('a straggler that fails fails alone, and is sent again alone, with what is behind it standing', async () => {
  const { chunk, straggler, rest } = await leftBehind()
  await deadLetter(straggler)
  await workOff([rest])
  expect(await progress(chunk)).toMatchObject({ state: 'completed', solved: 2, failed: 1, pending: 0 })
  expect(await readFrom(chunk, 1)).toEqual([['1 failed', '2 solved', '3 solved'], null])
  for (let time = 1; time <= 2; time++) {
    const again = await redrive(chunk)
    expect(again.map(briefly)).toEqual([[0, 1, true, time]])
    expect(await progress(chunk)).toMatchObject({ state: 'running', solved: 2, failed: 0, pending: 1 })
    // A late message from before changes nothing, and is not searched.
    for (const late of [straggler, chunk]) await worker(late, { sliceMs: 60_000, attempt: 2 })
    expect(await progress(chunk)).toMatchObject({ solved: 2, failed: 0, pending: 1 })
    if (time === 1) await deadLetter(again[0])
    else await workOff(again)
    await workOff(await aws.received())
  }
  await expectAllSolved(chunk, 3)
})
