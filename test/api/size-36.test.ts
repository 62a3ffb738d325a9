import { expect, it } from 'vitest'
import type { PuzzleResult } from '../../shared/job/result.ts'
import { digitsOf, parseGrid } from '../../shared/sudoku/grid/grid.ts'
import { verifyText } from '../../shared/sudoku/rules/verify.ts'
import { LARGEST, LARGEST_SOLUTION } from '../sudoku/largest.ts'
import { type ApiOnEmulators, apiOnEmulators, json } from './on-emulators.ts'

/** A job that is worked off, and what is read of it; of one that is refused, why. */
class WorkedJob {
  readonly #api: ApiOnEmulators
  readonly status: number
  readonly body: { readonly id: string }

  constructor(api: ApiOnEmulators, status: number, body: { readonly id: string }) {
    this.#api = api
    this.status = status
    this.body = body
  }

  async results(): Promise<readonly PuzzleResult[]> {
    return (await (await this.#read('')).json()).results
  }

  async resultsAs(format: string): Promise<string> {
    return (await this.#read(`?format=${format}`)).text()
  }

  #read(query: string): Promise<Response> {
    return this.#api.request(`/jobs/${this.body.id}/results${query}`)
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#api[Symbol.asyncDispose]()
  }
}

async function jobOf(init: RequestInit, query = ''): Promise<WorkedJob> {
  const api = await apiOnEmulators()
  const answer = await api.request(`/jobs${query}`, { method: 'POST', ...init })
  const job = new WorkedJob(api, answer.status, await answer.json())
  for (let isPending = answer.status === 202; isPending; ) {
    await api.work()
    const { counts } = await (await api.request(`/jobs/${job.body.id}`)).json()
    isPending = counts.pending > 0
  }
  return job
}

const numbers = [...digitsOf(LARGEST)]
const rows = Array.from({ length: 36 }, (_, row) => numbers.slice(row * 36, (row + 1) * 36))

it('a 36×36 grid is solved as a text, as rows of numbers and as a named one, in results of every format', async () => {
  await using job = await jobOf({
    ...json({
      puzzles: [LARGEST, rows, { id: 'mine', puzzle: LARGEST, solution: LARGEST_SOLUTION }, '.'.repeat(1296)],
    }),
  })
  expect(job.status).toBe(202)
  const results = await job.results()
  expect(results.map(({ status, puzzle }) => [status, puzzle])).toEqual([
    ...Array(3).fill(['solved', LARGEST]),
    ['multiple', '.'.repeat(1296)],
  ])
  for (const { solution } of results.slice(0, 3)) expect(solution).toBe(LARGEST_SOLUTION)
  expect(results[2].givenIsCorrect).toBe(true)
  for (const solution of results[3].solutions ?? [])
    expect(verifyText('.'.repeat(1296), solution, 'classic')).toBeUndefined()
  expect(results[3].solutions).toHaveLength(2)
  const csv = await job.resultsAs('csv')
  expect(csv).toContain(`,${LARGEST},`)
  expect(csv).toContain(LARGEST_SOLUTION)
  const [, pair] = (await job.resultsAs('kaggle')).split('\n')
  expect(pair).toBe(`${LARGEST},${LARGEST_SOLUTION}`)
  const solved = (await job.resultsAs('ndjson'))
    .trim()
    .split('\n')
    .map((line: string) => JSON.parse(line))
  expect(solved.map(({ solution }: PuzzleResult) => solution)).toEqual(results.map(({ solution }) => solution))
})

it.each([
  ['a line', LARGEST],
  ['rows', rows.map((row) => [...row].map((_, i) => LARGEST[36 * rows.indexOf(row) + i]).join('')).join('\n')],
  ['numbers', rows.map((row) => row.join(' ')).join('\n')],
])('a file of 36×36 grids is read: %s', async (_form, text) => {
  await using job = await jobOf(
    { headers: { 'content-type': 'text/plain' }, body: `${text}\n\n${text}\n` },
    '?solutions=1',
  )
  const results = await job.results()
  expect(results.map(({ status, solution }) => [status, solution])).toEqual(Array(2).fill(['solved', LARGEST_SOLUTION]))
})

it('a strategy that does not take 36×36 is refused with the size, and where no size was named the puzzle is invalid', async () => {
  await using refused = await jobOf({ ...json({ strategy: 'singles', size: 36, puzzles: [LARGEST] }) })
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { code: 'unsupported-size', errors: [{ detail: 'found 36, expected 25 or less for the strategy singles' }] },
  ])
  await using job = await jobOf({ ...json({ strategy: 'singles', puzzles: [LARGEST], include: ['counts'] }) })
  const results = await job.results()
  expect(results).toMatchObject([
    { status: 'invalid', reason: 'line 1, size: found 36, expected 25 or less for the strategy singles' },
  ])
})

it.each(['exact-cover', 'learning', 'fewest-candidates'])('%s solves it in a job', async (strategy) => {
  await using job = await jobOf({
    ...json({ strategy, size: 36, puzzles: [LARGEST], solutions: 1, backtrackLimit: 20_000 }),
  })
  const results = await job.results()
  expect(results).toMatchObject([{ status: 'solved', solution: LARGEST_SOLUTION, strategy }])
  expect(parseGrid(results[0].puzzle).ok).toBe(true)
})
