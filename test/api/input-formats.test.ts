import { describe, expect, it } from 'vitest'
import { ask, ended, misfits, opened, post, postText, resultsOf } from './ask.ts'
import { GRID } from './grids.ts'

const rows = GRID.match(/.{9}/g) ?? []

/** Submits a text, and answers with its job and results once all is solved. */
async function solved(text: string, { type = 'text/plain', query = '' } = {}) {
  const { status, body } = await postText(query, text, { 'content-type': type })
  expect(status).toBe(202)
  const job = await ended(body.id)
  expect(job.formats).toEqual(body.formats)
  return { job, results: (await resultsOf(job.id)).results }
}

describe('a job says as which format its puzzles were understood', () => {
  it('whatever its media type is, of those that are taken', async () => {
    for (const type of ['text/plain; charset=utf-8', 'text/csv', 'application/x-ndjson', 'application/jsonl']) {
      expect((await solved(`{"puzzle":"${GRID}"}\n`, { type })).job.formats).toEqual(['ndjson'])
    }
  })

  it('where it is told, that is the format', async () => {
    const { job, results } = await solved(`puzzle\n${GRID}\n`, { query: '?format=lines' })
    expect(job).toMatchObject({ formats: ['lines'], counts: { total: 2, solved: 1, invalid: 1 } })
    expect(results[0]).toMatchObject({ puzzle: 'puzzle', status: 'invalid' })
    const id = await opened()
    const init = { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: `${GRID}\n` }
    expect((await ask(`/jobs/${id}/parts/1?format=ndjson`, init)).body).toMatchObject({ format: 'ndjson' })
    expect(await misfits(ask(`/jobs/${id}/parts/2?format=xml`, init))).toEqual([
      'format: expected one of lines, grids, csv, ndjson, message',
    ])
  })
})

describe('a bad puzzle of a JSON request is one result, with its reason, as it is in a file', () => {
  const bad: readonly (readonly [puzzle: unknown, reason: string])[] = [
    [7, 'found 7, expected a string, rows or an object'],
    [rows.map((row, r) => (r === 4 ? [0, 0, 0, 'x'] : [...row])), 'cell 40: found "x", expected 1–9, 0 or "."'],
    [{ puzzle: GRID, id: 7.5 }, 'id: found 7.5, expected a string or a whole number'],
  ]
  const puzzles = [GRID, ...bad.map(([puzzle]) => puzzle), { id: 'last', puzzle: GRID }]
  const reasons = [undefined, ...bad.map(([, reason], i) => `line ${i + 2}, ${reason}`), undefined]

  it('whatever is wrong with it', async () => {
    const { status, body } = await post('/jobs', { puzzles })
    expect(status).toBe(202)
    expect(await ended(body.id)).toMatchObject({ counts: { total: bad.length + 2, solved: 2, invalid: bad.length } })
    const inJson = (await resultsOf(body.id)).results
    expect(inJson.map(({ reason }) => reason)).toEqual(reasons)
    expect(inJson).toEqual((await solved(puzzles.map((puzzle) => JSON.stringify(puzzle)).join('\n'))).results)
  })
})
