import { expect, inject, it } from 'vitest'
import { fuzzHistories } from './run.ts'
import { fuzzedService } from './service.ts'

const NAME =
  'jobs that strangers open, fill, seal, cancel, redrive and read in any order add up, end, and leave the service well: %i histories'
const addUp = async (count: number) => {
  await using service = await fuzzedService()
  const { failure, requests } = await fuzzHistories(service, { seed: inject('seed'), count })
  expect(failure).toBeUndefined()
  expect(requests).toBeGreaterThan(5 * count)
}
it.each([10])(NAME, addUp)
it.each([20])(NAME, { tags: ['long'] }, addUp)
