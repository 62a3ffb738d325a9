// @module-tag long

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Random } from '../../shared/sudoku/making/random.ts'
import { away } from './disturbed/aws-away.ts'
import { tableGone } from './disturbed/table-gone.ts'
import { PATIENCE_MS, SHORT_SLICE_MS, startTrial, type Trial } from './disturbed/trial.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

let trial: Trial
beforeAll(async () => {
  trial = await startTrial({ sliceMs: SHORT_SLICE_MS })
})
afterAll(() => trial?.[Symbol.asyncDispose]())

it.each(['table', 'queue'] as const)(
  'a job whose %s refuses, resets and hangs for moments ends as an undisturbed one',
  async (name) => {
    const { faults } = await away(name)(trial, new Random(1, 0))
    expect(faults.length).toBeGreaterThan(1)
  },
)

it('a command that has waited for the table in vain names one that goes on, byte for byte', async () => {
  const { codes } = await tableGone(trial, new Random(1, 0))
  expect(codes).toEqual([3, 0])
})
