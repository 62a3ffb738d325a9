import { describe, expect, it } from 'vitest'
import { runToEnd } from '../../shared/run-to-end.ts'
import { digitsOf } from '../../shared/sudoku/grid/grid.ts'
import { canonicalGrid } from '../../shared/sudoku/kernels/canonical/canonical-grid.ts'
import { attempting, type WishOptions } from '../../shared/sudoku/making/generate-wished.ts'
import { Batch, type Made, makingBatch } from '../../shared/sudoku/making/making.ts'
import { type MakingOptions, parseRange, wishIn } from '../../shared/sudoku/making/making-options.ts'
import type { SymmetryName } from '../../shared/sudoku/making/symmetry.ts'
import { stepsOf } from '../../shared/sudoku/rating/steps.ts'
import type { ExplainerTechnique } from '../../shared/sudoku/rating/techniques.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from './asked.ts'
import { isomorphOf } from './rating/isomorph.ts'

/** Another one for each run, as what is wished for has to hold whatever the seed. */
const seed = `${process.pid} ${Date.now()}`
const usual: MakingOptions = { rules: 'classic', size: 9, seed, cages: false, regions: false }

/** Puzzles by wish, each of which has one solution. */
function batchOf(count: number, wish: Partial<MakingOptions>): Made[] {
  const options = { ...usual, ...wish }
  const made = runToEnd(makingBatch(options, count))
  expect(made).toHaveLength(count)
  for (const { puzzle, solution } of made) {
    const read = puzzleFrom(puzzle, options.rules as 'classic', options.size)
    expect(solve(strategies['exact-cover'], read, asking(2)).counts, seed).toMatchObject({ solutions: [solution] })
  }
  return made
}

/** The steps to the solution, by the finders one after the other. */
function stepsIn(puzzle: string) {
  return [...stepsOf(digitsOf(puzzle))]
}

function givenCells(puzzle: string): number[] {
  return Array.from(puzzle, (_, cell) => cell).filter((cell) => /[1-9A-G]/.test(puzzle[cell]))
}

/** At least nine in ten puzzles have so few. */
function expectFewGivens(puzzles: readonly Made[]): void {
  const counts = puzzles.map(({ puzzle }) => givenCells(puzzle).length).toSorted((a, b) => a - b)
  expect(counts[Math.ceil(counts.length * 0.9) - 1], `${seed}: ${counts}`).toBeLessThanOrEqual(30)
}

const EASY = {
  pointing: 2.6,
  claiming: 2.8,
  'naked-pair': 3.0,
  'x-wing': 3.2,
  'hidden-pair': 3.4,
  'naked-triplet': 3.6,
  swordfish: 3.8,
  'hidden-triplet': 4.0,
  'xy-wing': 4.2,
  'xyz-wing': 4.4,
  'direct-hidden-triplet': 2.5,
  'unique-rectangle': undefined,
} as const satisfies { readonly [T in ExplainerTechnique]?: number | undefined }

it.each(['naked-single', 'x-wing', 'skyscraper', 'empty-rectangle', 'w-wing', 'unique-rectangle'] as const)(
  'by human-1 %s is the hardest that its puzzles need, also within a level',
  { tags: ['long'] },
  (technique) => {
    for (const rules of [{ ruleSet: 'human-1' }, { ruleSet: 'human-1', level: [technique] }] as const) {
      for (const { puzzle, rating } of batchOf(2, { ...rules, techniques: [technique] })) {
        const steps = [...stepsOf(digitsOf(puzzle), rules)]
        const hardest = Math.max(...steps.map((step) => step.rating))
        expect(steps.find((step) => step.rating === hardest)?.technique, puzzle).toBe(technique)
        expect(steps.flatMap(({ placements }) => placements)).toHaveLength(puzzle.split('.').length - 1)
        expect(rating).toMatchObject({ er: hardest, technique, ruleset: 'human-1' })
      }
    }
  },
)

it('a level alone is enough for its puzzles, and steps of it may be counted', () => {
  const level = ['naked-pair', 'x-wing'] as const
  const rules = { ruleSet: 'human-1', level } as const
  const made = [
    ...batchOf(3, rules),
    ...batchOf(2, { ...rules, techniques: ['x-wing'], countOf: { from: 2, to: 3 } }),
    ...batchOf(2, { ...rules, techniques: ['pointing'], er: { from: 22, to: 30 } }),
  ]
  const counts = made.map(({ puzzle }, i) => {
    const steps = [...stepsOf(digitsOf(puzzle), rules)]
    expect(steps.flatMap(({ placements }) => placements)).toHaveLength(puzzle.split('.').length - 1)
    return steps.filter(({ technique }) => technique === (i < 5 ? 'x-wing' : 'pointing')).length
  })
  for (const count of counts.slice(3, 5)) expect([2, 3]).toContain(count)
  for (const count of counts.slice(5)) expect(count).toBeGreaterThan(0)
})

it.each(Object.entries(EASY))('%s is the hardest technique that its puzzles need', (technique, er) => {
  const made = batchOf(5, { techniques: [technique as ExplainerTechnique] })
  for (const { puzzle, rating } of made) {
    const steps = stepsIn(puzzle)
    const hardest = Math.max(...steps.map(({ rating }) => rating))
    expect(steps.find(({ rating }) => rating === hardest)?.technique, puzzle).toBe(technique)
    expect(rating).toMatchObject({ er: er ?? hardest, technique })
  }
  expectFewGivens(made)
})

it.each([
  ['naked-quad', 5],
  ['jellyfish', 1],
  ['aligned-pair-exclusion', 4],
  ['hidden-quad', 1],
  ['bug', 4],
  ['y-cycle', 2],
] as const)('finds %s, too', (technique, count) => {
  expect(batchOf(count, { techniques: [technique], budget: 600 }).map(({ rating }) => rating?.technique)).toEqual(
    Array(count).fill(technique),
  )
})

it('a technique need not be the hardest where a rating is asked for, and its steps may be counted', () => {
  const range = { from: 34, to: 44 }
  for (const { puzzle, rating } of batchOf(4, { techniques: ['x-wing'], er: range, countOf: { from: 1, to: 2 } })) {
    const steps = stepsIn(puzzle)
    expect([3.4, 3.6, 3.8, 4, 4.2, 4.4]).toContain(rating?.er)
    expect(Math.max(...steps.map(({ rating }) => rating))).toBe(rating?.er)
    expect([1, 2]).toContain(steps.filter(({ technique }) => technique === 'x-wing').length)
  }
})

it.each([
  { from: 20, to: 25 },
  { from: 36, to: 36 },
  { from: 10, to: 11 },
])('makes puzzles rated $from to $to tenths, with few givens but where every step is to fill a unit', (er) => {
  const made = batchOf(10, { er })
  for (const { puzzle } of made) {
    const tenths = Math.round(10 * Math.max(...stepsIn(puzzle).map(({ rating }) => rating)))
    expect(tenths >= er.from && tenths <= er.to, puzzle).toBe(true)
  }
  if (er.to > 11) expectFewGivens(made)
})

const IMAGES: Readonly<Record<SymmetryName, readonly ((r: number, c: number, last: number) => number[])[]>> = {
  rotational: [(r, c, last) => [last - r, last - c]],
  quarter: [(r, c, last) => [c, last - r]],
  horizontal: [(r, c, last) => [last - r, c]],
  vertical: [(r, c, last) => [r, last - c]],
  diagonal: [(r, c) => [c, r]],
  antidiagonal: [(r, c, last) => [last - c, last - r]],
  full: [(r, c, last) => [r, last - c], (r, c) => [c, r]],
}

describe.each(Object.entries(IMAGES))('givens that lie %s', (symmetry, images) => {
  it.each<Partial<MakingOptions>>([
    { size: 9, clues: { from: 28, to: 40 } },
    { size: 9, techniques: ['claiming', 'pointing', 'naked-pair', 'hidden-pair'] },
    { size: 6 },
    { size: 9, rules: 'windoku' },
    { size: 16, clues: { from: 128, to: 150 } },
  ])('come with their images: %o', ({ size = 9, ...wish }) => {
    const [{ puzzle }] = batchOf(1, { ...wish, size, symmetry: symmetry as SymmetryName })
    const givens = new Set(givenCells(puzzle))
    for (const cell of givens) {
      for (const image of images) {
        const [row, column] = image(Math.floor(cell / size), cell % size, size - 1)
        expect(givens.has(row * size + column), puzzle).toBe(true)
      }
    }
    if (typeof wish.clues !== 'object') return
    expect(givens.size).toBeGreaterThanOrEqual(wish.clues.from)
    expect(givens.size).toBeLessThanOrEqual(wish.clues.to)
  })
})

it('puts givens where a pattern has them', () => {
  const pattern = givenCells(batchOf(1, { symmetry: 'rotational', clues: { from: 30, to: 34 } })[0].puzzle)
  for (const wish of [{}, { er: { from: 10, to: 44 } }, { rules: 'diagonal' as const }]) {
    for (const { puzzle } of batchOf(2, { ...wish, pattern })) expect(givenCells(puzzle)).toEqual(pattern)
  }
  expect(runToEnd(attempting(wishIn({ ...usual, pattern }) as WishOptions, 0)).work).toBeGreaterThan(0)
})

it('keeps to a range of clues with a technique', () => {
  for (const { puzzle } of batchOf(4, { techniques: ['pointing'], clues: { from: 27, to: 29 } })) {
    expect([27, 28, 29]).toContain(givenCells(puzzle).length)
  }
})

it('a batch takes no puzzle that becomes one before it by mirroring, other orders of lines or other digits', () => {
  const made = batchOf(12, { techniques: ['naked-pair'] }).map(({ puzzle }) => puzzle)
  const attempts = made.flatMap((puzzle, i) => [[puzzle], [isomorphOf(puzzle, seed, i), made[0]]])
  const batch = new Batch(100, undefined)
  const taken = attempts.flatMap((puzzles) =>
    batch.taken({
      made: puzzles.map((text) => ({ key: canonicalGrid(text), text })),
      looked: 1,
      work: 1,
    }),
  )
  expect(taken.map(({ text }) => text)).toEqual(made)
})

it.each([
  ['24', { from: 24, to: 24 }],
  ['24..30', { from: 24, to: 30 }],
  ['24..', { from: 24, to: Number.POSITIVE_INFINITY }],
  ['..30', { from: 0, to: 30 }],
])('reads the range %s', (text, range) => expect(parseRange(text)).toMatchObject({ value: range }))

it.each(['', '..', '30..24', '1.5', '-1'])('reads no range from "%s"', (text) =>
  expect(parseRange(text)).toMatchObject({ ok: false }),
)
