import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refuse } from '../../shared/checked.ts'
import { type DigitSet, digitIn, eachOf } from '../../shared/sudoku/grid/digit-set.ts'
import { type Digits, digitsOf, textOf } from '../../shared/sudoku/grid/grid.ts'
import type { Size, Unit } from '../../shared/sudoku/grid/units.ts'
import { changeKeeping } from '../../shared/sudoku/making/generate.ts'
import { Random } from '../../shared/sudoku/making/random.ts'
import { parsePuzzle, puzzleOf } from '../../shared/sudoku/rules/puzzle.ts'
import { composeRules, RULES_NAMES, type Rules, rulesFor, rulesNamed } from '../../shared/sudoku/rules/rules.ts'
import { verify } from '../../shared/sudoku/rules/verify.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from './asked.ts'
import { reported, solveInPieces } from './in-pieces.ts'
import { plainSolutions } from './plain.ts'
import { sumOf } from './sum.ts'
import { EIGHTEEN_SOLUTIONS } from './texts.ts'

const NO_MARKS = new Map<number, never>()
const ALL = 10_000

/** A puzzle of whatever rules, with what else is demanded of its grids in the plainest words. */
interface Composed {
  readonly size: Size
  readonly text: string
  readonly regions: readonly (readonly number[])[] | undefined
  readonly distinct: readonly (readonly number[])[]
  readonly masks: ReadonlyMap<number, DigitSet>
  readonly sums: readonly { readonly cells: readonly number[]; readonly sum: number }[]
}

const EMPTY: Composed = {
  size: 4,
  text: '.'.repeat(16),
  regions: undefined,
  distinct: [],
  masks: new Map(),
  sums: [],
}

const asUnits = (kind: string, lists: readonly (readonly number[])[]): Unit[] =>
  lists.map((cells, i) => ({ name: `${kind} ${i + 1}`, cells }))

function rulesIn({ size, regions, distinct, sums }: Composed): Rules {
  return composeRules({
    size,
    ...(regions && { regions: asUnits('region', regions) }),
    units: asUnits('extra region', distinct),
    constraints: sums.map(({ cells, sum }) => sumOf(cells, sum, size)),
  })
}

const puzzleIn = (composed: Composed) =>
  puzzleOf(rulesIn(composed), { digits: digitsOf(composed.text), marks: NO_MARKS }, composed.masks)

/** All grids that keep everything, from all grids there are. */
function expected({ text, regions, distinct, masks, sums }: Composed, grids: readonly Digits[]): string[] {
  const isDistinct = (grid: Digits) => (cells: readonly number[]) =>
    cells.every((cell, i) => !cells.slice(0, i).some((other) => grid[other] === grid[cell]))
  return grids
    .filter((grid) => [...text].every((symbol, cell) => symbol === '.' || Number(symbol) === grid[cell]))
    .filter((grid) => [...(regions ?? []), ...distinct].every(isDistinct(grid)))
    .filter((grid) => [...masks].every(([cell, mask]) => eachOf(mask).map(digitIn).includes(grid[cell])))
    .filter((grid) => sums.every(({ cells, sum }) => cells.reduce((total, cell) => total + grid[cell], 0) === sum))
    .map((grid) => textOf(grid))
    .sort()
}

/** All 576 grids of 4×4 whose rows and columns hold every digit. */
const LATIN_SQUARES: readonly Digits[] = (() => {
  const orders = new Set<string>()
  const order = (taken: string): void => {
    if (taken.length === 4) orders.add(taken)
    for (const digit of '1234') if (!taken.includes(digit)) order(taken + digit)
  }
  order('')
  const fits = (above: readonly string[], row: string) =>
    above.every((other) => [...row].every((d, i) => other[i] !== d))
  let grids: string[][] = [[]]
  for (let row = 0; row < 4; row++)
    grids = grids.flatMap((above) => [...orders].filter((next) => fits(above, next)).map((next) => [...above, next]))
  return grids.map((grid) => digitsOf(grid.join('')))
})()

const REGIONS_OF_4 = ['AAABACBBCCBDCDDD', 'AAAABBBBCCCCDDDD', 'ABBBAABCADCCDDDC', 'AABBAABBCCDDCCDD']

function regionsIn(letters: string): number[][] {
  const names = [...new Set(letters)]
  return names.map((name) => [...letters].flatMap((letter, cell) => (letter === name ? [cell] : [])))
}

const CELLS = Array.from({ length: 16 }, (_, cell) => cell)
const upTo = (most: number) => fc.subarray(CELLS, { minLength: 2, maxLength: most })

/** Demands that mostly hold on one grid, and now and then on none. */
function demandsOn(grid: Digits) {
  const stray = fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
  )
  const mask = fc.record({
    cell: fc.nat(15),
    // Often a single digit, now and then none.
    more: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 15 })),
    isStray: fc.nat(14).map((n) => n === 14),
  })
  const distinct = upTo(3).map((cells) =>
    cells.filter((cell, i) => cells.findIndex((other) => grid[other] === grid[cell]) === i),
  )
  return fc.record({
    distinct: fc.array(distinct, { maxLength: 6 }),
    masks: fc
      .array(mask, { maxLength: 5 })
      .map(
        (list) =>
          new Map(list.map(({ cell, more, isStray }) => [cell, isStray ? more : more | (1 << (grid[cell] - 1))])),
      ),
    sums: fc.array(
      fc
        .record({ cells: upTo(4), stray })
        .map(({ cells, stray }) => ({ cells, sum: cells.reduce((sum, cell) => sum + grid[cell], stray) })),
      { maxLength: 4 },
    ),
  })
}

const composedOf4: fc.Arbitrary<Composed> = fc
  .record({
    letters: fc.constantFrom(...REGIONS_OF_4),
    pick: fc.nat(),
    given: fc.subarray(CELLS, { maxLength: 4 }),
  })
  .chain(({ letters, pick, given }) => {
    const regions = regionsIn(letters)
    const all = expected({ ...EMPTY, regions }, LATIN_SQUARES)
    const grid = all[pick % all.length]
    const text = [...grid].map((digit, cell) => (given.includes(cell) ? digit : '.')).join('')
    return demandsOn(digitsOf(grid)).map((demands) => ({ ...EMPTY, text, regions, ...demands }))
  })

describe.each(Object.values(strategies))('$name takes regions, smaller units, masks and constraints', (strategy) => {
  const finds = (composed: Composed, solutions: readonly string[]) => {
    const puzzle = puzzleIn(composed)
    if (!puzzle.ok) {
      // Only what is demanded of givens alone is seen before any search.
      expect(solutions).toEqual([])
      return
    }
    let undone = 0
    const whole = solve(strategy, puzzle.value, asking(ALL), ({ kind }) => {
      if (kind === 'undo') undone++
    })
    const { end, counts } = whole
    expect([end, counts.solutionCount, undone]).toEqual(['exhausted', solutions.length, counts.searchBacktracks])
    for (const digits of counts.solutions) expect(verify(puzzle.value, digits)).toBeUndefined()
    const found = counts.solutions.map((digits) => textOf(digits)).sort()
    if (found.length === counts.solutionCount) expect(found).toEqual(solutions)
    expect(reported(solveInPieces(strategy, puzzle.value, asking(ALL), 2))).toEqual(reported(whole))
  }

  const ON_4 = 'on 4×4: the solutions are those among all grids that keep everything: %i puzzles'
  const on4 = (numRuns: number) =>
    fc.assert(
      fc.property(composedOf4, (composed) => finds(composed, expected(composed, LATIN_SQUARES))),
      { numRuns },
    )
  it.each([15])(ON_4, on4)
  it.each([150])(ON_4, { tags: ['long'] }, on4)

  it('where masks leave single digits that clash in a smaller unit, or no digit: there is no solution', () => {
    finds({ ...EMPTY, distinct: [[0, 6]], masks: new Map([[0, 1], [6, 1]]) }, []) // biome-ignore format: as short as it is
    finds({ ...EMPTY, masks: new Map([[5, 0]]) }, [])
  })

  it('on 9×9, where grids of the same units go to the engine: a mask keeps a grid from it', () => {
    const plain = plainSolutions(puzzleFrom(EIGHTEEN_SOLUTIONS).text, 'classic', 9, ALL).map((grid) =>
      digitsOf(grid.replaceAll(' ', '')),
    )
    const open = plain[0].findIndex((digit, at) => plain.some((grid) => grid[at] !== digit))
    const masks = new Map([[open, 1 << (plain[0][open] - 1)]])
    const composed: Composed = { ...EMPTY, size: 9, text: puzzleFrom(EIGHTEEN_SOLUTIONS).text, masks }
    const left = expected(composed, plain)
    expect(left.length).toBeLessThan(18)
    finds(composed, left)
  })
})

it.each<[string, Partial<Composed>, string | undefined]>([
  ['accepts a unit of three cells with three digits', { distinct: [[0, 5, 2]] }, undefined],
  ['rejects a unit of two cells with a digit twice', { distinct: [[0, 6]] }, 'extra region 1 holds a digit twice'],
  ['rejects what a mask does not let in', { masks: new Map([[1, 0b1101]]) }, 'cell 2 holds 2, which it may not'],
  ['accepts a kept constraint', { sums: [{ cells: [0, 1, 2], sum: 6 }] }, undefined],
  [
    'says how a constraint is broken',
    { sums: [{ cells: [5, 6], sum: 7 }] },
    'the little killer at r2c2 sums to 5, expected 7',
  ],
])('verify %s', (_, more, wrong) => {
  const puzzle = puzzleIn({ ...EMPTY, ...more })
  expect(puzzle.ok && verify(puzzle.value, digitsOf('1234341221434321'))).toBe(wrong)
})

it.each<[string, Partial<Composed>, string]>([
  [
    'clash in a smaller unit',
    { text: `1....1${'.'.repeat(10)}`, regions: regionsIn('AAAABBBBCCCCDDDD'), distinct: [[0, 5]] },
    'cells 1 and 6: both hold 1 in extra region 1',
  ],
  ['are not let in by a mask', { masks: new Map([[1, 0b1101]]) }, 'cell 2: found 2, expected 1, 3, 4'],
  [
    'break a constraint alone',
    { sums: [{ cells: [0, 1], sum: 4 }] },
    'the little killer at r1c1 sums to 3, expected 4',
  ],
])('a puzzle is refused where givens %s', (_, more, error) => {
  expect(puzzleIn({ ...EMPTY, text: `12${'.'.repeat(14)}`, ...more })).toEqual(refuse(error))
})

it('a puzzle is refused where its rules are not known on its size', () => {
  expect(parsePuzzle('.'.repeat(16), 'windoku')).toEqual(refuse('size: found 4, expected 9 for windoku'))
  expect(() => rulesFor('windoku', 4)).toThrow(new RangeError('size: found 4, expected 9 for windoku'))
})

describe.each(RULES_NAMES)('%s rules', (name) => {
  const { sizes, title, adds, shaded } = rulesNamed(name)

  it('have words of their own', () => {
    expect(title).not.toBe('')
    expect(RULES_NAMES.filter((other) => rulesNamed(other).title === title)).toEqual([name])
    expect(adds === '').toBe(name === 'classic')
  })

  describe.each(sizes)('on size %i', (size) => {
    const rules = rulesFor(name, size)

    it('are drawn where they shade cells, and say so of each; nothing but classic is classic', () => {
      const cells = new Set(rules.units.slice(3 * size).flatMap((unit) => unit.cells))
      const drawn = shaded === undefined ? [] : [{ kind: 'shade', cells: [...cells], words: shaded }]
      expect(rules.drawings).toEqual(drawn)
      expect(rules.isClassic).toBe(name === 'classic')
    })

    it('keep every symmetry that their row declares: units come to lie on units, and grids stay right', () => {
      const nothing = puzzleFrom('.'.repeat(size * size), name, size)
      const grid = solve(strategies['bit-parallel'], nothing, asking(1)).counts.solutions[0]
      const keyOf = (cells: readonly number[]) => cells.toSorted((a, b) => a - b).join(' ')
      const units = new Set(rules.units.map(({ cells }) => keyOf(cells)))
      for (let index = 0; index < 200; index++) {
        const { from, digits } = changeKeeping(name, size, new Random('symmetries', index))
        // One assertion a change: one a unit takes the most of this file's time.
        expect(rules.units.filter(({ cells }) => !units.has(keyOf(cells.map((cell) => from[cell]))))).toEqual([])
        const changed = grid.map((_, cell) => digits[grid[from[cell]]])
        expect(verify(nothing, changed)).toBeUndefined()
      }
    })
  })
})
