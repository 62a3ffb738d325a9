import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { createClient } from '../../shared/client/client.ts'
import { MAX_RESULTS_AT_ONCE } from '../../shared/job/limits.ts'
import type { EndedJob, JobView } from '../../shared/protocol/views.ts'
import { addsUp, ask, post, resultsOf } from './ask.ts'
import { ENDLESS, GRID } from './grids.ts'

const client = createClient({ url: inject('serviceUrl') })

function submitted<T = EndedJob>(body: object, headers: Record<string, string> = {}) {
  const init = { method: 'POST', body: JSON.stringify(body) }
  return ask<T>('/jobs', { ...init, headers: { 'content-type': 'application/json', prefer: 'wait=20', ...headers } })
}

describe('a submission that waits', () => {
  it('is answered with the results of a small job that has ended', async () => {
    const { status, headers, body } = await submitted({ puzzles: [GRID, { id: 'mine', puzzle: 'x' }] })
    expect([status, headers.get('preference-applied'), headers.get('location')]).toEqual([
      200,
      'wait=20',
      `/jobs/${body.id}`,
    ])
    const { results, next, ...job } = body
    addsUp(job)
    expect(job).toMatchObject({ state: 'completed', counts: { total: 2, solved: 1, invalid: 1 } })
    expect(next).toBeNull()
    expect(results).toEqual((await resultsOf(body.id)).results)
    expect(results.map(({ line, id, status }) => [line, id, status])).toEqual([
      [1, undefined, 'solved'],
      [2, 'mine', 'invalid'],
    ])
  })

  it('is answered as any other where the job has not ended in time', async () => {
    const request = { puzzles: [ENDLESS], strategy: 'brute-force' }
    const { status, headers, body } = await submitted<JobView>(request, { prefer: 'wait=1' })
    onTestFinished(async () => void (await post(`/jobs/${body.id}/cancel`)))
    expect([status, headers.get('preference-applied'), body.state]).toEqual([202, 'wait=1', 'running'])
    expect(body).not.toHaveProperty('results')
  })

  it.each([
    [202, 'more puzzles than one answer has results', { puzzles: Array(MAX_RESULTS_AT_ONCE + 1).fill('1') }],
    [201, 'an open job', { open: true }],
  ])('is answered at once, with %i, where it brings %s', async (status, _, request) => {
    const answer = await submitted<JobView>(request)
    expect([answer.status, answer.headers.has('preference-applied')]).toEqual([status, false])
    expect(answer.body).not.toHaveProperty('results')
  })
})

it('the client solves in one request where that will do, and reads on where it will not', async () => {
  const small = await client.solve({ puzzles: [GRID, '1'] })
  expect(small.results.map(({ status }) => status)).toEqual(['solved', 'invalid'])
  expect(small.job).toMatchObject({ state: 'completed', counts: { total: 2 } })
  expect(small.job).not.toHaveProperty('results')
  const many = await client.solve(`${GRID}\n`.repeat(1_500), { strategy: 'singles' })
  expect(many.results.map(({ line }) => line)).toEqual(Array.from({ length: 1_500 }, (_, i) => i + 1))
  expect(many.job).toMatchObject({ state: 'completed', options: { strategy: 'singles' }, counts: { solved: 1_500 } })
})
