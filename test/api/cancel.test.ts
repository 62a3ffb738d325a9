import { describe, expect, it } from 'vitest'
import { addsUp, ask, ended, opened, polledUntil, post, putPart, refusal, resultsOf } from './ask.ts'
import { GRID, ndjson, SLOW, SLOW_BACKTRACKS } from './grids.ts'

const cancel = (id: string) => post(`/jobs/${id}/cancel`)
const PUZZLES = Array.from({ length: 300 }, (_, i) => ({ id: `p${i + 1}`, puzzle: SLOW }))

it('a cancelled job keeps what is solved, counts the rest as cancelled, and ends for good', async () => {
  const { body: submitted } = await post('/jobs', { puzzles: PUZZLES, strategy: 'brute-force' })
  const { id } = submitted
  await polledUntil(id, ({ counts }) => counts.solved > 0)
  const { status, body: answered } = await cancel(id)
  expect(status).toBe(202)
  expect(['cancelling', 'cancelled']).toContain(answered.state)
  addsUp(answered)
  const before: { pending: number; solved: number }[] = []
  const job = await polledUntil(id, ({ state, counts }) => {
    expect(['cancelling', 'cancelled']).toContain(state)
    expect(counts.pending).toBeLessThanOrEqual(before.at(-1)?.pending ?? 300)
    expect(counts.solved).toBeGreaterThanOrEqual(before.at(-1)?.solved ?? 1)
    before.push(counts)
    return state === 'cancelled'
  })
  const { solved, cancelled } = job.counts
  expect(solved + cancelled).toBe(300)
  expect(cancelled).toBeGreaterThan(0)
  expect(job.backtracks).toMatchObject({ sum: solved * SLOW_BACKTRACKS, max: SLOW_BACKTRACKS })
  expect(job.finishedAt).toBeDefined()

  // All of them are there, in order, with their puzzles: what was not solved can be submitted again.
  const { results, next } = await resultsOf(id, { limit: '77' })
  expect(next).toBeNull()
  expect(results.map(({ line, id, puzzle }) => ({ line, id, puzzle }))).toEqual(
    PUZZLES.map((puzzle, i) => ({ line: i + 1, ...puzzle })),
  )
  expect(results.filter((result) => result.status === 'solved')).toHaveLength(solved)
  const left = (await resultsOf(id, { status: 'cancelled' })).results
  expect(left).toHaveLength(cancelled)
  for (const { backtracks, solution } of left) expect([backtracks, solution]).toEqual([null, undefined])

  // Nothing changes it any more.
  expect((await cancel(id)).body).toEqual(job)
  expect(await refusal(post(`/jobs/${id}/redrive`))).toEqual([409, 'job-ended'])
  expect((await ask(`/jobs/${id}`)).body).toEqual(job)
})

describe('an open job that is cancelled', () => {
  it('ends with the parts that are in, and takes no more', { tags: ['long'] }, async () => {
    const id = await opened({ strategy: 'brute-force' })
    await putPart(id, 1, ndjson('fast', 3))
    await polledUntil(id, ({ counts }) => counts.solved === 3)
    await putPart(id, 2, ndjson('slow', 200, SLOW))
    expect((await cancel(id)).status).toBe(202)
    const job = await ended(id)
    expect(job).toMatchObject({ state: 'cancelled', parts: 2, counts: { total: 203, pending: 0 } })
    expect(job.counts.cancelled).toBeGreaterThan(0)
    expect(await refusal(putPart(id, 3, `${GRID}\n`))).toEqual([409, 'job-not-open'])
    expect(await refusal(post(`/jobs/${id}/seal`, { parts: 2 }))).toEqual([409, 'job-not-open'])
    expect((await ask(`/jobs/${id}`)).body).toEqual(job)
    expect((await resultsOf(id)).results).toHaveLength(203)
  })

  it('before any part came is cancelled at once', async () => {
    const id = await opened()
    expect((await cancel(id)).body).toMatchObject({ state: 'cancelled', parts: 0, counts: { total: 0 } })
    expect(await resultsOf(id)).toEqual({ results: [], next: null })
    expect(await refusal(putPart(id, 1, `${GRID}\n`))).toEqual([409, 'job-not-open'])
  })

  it('gives the results of parts behind one that never came', async () => {
    const id = await opened()
    await putPart(id, 1, ndjson('one', 2))
    await putPart(id, 3, ndjson('three', 2))
    await polledUntil(id, ({ counts }) => counts.solved === 4)
    expect((await resultsOf(id)).results).toHaveLength(2)
    expect((await cancel(id)).body.state).toBe('cancelled')
    const { results, next } = await resultsOf(id)
    expect(results.map(({ line, id }) => `${line} ${id}`)).toEqual(['1 one-1', '2 one-2', '3 three-1', '4 three-2'])
    expect(next).toBeNull()
  })

  it('while parts come in has all of a part or nothing of it', async () => {
    const id = await opened({ strategy: 'singles' })
    const sent = Array.from({ length: 12 }, (_, i) => putPart(id, i + 1, ndjson(`part${i + 1}`, 50)))
    const cancelled = cancel(id)
    const answers = await Promise.all(sent)
    await cancelled
    const taken = answers.filter(({ status }) => status === 201).length
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    const job = await ended(id)
    expect(job).toMatchObject({ state: 'cancelled', parts: taken, counts: { total: taken * 50, pending: 0 } })
    expect((await resultsOf(id)).results).toHaveLength(taken * 50)
  })
})

it('a completed job cannot be cancelled, and stays completed', async () => {
  const { body } = await post('/jobs', { puzzles: [GRID] })
  const job = await ended(body.id)
  expect(await refusal(cancel(body.id))).toEqual([409, 'job-ended'])
  expect((await ask(`/jobs/${body.id}`)).body).toEqual(job)
})

it('a job cancelled many times at once is cancelled', async () => {
  const { body } = await post('/jobs', { puzzles: PUZZLES.slice(0, 100), strategy: 'brute-force' })
  const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(body.id)))
  for (const { status } of answers) expect(status).toBe(202)
  const { state, counts } = await ended(body.id)
  expect([state, counts.solved + counts.cancelled]).toEqual(['cancelled', 100])
})

it('a job that nobody knows cannot be cancelled', async () => {
  expect(await refusal(cancel('nobody'))).toEqual([404, 'unknown-job'])
})
