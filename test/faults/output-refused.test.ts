// @module-tag long

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Random } from '../../shared/sudoku/making/random.ts'
import { outputClosed } from './disturbed/output-closed.ts'
import { canMount, deviceFull, diskFull } from './disturbed/output-full.ts'
import { PATIENCE_MS, startTrial, type Trial } from './disturbed/trial.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

let trial: Trial
beforeAll(async () => {
  trial = await startTrial()
})
afterAll(() => trial?.[Symbol.asyncDispose]())

it('on a full disk ends with 4; once there is room, the named command prints the rest', async () => {
  const { codes } = await (canMount ? diskFull(trial, new Random(1, 0)) : deviceFull(trial))
  expect(codes).toEqual([4, 0])
})

it('is no error to a reader that has seen enough; the job can be had whole all the same', async () => {
  const { codes } = await outputClosed(trial, new Random(1, 0))
  expect(codes).toEqual([0, 0])
})
