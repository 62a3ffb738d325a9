import { describe, expect, it } from 'vitest'
import { PUZZLES_TYPE, packPuzzles } from '../../shared/job/packed/packed-puzzles.ts'
import { ResultsBuilder, ResultsReader } from '../../shared/job/packed/packed-results.ts'
import { framesIn } from '../../shared/job/packed/result-frames.ts'
import { Puzzles } from '../../shared/job/puzzles.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { type Asked, ask, ended, opened, post, putPart, refusal, resultsOf } from './ask.ts'
import { GRID, ndjson, SEVERAL, SLOW } from './grids.ts'

const results = Buffer.from(new ResultsBuilder(0, 1).pack())
const PACKED = { headers: { 'content-type': PUZZLES_TYPE } }
const packed = (...grids: readonly string[]) => Buffer.from(packPuzzles(Puzzles.of(grids.map((text) => ({ text })))))

describe('puzzles that come packed', () => {
  it('are those that were packed, in a job of one piece as in parts', { tags: ['long'] }, async () => {
    const init = { method: 'POST', ...PACKED, body: packed(GRID, SEVERAL, SLOW) }
    const { status, body } = await ask<JobView>('/jobs?strategy=singles&solutions=2', init)
    expect([status, body.formats]).toEqual([202, ['packed']])
    expect(await ended(body.id)).toMatchObject({ counts: { total: 3, solved: 2, multiple: 1 } })
    expect((await resultsOf(body.id)).results.map((result) => result.puzzle)).toEqual([GRID, SEVERAL, SLOW])

    const id = await opened()
    const grids = Array.from({ length: 500 }, (_, i) => (i % 7 === 0 ? SLOW : GRID))
    expect((await putPart(id, 2, packed(...grids), PACKED)).body).toMatchObject({ puzzles: 500, format: 'packed' })
    await putPart(id, 1, `${GRID}\n`)
    await post(`/jobs/${id}/seal`, { parts: 2 })
    await ended(id)
    expect((await resultsOf(id)).results.map((result) => result.puzzle)).toEqual([GRID, ...grids])
  })

  it.each([
    ['no head', Buffer.from([0xd1, 1, 255, 255, 0]), 'found 5 bytes, expected at least 16'],
    ['packed results', results, 'found packed results (0xd2), expected packed puzzles (0xd1)'],
    ['text', Buffer.from(`${GRID}\n`), 'found bytes that begin with 0x35, expected packed puzzles (0xd1)'],
    ['a grid cut off', packed(GRID, GRID).subarray(0, -4), /^expected /],
    ['nothing', packed(), 'the body: expected at least one puzzle'],
  ])('and hold %s are refused', async (_, body, error) => {
    const [status, type, found] = await refusal(putPart(await opened(), 1, body, PACKED))
    expect([status, type]).toEqual([422, 'invalid-request'])
    expect(found).toMatch(error)
  })
})

describe('results that are asked for packed', () => {
  /** Follows the links of pages to the end, and reads them as a client does. */
  async function unpacked(id: string, query: string): Promise<PuzzleResult[]> {
    const results: PuzzleResult[] = []
    for (let path: string | undefined = `/jobs/${id}/results?format=packed${query}`; path; ) {
      const { headers, body } = (await ask(path)) as Asked<Uint8Array>
      for (const { place: first, begin, end, lines, packed } of framesIn(body)) {
        const reader = new ResultsReader(packed)
        while (reader.next()) {
          if (reader.place < begin || reader.place >= end) continue
          const place = first + reader.place - begin
          const line = lines?.lineOf(reader.place - begin) ?? place
          results.push(reader.result(place, line, { strategy: 'brute-force', solutions: 1 }))
        }
      }
      path = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    }
    return results
  }

  it('are those of the JSON pages, from any line on', { tags: ['long'] }, async () => {
    const id = await opened({ strategy: 'brute-force' })
    await putPart(id, '2?line=8', `\n${ndjson('second', 20)}\n${ndjson('third', 20)}`)
    await putPart(id, 1, `${GRID}\nx\n${SLOW}\n1.3...21.1.224..\n`)
    await post(`/jobs/${id}/seal`, { parts: 2 })
    await ended(id)
    const { results } = await resultsOf(id)
    for (const query of ['', '&limit=1', '&limit=10']) expect(await unpacked(id, query)).toEqual(results)
    for (const from of [2, 5, 17, 44]) expect(await unpacked(id, `&from=${from}`)).toEqual(results.slice(from - 1))
    expect(await unpacked(id, '&from=45')).toEqual([])
  })

  it('cannot be filtered', async () => {
    const { body } = await post('/jobs', { puzzles: [GRID] })
    const refused = await refusal(ask(`/jobs/${body.id}/results?format=packed&status=solved`))
    expect(refused).toEqual([422, 'invalid-request', 'status: packed results come as they are'])
  })
})
