import { expect, it } from 'vitest'
import { opened, polledUntil, post, putPart, resultsOf } from './ask.ts'
import { ndjson } from './grids.ts'

it('results can be read up to the first part that is missing, and on from there once it is in', async () => {
  const id = await opened()
  await putPart(id, 1, ndjson('one', 4))
  await putPart(id, 3, ndjson('three', 4))
  await polledUntil(id, ({ counts }) => counts.solved === 8)
  const first = await resultsOf(id)
  expect(first.results.map((result) => result.id)).toEqual(['one-1', 'one-2', 'one-3', 'one-4'])
  expect(first.next).toBe(5)

  await putPart(id, 2, ndjson('two', 2))
  await polledUntil(id, ({ counts }) => counts.solved === 10)
  const second = await resultsOf(id, { from: '5' })
  expect(second.results.map((result) => `${result.line} ${result.id}`)).toEqual([
    '5 two-1',
    '6 two-2',
    '7 three-1',
    '8 three-2',
    '9 three-3',
    '10 three-4',
  ])
  // A fourth part may still come, until somebody says that there is none.
  expect(second.next).toBe(11)
  await post(`/jobs/${id}/seal`, { parts: 3 })
  expect(await resultsOf(id, { from: '11' })).toEqual({ results: [], next: null })
})
