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

it('gives up where the backtrack limit is reached, and not before', async () => {
  const run = async (backtrackLimit: number) =>
    (await solved({ puzzles: [GRID], strategy: 'brute-force', backtrackLimit }))[0]
  expect(await run(4157)).toMatchObject({ status: 'solved', backtracks: 4157 })
  expect(await run(4156)).toMatchObject({ status: 'aborted', backtracks: 4156, unique: null })
})

it('lists the solutions of a puzzle that has several', async () => {
  const [all] = await solved({ puzzles: [SEVERAL], strategy: 'brute-force', solutions: 100 })
  expect(all).toMatchObject({ status: 'multiple', unique: false, solutionCount: 18 })
  expect(new Set(all.solutions).size).toBe(18)
  expect(all.solutions?.[0]).toBe(all.solution)
})

it('solves 4×4, 6×6, 16×16 and 25×25 grids in one job', async () => {
  const results = await solved({ puzzles: ['1.3...21.1.224..', '.'.repeat(36), '.'.repeat(256), '.'.repeat(625)] })
  expect(results.map(({ status, solution }) => [status, solution?.length])).toEqual([
    ['solved', 16],
    ['multiple', 36],
    ['multiple', 256],
    ['multiple', 625],
  ])
})
