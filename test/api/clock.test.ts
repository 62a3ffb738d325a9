import { expect, it } from 'vitest'
import { apiOnEmulators } from './on-emulators.ts'

it('a clock that is set back by an hour makes nobody wait longer', async () => {
  const start = Date.now()
  let elapsed = 0
  const pause = async (ms: number) => {
    elapsed += ms
  }
  // It is set back as soon as anybody waits.
  const now = () => start + elapsed - (elapsed > 0 ? 3_600_000 : 0)
  await using api = await apiOnEmulators({ now, elapsed: () => elapsed, pause })
  const headers = { 'content-type': 'application/json', prefer: 'wait=1' }
  const { id } = await (await api.request('/jobs', { method: 'POST', headers, body: '{"open":true}' })).json()
  const polled = await api.request(`/jobs/${id}`, { headers })
  expect(polled.headers.get('preference-applied')).toBe('wait=1')
  expect(elapsed).toBe(1_000)
})
