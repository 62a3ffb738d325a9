import { expect, it } from 'vitest'
import type { JobView } from '../../shared/protocol/views.ts'
import { addsUp, ask, ended, opened, polledUntil, post, putPart, resultsOf } from './ask.ts'
import { GRID, SEVERAL, SLOW, SLOW_BACKTRACKS } from './grids.ts'

/** A puzzle of each outcome that a search has, and one that is none. */
const MIXED = [GRID, SEVERAL, SLOW, `.12345678${'9'.padEnd(72, '.')}`, 'x']
const ALL = Array.from({ length: 100 }, (_, i) => MIXED[i % MIXED.length])
const OPTIONS = { strategy: 'brute-force', solutions: 2, backtrackLimit: 300_000 }

it('every poll adds up while a job of all outcomes runs, and no count goes back', { tags: ['long'] }, async () => {
  const { body: submitted } = await post('/jobs', { puzzles: ALL, ...OPTIONS })
  let before: JobView['counts'] = submitted.counts
  const job = await polledUntil(submitted.id, ({ counts, state }) => {
    expect(counts.total).toBe(100)
    for (const [name, count] of Object.entries(counts)) {
      const was = before[name as keyof typeof before]
      if (name === 'pending') expect(count).toBeLessThanOrEqual(was)
      else expect(count).toBeGreaterThanOrEqual(was)
    }
    before = counts
    return state === 'completed'
  })
  expect(job.counts).toEqual({
    total: 100,
    pending: 0,
    solved: 20,
    multiple: 20,
    noSolution: 20,
    invalid: 20,
    aborted: 20,
    failed: 0,
    cancelled: 0,
  })
})

it('a poll counts what can be read, and no more', { tags: ['long'] }, async () => {
  const { body } = await post('/jobs', { puzzles: ALL, ...OPTIONS })
  for (let state = 'running'; state === 'running'; ) {
    const { body: job } = await ask<JobView>(`/jobs/${body.id}`)
    addsUp(job)
    state = job.state
    const { results } = await resultsOf(body.id)
    const { body: after } = await ask<JobView>(`/jobs/${body.id}`)
    // Chunks get done in any order, and are read in the order of their lines.
    expect(results.length).toBeLessThanOrEqual(after.counts.total - after.counts.pending)
    if (state === 'completed') expect(results).toHaveLength(100)
  }
})

it('the histogram has every searched puzzle in the range of its backtracks', { tags: ['long'] }, async () => {
  const { body } = await post('/jobs', { puzzles: ALL, ...OPTIONS })
  const { backtracks } = await ended(body.id)
  const found = (await resultsOf(body.id)).results.flatMap((result) => result.backtracks ?? [])
  expect(found).toHaveLength(80)
  expect(backtracks).toMatchObject({ sum: found.reduce((a, b) => a + b), max: Math.max(...found) })
  let next = 0
  for (const { from, to, puzzles } of backtracks.histogram) {
    expect(from).toBe(next)
    expect(puzzles).toBe(found.filter((count) => count >= from && count <= to).length)
    next = to + 1
  }
  expect(backtracks.histogram.at(-1)?.puzzles).toBeGreaterThan(0)
})

it('backtracks are summed over all parts', async () => {
  const id = await opened({ strategy: 'brute-force' })
  await Promise.all([putPart(id, 1, `${GRID}\n${SLOW}\n`), putPart(id, 2, `${GRID}\n`), putPart(id, 3, 'x\n')])
  await post(`/jobs/${id}/seal`, { parts: 3 })
  const { backtracks } = await ended(id)
  expect(backtracks).toMatchObject({ sum: SLOW_BACKTRACKS + 2 * 4157, max: SLOW_BACKTRACKS })
  expect(backtracks.histogram.filter(({ puzzles }) => puzzles > 0)).toEqual([
    { from: 4096, to: 8191, puzzles: 2 },
    { from: 262_144, to: 524_287, puzzles: 1 },
  ])
})

it('there is no rate before there is a result, and the last one is that of the whole job', {
  tags: ['long'],
}, async () => {
  const open = await opened()
  expect((await ask<JobView>(`/jobs/${open}`)).body).toMatchObject({
    puzzlesPerSecond: null,
    secondsLeft: null,
    backtracks: { sum: 0, max: 0, histogram: [] },
  })
  const { body } = await post('/jobs', { puzzles: ALL, ...OPTIONS })
  const job = await ended(body.id)
  const [started, finished] = [job.startedAt, job.finishedAt].map((time) => Date.parse(time ?? ''))
  const rate = (100 * 1000) / Math.max(1, finished - started)
  expect(job.puzzlesPerSecond).toBe(Number(rate.toPrecision(4)))
  expect(job.secondsLeft).toBe(0)
  expect(started).toBeGreaterThanOrEqual(Date.parse(job.createdAt))
  expect(finished).toBeLessThan(Date.parse(job.expiresAt))
})
