import { expect, it } from 'vitest'
import { addsUp, ask, ended, opened, polledUntil, post, putPart, refusal, resultsOf } from './ask.ts'
import { GRID, SLOW, SLOW_BACKTRACKS } from './grids.ts'

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

it('an open job that is cancelled before any part came is cancelled at once, and takes no more', async () => {
  const id = await opened()
  expect((await cancel(id)).body).toMatchObject({ state: 'cancelled', parts: 0, counts: { total: 0 } })
  expect(await resultsOf(id)).toEqual({ results: [], next: null })
  expect(await refusal(putPart(id, 1, `${GRID}\n`))).toEqual([409, 'job-not-open'])
})

it('a completed job cannot be cancelled, and stays as it is where nothing of it can be sent again', async () => {
  const { body } = await post('/jobs', { puzzles: [GRID] })
  const job = await ended(body.id)
  expect(await refusal(cancel(body.id))).toEqual([409, 'job-ended'])
  expect((await post(`/jobs/${body.id}/redrive`)).body).toEqual(job)
  expect((await ask(`/jobs/${body.id}`)).body).toEqual(job)
})

it('a job that nobody knows can be neither cancelled nor redriven', async () => {
  for (const action of ['cancel', 'redrive']) {
    expect(await refusal(post(`/jobs/nobody/${action}`))).toEqual([404, 'unknown-job'])
  }
})
