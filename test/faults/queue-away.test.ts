import { expect, it, vi } from 'vitest'
import { Random } from '../../shared/sudoku/random.ts'
import { away } from './disturbed/aws-away.ts'
import { PATIENCE_MS, SHORT_SLICE_MS, startTrial } from './disturbed/trial.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

it('a job whose queue refuses, resets and hangs for moments ends as an undisturbed one', async () => {
  await using trial = await startTrial({ sliceMs: SHORT_SLICE_MS })
  const { faults } = await away('queue')(trial, new Random(1, 0))
  expect(faults.length).toBeGreaterThan(1)
})
