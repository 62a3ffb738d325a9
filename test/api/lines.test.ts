import { expect, it } from 'vitest'
import type { ResultsPage } from '../../shared/protocol/views.ts'
import { ask, ended, opened, polledUntil, post, putPart, resultsOf } from './ask.ts'
import { GRID, ndjson } from './grids.ts'

/** Puzzles of each part; chunks of brute force hold from one to some thirty. */
const SIZES = [3, 200, 1, 47, 500, 2, 16]
const names = SIZES.flatMap((size, i) => Array.from({ length: size }, (_, j) => `part${i + 1}-${j + 1}`))

it('results are in the order of parts and puzzles, numbered over the whole job, wherever they are cut', {
  tags: ['long'],
}, async () => {
  const id = await opened({ strategy: 'brute-force' })
  const backwards = SIZES.map((size, i) => [i + 1, size]).toReversed()
  for (const [number, size] of backwards) await putPart(id, number, ndjson(`part${number}`, size))
  await post(`/jobs/${id}/seal`, { parts: SIZES.length })
  await ended(id)
  for (const limit of ['1000', '100', '13']) {
    const { results, next } = await resultsOf(id, { limit })
    expect(results.map((result) => result.line)).toEqual(names.map((_, i) => i + 1))
    expect(results.map((result) => result.id)).toEqual(names)
    expect(next).toBeNull()
  }
  for (const from of [1, 3, 4, 203, 204, 205, 251, 252, 752, 769]) {
    const { body } = await ask<ResultsPage>(`/jobs/${id}/results?from=${from}&limit=1`)
    expect(body.results).toMatchObject([{ line: from, id: names[from - 1] }])
    expect(body.next).toBe(from === names.length ? null : from + 1)
  }
  expect((await resultsOf(id, { from: String(names.length + 1) })).results).toEqual([])
})

it('a bad puzzle is told by its line of the job, not of its part', async () => {
  const id = await opened()
  await putPart(id, 2, `${GRID}\n${GRID}\nx${GRID.slice(1)}\n`)
  await putPart(id, 1, `${GRID}\n`.repeat(20))
  await post(`/jobs/${id}/seal`, { parts: 2 })
  await ended(id)
  expect((await resultsOf(id, { status: 'invalid' })).results).toMatchObject([
    { line: 23, reason: 'line 23, cell 1: found "x", expected 1–9, 0 or "."' },
  ])
})

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

it('a reader of an open job may wait for what is not there yet', { tags: ['long'] }, async () => {
  const id = await opened()
  const waiting = ask<{ results: unknown[] }>(`/jobs/${id}/results`, { headers: { prefer: 'wait=20' } })
  await putPart(id, 1, `${GRID}\n`)
  const { headers, body } = await waiting
  expect(headers.get('preference-applied')).toBe('wait=20')
  expect(body.results).toHaveLength(1)
})
