import { expect, it } from 'vitest'
import { QueueRefusal } from '../../shared/aws/queue.ts'
import type { Problem } from '../../shared/protocol/views.ts'
import { GRID } from './grids.ts'
import { apiOnEmulators } from './on-emulators.ts'

const PUZZLES = `puzzle\n${GRID}\n${GRID}\n`
const TEXT = { 'content-type': 'text/plain' }

it('a part, or a job, whose sending broke off is not gone on with by what is understood otherwise', async () => {
  let isAway = true
  const queue = { send: async () => (isAway ? Promise.reject(new QueueRefusal('away')) : undefined) }
  await using api = await apiOnEmulators({ queue })
  const id = await api.opened()
  const typeOf = async (response: Response) => ((await response.json()) as Partial<Problem>).type

  const put = (format: string) =>
    api.request(`/jobs/${id}/parts/1?format=${format}`, { method: 'PUT', headers: TEXT, body: PUZZLES })
  const submit = (format: string) =>
    api.request(`/jobs?format=${format}`, {
      method: 'POST',
      headers: { ...TEXT, 'idempotency-key': 'mine' },
      body: PUZZLES,
    })
  expect((await put('csv')).status).toBe(503)
  expect((await submit('csv')).status).toBe(503)
  isAway = false
  expect(await typeOf(await put('lines'))).toBe('/problems/part-conflict')
  expect(await typeOf(await submit('lines'))).toBe('/problems/idempotency-conflict')
  expect((await put('csv')).status).toBe(201)
  expect((await submit('csv')).status).toBe(202)
  const { counts } = (await api.ask('GET', `/jobs/${id}`)).body
  expect(counts).toMatchObject({ total: 2, pending: 2 })
})
