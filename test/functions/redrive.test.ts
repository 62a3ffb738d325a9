import { describe, expect, it } from 'vitest'
import { giveUpLost } from '../../functions/api/job-actions.ts'
import { type Chunk, LOST } from '../../shared/job/chunks/chunk.ts'
import { NO_RESULTS_YET } from '../../shared/job/packed/packed-results.ts'
import { GRID as EASY } from '../api/grids.ts'
import { jobOf, resultsOf } from './emulated.ts'
import { emulatedForAll, functionsOn } from './emulated-for-all.ts'

const options = { strategy: 'singles' } as const

const aws = emulatedForAll()
const { worker, deadLetter, progress, redrive, workOff } = functionsOn(aws)

/** A job whose first puzzle is solved, and whose other two failed; with the messages that led there. */
async function failedJob(): Promise<{ first: Chunk; second: Chunk }> {
  const [first] = await jobOf(aws.table, [EASY, EASY, EASY], { options })
  await worker(first)
  const [second] = await aws.received()
  await deadLetter(second)
  expect(await progress(first)).toMatchObject({ state: 'completed', solved: 1, failed: 2 })
  return { first, second }
}

describe('puzzles whose messages are lost', () => {
  /** Gives up what is pending, as the operator does; answers with how many puzzles that concerns. */
  async function endLost({ jobId }: Chunk, before = Date.now() + 1): Promise<number> {
    const record = await aws.table.getJob(jobId)
    if (!record) throw new Error('no such job')
    return giveUpLost(aws, record, before, () => false)
  }

  it('fail, so that their job ends; what was solved stays, and nobody sends them again', async () => {
    const [first, second] = await jobOf(aws.table, [EASY, EASY, EASY, EASY], { options, perChunk: 2 })
    await worker(first)
    // What is left of the first chunk, and all of the second, are lost.
    const [rest] = await aws.received()
    expect(await endLost(first)).toBe(3)
    await workOff(await aws.received())
    expect(await progress(first)).toMatchObject({ state: 'completed', solved: 1, failed: 3, pending: 0 })
    const results = [...(await resultsOf(aws.table, first)), ...(await resultsOf(aws.table, second))]
    expect(results.map(({ status, reason }) => [status, reason])).toEqual([
      ['solved', undefined],
      ...Array(3).fill(['failed', LOST]),
    ])
    expect(await redrive(first)).toEqual([])
    // Messages that are there after all change nothing.
    for (const late of [first, rest, second]) await worker(late, { sliceMs: 60_000, attempt: 2 })
    await workOff(await aws.received())
    expect(await progress(first)).toMatchObject({ state: 'completed', solved: 1, failed: 3 })
    expect(await endLost(first)).toBe(0)
  })

  it('that had failed before are in the table, and can be sent again', async () => {
    const { first } = await failedJob()
    // Its message is lost, with a slice of it claimed.
    const [again] = await redrive(first)
    expect(await aws.table.claimSlice({ ...again, hops: 7 }, 'lost')).toBe(true)
    expect(await endLost(first)).toBe(2)
    await workOff(await aws.received())
    expect(await progress(first)).toMatchObject({ state: 'completed', solved: 1, failed: 2 })
    await redrive(first).then((chunks) => Promise.all(chunks.map((chunk) => worker(chunk, { sliceMs: 60_000 }))))
    expect(await progress(first)).toMatchObject({ state: 'completed', total: 3, solved: 3, pending: 0, failed: 0 })
    const results = await resultsOf(aws.table, first)
    expect(results.map(({ line, status }) => `${line} ${status}`)).toEqual(['1 solved', '2 solved', '3 solved'])
  })

  it('are counted where a worker had kept results; and in a job that was cancelled they are cancelled', async () => {
    const [kept] = await jobOf(aws.table, [EASY, EASY], { options })
    const crashing = { ...aws.table, countResults: () => Promise.reject(new Error('gone')) }
    await worker(kept, { table: crashing })
    const [cancelled] = await jobOf(aws.table, [EASY, EASY], { options })
    await aws.table.cancelJob(cancelled.jobId, 'settled')
    for (const chunk of [kept, cancelled]) expect(await endLost(chunk)).toBe(2)
    await workOff(await aws.received())
    expect(await progress(kept)).toMatchObject({ state: 'completed', solved: 1, failed: 1 })
    expect(await progress(cancelled)).toMatchObject({ state: 'cancelled', cancelled: 2, failed: 0 })
  })

  it('are those of stragglers, too; parts that came since have their messages', async () => {
    const [chunk] = await jobOf(aws.table, [EASY, EASY], { options })
    await aws.table.keepResults(chunk, { from: 0, redrive: 0, count: 1, packed: NO_RESULTS_YET, straggler: 'open' })
    await aws.table.passStraggler(chunk, Date.now())
    expect(await endLost(chunk, 1)).toBe(0)
    expect(await endLost(chunk)).toBe(2)
    await workOff(await aws.received())
    expect(await progress(chunk)).toMatchObject({ state: 'completed', failed: 2, pending: 0 })
  })
})
