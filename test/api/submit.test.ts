import { describe, expect, inject, it } from 'vitest'
import { MAX_BACKTRACK_LIMIT } from '../../shared/job/limits.ts'
import { errorInWords } from '../../shared/protocol/problem-error.ts'
import type { JobView, Problem } from '../../shared/protocol/views.ts'
import { RULES_NAMES } from '../../shared/sudoku/rules/rules.ts'
import { ENDLESS, GRID } from './grids.ts'

const url = inject('serviceUrl')

function submit(body: unknown, type = 'application/json', query = '') {
  return fetch(`${url}/jobs${query}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

async function problemOf(response: Response): Promise<Problem> {
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  const problem = (await response.json()) as Problem
  expect(problem.status).toBe(response.status)
  return problem
}

const wordsOf = ({ errors }: Problem) => errors?.map(errorInWords)

describe('a job that fits', () => {
  it('is answered with 202, its address and when to come back', async () => {
    const response = await submit({ puzzles: [ENDLESS], strategy: 'brute-force' })
    const job = (await response.json()) as JobView
    expect(response.status).toBe(202)
    expect(response.headers.get('location')).toBe(`/jobs/${job.id}`)
    expect(response.headers.get('retry-after')).toBe('1')
    // An id that nobody guesses: 122 random bits.
    expect(job.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(job).toMatchObject({
      state: 'running',
      options: { strategy: 'brute-force', rules: 'classic', solutions: 1, backtrackLimit: 100_000_000 },
      counts: { total: 1, pending: 1, solved: 0 },
      links: { self: `/jobs/${job.id}`, results: `/jobs/${job.id}/results` },
    })
  })

  it('may be text, with its options in the query', async () => {
    const response = await submit(`${GRID}\n${GRID}\n`, 'text/plain', '?strategy=singles&solutions=3&backtrackLimit=9')
    const job = (await response.json()) as JobView
    expect(response.status).toBe(202)
    expect(job.counts.total).toBe(2)
    expect(job.options).toMatchObject({ strategy: 'singles', solutions: 3, backtrackLimit: 9 })
  })
})

describe('a job that does not fit is refused with the place and what was expected there', () => {
  it.each([
    { body: '{"puzzles": [', type: 'application/json', status: 400, name: 'not-json' },
    { body: '<xml/>', type: 'application/xml', status: 415, name: 'unsupported-media-type' },
    { body: 'puzzles=', type: 'application/x-www-form-urlencoded', status: 415, name: 'unsupported-media-type' },
  ])('$name: a body of $type', async ({ body, type, status, name }) => {
    const response = await submit(body, type)
    expect(response.status).toBe(status)
    expect((await problemOf(response)).type).toBe(`/problems/${name}`)
  })

  it.each([
    [{}, ['puzzles: expected an array']],
    [{ puzzles: [] }, ['puzzles: expected at least one puzzle']],
    [{ puzzles: [GRID], colour: 'red' }, ['colour: unknown field']],
    [{ puzzles: [GRID], size: '8' }, ['size: expected one of 4, 5, 6, 7, 8, 9, 16, 25, 36']],
    [{ puzzles: [GRID], solutions: 0 }, ['solutions: expected a whole number from 1 to 1000000']],
    [{ puzzles: [GRID], rules: 'killer' }, [`rules: expected one of ${RULES_NAMES.join(', ')}, or a list of them`]],
  ])('%j', async (body, errors) => {
    const response = await submit(body)
    expect(response.status).toBe(422)
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ type: '/problems/invalid-request', code: 'invalid-request' })
    expect(wordsOf(problem)).toEqual(errors)
  })

  it('once, whichever bounds a number breaks', async () => {
    const problem = await problemOf(await submit({ puzzles: [GRID], backtrackLimit: 1e30 }))
    expect(problem).toMatchObject({ status: 422, code: 'too-many-backtracks' })
    expect(wordsOf(problem)).toEqual([`backtrackLimit: expected a whole number from 0 to ${MAX_BACKTRACK_LIMIT}`])
  })

  it.each([
    [{}, ''],
    [{ size: 16 }, ' on 16×16'],
  ])('with the limit of a strategy, on a size where one is named: %j', async (more, where) => {
    const { errors } = await problemOf(
      await submit({ puzzles: [GRID], strategy: 'singles', backtrackLimit: MAX_BACKTRACK_LIMIT, ...more }),
    )
    const said = new RegExp(`^found ${MAX_BACKTRACK_LIMIT}, expected at most \\d+ for singles${where}$`)
    expect(errors).toEqual([{ pointer: '#/backtrackLimit', detail: expect.stringMatching(said) }])
  })

  it('by a JSON pointer into a body, or by the name of a parameter', async () => {
    const puzzles = [GRID]
    const stray = { puzzles, size: 10, '~a/b é[0]': 1, ['long'.repeat(20)]: 2 }
    expect((await problemOf(await submit(stray))).errors).toEqual([
      { pointer: '#/size', detail: 'expected one of 4, 5, 6, 7, 8, 9, 16, 25, 36' },
      { pointer: '#/~0a~1b%20%C3%A9%5B0%5D', detail: 'unknown field' },
      { pointer: '#', detail: `unknown field "${'long'.repeat(10)}…"` },
    ])
    expect((await problemOf(await submit([]))).errors).toEqual([{ pointer: '#', detail: 'expected a JSON object' }])
    expect((await problemOf(await submit(GRID, 'text/plain', '?size=10'))).errors).toEqual([
      { parameter: 'size', detail: 'expected one of 4, 5, 6, 7, 8, 9, 16, 25, 36' },
    ])
    expect((await problemOf(await submit('', 'text/plain'))).errors).toEqual([
      { detail: 'the body: expected at least one puzzle' },
    ])
  })

  it('where its options are in the query of a JSON body', async () => {
    const response = await submit({ puzzles: [GRID] }, 'application/json', '?strategy=singles')
    expect(wordsOf(await problemOf(response))).toEqual(['strategy: a JSON body takes its options inside'])
  })

  it.each([{ 'content-encoding': 'br' }, { 'content-type': 'text/plain; charset=utf-16' }])(
    'where it comes as %j',
    async (headers) => {
      const response = await fetch(`${url}/jobs`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', ...headers },
        body: GRID,
      })
      expect(response.status).toBe(415)
    },
  )

  it('names twenty places at most', async () => {
    const strange = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`field${i}`, i]))
    const errors = wordsOf(await problemOf(await submit({ puzzles: [GRID], ...strange })))
    expect(errors).toHaveLength(21)
    expect(errors?.at(-1)).toBe('and 40 more')
  })

  it('refuses query parameters that no option has', async () => {
    const response = await submit(GRID, 'text/plain', '?speed=9&size=big')
    expect(wordsOf(await problemOf(response))).toEqual([
      'size: expected one of 4, 5, 6, 7, 8, 9, 16, 25, 36',
      'speed: unknown parameter',
    ])
  })
})
