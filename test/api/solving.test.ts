import { expect, inject, it } from 'vitest'
import type { JobRequest } from '../../shared/client/client.ts'
import { createClient } from '../../shared/client/client.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import { GRID, NONE, SEVERAL } from './grids.ts'

const client = createClient({ url: inject('serviceUrl') })

async function solved(request: JobRequest): Promise<PuzzleResult[]> {
  const job = await client.createJob(request)
  return Array.fromAsync(client.results(job.id))
}

it('tells every outcome apart', async () => {
  const results = await solved({
    strategy: 'bit-parallel',
    puzzles: [GRID, SEVERAL, `55${GRID.slice(2)}`, `x${GRID.slice(1)}`, GRID.slice(1), '.'.repeat(9000), NONE],
  })
  expect(results.map(({ status, unique, solutionCount, reason }) => [status, unique, solutionCount, reason])).toEqual([
    ['solved', true, 1, undefined],
    ['multiple', false, 2, undefined],
    ['invalid', null, 0, 'line 3, cells 1 and 2: both hold 5 in row 1'],
    ['invalid', null, 0, 'line 4, cell 1: found "x", expected 1–9, 0 or "."'],
    ['invalid', null, 0, 'line 5, 81 cells are needed, 80 are there'],
    ['invalid', null, 0, 'line 6, found 9000 characters, expected at most 8192'],
    ['no-solution', null, 0, undefined],
  ])
})
