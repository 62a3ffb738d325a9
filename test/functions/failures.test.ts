import { expect, it } from 'vitest'
import type { ApiServices } from '../../functions/api/services.ts'
import { createApi } from '../../functions/api.ts'
import { QueueRefusal } from '../../shared/aws/queue.ts'
import { VersionError } from '../../shared/job/packed/byte-format.ts'
import { said } from './said.ts'

/** The answer to a poll where the table fails with an error. */
async function answerTo(error: Error): Promise<Response> {
  const table = new Proxy({} as ApiServices['table'], { get: () => () => Promise.reject(error) })
  const { telemetry } = said('api')
  const services = { table, telemetry, now: () => 0, ownerOf: async () => 'one' } as unknown as ApiServices
  return createApi(services).request('/jobs/one')
}

it.each([
  ['AWS that refuses', Object.assign(new Error('throttled'), { $metadata: { httpStatusCode: 400 } })],
  ['a connection that is lost', Object.assign(new Error('reset'), { syscall: 'read' })],
  ['a queue that takes nothing', new QueueRefusal('refused')],
  ['data that newer code wrote', new VersionError('packed results', 2, 1)],
])('%s is worth another try', async (_, error) => {
  const answer = await answerTo(error)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('1')
  expect(await answer.json()).toMatchObject({ type: '/problems/unavailable', code: 'unavailable', status: 503 })
})

it.each([
  ['data that older code wrote', new VersionError('packed results', 0, 1)],
  ['anything else', new TypeError('undefined is not a function')],
])('%s is ours to mend, and tells nothing', async (_, error) => {
  const answer = await answerTo(error)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([500, null])
  const text = await answer.text()
  expect(JSON.parse(text)).toMatchObject({ code: 'internal', status: 500 })
  expect(text).not.toContain(error.message)
})
