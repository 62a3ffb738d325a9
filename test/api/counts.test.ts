import { expect, it } from 'vitest'
import type { JobView } from '../../shared/protocol/views.ts'
import { ask, ended, opened, post, putPart } from './ask.ts'
import { GRID, NONE, SEVERAL, SLOW, SLOW_BACKTRACKS } from './grids.ts'

it('outcomes and backtracks are summed over all parts, and there is no rate before there is a result', async () => {
  const id = await opened({ strategy: 'brute-force', solutions: 2, backtrackLimit: 300_000 })
  expect((await ask<JobView>(`/jobs/${id}`)).body).toMatchObject({
    puzzlesPerSecond: null,
    secondsLeft: null,
    backtracks: { sum: 0, max: 0, histogram: [] },
  })
  await Promise.all([[GRID, SLOW, NONE], [GRID, SEVERAL], ['x']].map((part, i) => putPart(id, i + 1, part.join('\n'))))
  await post(`/jobs/${id}/seal`, { parts: 3 })
  const { counts, backtracks } = await ended(id)
  expect(counts).toEqual({
    total: 6,
    pending: 0,
    solved: 2,
    multiple: 1,
    'no-solution': 1,
    invalid: 1,
    aborted: 1,
    failed: 0,
    cancelled: 0,
  })
  expect(backtracks).toMatchObject({ max: 300_000 })
  expect(SLOW_BACKTRACKS).toBeGreaterThan(300_000)
  expect(backtracks.histogram.filter(({ puzzles }) => puzzles > 0)).toMatchObject([
    { from: 0, to: 0, puzzles: 1 },
    { puzzles: expect.any(Number) },
    { from: 262_144, to: 524_287, puzzles: 1 },
  ])
})
