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
    expect((await post('/jobs', { puzzles: [GRID], size: 7 })).status).toBe(202)
  })
})

it('more rules than a search has room for are said, and end no worker', async () => {
  const cells = Array.from({ length: 625 }, (_, i) => `r${1 + Math.floor(i / 25)}c${1 + (i % 25)}`)
  const dominoes = cells.flatMap((cell, i) => (i % 25 < 24 ? [{ type: 'cage', cells: [cell, cells[i + 1]] }] : []))
  const many = { puzzle: '.'.repeat(625), constraints: dominoes.slice(0, 250) }
  const pairs = { puzzle: '.'.repeat(625), negative: ['xv', 'ratio'] }
  const results = await resultsFor(post('/jobs', { puzzles: [many, pairs, KILLER], solutions: 2, backtrackLimit: 1 }))
  expect(results.map(([, status]) => status)).toEqual(['aborted', 'invalid', 'solved'])
  expect(results[1][2]).toMatch(/^line 2, found more rules than a search has room for: 0 areas and \d+ other demands/)
})
