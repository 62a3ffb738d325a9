import { expect, it } from 'vitest'
import { type LocalService, startLocal } from '../../infra/local.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { addsUp, ask, ended, opened, polledUntil, post, putPart, refusal, resultsOf } from './ask.ts'
import { GRID, SLOW, SLOW_BACKTRACKS, SOLUTION } from './grids.ts'

/** Kills whatever works, again and again, until nothing of a job is left to be tried. */
async function failed(id: string, service: LocalService): Promise<JobView> {
  for (;;) {
    for (const pid of service.workerPids()) process.kill(pid, 'SIGKILL')
    const { body: job } = await ask<JobView>(`/jobs/${id}`, {}, service.url)
    addsUp(job)
    if (job.counts.pending === 0) return job
  }
}

it('failed puzzles are sent again, and their job ends as if nothing had happened', { tags: ['long'] }, async () => {
  await using service = await startLocal({ timeScale: 0, log: () => {} })
  const { url } = service
  const id = await opened({ strategy: 'brute-force' }, url)
  const puzzles = Array.from({ length: 40 }, (_, i) =>
    JSON.stringify({ id: `p${i + 1}`, puzzle: SLOW, solution: GRID }),
  )
  await putPart(id, 1, puzzles.slice(0, 15).join('\n'), { url })
  await putPart(id, 2, puzzles.slice(15).join('\n'), { url })
  await post(`/jobs/${id}/seal`, { parts: 2 }, url)
  await polledUntil(id, ({ counts }) => counts.solved > 0, url)
  const broken = await failed(id, service)
  const { counts } = broken
  expect(broken.state).toBe('completed')
  expect(counts.failed).toBeGreaterThan(0)
  expect(counts.solved + counts.failed).toBe(40)
  const { results } = await resultsOf(id, { status: 'failed' }, url)
  expect(results).toHaveLength(counts.failed)
  for (const { puzzle, backtracks, reason } of results) {
    expect([puzzle, backtracks, reason]).toEqual([SLOW, null, 'given up after the last attempt'])
  }

  // Asked for twice at once, they are sent twice and counted once.
  const answers = await Promise.all([1, 2].map(() => post(`/jobs/${id}/redrive`, undefined, url)))
  for (const { status, body } of answers) {
    addsUp(body)
    expect([status, body.state]).toEqual([202, 'running'])
    expect(body).not.toHaveProperty('finishedAt')
  }
  const job = await ended(id, url)
  expect(job).toMatchObject({ state: 'completed', counts: { total: 40, pending: 0, solved: 40, failed: 0 } })
  expect(job.backtracks).toMatchObject({ sum: 40 * SLOW_BACKTRACKS, max: SLOW_BACKTRACKS })
  expect(job.mismatches).toBe(40)
  const whole = (await resultsOf(id, {}, url)).results
  expect(whole.map((result) => `${result.line} ${result.id}`)).toEqual(puzzles.map((_, i) => `${i + 1} p${i + 1}`))
  expect(new Set(whole.map((result) => result.backtracks))).toEqual(new Set([SLOW_BACKTRACKS]))

  // And once more there is nothing to send.
  const again = await post(`/jobs/${id}/redrive`, undefined, url)
  expect([again.status, again.body]).toEqual([202, job])
})

it('a job without failed puzzles is answered as it is', async () => {
  const { body } = await post('/jobs', { puzzles: [GRID] })
  const job = await ended(body.id)
  expect((await post(`/jobs/${body.id}/redrive`)).body).toEqual(job)
  expect((await resultsOf(body.id)).results).toMatchObject([{ solution: SOLUTION }])
  expect(await refusal(post('/jobs/nobody/redrive'))).toEqual([404, 'unknown-job'])
})
