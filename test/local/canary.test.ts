import { expect, it } from 'vitest'
import { startLocal } from '../../infra/local.ts'

it('a service that asks for keys can be tried as the schedule tries it, and no owner sees that', async () => {
  await using service = await startLocal({ auth: 'keys', workers: 1 })
  expect(await service.canary()).toEqual({ solved: true })
  const authorization = `Bearer ${await service.newKey('canary')}`
  const listed = await fetch(`${service.url}/jobs`, { headers: { authorization } })
  expect(await listed.json()).toMatchObject({ jobs: [] })
  const asked = await fetch(`${service.url}/jobs?source=aws.events`, { headers: { source: 'aws.events' } })
  expect(asked.status).toBe(401)
})
