import { describe, expect, it } from 'vitest'
import type { PuzzleResult } from '../../shared/job/result.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { STRATEGY_NAMES, type StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { choiceIn, collection } from '../../web/watch/counts/choice.ts'
import {
  type Count,
  findingOf,
  isRunning,
  longestFirst,
  lowestIn,
  NO_COMPARISON,
  ordered,
  type Row,
  summaryOf,
  withResults,
} from '../../web/watch/counts/comparison.ts'
import { sampleOf } from '../../web/watch/counts/job-counts.ts'
import { fileSet, pastedSet, wordsFor } from '../../web/watch/counts/own-set.tsx'
import { GRID } from '../api/grids.ts'
import { puzzleFrom } from '../sudoku/asked.ts'
import { INKALA } from './page-grids.ts'

const LIMIT = 1_000_000

const took = (backtracks: number): Count => ({ kind: 'ended', backtracks })
const gaveUp: Count = { kind: 'limit', backtracks: LIMIT }
const invalid: Count = { kind: 'none', status: 'invalid' }
const row = (line: number, counts: Partial<Record<StrategyName, Count>>, more: Partial<Row> = {}): Row => ({
  line,
  name: `Line ${line}`,
  puzzle: INKALA,
  givens: 23,
  reason: undefined,
  rating: undefined,
  counts,
  ...more,
})

describe('a job that counts every strategy', () => {
  it('is read whole up to a thousand puzzles, and beyond in runs from its first to its last, none of them twice', () => {
    expect(sampleOf(0)).toEqual([])
    expect(sampleOf(1000)).toEqual([{ from: 1, count: 1000 }])
    for (const total of [1001, 1019, 49_151, 10_000_000]) {
      const places = sampleOf(total).flatMap(({ from, count }) => Array.from({ length: count }, (_, i) => from + i))
      expect([places[0], places.at(-1), new Set(places).size]).toEqual([1, total, 1000])
    }
  })
})

describe('order', () => {
  const rows = [
    row(1, { 'brute-force': took(500), singles: took(9) }, { givens: 30 }),
    row(2, { 'brute-force': took(400), singles: took(90) }, { givens: 25 }),
    row(3, { 'brute-force': gaveUp, singles: took(0) }, { givens: 17 }),
    row(4, { 'brute-force': invalid, singles: invalid }, { givens: undefined }),
    row(5, { 'brute-force': took(1), singles: took(0) }, { givens: 30 }),
  ]
  it('is by all strategies together, equals in their places, what was not counted last', () => {
    // The logarithms of all: (log 501 + log 10) / 2 < (log 401 + log 91) / 2 < (log 1,000,001 + 0) / 2
    expect(ordered(rows, ['brute-force', 'singles']).map(({ line }) => line)).toEqual([5, 1, 2, 3, 4])
    expect(ordered(rows, ['singles']).map(({ line }) => line)).toEqual([3, 5, 1, 2, 4])
  })

  it('of one puzzle’s strategies is from the longest bar to the shortest', () => {
    const counts = { learning: invalid, singles: took(0), 'exact-cover': took(LIMIT), 'brute-force': gaveUp }
    const strategies: StrategyName[] = ['learning', 'singles', 'bit-parallel', 'exact-cover', 'brute-force']
    const sorted = ['brute-force', 'exact-cover', 'singles', 'learning', 'bit-parallel']
    expect(longestFirst(strategies, row(1, counts))).toEqual(sorted)
  })
})

describe('summary', () => {
  it('has median, mean and most of what was counted, and says where they are the least they can be', () => {
    const rows = [took(4), gaveUp, took(0), took(6)].map((count, i) => row(i + 1, { 'brute-force': count }))
    expect(summaryOf(rows, 'brute-force')).toEqual({
      median: took(5),
      mean: { kind: 'limit', backtracks: 250_002.5 },
      most: gaveUp,
    })
    expect(summaryOf(rows.slice(1, 3), 'brute-force')?.median).toEqual({ kind: 'limit', backtracks: 500_000 })
    expect(summaryOf(rows, 'singles')).toBeUndefined()
    const notCounted = [row(5, { 'brute-force': invalid }), row(6, {})]
    expect(summaryOf([...rows, ...notCounted], 'brute-force')).toEqual(summaryOf(rows, 'brute-force'))
  })

  it('names all that took the fewest, and none that gave up', () => {
    const counts = { 'brute-force': gaveUp, singles: took(7), 'exact-cover': took(7), 'bit-parallel': took(8) }
    expect(lowestIn(row(1, counts), ['brute-force', 'singles', 'exact-cover', 'bit-parallel'])).toEqual([
      'singles',
      'exact-cover',
    ])
    expect(lowestIn(row(1, { 'brute-force': gaveUp }), ['brute-force'])).toEqual([])
  })
})

describe('finding', () => {
  const two: StrategyName[] = ['brute-force', 'bit-parallel']
  const four: StrategyName[] = ['brute-force', 'singles', 'exact-cover', 'bit-parallel']
  const pair = (line: number, bruteForce: Count, bitParallel: Count, name = `Line ${line}`) =>
    row(line, { 'brute-force': bruteForce, 'bit-parallel': bitParallel }, { name })
  const many = (bruteForce: Count) =>
    row(1, { 'brute-force': bruteForce, singles: took(0), 'exact-cover': took(0), 'bit-parallel': took(0) })
  const INKALA_2006 = pair(2, took(335_578), took(12), 'Inkala 2006')
  const HARDEST = 'the hardest by the mean logarithm of its backtracks,'

  it.each<[what: string, rows: Row[], strategies: StrategyName[], words: string | undefined]>([
    [
      'worst and best',
      [pair(1, took(4157), took(0))],
      two,
      'Brute force took 4,157 backtracks; Bit-parallel took none.',
    ],
    ['no winner', [many(took(4157))], four, 'Brute force took 4,157 backtracks; all others took none.'],
    ['a limit', [many(gaveUp)], four, 'Brute force gave up after 1,000,000 backtracks; all others took none.'],
    ['one', [pair(1, gaveUp, took(1))], two, 'Brute force gave up after 1,000,000 backtracks; Bit-parallel took 1.'],
    ['limits', [pair(1, gaveUp, gaveUp)], two, 'every strategy gave up after 1,000,000 backtracks.'],
    ['equals', [pair(1, took(1), took(1))], two, 'every strategy took 1 backtrack.'],
    ['nothing', [], two, undefined],
    ['nothing of one strategy', [many(took(1))], ['brute-force'], undefined],
    ['nothing where nothing was counted', [pair(1, invalid, invalid)], two, undefined],
  ])('tells %s on a puzzle', (_, rows, strategies, words) => {
    expect(findingOf(rows, strategies)).toBe(words && `On this puzzle, ${words}`)
  })

  it('tells it of the hardest of several, which more backtracks of one strategy do not make it', () => {
    expect(findingOf([pair(1, took(4157), took(0)), INKALA_2006], two)).toBe(
      `On Inkala 2006, ${HARDEST} Brute force took 335,578 backtracks; Bit-parallel took 12.`,
    )
    const rows = [pair(1, took(335_578), took(0)), pair(2, took(49_498), took(90))]
    expect(findingOf(rows, two)).toContain(`On Line 2, ${HARDEST}`)
    expect(ordered(rows, two).at(-1)?.line).toBe(2)
  })
})

describe('comparison', () => {
  const result = (strategy: StrategyName, line: number, more: Partial<PuzzleResult>): PuzzleResult => ({
    line,
    place: line,
    puzzle: GRID,
    status: 'solved',
    strategy,
    unique: null,
    solutionCount: 1,
    backtracks: 0,
    searchBacktracks: 0,
    searchVersion: 1,
    ...more,
  })

  it('puts the results of several strategies side by side, as they come', () => {
    const started = { ...NO_COMPARISON, total: 2, read: { 'brute-force': 0, singles: 0 } }
    expect(isRunning(started)).toBe(true)
    const results = [
      result('singles', 1, { backtracks: 0, id: 'Liang' }),
      result('singles', 2, { status: 'invalid', puzzle: 'abc', backtracks: null, reason: '3 cells' }),
      result('brute-force', 1, { status: 'aborted', backtracks: LIMIT, id: 'Liang' }),
    ]
    const some = withResults(started, results)
    expect(isRunning(some)).toBe(true)
    expect(some.rows).toEqual([
      row(1, { singles: took(0), 'brute-force': gaveUp }, { name: 'Liang', puzzle: GRID, givens: 30 }),
      row(2, { singles: invalid }, { puzzle: 'abc', givens: undefined, reason: '3 cells' }),
    ])
    const all = withResults(some, [result('brute-force', 2, { status: 'invalid', puzzle: 'abc', backtracks: null })])
    expect(isRunning(all)).toBe(false)
    expect(withResults(all, results)).toEqual(all)
  })
})

describe('a set of one’s own', () => {
  it('is read in any format, with names where there are some', () => {
    expect(pastedSet(`${INKALA}\n${GRID}\n`).puzzles).toEqual([{ puzzle: INKALA }, { puzzle: GRID }])
    expect(pastedSet(`id,puzzle\nmine,${INKALA}\n`).puzzles).toEqual([{ puzzle: INKALA, id: 'mine' }])
    expect(pastedSet('')).toMatchObject({ puzzles: [], isCut: false })
    expect(pastedSet(`[\n"${INKALA}"\n]`).puzzles).toEqual([{ puzzle: INKALA }])
    expect(pastedSet('[\n"53",\n').error).toMatch(/^This cannot be read: found JSON that ends too early/)
  })

  it('is refused in words where not one line is a grid, under whichever rules', async () => {
    const words = /^No puzzle here is a grid. The first: there is no puzzle in "nonsense here"/
    expect(pastedSet('nonsense here')).toMatchObject({ puzzles: [], text: 'nonsense here' })
    expect(pastedSet('nonsense here').error).toMatch(words)
    expect((await fileSet(new File(['nonsense here\nand there\n'], 'mine.txt'))).error).toMatch(words)
    expect(pastedSet(`nonsense here\n${INKALA}`)).toMatchObject({ error: undefined, puzzles: { length: 2 } })
    const mixed = pastedSet(`${INKALA}\n\nnonsense here\n${GRID}\nmore`)
    expect(wordsFor(mixed)).toMatch(
      /^2 puzzles. Line 3 cannot be read: there is no .*. 1 other line cannot be read either.$/,
    )
    for (const mark of ['e', 'o']) expect(pastedSet(INKALA.replace('.', mark)).puzzles).toHaveLength(1)
  })
})

it('the choice in an address is the built-in set, where it says nothing, and keeps what else is known', () => {
  expect(choiceIn({}, true)).toMatchObject({ set: 'puzzle' })
  expect(choiceIn({ set: 'job' }, false).set).toBe('texts')
  expect(choiceIn({ set: 'job', job: 'j' }, false)).toMatchObject({ set: 'job', job: 'j' })
  const choice = choiceIn({ set: 'own', without: 'singles,magic' }, false)
  expect(choice).toMatchObject({ set: 'own', wanted: { length: 7 } })
  expect(choice.wanted).not.toContain('singles')
})

it('the built-in set has names, no puzzle twice, and the grids of the texts', () => {
  const names = collection.map(({ id }) => id)
  expect(new Set(names).size).toBe(collection.length)
  expect(names).toEqual(expect.arrayContaining(['Devadas, input', 'Inkala 2006', 'Liang, figure 2']))
  expect(collection.length).toBeGreaterThanOrEqual(20)
})

it('goes from easy to hard, so that no row moves when all are counted', { tags: ['long'] }, () => {
  const rows = collection.map((each, i) => {
    const puzzle = puzzleFrom(each.puzzle)
    const counts = STRATEGY_NAMES.map((name) => {
      const { end, counts } = solve(strategies[name], puzzle, { solutions: 1, backtrackLimit: LIMIT })
      return [name, end === 'limit' ? gaveUp : took(counts.backtracks)]
    })
    return row(i + 1, Object.fromEntries(counts))
  })
  expect(ordered(rows, STRATEGY_NAMES)).toEqual(rows)
})
