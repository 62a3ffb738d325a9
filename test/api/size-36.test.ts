import { expect, it } from 'vitest'
import { digitsOf } from '../../shared/sudoku/grid/grid.ts'
import { LARGEST, LARGEST_SOLUTION } from '../sudoku/largest.ts'
import { ask, ended, post, refusal, resultsOf } from './ask.ts'

const numbers = [...digitsOf(LARGEST)]
const rows = Array.from({ length: 36 }, (_, row) => numbers.slice(row * 36, (row + 1) * 36))

it('a 36×36 grid is solved as a text, as rows of numbers and as a named one, in results of every format', async () => {
  const puzzles = [LARGEST, rows, { id: 'mine', puzzle: LARGEST, solution: LARGEST_SOLUTION }]
  const { id } = (await post('/jobs', { puzzles })).body
  await ended(id)
  const solved = { status: 'solved', puzzle: LARGEST, solution: LARGEST_SOLUTION }
  const { results } = await resultsOf(id)
  expect(results).toMatchObject([solved, solved, { ...solved, givenIsCorrect: true }])
  const as = async (format: string) => (await ask<string>(`/jobs/${id}/results?format=${format}`)).body.split('\n')
  expect((await as('csv'))[1]).toContain(`,${LARGEST},`)
  expect((await as('kaggle'))[1]).toBe(`${LARGEST},${LARGEST_SOLUTION}`)
  expect((await as('ndjson')).slice(0, 3).map((line) => JSON.parse(line))).toEqual(results)
})

it('a strategy that does not take 36×36 is refused with the size, and where no size was named the puzzle is invalid', async () => {
  const reason = 'size: found 36, expected 25 or less for the strategy singles'
  const refused = refusal(post('/jobs', { strategy: 'singles', size: 36, puzzles: [LARGEST] }))
  expect(await refused).toEqual([422, 'unsupported-size', reason])
  const { id } = (await post('/jobs', { strategy: 'singles', puzzles: [LARGEST], include: ['counts'] })).body
  await ended(id)
  expect((await resultsOf(id)).results).toMatchObject([{ status: 'invalid', reason: `line 1, ${reason}` }])
})
