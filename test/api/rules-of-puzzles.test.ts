import { describe, expect, it } from 'vitest'
import type { JobView } from '../../shared/protocol/views.ts'
import { RULES_NAMES } from '../../shared/sudoku/rules/rules.ts'
import { SMALL_KILLER } from '../sudoku/killer.ts'
import { ask, ended, post, postText, refusal, resultsOf } from './ask.ts'
import { GRID } from './grids.ts'

const KILLER = { id: 'killer', puzzle: '.'.repeat(16), constraints: SMALL_KILLER }

async function resultsFor(job: Promise<{ readonly body: JobView }>) {
  const { id } = (await job).body
  await ended(id)
  const { results } = await resultsOf(id)
  return results.map(({ id: name, status, solution, reason }) => [name, status, reason ?? solution])
}

describe('rules of a job that are a list', () => {
  const puzzle = 'e1.............4'

  it('come in a query, too, and are one list however they are written', async () => {
    const rules = ['rules=diagonal,even', 'rules=even&rules=diagonal', 'rules=even,diagonal,classic,even']
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const jobs: JobView[] = []
    for (const query of rules) jobs.push((await postText(`?${query}`, puzzle, headers)).body)
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(1)
    expect(jobs.map(({ options }) => options.rules)).toEqual(rules.map(() => ['diagonal', 'even']))
    expect((await ask<JobView>(`/jobs/${jobs[0].id}`)).body.options.rules).toEqual(['diagonal', 'even'])
  })

  it.each([
    [[], 'classic'],
    [['classic'], 'classic'],
    [['odd', 'classic', 'odd'], 'odd'],
  ])('are a name where one says all: %j', async (rules, shown) => {
    expect((await post('/jobs', { puzzles: [GRID], rules })).body.options.rules).toBe(shown)
  })

  it('are refused where one of them is none, or not for the size', async () => {
    const asked = (rules: string[]) => refusal(post('/jobs', { puzzles: [GRID], size: 4, rules }))
    const unknown = `rules: expected one of ${RULES_NAMES.join(', ')}, or a list of them`
    expect(await asked(['diagonal', 'killer'])).toEqual([422, 'invalid-request', unknown])
    const windoku = 'size: found 4, expected 9 for windoku'
    expect(await asked(['diagonal', 'windoku'])).toEqual([422, 'unsupported-size', windoku])
  })
})

it('more rules than a search has room for are said, and end no worker', { tags: ['long'] }, async () => {
  const cells = Array.from({ length: 625 }, (_, i) => `r${1 + Math.floor(i / 25)}c${1 + (i % 25)}`)
  const dominoes = cells.flatMap((cell, i) => (i % 25 < 24 ? [{ type: 'cage', cells: [cell, cells[i + 1]] }] : []))
  const many = { puzzle: '.'.repeat(625), constraints: dominoes.slice(0, 250) }
  const pairs = { puzzle: '.'.repeat(625), negative: ['xv', 'ratio'] }
  const results = await resultsFor(post('/jobs', { puzzles: [many, pairs, KILLER], solutions: 2, backtrackLimit: 1 }))
  expect(results.map(([, status]) => status)).toEqual(['aborted', 'invalid', 'solved'])
  expect(results[1][2]).toMatch(/^line 2, found more rules than a search has room for: 0 areas and \d+ other demands/)
})

it('a killer of 25×25 whose cages cover it can be sent, and comes back with them', async () => {
  const grid = Array.from(
    { length: 625 },
    (_, i) => (5 * (Math.floor(i / 25) % 5) + Math.floor(i / 125) + (i % 25)) % 25,
  )
  const cageOf = (first: number, length: number) => {
    const cells = Array.from({ length }, (_, i) => first + i)
    const names = cells.map((cell) => `r${1 + Math.floor(cell / 25)}c${1 + (cell % 25)}`)
    return { type: 'cage', cells: names, sum: cells.reduce((sum, cell) => sum + grid[cell] + 1, 0) }
  }
  const starts = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 25]
  const constraints = Array.from({ length: 25 }, (_, row) =>
    starts.slice(1).map((end, i) => cageOf(25 * row + starts[i], end - starts[i])),
  ).flat()
  const symbols = grid.map((digit) => 'ABCDEFGHIJKLMNOP'[digit - 9] ?? `${digit + 1}`).join('')
  const killer = { puzzle: `${'.'.repeat(50)}${symbols.slice(50)}`, constraints }
  const { length } = JSON.stringify({ constraints })
  expect(length).toBeGreaterThan(14_000)
  const long = { ...killer, constraints: [...constraints, ...constraints.slice(0, 150)] }
  const { id } = (await post('/jobs', { puzzles: [killer, long], solutions: 2 })).body
  await ended(id)
  const { results } = await resultsOf(id)
  expect(results[0]).toMatchObject({ ...killer, status: 'solved', solution: symbols })
  expect(results[1]).toMatchObject({ status: 'invalid', reason: expect.stringContaining('expected at most 20000') })
})
