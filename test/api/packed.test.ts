import { describe, expect, it } from 'vitest'
import { HEAD_BYTES, PUZZLES_TYPE, packPuzzles } from '../../shared/job/packed/packed-puzzles.ts'
import { ResultsBuilder, ResultsReader } from '../../shared/job/packed/packed-results.ts'
import { framesIn } from '../../shared/job/packed/result-frames.ts'
import { Puzzles } from '../../shared/job/puzzles.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { Random } from '../../shared/sudoku/making/random.ts'
import { type Asked, ask, ended, opened, post, putPart, refusal, resultsOf } from './ask.ts'
import { GRID, ndjson, SEVERAL, SLOW, SOLUTION } from './grids.ts'

const later = (bytes: Uint8Array) => Buffer.from(bytes).fill(2, 1, 2)
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
    ['next to nothing', Buffer.from('12'), 'packed puzzles: found 2 bytes, expected at least 4'],
    ['a later version', later(packed(GRID)), 'packed puzzles: found version 2, expected version 1'],
    ['packed results', results, 'found packed results (0xd2), expected packed puzzles (0xd1)'],
    [
      'another format',
      Buffer.from([7, 1, 255, 255]),
      'found bytes that begin with 0x07, expected packed puzzles (0xd1)',
    ],
    ['text', Buffer.from(`${GRID}\n`), 'found bytes that begin with 0x35, expected packed puzzles (0xd1)'],
    ['a grid cut off', packed(GRID, GRID).subarray(0, -4), /^expected /],
    ['nothing', packed(), 'the body: expected at least one puzzle'],
  ])('and hold %s are refused', async (_, body, error) => {
    const [status, type, found] = await refusal(putPart(await opened(), 1, body, PACKED))
    expect([status, type]).toEqual([422, 'invalid-request'])
    expect(found).toMatch(error)
  })

  it('and whose digits are none are bad puzzles, and harm no other', { tags: ['long'] }, async () => {
    const random = new Random(7, 0)
    const good = packed(GRID).subarray(HEAD_BYTES)
    // A bit for each given, then digits of 0 to 15 as they come.
    const bad = Array.from({ length: 200 }, () => {
      const places = Buffer.from(Array.from({ length: 11 }, () => random.below(256)))
      const givens = [...places].flatMap((byte, i) => (i < 10 ? [...byte.toString(2)] : [`${byte & 1}`]))
      const count = givens.filter((bit) => bit === '1').length
      return Buffer.concat([places, Buffer.from(Array.from({ length: Math.ceil(count / 2) }, () => random.below(256)))])
    })
    const grids = Buffer.concat(bad.flatMap((grid) => [grid, good]))
    const counts = Buffer.from(Uint32Array.of(400, 400, grids.length).buffer)
    const head = Buffer.concat([packed().subarray(0, HEAD_BYTES - counts.length), counts])
    for (const strategy of ['bit-parallel', 'singles'] as const) {
      const id = await opened({ strategy })
      await putPart(id, 1, Buffer.concat([head, grids]), PACKED)
      await post(`/jobs/${id}/seal`, { parts: 1 })
      expect((await ended(id)).counts).toMatchObject({ total: 400, pending: 0, failed: 0 })
      const { results } = await resultsOf(id)
      results.forEach((result, i) => {
        if (i % 2 === 1) expect(result).toMatchObject({ line: i + 1, puzzle: GRID, solution: SOLUTION })
        else expect(result.status).not.toBe('solved')
      })
    }
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
