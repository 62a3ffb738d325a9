import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { PROBLEMS } from '../../functions/api/problem.ts'
import type { JobOptions } from '../../shared/job/job.ts'
import * as limits from '../../shared/job/limits.ts'
import type { Problem } from '../../shared/protocol/views.ts'
import { ask, opened, post, postText, refusal } from './ask.ts'
import { GRID } from './grids.ts'
import { apiOnEmulators } from './on-emulators.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const GZIP = { 'content-type': 'text/plain', 'content-encoding': 'gzip' }
const puzzles = [GRID]

describe('what is over a limit is refused with a problem type of its own', () => {
  it.each([
    ['too-large', () => postText('', '.'.repeat(limits.MAX_TEXT_BODY_BYTES + 1))],
    [
      'too-large-unpacked',
      () => ask('/jobs', { method: 'POST', headers: GZIP, body: gzipSync('.'.repeat(limits.MAX_UNPACKED_BYTES + 1)) }),
    ],
    ['too-complex', () => ask('/jobs', { method: 'POST', headers: JSON_TYPE, body: '['.repeat(9) + ']'.repeat(9) })],
    ['too-many-puzzles', () => postText('', '1\n'.repeat(limits.MAX_PUZZLES + 1))],
    ['unsupported-size', () => post('/jobs', { puzzles, size: 12 })],
    ['unsupported-size', () => post('/jobs', { puzzles, rules: 'windoku', size: 4 })],
    ['unsupported-size', () => postText('?size=12', GRID)],
    ['too-many-solutions', () => post('/jobs', { puzzles, solutions: limits.MAX_SOLUTIONS + 1 })],
    ['too-many-backtracks', () => post('/jobs', { puzzles, backtrackLimit: 1e15 })],
    ['too-many-parts', async () => post(`/jobs/${await opened()}/seal`, { parts: limits.MAX_PARTS + 1 })],
  ] as const)('%s', async (type, asked) => {
    expect((await refusal(asked())).slice(0, 2)).toEqual([PROBLEMS[type].status, type])
  })

  it('puzzles that would be cut into too many chunks, as so much is kept of each', { tags: ['long'] }, async () => {
    // Nobody solves them here: thousands of empty grids would keep everybody else's waiting.
    await using api = await apiOnEmulators()
    const submitted = async (count: number) => {
      const response = await api.request('/jobs?solutions=1000000', {
        method: 'POST',
        headers: GZIP,
        body: gzipSync(`${'.'.repeat(625)}\n`.repeat(count)),
      })
      return { status: response.status, ...((await response.json()) as Partial<Problem>) }
    }
    const { status, type, errors } = await submitted(25_000)
    expect([status, type]).toEqual([422, '/problems/too-many-puzzles'])
    const most = Number(/expected at most (\d+)$/.exec(`${errors?.[0]?.detail}`)?.[1])
    expect(most).toBeGreaterThan(5_000)
    expect((await submitted(most)).status).toBe(202)
  })
})

it('a job that names no limit gets the usual one, or as much as there is for puzzles of its size', async () => {
  const limitOf = async (asked: Partial<JobOptions>) =>
    (await post('/jobs', { open: true, ...asked })).body.options.backtrackLimit
  expect(await limitOf({})).toBe(limits.DEFAULT_BACKTRACK_LIMIT)
  expect(await limitOf({ strategy: 'brute-force', size: 25 })).toBe(limits.DEFAULT_BACKTRACK_LIMIT)
  expect(await limitOf({ size: 25 })).toBe(limits.mostBacktracks('bit-parallel', 25))
})

it('a request that is also wrong in another way does not fit its schema', async () => {
  const both = post('/jobs', { puzzles, solutions: 1e9, colour: 'red' })
  expect((await refusal(both)).slice(0, 2)).toEqual([422, 'invalid-request'])
})
