import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { PUZZLES_TYPE, packPuzzles } from '../../shared/job/packed/packed-puzzles.ts'
import { ResultsBuilder } from '../../shared/job/packed/packed-results.ts'
import { Puzzles } from '../../shared/job/puzzles.ts'
import type { PartsPage, PartView } from '../../shared/protocol/views.ts'
import { type Asked, ask, ended, misfits, opened, post, putPart, refusal, resultsOf } from './ask.ts'
import { GRID, SOLUTION } from './grids.ts'

const sha = (content: string) => createHash('sha256').update(content).digest('base64url')

it('a part is answered with its number, its puzzles, how they were understood, and the digest of its content', async () => {
  const id = await opened()
  const content = `${GRID}\n${GRID}\n`
  const { status, body } = await putPart(id, 7, content)
  expect(status).toBe(201)
  expect(body).toEqual({ part: 7, puzzles: 2, format: 'lines', digest: sha(content) })
  expect((await ask(`/jobs/${id}`)).body).toMatchObject({ state: 'open', parts: 1, counts: { total: 2 } })
})

it('a part sent twice with the same content changes nothing, packed or not, one after the other or at once', async () => {
  const id = await opened({ strategy: 'brute-force' })
  const content = `${GRID}\n`.repeat(30)
  const plain = () => putPart(id, 1, content)
  const packed = () => putPart(id, 1, gzipSync(content), { headers: { 'content-encoding': 'gzip' } })
  const first = await plain()
  expect(first.status).toBe(201)
  const others = [await packed(), ...(await Promise.all([plain(), packed(), plain()]))]
  for (const { status, body } of others) expect([status, body]).toEqual([200, first.body])
  await post(`/jobs/${id}/seal`, { parts: 1 })
  const job = await ended(id)
  expect(job).toMatchObject({
    parts: 1,
    counts: { total: 30, solved: 30 },
    backtracks: { sum: 30 * 4157, max: 4157 },
  })
  expect((await resultsOf(id)).results).toHaveLength(30)
})

it('once its job is sealed a part that is in is answered as before, and any other is refused', async () => {
  const id = await opened()
  const { body } = await putPart(id, 1, `${GRID}\n`)
  await post(`/jobs/${id}/seal`, { parts: 1 })
  const job = await ended(id)
  expect((await putPart(id, 1, `${GRID}\n`)).body).toEqual(body)
  expect(await refusal(putPart(id, 1, `${GRID}\n${GRID}\n`))).toEqual([409, 'part-conflict'])
  expect(await refusal(putPart(id, 2, `${GRID}\n`))).toEqual([409, 'job-not-open'])
  expect((await ask(`/jobs/${id}`)).body).toEqual(job)
})

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
    expect(await misfits(putPart(await opened(), 1, body))).toEqual(['the body: expected at least one puzzle'])
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

const list = (id: string, query = ''): Promise<Asked<PartsPage>> => ask(`/jobs/${id}/parts${query}`)

it('the parts that are in are listed in the order of their numbers, as they were answered', async () => {
  const id = await opened()
  expect((await list(id)).body).toEqual({ parts: [], next: null })
  const parts: PartView[] = []
  for (const number of [7, 2, 1]) parts.unshift((await putPart(id, number, `${GRID}\n`.repeat(number))).body)
  const { body, headers } = await list(id)
  expect(body).toEqual({ parts, next: null })
  expect(headers.has('link')).toBe(false)
})

it.each([2, 3])('in pages of %i, each part is on one of them', async (limit) => {
  const id = await opened()
  const numbers = [1, 2, 3, 5, 8, 2000]
  for (const number of numbers) await putPart(id, number, GRID)
  const seen: number[] = []
  for (let next = `/jobs/${id}/parts?limit=${limit}`; next; ) {
    const { body, headers }: Asked<PartsPage> = await ask(next)
    expect(body.parts.length).toBeLessThanOrEqual(limit)
    seen.push(...body.parts.map(({ part }) => part))
    next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? ''
    expect(next === '').toBe(body.next === null)
  }
  expect(seen).toEqual(numbers)
})

it.each([
  ['?from=0', 'from: expected a whole number from 1 to 2000'],
  ['?limit=101', 'limit: expected a whole number from 1 to 100'],
  ['?page=1', 'page: unknown parameter'],
])('a list with %s is refused', async (query, error) => {
  expect(await misfits(list(await opened(), query))).toEqual([error])
})

const WAIT = { timeout: 60_000 }
const seal = (id: string, parts: unknown) => post(`/jobs/${id}/seal`, { parts })

async function withParts(...numbers: readonly number[]): Promise<string> {
  const id = await opened()
  await Promise.all(numbers.map((number) => putPart(id, number, `${GRID}\n`)))
  return id
}

const twenty = Array.from({ length: 20 }, (_, i) => i + 2).join(', ')
it.each([
  ['parts that are missing', [2, 5], 6, 'missing: 1, 3, 4, 6'],
  ['the first twenty of many', [1], 2000, `missing: ${twenty} and 1979 more`],
  ['a part beyond', [1, 2, 4], 2, 'part 4 is in, expected at most 2'],
])('a seal names what does not fit: %s', async (_, numbers, parts, said) => {
  expect(await refusal(seal(await withParts(...numbers), parts))).toEqual([409, 'missing-parts', said])
})

it('a job is sealed with parts that a poll has summed up', async () => {
  const id = await withParts(1, 2)
  await expect.poll(async () => (await ask(`/jobs/${id}`)).body, WAIT).toMatchObject({ counts: { solved: 2 } })
  expect((await seal(id, 2)).status).toBe(202)
})

it('a job that came in one piece is sealed already, with its one part, and takes no other', async () => {
  const { id } = (await post('/jobs', { puzzles: [GRID, GRID] })).body
  expect((await list(id)).body).toMatchObject({ parts: [{ part: 1, puzzles: 2, format: 'json' }], next: null })
  expect((await seal(id, 1)).status).toBe(202)
  expect(await refusal(seal(id, 2))).toEqual([409, 'job-not-open'])
  expect(await refusal(putPart(id, 2, `${GRID}\n`))).toEqual([409, 'job-not-open'])
  expect(await refusal(putPart(id, 1, `${GRID}\n`))).toEqual([409, 'part-conflict'])
})

it.each([
  [{ parts: 0 }, 'parts: expected a whole number from 1 to 2000'],
  [{}, 'parts: expected a whole number from 1 to 2000'],
  [{ parts: 1, now: true }, 'now: unknown field'],
  [[], 'expected a JSON object'],
])('a seal of %j is refused', async (body, error) => {
  const id = await withParts(1)
  expect(await misfits(post(`/jobs/${id}/seal`, body))).toEqual([error])
})

it('a seal without a body, without JSON or of an unknown job is refused', async () => {
  const id = await withParts(1)
  expect((await refusal(post(`/jobs/${id}/seal`))).slice(0, 2)).toEqual([415, 'unsupported-media-type'])
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: 'parts=1' }
  expect((await refusal(ask(`/jobs/${id}/seal`, init))).slice(0, 2)).toEqual([400, 'not-json'])
  expect(await refusal(seal('nobody', 1))).toEqual([404, 'unknown-job'])
})

const results = Buffer.from(new ResultsBuilder(0, 1).pack())
const PACKED = { headers: { 'content-type': PUZZLES_TYPE } }
const packed = (...grids: readonly string[]) => Buffer.from(packPuzzles(Puzzles.of(grids.map((text) => ({ text })))))

it.each([
  ['no head', Buffer.from([0xd1, 1, 255, 255, 0]), 'found 5 bytes, expected at least 16'],
  ['packed results', results, 'found packed results (0xd2), expected packed puzzles (0xd1)'],
  ['text', Buffer.from(`${GRID}\n`), 'found bytes that begin with 0x35, expected packed puzzles (0xd1)'],
  ['a grid cut off', packed(GRID, GRID).subarray(0, -4), /^expected /],
  ['nothing', packed(), 'the body: expected at least one puzzle'],
])('puzzles that come packed and hold %s are refused', async (_, body, error) => {
  expect((await misfits(putPart(await opened(), 1, body, PACKED)))[0]).toMatch(error)
})
