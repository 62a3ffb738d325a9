// @module-tag long

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Random } from '../../shared/random.ts'
import { scenarios } from './disturbed/scenarios.ts'
import { PATIENCE_MS, SHORT_SLICE_MS, startTrial, type Trial } from './disturbed/trial.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

let trial: Trial
beforeAll(async () => {
  trial = await startTrial({ sliceMs: SHORT_SLICE_MS })
})
afterAll(() => trial?.[Symbol.asyncDispose]())

it.each(Object.entries(scenarios))('%s: a job ends as an undisturbed one', async (_, { disturb, least = 2, codes }) => {
  const story = await disturb(trial, new Random(1, 0))
  expect(story.faults.length).toBeGreaterThanOrEqual(least)
  if (codes) expect(story.codes).toEqual(codes)
})
