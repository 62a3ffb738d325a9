import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { PROBLEMS } from '../../functions/api/problem.ts'
import type { JobOptions } from '../../shared/job/job.ts'
import * as limits from '../../shared/job/limits.ts'
import type { JobView, Problem } from '../../shared/protocol/views.ts'
import { LARGEST } from '../sudoku/largest.ts'
import { ask, ended, opened, post, postText, refusal, resultsOf } from './ask.ts'
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
    ['unsupported-size', () => postText('?size=12', GRID)],
    ['too-many-solutions', () => post('/jobs', { puzzles, solutions: limits.MAX_SOLUTIONS + 1 })],
    ['too-many-backtracks', () => post('/jobs', { puzzles, backtrackLimit: 1e15 })],
    ['too-many-parts', async () => post(`/jobs/${await opened()}/seal`, { parts: limits.MAX_PARTS + 1 })],
  ] as const)('%s', async (type, asked) => {
    expect((await refusal(asked())).slice(0, 2)).toEqual([PROBLEMS[type].status, type])
  })

  it('puzzles that would be cut into too many chunks, as so much is kept of each', async () => {
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
  expect(await limitOf({ size: 25 })).toBe(limits.mostBacktracks('bit-parallel', { size: 25 }))
})

it('a request that is also wrong in another way does not fit its schema', async () => {
  const both = post('/jobs', { puzzles, solutions: 1e9, colour: 'red' })
  expect((await refusal(both)).slice(0, 2)).toEqual([422, 'invalid-request'])
})

/** The bytes of headers that API Gateway takes, or nearly. */
const HEADERS = { 'x-much': 'é'.repeat(4_000) }
const QUERY = '?strategy=singles&backtrackLimit=0&format='

/** A text of a length, of one long line after the other. */
const textOf = (length: number, line: string) => line.repeat(Math.ceil(length / line.length)).slice(0, length)
const LINE = `${JSON.stringify({ puzzle: '.'.repeat(2_000), note: '.'.repeat(50_000) })}\n`

it.each([
  ['in a form that travels in base64', 'ndjson', textOf(limits.MAX_BINARY_BODY_BYTES, LINE), ' '],
  ['as a text', 'lines', textOf(limits.MAX_TEXT_BODY_BYTES, `${'.'.repeat(80_000)}\n`), '.'],
  ['as a text that grows when it is quoted', 'lines', '"'.repeat(limits.MAX_BODY_PAYLOAD_BYTES / 2), '"'],
])(
  '%s, the largest body there may be gets through API Gateway, and one that is larger is refused with words',
  async (_, format, largest, more) => {
    const headers = { ...HEADERS, 'content-type': format === 'lines' ? 'text/plain' : 'application/x-ndjson' }
    const submitted = (body: string) => ask<JobView>(`/jobs${QUERY}${format}`, { method: 'POST', headers, body })
    expect((await submitted(largest)).status).toBe(202)
    // The answer comes from the function, and not from API Gateway, which has no words for it.
    expect((await refusal(submitted(largest + more))).slice(0, 2)).toEqual([413, 'too-large'])
  },
)

it('a strategy that does not take 36×36 is refused with the size, and where no size was named the puzzle is invalid', async () => {
  const reason = 'size: found 36, expected 25 or less for the strategy singles'
  const refused = refusal(post('/jobs', { strategy: 'singles', size: 36, puzzles: [LARGEST] }))
  expect(await refused).toEqual([422, 'unsupported-size', reason])
  const { id } = (await post('/jobs', { strategy: 'singles', puzzles: [LARGEST], include: ['counts'] })).body
  await ended(id)
  expect((await resultsOf(id)).results).toMatchObject([{ status: 'invalid', reason: `line 1, ${reason}` }])
})
