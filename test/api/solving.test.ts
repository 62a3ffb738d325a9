import { expect, inject, it } from 'vitest'
import type { JobRequest } from '../../shared/client/client.ts'
import { createClient } from '../../shared/client/client.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'

const client = createClient({ url: inject('serviceUrl') })
const GRID = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179'

async function solved(request: JobRequest | string): Promise<PuzzleResult[]> {
  const job = await (typeof request === 'string' ? client.createJob(request) : client.createJob(request))
  return Array.fromAsync(client.results(job.id))
}

it('takes a puzzle in each way of writing it, and keeps ids and order', async () => {
  const rows = GRID.match(/.{9}/g) ?? []
  const numbers = rows.map((row) => [...row].map((symbol) => (symbol === '.' ? 0 : Number(symbol))))
  const results = await solved({
    puzzles: [
      GRID,
      { id: 'mine-7', puzzle: GRID.replaceAll('.', '0') },
      numbers,
      { id: 'rows', puzzle: numbers },
      numbers.map((row) => row.join(' ')).join('\n'),
      rows.join(' '),
      GRID.replaceAll('.', '*'),
      GRID.replaceAll('.', '_'),
      GRID.replaceAll('.', '-'),
    ],
  })
  expect(results.map(({ line, id, solution, puzzle }) => [line, id, solution, puzzle])).toEqual(
    [undefined, 'mine-7', undefined, 'rows', undefined, undefined, undefined, undefined, undefined].map((id, i) => [
      i + 1,
      id,
      SOLUTION,
      GRID,
    ]),
  )
})

it('reads text as the texts print grids: nine lines of nine numbers', async () => {
  const grid = (GRID.match(/.{9}/g) ?? []).map((row) => [...row.replaceAll('.', '0')].join(' ')).join('\n')
  const results = await solved(`${grid}\n\n${grid}\n\n${GRID}\n`)
  expect(results.map((result) => result.solution)).toEqual([SOLUTION, SOLUTION, SOLUTION])
})

it('tells every outcome apart', async () => {
  const results = await solved({
    strategy: 'bit-parallel',
    puzzles: [
      GRID,
      GRID.replace('28', '..'),
      `55${GRID.slice(2)}`,
      `x${GRID.slice(1)}`,
      GRID.slice(1),
      '.'.repeat(9000),
      // The first cell has no candidate: 1 to 8 are in its row, 9 in its column.
      `.12345678${'9'.padEnd(72, '.')}`,
    ],
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
  const puzzle = GRID.replace('28', '..')
  const [all] = await solved({ puzzles: [puzzle], strategy: 'brute-force', solutions: 100 })
  expect(all).toMatchObject({ status: 'multiple', unique: false, solutionCount: 18 })
  expect(new Set(all.solutions).size).toBe(18)
  expect(all.solutions?.[0]).toBe(all.solution)
})

it('keeps the first hundred of a million solutions', async () => {
  const [result] = await solved({ puzzles: ['.'.repeat(81)], strategy: 'fewest-candidates', solutions: 5000 })
  expect(result).toMatchObject({ status: 'multiple', solutionCount: 5000 })
  expect(result.solutions).toHaveLength(100)
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
