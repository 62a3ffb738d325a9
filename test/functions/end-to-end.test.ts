// @module-tag long

import { expect, it } from 'vitest'
import { createClient } from '../../shared/client/client.ts'
import { GRID } from '../api/grids.ts'
import { start } from '../cli/run.ts'

it('one id leads from a client to the worker that solved its puzzle, in the log of a service that runs', async () => {
  const service = start('bin/sudoku.ts', ['serve'], { env: { PORT: '0', LOG_LEVEL: 'INFO' } })
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(await service.printed('Ctrl-C ends it.'))?.[0] ?? ''
  const client = createClient({ url, correlationId: 'from-the-client' })
  const job = await client.createJob({ puzzles: [GRID] })
  await Array.fromAsync(client.results(job.id))
  const refused = await client.getJob('no-such-job').catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 404, correlationId: 'from-the-client' })

  // A worker's line has the part; it may come later than its results.
  await service.printed(`"correlationId":"from-the-client","jobId":"${job.id}","part":1`)
  await service.printed('"problem":"unknown-job"')
  service.child.kill('SIGINT')
  const { stdout, stderr } = await service.ended
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
  const ours = lines.map((line) => JSON.parse(line)).filter(({ correlationId }) => correlationId === 'from-the-client')
  expect(ours).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ service: 'api', method: 'POST', route: '/jobs', status: 202, jobId: job.id }),
      expect.objectContaining({ service: 'api', method: 'GET', route: '/jobs/:id', status: 404, level: 'INFO' }),
      expect.objectContaining({ service: 'worker', message: 'message handled', jobId: job.id, PuzzlesSolved: 1 }),
    ]),
  )
  // Those of the examples that are solved at its start have another.
  expect(lines.length).toBeGreaterThan(ours.length)
  expect(stdout).not.toContain('_aws')
  expect(stderr).toBe('')
})
