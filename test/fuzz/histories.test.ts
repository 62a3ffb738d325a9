import { expect, it } from 'vitest'
import { fuzzHistories } from './run.ts'
import { fuzzedService } from './service.ts'

it('jobs that strangers open, fill, seal, cancel, redrive and read in any order add up, end, and leave the service well', async () => {
  await using service = await fuzzedService()
  const { failure, requests } = await fuzzHistories(service, { seed: 1, count: 20 })
  expect(failure).toBeUndefined()
  expect(requests).toBeGreaterThan(200)
})
