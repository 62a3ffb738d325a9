import { expect, it } from 'vitest'
import { LARGEST } from '../sudoku/largest.ts'
import { ended, post, refusal, resultsOf } from './ask.ts'

it('a strategy that does not take 36×36 is refused with the size, and where no size was named the puzzle is invalid', async () => {
  const reason = 'size: found 36, expected 25 or less for the strategy singles'
  const refused = refusal(post('/jobs', { strategy: 'singles', size: 36, puzzles: [LARGEST] }))
  expect(await refused).toEqual([422, 'unsupported-size', reason])
  const { id } = (await post('/jobs', { strategy: 'singles', puzzles: [LARGEST], include: ['counts'] })).body
  await ended(id)
  expect((await resultsOf(id)).results).toMatchObject([{ status: 'invalid', reason: `line 1, ${reason}` }])
})
