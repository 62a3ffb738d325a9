import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ended, opened, post, putPart, refusal, resultsOf } from './ask.ts'
import { GRID, SOLUTION } from './grids.ts'

const GZIP = { headers: { 'content-encoding': 'gzip' } }
const JSON_TYPE = { headers: { 'content-type': 'application/json' } }
const rows = (GRID.match(/.{9}/g) ?? []).map((row) => [...row].map(Number).map((digit) => digit || 0))

it('a part may be JSON, packed, or both', async () => {
  const id = await opened()
  const named = JSON.stringify({ puzzles: [{ id: 'mine-7', puzzle: GRID }, rows] })
  expect((await putPart(id, 1, named, JSON_TYPE)).body).toMatchObject({ puzzles: 2, format: 'json' })
  expect((await putPart(id, 2, gzipSync(`${GRID}\n`), GZIP)).body).toMatchObject({ puzzles: 1, format: 'lines' })
  const both = { headers: { ...GZIP.headers, ...JSON_TYPE.headers } }
  expect((await putPart(id, 3, gzipSync(JSON.stringify({ puzzles: [GRID] })), both)).body.format).toBe('json')
  await post(`/jobs/${id}/seal`, { parts: 3 })
  expect((await ended(id)).formats).toEqual(['json', 'lines'])
  expect((await resultsOf(id)).results.map((result) => [result.id, result.solution])).toEqual([
    ['mine-7', SOLUTION],
    [undefined, SOLUTION],
    [undefined, SOLUTION],
    [undefined, SOLUTION],
  ])
})

describe('a part is refused', () => {
  it('where its gzip is cut off', async () => {
    const body = gzipSync(`${GRID}\n`).subarray(0, -9)
    const expected = [400, 'invalid-gzip', 'unexpected end of file']
    expect(await refusal(putPart(await opened(), 1, body, GZIP))).toEqual(expected)
  })

  it.each(['', '# nothing but a comment\n', 'id,puzzle\n'])('where it holds no puzzle: %j', async (body) => {
    expect(await refusal(putPart(await opened(), 1, body))).toEqual([
      422,
      'invalid-request',
      'the body: expected at least one puzzle',
    ])
  })

  it.each([
    ['{"puzzles":[]}', 422, 'invalid-request', 'puzzles: expected at least one puzzle'],
    ['{"puzzles":7}', 422, 'invalid-request', 'puzzles: expected an array'],
    ['{"puzzles":["1"],"strategy":"singles"}', 422, 'invalid-request', 'strategy: unknown field'],
    ['{"puzzles":', 400, 'not-json', expect.any(String)],
  ])('where its JSON is %s', async (body, ...expected) => {
    expect(await refusal(putPart(await opened(), 1, body, JSON_TYPE))).toEqual(expected)
  })

  it.each([
    ['0', 404, 'unknown-route'],
    ['01', 404, 'unknown-route'],
    ['1e3', 404, 'unknown-route'],
    ['99999999', 404, 'unknown-route'],
    ['2001', 422, 'too-many-parts'],
  ])('where its number is %s', async (number, status, problem) => {
    const refused = await refusal(putPart(await opened(), number, `${GRID}\n`))
    expect(refused).toEqual([status, problem, 'parts are numbered from 1 to 2000'])
  })
})
