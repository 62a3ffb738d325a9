import { expect, it } from 'vitest'
import { generate, rate, solve } from '../../package/solver.ts'
import { ended, misfits, post, resultsOf } from './ask.ts'
import { GRID } from './grids.ts'

it('a job makes its puzzles by a wish, the same for the same seed', async () => {
  const wish = { technique: 'x-wing', seed: 7 } as const
  const { status, body } = await post('/jobs', { generate: { count: 5, ...wish }, include: ['canonical'] })
  expect([status, body.counts.total, body.options.generate]).toEqual([202, 5, { ...wish, budget: 20 }])
  await ended(body.id)
  const { results } = await resultsOf(body.id)
  expect(new Set(results.map(({ canonical }) => canonical)).size).toBe(5)
  for (const [index, { puzzle, solution, status }] of results.entries()) {
    expect([status, puzzle]).toEqual(['solved', generate({ ...wish, index }).puzzle])
    expect(solve(puzzle, { strategy: 'exact-cover', solutions: 2 })).toMatchObject({ unique: true, solution })
    expect(rate(puzzle)).toMatchObject({ technique: 'x-wing' })
  }
})

it('a job rates what it makes by the rule set of its wish, unless it names another', async () => {
  const generate = { count: 2, technique: 'skyscraper', level: ['skyscraper'] }
  for (const [ruleSet, technique] of [[undefined, 'skyscraper'] as const, ['se-1.2.1', expect.any(String)] as const]) {
    const { body } = await post('/jobs', { generate, include: ['rating'], ...(ruleSet && { ruleSet }) })
    await ended(body.id)
    const { results } = await resultsOf(body.id)
    for (const { rating } of results) expect(rating).toMatchObject({ ruleset: ruleSet ?? 'human-1', technique })
  }
})

it('a job without a seed makes puzzles of its own', async () => {
  const puzzlesOf = async () => {
    const { body } = await post('/jobs', { generate: { count: 3, rules: 'killer', size: 6 } })
    await ended(body.id)
    const { results } = await resultsOf(body.id)
    for (const result of results) expect(result).toMatchObject({ unique: true, constraints: expect.any(Array) })
    return results.map(({ puzzle, constraints }) => [puzzle, constraints])
  }
  expect(await puzzlesOf()).not.toEqual(await puzzlesOf())
})

it.each([
  [{ generate: { count: 1 }, puzzles: [GRID] }, 'generate: found puzzles beside it, expected one of them'],
  [{ generate: { count: 1 }, open: true }, 'generate: an open job takes its puzzles in parts'],
  [{ generate: { count: 1 }, size: 9 }, 'size: expected inside of generate'],
  [{ generate: { count: 1 }, rules: 'windoku' }, 'rules: expected inside of generate'],
  [{ generate: {} }, 'generate.count: expected a whole number from 1 to 10000'],
  [{ generate: { count: 10_001 } }, 'generate.count: expected a whole number from 1 to 10000'],
  [{ generate: { count: 1, er: '5..4' } }, 'generate.er: found 5..4, expected the lower rating first'],
  [
    { generate: { count: 1, level: ['x-wing'], ruleSet: 'se-1.2.1' } },
    'generate: found a level with se-1.2.1, expected human-1',
  ],
  [{ generate: { count: 1, rules: 'jigsaw', size: 16 } }, 'generate: size: found 16, expected at most 9 for jigsaw'],
])('%o is refused with its place', async (request, error) => {
  expect(await misfits(post('/jobs', request))).toEqual([error])
})
