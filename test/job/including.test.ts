import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryOf } from '../../shared/input/entry.ts'
import { type Chunk, chunkIn, messageOf } from '../../shared/job/chunks/chunk.ts'
import { solveChunk } from '../../shared/job/chunks/solve-chunk.ts'
import { INCLUSION_NAMES, type InclusionName } from '../../shared/job/inclusions.ts'
import type { JobOptions } from '../../shared/job/job.ts'
import { AdditionsWriter, additionsIn } from '../../shared/job/packed/packed-additions.ts'
import { unsolved } from '../../shared/job/packed/packed-results.ts'
import { type Entry, Puzzles } from '../../shared/job/puzzles.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import { digitsOf } from '../../shared/sudoku/grid/grid.ts'
import { ratePuzzle } from '../../shared/sudoku/rating/rating.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'
import { GRID as EASY, HARD, SLOW as MODERATE, SEVERAL, SOLUTION } from '../api/grids.ts'
import { on } from '../input/variants/puzzles.ts'
import { LARGEST } from '../sudoku/largest.ts'
import { chunkWith } from './chunks.ts'
import { resultsIn } from './read.ts'

const SMALL = '...3.1.2.2..4...'
const MANY = '.'.repeat(81)
const NONE = `12345678.${'.'.repeat(8)}9${'.'.repeat(63)}`
const OPTIONS = { strategy: 'bit-parallel', rules: 'classic', solutions: 2, backtrackLimit: 100_000_000 } as const

/** The results of puzzles, solved in slices between which they travel; and how many slices these were. */
function solved(
  entries: readonly (string | Entry)[],
  options: JobOptions,
  timeIsUp = () => false,
): { results: PuzzleResult[]; slices: number } {
  const results: PuzzleResult[] = []
  let slices = 0
  for (let chunk: Chunk | undefined = chunkWith(entries, options); chunk; slices++) {
    const slice = solveChunk(chunk, timeIsUp)
    results.push(...resultsIn(slice.results.pack(), options, results.length + 1))
    chunk = slice.rest && chunkIn(messageOf(slice.rest))
  }
  return { results, slices }
}

const including = (...include: InclusionName[]): JobOptions => ({ ...OPTIONS, include })
const added = ({ results }: ReturnType<typeof solved>, ...fields: (keyof PuzzleResult)[]) =>
  results.map((result) => Object.fromEntries(fields.map((field) => [field, result[field]])))

/** The hard one comes last, as the steps of its nested chains fill an item. */
const MIXED = [EASY, SMALL, 'x', MANY, `11${'.'.repeat(79)}`, EASY.replace('.', '9'), { text: HARD, id: 'hard' }]

/** The same with a puzzle in the place of the hard one that asks for pairs and no chains. */
const QUICK = MIXED.map((entry) => (typeof entry === 'string' ? entry : { text: MODERATE, id: 'moderate' }))

const isTheSameInSlices = (puzzles: readonly (string | Entry)[]) => {
  const whole = solved(puzzles, including(...INCLUSION_NAMES))
  expect(whole.slices).toBe(1)
  const shortest = solved(puzzles, including(...INCLUSION_NAMES), () => true)
  expect(shortest.slices).toBeGreaterThan(40)
  expect(shortest.results).toEqual(whole.results)
  const plain = solved(puzzles, OPTIONS).results
  for (const [i, result] of plain.entries()) {
    const names = Object.keys(result)
    expect(Object.keys(whole.results[i]).slice(0, names.length)).toEqual(names)
    expect(whole.results[i]).toMatchObject(result)
  }
}
const IN_SLICES = 'what is included comes out the same in slices of any length, after every other field'
it(IN_SLICES, () => isTheSameInSlices(QUICK))
it(`${IN_SLICES}: small ones`, () => isTheSameInSlices([EASY, SMALL, 'x']))
it(`${IN_SLICES}: chains`, { tags: ['long'] }, () => isTheSameInSlices(MIXED))

it('some of it alone is the same as with all of it', () => {
  const puzzles = MIXED.slice(0, 4)
  const all = solved(puzzles, including(...INCLUSION_NAMES)).results
  fc.assert(
    fc.property(fc.subarray(INCLUSION_NAMES, { minLength: 1 }), fc.func(fc.boolean()), (include, isUp) => {
      let look = 0
      const some = solved(puzzles, including(...include), () => isUp(look++)).results
      for (const [i, result] of some.entries()) expect(all[i]).toMatchObject(JSON.parse(JSON.stringify(result)))
    }),
    { seed: 18, numRuns: 12 },
  )
})

it('a job that looks for one solution has its counts, whatever rests on there being no other', () => {
  const include = ['minimal', 'rating'] as const
  for (const backtrackLimit of [1, 100, 100_000_000]) {
    const one = { ...OPTIONS, solutions: 1, backtrackLimit }
    const plain = solved(QUICK, one).results
    for (const timeIsUp of [() => false, () => true]) {
      const { results } = solved(QUICK, { ...one, include }, timeIsUp)
      for (const [i, result] of results.entries()) expect(result).toMatchObject(plain[i])
    }
  }
  const two = solved(QUICK, including(...include))
  const fields = ['minimal', 'redundant', 'rating'] as const
  expect(added(solved(QUICK, { ...including(...include), solutions: 1 }), ...fields)).toEqual(added(two, ...fields))
})

it('ratings, steps and hints go by the rule set and the level that are asked for, in slices as well', () => {
  const options = { ...including('rating', 'steps', 'hint'), ruleSet: 'human-1', level: ['naked-pair'] } as const
  const [whole, sliced] = [false, true].map((isUp) => solved([MODERATE], options, () => isUp).results[0])
  expect(sliced).toEqual(whole)
  expect(whole.steps?.filter(({ technique }) => /direct|hidden-pair|wing|chain/.test(technique))).toEqual([])
  expect(whole.rating).toEqual(ratePuzzle(digitsOf(MODERATE), options))
  expect(whole.hint?.step).toEqual(whole.steps?.[0])
})

it('puzzles that were not solved have null of everything', () => {
  const options = including(...INCLUSION_NAMES)
  const [failed] = resultsIn(unsolved(Puzzles.of([{ text: EASY }]), 'failed').pack(), options)
  expect(failed).toMatchObject({ minimal: null, canonical: null, canonicalSolution: null, counts: null })
  expect(failed.redundant).toBeUndefined()
})

describe('minimal', () => {
  it('is read as it was written, on grids of any width', () => {
    const writer = new AdditionsWriter(['minimal'])
    const all = [[], ['r1c1', 'r9c9'], ['r2c10', 'r16c16', 'r25c25'], ['r1c2', 'r1c5', 'r2c30', 'r36c36']].map(
      (redundant) => ({ minimal: redundant.length === 0, redundant }),
    )
    for (const additions of [...all, {}]) writer.add(additions)
    const reader = additionsIn(writer.pack())
    expect([...all, {}].map(() => reader.next().value)).toEqual([...all, {}])
  })

  it('is null where there is not one solution, also where the job looks for no second', () => {
    for (const solutions of [1, 2]) {
      const options = { ...including('minimal'), solutions }
      expect(added(solved([MANY, NONE, '.'.repeat(16), HARD], options), 'minimal', 'redundant')).toEqual([
        { minimal: null },
        { minimal: null },
        { minimal: null },
        { minimal: true, redundant: [] },
      ])
    }
  })
})

it('candidates are the digits in all solutions, told as far as they were found, null without a solution', () => {
  const puzzles = [SEVERAL, '1'.padEnd(16, '.'), MANY, NONE, LARGEST]
  const all = (options: JobOptions) => solved(puzzles, options).results.map(({ candidates }) => candidates)
  const [several, small, many, nothing, largest] = all(including('candidates'))
  const everyOf = (solutions: readonly string[] = [], cell: number) =>
    [...new Set(solutions.map((solution) => solution[cell]))].toSorted().join('')
  const [{ solutions }] = solved([SEVERAL], { ...OPTIONS, solutions: 100 }).results
  expect(several).toEqual({ cells: Array.from(SEVERAL, (_, cell) => everyOf(solutions, cell)), exact: true })
  expect(small?.cells.slice(0, 5)).toEqual(['1', '234', '234', '234', '234'])
  expect(many).toEqual({ cells: Array(81).fill('123456789'), exact: true })
  expect(nothing).toBeNull()
  expect([largest?.exact, largest?.cells.length, largest?.cells[36 * 36 - 1].length]).toEqual([true, 1296, 1])
  expect(all({ ...including('candidates'), solutions: 1 })).toEqual([several, small, many, nothing, largest])
  const atOnce = { ...including('candidates'), backtrackLimit: 0 }
  expect(all(atOnce)[2]).toMatchObject({ exact: false })
  expect(solved([HARD], atOnce).results).toMatchObject([{ status: 'aborted', candidates: { exact: false } }])
})

it('all solutions are counted, or estimated, whatever the job looks for', () => {
  const totals = (options: JobOptions) =>
    solved([SEVERAL, HARD, '1'.padEnd(16, '.'), MANY, NONE, LARGEST], options).results.map(({ total }) => total)
  const several = {
    solutions: solved([SEVERAL], { ...OPTIONS, solutions: 1_000 }).results[0].solutionCount,
    exact: true,
  }
  for (const solutions of [1, 2, 1_000]) {
    const [first, one, small, many, nothing, largest] = totals({ ...including('total'), solutions })
    expect([first, one, small]).toEqual([several, { solutions: 1, exact: true }, { solutions: 72, exact: true }])
    expect(many).toEqual({ solutions: expect.any(Number), exact: false, error: expect.any(Number) })
    expect([nothing, largest]).toEqual([
      { solutions: 0, exact: true },
      solutions > 1 ? { solutions: 1, exact: true } : null,
    ])
  }
})

it('a conflict leaves no solution, and has one without any of its givens or constraints', () => {
  const cages = [on('cage', 'r1c1 r1c2', { sum: 3 }), on('cage', 'r9c8 r9c9', { sum: 12 })]
  const dots = [['r1c1', 'r1c2'] as const, ['r4c3', 'r4c4'] as const].map((cells) => ({ type: 'ratio', cells }))
  const entries = [
    { text: '123........4....' },
    { text: NONE },
    { text: `........5${'.'.repeat(72)}`, rules: { constraints: [...cages, on('cage', 'r1c3 r1c4', { sum: 4 })] } },
    { text: `........1${'.'.repeat(71)}5`, rules: { constraints: cages } },
    // Without the first dot there would be one too many.
    {
      text: '1............3..',
      rules: { constraints: [...dots, { type: 'ratio', cells: ['r4c1', 'r4c2'] }], negative: ['ratio'] },
    },
    { text: MANY },
  ] as Entry[]
  const found = solved(entries, including('conflict'))
  expect(found.results.map(({ status }) => status)).toEqual([...Array(5).fill('no-solution'), 'multiple'])
  expect(solved(entries, including('conflict'), () => true).results).toEqual(found.results)
  // None of each could be left out.
  const parts = (givens: string, ...constraints: number[]) => {
    return { givens: givens.split(' ').filter(Boolean), constraints, exact: true }
  }
  expect(found.results.map(({ conflict }) => conflict)).toEqual([
    parts('r1c1 r1c2 r1c3 r3c4'),
    parts('r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r2c9'),
    parts('', 0, 2),
    parts('r1c9', 0),
    parts(''),
    null,
  ])
})

describe('counts', () => {
  it('are what jobs of the strategies have', () => {
    const [{ counts }] = solved([HARD], including('counts')).results
    const alone = STRATEGY_NAMES.map((strategy) => {
      const [result] = solved([HARD], { ...OPTIONS, strategy, solutions: 1 }).results
      return [strategy, result.backtracks]
    })
    expect(counts).toEqual(Object.fromEntries(alone))
    expect(Object.keys(counts ?? {})).toEqual(STRATEGY_NAMES)
  })

  it('are null where a strategy reaches the limit before its first solution', () => {
    const options = { ...including('counts'), backtrackLimit: 100 }
    const [{ counts }] = solved([EASY], options).results
    expect(counts).toMatchObject({ 'brute-force': null, 'single-sweep': 22, singles: 0, 'bit-parallel': 0 })
    const [own] = solved([EASY], { ...options, strategy: 'brute-force' }).results
    expect([own.status, own.counts]).toEqual(['aborted', counts])
  })
})

it('counts are null of strategies that do not take the size', () => {
  const [{ counts }] = solved([LARGEST], { ...including('counts'), backtrackLimit: 1 }).results
  expect(counts).toMatchObject({ singles: null, learning: expect.any(Number) })
})

describe('canonical', () => {
  it('is null of what is no classic 9×9 puzzle, whose regions may still be the boxes', () => {
    const boxes = 'AAABBBCCC'.repeat(3) + 'DDDEEEFFF'.repeat(3) + 'GGGHHHIII'.repeat(3)
    const puzzles = [
      EASY,
      { text: EASY, rules: { regions: boxes } },
      { text: EASY, rules: { rules: ['diagonal'] } },
      SMALL,
    ]
    const [plain, ...others] = added(
      solved(puzzles as Entry[], including('canonical', 'canonicalSolution')),
      'canonical',
      'canonicalSolution',
    )
    expect(plain.canonical).toMatch(/^[.1-9]{81}$/)
    const nothing = { canonical: null, canonicalSolution: null }
    expect(others).toEqual([plain, nothing, nothing])
  })
})

describe('a hint', () => {
  const SUM = { constraints: [on('cage', 'r1c1 r1c2', { sum: 3 })] }
  const SIX = '21433412123443'.padEnd(16, '.')
  const hintOf = (entry: object) => {
    const [{ status, reason, hint }] = solved([entry as Entry], including('hint')).results
    return hint ?? { status, reason }
  }

  it('says first what is wrong: digits, and then notes', () => {
    const placed = EASY.replace('.', SOLUTION[2] === '1' ? '2' : '1')
    expect(hintOf({ text: EASY, played: { placed } })).toMatchObject({
      wrong: ['r1c3'],
      text: expect.stringContaining('One digit is wrong: r1c3.'),
    })
    const twice = EASY.replace('.', '3')
    expect(hintOf({ text: EASY, played: { placed: twice } })).toMatchObject({
      text: 'One digit is wrong: r1c3. r1c2 and r1c3 both hold 3 in row 1.',
    })
    const candidates = Array.from(EASY, (_, cell) => (cell === 2 ? '12' : ''))
    expect(hintOf({ text: EASY, played: { candidates } })).toEqual({
      wrong: ['r1c3'],
      text: 'The notes lack the right digit in r1c3.',
    })
  })

  it('is the step from there, of classic puzzles rated, and of others by their rules', () => {
    expect(hintOf({ text: EASY })).toMatchObject({ wrong: [], step: { technique: 'hidden-single', rating: 1.2 } })
    expect(hintOf({ text: SIX, rules: SUM })).toMatchObject({ step: { technique: 'full-house' } })
    expect(hintOf({ text: SIX, rules: SUM, played: { placed: SIX.replace('..', '21') } })).toEqual({
      wrong: [],
      text: 'Solved. Every digit is right.',
    })
    const candidates = Array.from({ length: 16 }, (_, cell) => (cell === 14 ? '2' : cell === 15 ? '1' : ''))
    expect(hintOf({ text: SIX, played: { candidates } })).toMatchObject({
      step: { placements: [{ cell: 14, digit: 2 }] },
    })
  })

  it('is not told of what does not fit the puzzle', () => {
    for (const [played, reason] of [
      [{ placed: '1'.padEnd(16, '.') }, 'placed: r1c1: expected 2, which is given'],
      [{ placed: '12' }, 'placed: 16 cells are needed, 2 are there'],
      [{ candidates: ['1'] }, 'candidates: found 1 cells, expected 16'],
      [{ candidates: Array(16).fill('7') }, 'candidates: found "7", expected digits of the grid'],
    ] as const)
      expect(hintOf({ text: SIX, played })).toEqual({ status: 'invalid', reason: `line 1, ${reason}` })
  })

  it('comes with a puzzle in JSON, whose digits and notes are those of a job', () => {
    const entry = entryOf({ puzzle: SIX, placed: SIX, candidates: Array(16).fill('') }, 'refused')
    expect(entry).toMatchObject({ ok: true, value: { played: { placed: SIX } } })
    expect(entryOf({ puzzle: SIX, candidates: [1] }, 'refused')).toMatchObject({ error: { field: 'candidates' } })
  })
})

it('steps of puzzles with rules lead as far as simple ones go, in slices of any length', () => {
  const cage = [on('cage', 'r1c1 r1c2', { sum: 3 }), on('thermometer', 'r3c1 r3c2 r3c3 r3c4', {})]
  const entries = [{ text: '....3..2........', rules: { constraints: cage } }, { text: SMALL }] as Entry[]
  const { results } = solved(entries, including('steps'))
  expect(results.map(({ stepsEnd }) => stepsEnd)).toEqual(['solved', 'solved'])
  expect(results[0].steps?.map(({ technique }) => technique)).toContain('rule')
  expect(solved(entries, including('steps'), () => true).results).toEqual(results)
})
