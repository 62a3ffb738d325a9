import { describe, expect, it } from 'vitest'
import { MAX_BACKTRACK_LIMIT } from '../../shared/job/limits.ts'
import type { JobView, Problem } from '../../shared/protocol/views.ts'
import { RULES_NAMES } from '../../shared/sudoku/rules/rules.ts'
import { ask, misfits, refusal } from './ask.ts'
import { ENDLESS, GRID } from './grids.ts'

function submit<T = JobView>(body: unknown, type = 'application/json', query = '', headers: object = {}) {
  return ask<T>(`/jobs${query}`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}
const errorsOf = async (...asked: Parameters<typeof submit>) => (await submit<Problem>(...asked)).body.errors

const SIZES = 'expected one of 4, 5, 6, 7, 8, 9, 16, 25, 36'

it('a job that fits is answered with 202, its address and when to come back', async () => {
  const { status, headers, body: job } = await submit({ puzzles: [ENDLESS], strategy: 'brute-force' })
  expect([status, headers.get('location'), headers.get('retry-after')]).toEqual([202, `/jobs/${job.id}`, '1'])
  // An id that nobody guesses: 122 random bits.
  expect(job.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(job).toMatchObject({
    state: 'running',
    options: { strategy: 'brute-force', rules: 'classic', solutions: 1, backtrackLimit: 100_000_000 },
    counts: { total: 1, pending: 1, solved: 0 },
    links: { self: `/jobs/${job.id}`, results: `/jobs/${job.id}/results` },
  })
})

describe('a job that does not fit is refused with the place and what was expected there', () => {
  it.each<[body: string, type: string, refused: [number, string], headers?: object]>([
    ['{"puzzles": [', 'application/json', [400, 'not-json']],
    ['<xml/>', 'application/xml', [415, 'unsupported-media-type']],
    ['puzzles=', 'application/x-www-form-urlencoded', [415, 'unsupported-media-type']],
    [GRID, 'text/plain; charset=utf-16', [415, 'unsupported-media-type']],
    [GRID, 'text/plain', [415, 'unsupported-media-type'], { 'content-encoding': 'br' }],
  ])('%s as %s', async (body, type, refused, headers) => {
    expect((await refusal(submit(body, type, '', headers))).slice(0, 2)).toEqual(refused)
  })

  it.each<[object, ...string[]]>([
    [{}, 'puzzles: expected an array'],
    [{ puzzles: [] }, 'puzzles: expected at least one puzzle'],
    [{ puzzles: [GRID], colour: 'red' }, 'colour: unknown field'],
    [{ puzzles: [GRID], size: '8' }, `size: ${SIZES}`],
    [{ puzzles: [GRID], solutions: 0 }, 'solutions: expected a whole number from 1 to 1000000'],
    [{ puzzles: [GRID], rules: 'killer' }, `rules: expected one of ${RULES_NAMES.join(', ')}, or a list of them`],
  ])('%j', async (body, ...errors) => {
    expect(await misfits(submit(body))).toEqual(errors)
  })

  it('once, whichever bounds a number breaks', async () => {
    const error = `backtrackLimit: expected a whole number from 0 to ${MAX_BACKTRACK_LIMIT}`
    const refused = await refusal(submit({ puzzles: [GRID], backtrackLimit: 1e30 }))
    expect(refused).toEqual([422, 'too-many-backtracks', error])
  })

  it.each([
    [{}, ''],
    [{ size: 16 }, ' on 16×16'],
  ])('with the limit of a strategy, on a size where one is named: %j', async (more, where) => {
    const asked = { puzzles: [GRID], strategy: 'singles', backtrackLimit: MAX_BACKTRACK_LIMIT, ...more }
    const said = new RegExp(`^found ${MAX_BACKTRACK_LIMIT}, expected at most \\d+ for singles${where}$`)
    expect(await errorsOf(asked)).toEqual([{ pointer: '#/backtrackLimit', detail: expect.stringMatching(said) }])
  })

  it('by a JSON pointer into a body, or by the name of a parameter', async () => {
    const stray = { puzzles: [GRID], size: 10, '~a/b é[0]': 1, ['long'.repeat(20)]: 2 }
    expect(await errorsOf(stray)).toEqual([
      { pointer: '#/size', detail: SIZES },
      { pointer: '#/~0a~1b%20%C3%A9%5B0%5D', detail: 'unknown field' },
      { pointer: '#', detail: `unknown field "${'long'.repeat(10)}…"` },
    ])
    expect(await errorsOf([])).toEqual([{ pointer: '#', detail: 'expected a JSON object' }])
    expect(await errorsOf(GRID, 'text/plain', '?size=10')).toEqual([{ parameter: 'size', detail: SIZES }])
    expect(await errorsOf('', 'text/plain')).toEqual([{ detail: 'the body: expected at least one puzzle' }])
  })

  it.each([
    [{ puzzles: [GRID] }, 'application/json', '?strategy=singles', ['strategy: a JSON body takes its options inside']],
    [GRID, 'text/plain', '?speed=9&size=big', [`size: ${SIZES}`, 'speed: unknown parameter']],
  ])('by what is in its query: %j as %s, %s', async (body, type, query, errors) => {
    expect(await misfits(submit(body, type, query))).toEqual(errors)
  })

  it('names twenty places at most', async () => {
    const strange = (length: number) => Object.fromEntries(Array.from({ length }, (_, i) => [`field${i}`, i]))
    const errorsOf = async (count: number) => misfits(submit({ puzzles: [GRID], ...strange(count) }))
    const errors = await errorsOf(60)
    expect([errors.length, errors.at(-1), (await errorsOf(20)).length]).toEqual([21, 'and 40 more', 20])
  })
})
