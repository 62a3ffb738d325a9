import { describe, expect, it } from 'vitest'
import { ask, opened, post, putPart, refusal } from './ask.ts'
import { GRID } from './grids.ts'

const seal = (id: string, parts: unknown) => post(`/jobs/${id}/seal`, { parts })

async function withParts(...numbers: readonly number[]): Promise<string> {
  const id = await opened()
  await Promise.all(numbers.map((number) => putPart(id, number, `${GRID}\n`)))
  return id
}

describe('a seal names what does not fit', () => {
  const twenty = Array.from({ length: 20 }, (_, i) => i + 2).join(', ')
  it.each([
    ['parts that are missing', [2, 5], 6, 'missing: 1, 3, 4, 6'],
    ['the first twenty of many', [1], 2000, `missing: ${twenty} and 1979 more`],
    ['a part beyond', [1, 2, 4], 2, 'part 4 is in, expected at most 2'],
  ])('%s', async (_, numbers, parts, said) => {
    expect(await refusal(seal(await withParts(...numbers), parts))).toEqual([409, 'missing-parts', said])
  })
})

describe('a job sealed already', () => {
  it('as one that came in one piece is, with its one part', async () => {
    const { body } = await post('/jobs', { puzzles: [GRID] })
    expect((await seal(body.id, 1)).status).toBe(202)
    expect(await refusal(seal(body.id, 2))).toEqual([409, 'job-not-open'])
  })
})

it.each([
  [{ parts: 0 }, 'parts: expected a whole number from 1 to 2000'],
  [{}, 'parts: expected a whole number from 1 to 2000'],
  [{ parts: 1, now: true }, 'now: unknown field'],
  [[], 'expected a JSON object'],
])('a seal of %j is refused', async (body, error) => {
  const id = await withParts(1)
  expect(await refusal(post(`/jobs/${id}/seal`, body))).toEqual([422, 'invalid-request', error])
})

it('a seal without a body, without JSON or of an unknown job is refused', async () => {
  const id = await withParts(1)
  expect((await refusal(post(`/jobs/${id}/seal`))).slice(0, 2)).toEqual([415, 'unsupported-media-type'])
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: 'parts=1' }
  expect((await refusal(ask(`/jobs/${id}/seal`, init))).slice(0, 2)).toEqual([400, 'not-json'])
  expect(await refusal(seal('nobody', 1))).toEqual([404, 'unknown-job'])
})
