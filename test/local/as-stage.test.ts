import { expect, it } from 'vitest'
import { asStage } from '../../infra/as-stage.ts'
import { startLocal } from '../../infra/local.ts'
import { createClient } from '../../shared/client/client.ts'
import { GRID } from '../api/grids.ts'
import { fileOf, sudoku } from '../cli/run.ts'

/** More than two parts: some 56,000 puzzles each. */
const MANY = 120_000

it('as dev, client and command line get jobs through that send more than an owner may', {
  tags: ['long'],
}, async () => {
  const limits = asStage('dev')
  await using service = await startLocal(limits)
  const key = await service.newKey('ann')
  const { url } = service
  const env = { SUDOKU_URL: url, SUDOKU_KEY: key }
  const solved = await sudoku(['solve', fileOf(`${GRID}\n`.repeat(MANY)), '--format', 'text'], { env })
  expect({ ...solved, stdout: solved.stdout.split('\n').length - 1 }).toEqual({ code: 0, stdout: MANY, stderr: '' })
  const client = createClient({ url, key, isPatient: true })
  const jobs = await Promise.all(Array.from({ length: 12 }, () => client.solve({ puzzles: [GRID] })))
  expect(jobs.map(({ results }) => results[0]?.status)).toEqual(Array(12).fill('solved'))
  expect(limits.gateway.counts.passed).toBeGreaterThan(20)
})

it('as prod, the front says in the words of the API that there is no key or a mistyped one, and a real one gets in', async () => {
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
