import { expect, it } from 'vitest'
import { asStage } from '../../infra/as-stage.ts'
import { startLocal } from '../../infra/local.ts'
import { createClient } from '../../shared/client/client.ts'
import { GRID } from '../api/grids.ts'
import { fileOf, sudoku } from '../cli/run.ts'

it('as prod, the front says in the words of the API that there is no key or a mistyped one, and a real one gets in', {
  tags: ['long'],
}, async () => {
  const limits = asStage('prod')
  await using service = await startLocal({ ...limits, workers: 0 })
  const env = { SUDOKU_URL: service.url, SUDOKU_KEY: await service.newKey('ann') }
  expect(await sudoku(['solve', fileOf(GRID), '--format', 'text'], { env })).toMatchObject({ code: 0, stderr: '' })
  const { passed } = limits.gateway.counts
  for (const key of ['', 'sudoku_mistyped']) {
    const { code, stderr } = await sudoku(['solve', fileOf(GRID)], {
      env: { SUDOKU_URL: service.url, SUDOKU_KEY: key },
    })
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('no key, or one that is not valid') })
  }
  await expect(createClient({ url: service.url }).getJob('x')).rejects.toMatchObject({
    status: 401,
    problem: { code: 'unauthorized' },
  })
  expect((await fetch(`${service.url}/health`)).status).toBe(200)
  expect(limits.gateway.counts).toEqual({ passed: (passed ?? 0) + 1, 'front: KeyForm': 3 })
})

it('a service that asks for keys can be tried as the schedule tries it, and no owner sees that', async () => {
  await using service = await startLocal({ auth: 'keys', workers: 1 })
  expect(await service.canary()).toEqual({ solved: true })
  const authorization = `Bearer ${await service.newKey('canary')}`
  const listed = await fetch(`${service.url}/jobs`, { headers: { authorization } })
  expect(await listed.json()).toMatchObject({ jobs: [] })
  const asked = await fetch(`${service.url}/jobs?source=aws.events`, { headers: { source: 'aws.events' } })
  expect(asked.status).toBe(401)
})
