// @module-tag long

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Random } from '../../shared/sudoku/making/random.ts'
import { apiKilled } from './disturbed/api-killed.ts'
import { commandKilled } from './disturbed/command-killed.ts'
import { PATIENCE_MS, startTrial, type Trial } from './disturbed/trial.ts'
import { workersKilled } from './disturbed/workers-killed.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

let trial: Trial
beforeAll(async () => {
  trial = await startTrial()
})
afterAll(() => trial?.[Symbol.asyncDispose]())

it('a job whose workers are killed in its middle ends as an undisturbed one', async () => {
  const { faults, codes } = await workersKilled(trial, new Random(1, 0))
  expect(faults.length).toBeGreaterThan(1)
  expect(codes).toEqual([0])
})

it('a job whose API is killed while it is sent and read ends as an undisturbed one', async () => {
  const { faults } = await apiKilled(trial, new Random(1, 0))
  expect(faults.length).toBeGreaterThan(1)
})

it('a command that is killed while it sends and prints can be gone on with, byte for byte', async () => {
  const { faults } = await commandKilled(trial, new Random(1, 0))
  expect(faults.length).toBeGreaterThan(1)
})
