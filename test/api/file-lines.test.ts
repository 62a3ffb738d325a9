import { expect, it } from 'vitest'
import type { ResultsPage } from '../../shared/protocol/views.ts'
import { ask, ended, misfits, opened, post, putPart, resultsOf } from './ask.ts'
import { GRID } from './grids.ts'

const REASON = ', there is no puzzle in "x"'

/** Place, line and the beginning of the reason of each result. */
async function placesOf(id: string, query: Record<string, string> = {}): Promise<unknown[]> {
  const { results } = await resultsOf(id, query)
  return results.map(({ place, line, reason }) => [place, line, ...(reason ? [reason.split(',')[0]] : [])])
}

it('the lines of parts are those of their file, where each says with which it begins', async () => {
  const id = await opened({ strategy: 'singles' })
  // So many comments, and so unevenly, that their lines have an item of their own.
  const uneven = Array.from(
    { length: 2_000 },
    (_, i) => `${GRID}${'\n# x'.repeat(Math.abs(Math.floor(9 * Math.sin(i * i))))}\n`,
  )
  const texts = [`# a\n\n${GRID}\n`, uneven.join(''), `id,puzzle\na,x\n`]
  const begins = [1, 4, 4 + uneven.join('').split('\n').length - 1]
  for (const part of [3, 1, 2]) await putPart(id, `${part}?line=${begins[part - 1]}`, texts[part - 1])
  await post(`/jobs/${id}/seal`, { parts: 3 })
  await ended(id)
  const file = texts.join('').split('\n')
  const standing = file.flatMap((line, i) => (line === GRID || line === 'a,x' ? [i + 1] : []))
  const { results } = await resultsOf(id, { limit: '700' })
  expect(results.map(({ place, line }) => [place, line])).toEqual(standing.map((line, i) => [i + 1, line]))
  expect(results.at(-1)?.reason).toBe(`line ${file.length - 1}${REASON}`)

  // A line that holds no puzzle leads to the first one below.
  const from = async (line: number) =>
    (await ask<ResultsPage>(`/jobs/${id}/results?line=${line}&limit=1`)).body.results.map((result) => result.place)
  for (const place of [1, 2, 3, 1_000, 2_001, 2_002]) {
    expect(await from(standing[place - 1])).toEqual([place])
    expect(await from((standing[place - 2] ?? 0) + 1)).toEqual([place])
  }
  expect(await from(file.length)).toEqual([])
  const { headers } = await ask(`/jobs/${id}/results?line=${standing[9]}&limit=2`)
  expect(headers.get('link')).toBe(`</jobs/${id}/results?limit=2&from=12>; rel="next"`)
})

it('a part that does not say its line, or is a list, counts its places on', async () => {
  const id = await opened()
  await putPart(id, 1, `# a\n${GRID}\n`)
  await putPart(id, 2, `# a\nx\n`)
  const json = { headers: { 'content-type': 'application/json' } }
  await putPart(id, 3, JSON.stringify({ puzzles: ['x'] }), json)
  await post(`/jobs/${id}/seal`, { parts: 3 })
  await ended(id)
  expect(await placesOf(id)).toEqual([
    [1, 1],
    [2, 2, 'line 2'],
    [3, 3, 'line 3'],
  ])
  expect(await misfits(putPart(id, '4?line=2', JSON.stringify({ puzzles: ['x'] }), json))).toEqual([
    'line: only a text has lines',
  ])
  // The later one of a place and a line counts.
  expect(await placesOf(id, { from: '2', line: '1' })).toHaveLength(2)
  expect(await placesOf(id, { from: '1', line: '3' })).toHaveLength(1)
})

it('a line that no file has is refused, and the last one that it may be is counted on from', async () => {
  const id = await opened()
  expect(await misfits(putPart(id, '1?line=1000000000001', `${GRID}\n`))).toMatchObject([expect.any(String)])
  await putPart(id, '1?line=1000000000000', `${GRID}\n${GRID}\n`)
  await post(`/jobs/${id}/seal`, { parts: 1 })
  await ended(id)
  expect((await resultsOf(id)).results.map(({ line }) => line)).toEqual([1_000_000_000_000, 1_000_000_000_001])
})
