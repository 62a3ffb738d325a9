import { expect, inject, it } from 'vitest'
import { heavyBodies } from './bodies.ts'
import { wrongWith } from './judge.ts'
import { freshJobs, send } from './lambda-door.ts'
import { fuzzRequests } from './run.ts'
import { fuzzedService } from './service.ts'

// `npm run tool -- fuzz` sends as many as one likes, from any seed.
const NAME = '%i requests as the description allows and forbids them are each answered as it says, and none with a 5xx'
const answered = async (count: number) => {
  await using service = await fuzzedService()
  expect((await fuzzRequests(service, { seed: inject('seed'), count })).failure).toBeUndefined()
}
it.each([150])(NAME, answered)
it.each([1900])(NAME, { tags: ['long'] }, answered)

it('among them are some for every kind of answer, and enough that are done', async () => {
  // This seed has them all. Requests that were all refused would prove little.
  await using service = await fuzzedService()
  const { failure, statuses } = await fuzzRequests(service, { seed: 4, count: 150 })
  expect(failure).toBeUndefined()
  expect(Object.keys(statuses)).toEqual(
    expect.arrayContaining(['200', '201', '202', '404', '405', '409', '410', '415', '422']),
  )
  expect(statuses[200] + statuses[202]).toBeGreaterThan(0.17 * 150)
})

it('100 are on the embedded DynamoDB', { tags: ['long'] }, async () => {
  await using service = await fuzzedService('emulator')
  expect((await fuzzRequests(service, { seed: inject('seed'), count: 100 })).failure).toBeUndefined()
})

it.each(heavyBodies)(
  'a body of $body.bytes.length bytes that unpacks to all that it may, and says nothing, is answered with $status',
  { tags: ['long'] },
  async ({ type, body, status }) => {
    await using service = await fuzzedService()
    const jobs = await freshJobs(service)
    const headers = [
      ['content-type', type],
      ['content-encoding', body.encoding ?? ''],
    ] as const
    const request = { method: 'POST', path: '/jobs', query: '', headers, body: body.bytes, isAllowed: false }
    const answer = await send(service, request, jobs)
    expect(wrongWith(request, answer)).toEqual([])
    expect(answer.status).toBe(status)
  },
)
