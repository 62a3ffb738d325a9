import { expect, it } from 'vitest'
import { apiOnEmulators } from './on-emulators.ts'

it('a clock that is set back by an hour makes nobody wait longer', async () => {
  let aheadMs = 3_600_000
  await using api = await apiOnEmulators({ now: () => Date.now() + aheadMs, elapsed: () => performance.now() })
  const headers = { 'content-type': 'application/json', prefer: 'wait=1' }
  const { id } = await (await api.request('/jobs', { method: 'POST', headers, body: '{"open":true}' })).json()
  setTimeout(() => {
    aheadMs = 0
  }, 100)
  const polled = await api.request(`/jobs/${id}`, { headers })
  expect(polled.headers.get('preference-applied')).toBe('wait=1')
})
