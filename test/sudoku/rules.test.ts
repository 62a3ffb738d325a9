import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refuse } from '../../shared/checked.ts'
import { type DigitSet, digitIn, eachOf } from '../../shared/sudoku/grid/digit-set.ts'
import { type Digits, digitsOf, textOf } from '../../shared/sudoku/grid/grid.ts'
import type { Size, Unit } from '../../shared/sudoku/grid/units.ts'
import { changeKeeping } from '../../shared/sudoku/making/generate.ts'
import { Random } from '../../shared/sudoku/making/random.ts'
import { type Puzzle, parsePuzzle, puzzleOf } from '../../shared/sudoku/rules/puzzle.ts'
import { composeRules, RULES_NAMES, type Rules, rulesFor, rulesNamed } from '../../shared/sudoku/rules/rules.ts'
import { verify } from '../../shared/sudoku/rules/verify.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { type Question, type Strategy, solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from './asked.ts'
import { cage } from './cage.ts'
import { PlainGrid } from './candidate-sets.ts'
import { madePuzzle } from './made.ts'
import { plainSolutions } from './plain.ts'

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

const asUnits = (kind: string, lists: readonly (readonly number[])[]): Unit[] =>
  lists.map((cells, i) => ({ name: `${kind} ${i + 1}`, cells }))

function rulesIn({ size, regions, distinct, sums }: Composed): Rules {
  return composeRules({
    size,
    ...(regions && { regions: asUnits('region', regions) }),
    units: asUnits('extra region', distinct),
    constraints: sums.map(({ cells, sum }) => cage(cells, sum, size)),
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

const cellsOf = (size: Size, most: number) =>
  fc.subarray(
    Array.from({ length: size * size }, (_, cell) => cell),
    { minLength: 2, maxLength: most },
  )

/** Demands that mostly hold on one grid, and now and then on none. */
function demandsOn(grid: Digits, size: Size) {
  const stray = fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
  )
  // Often a single digit, now and then none.
  const more = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2 ** size - 1 }))
  return fc.record({
    distinct: fc
      .array(cellsOf(size, size - 1), { maxLength: 6 })
      .map((lists) =>
        lists.map((cells) => cells.filter((cell, i) => cells.findIndex((c) => grid[c] === grid[cell]) === i)),
      ),
    masks: fc
      .array(
        fc.record({
          cell: fc.nat(size * size - 1),
          more,
          isStray: fc.integer({ min: 0, max: 14 }).map((n) => n === 14),
        }),
        {
          maxLength: 5,
        },
      )
      .map(
        (list) =>
          new Map(list.map(({ cell, more, isStray }) => [cell, isStray ? more : more | (1 << (grid[cell] - 1))])),
      ),
    sums: fc.array(
      fc
        .record({ cells: cellsOf(size, 4), stray })
        .map(({ cells, stray }) => ({ cells, sum: cells.reduce((sum, cell) => sum + grid[cell], stray) })),
      { maxLength: 4 },
    ),
  })
}

const composedOf4: fc.Arbitrary<Composed> = fc
  .record({
    letters: fc.constantFrom(...REGIONS_OF_4),
    pick: fc.nat(),
    given: fc.subarray(
      Array.from({ length: 16 }, (_, cell) => cell),
      { maxLength: 4 },
    ),
  })
  .chain(({ letters, pick, given }) => {
    const regions = regionsIn(letters)
    const all = expected(
      { size: 4, text: '.'.repeat(16), regions, distinct: [], masks: new Map(), sums: [] },
      LATIN_SQUARES,
    )
    const grid = all[pick % all.length]
    const text = [...grid].map((digit, cell) => (given.includes(cell) ? digit : '.')).join('')
    return demandsOn(digitsOf(grid), 4).map((demands) => ({ size: 4 as const, text, regions, ...demands }))
  })

const composedOf6: fc.Arbitrary<Composed> = madePuzzle('classic', 6, 20).chain(({ text, madeFrom }) =>
  demandsOn(Uint8Array.from(madeFrom), 6).map((demands) => ({
    size: 6 as const,
    text,
    regions: undefined,
    ...demands,
  })),
)

/** Runs a search two backtracks at a time, each time from what would come over the wire. */
function solveInPieces(strategy: Strategy, puzzle: Puzzle, question: Question) {
  let search = strategy.search(puzzle, question)
  for (;;) {
    const end = search.run(2)
    if (end) return { end, ...search.counts.state() }
    search = strategy.search(puzzle, question, JSON.parse(JSON.stringify(search.checkpoint())))
  }
}

describe.each(Object.values(strategies))('$name takes regions, smaller units, masks and constraints', (strategy) => {
  const finds = (composed: Composed, solutions: readonly string[]) => {
    const puzzle = puzzleIn(composed)
    if (!puzzle.ok) {
      // Only what is demanded of givens alone is seen before any search.
      expect(solutions).toEqual([])
      return
    }
    const found: string[] = []
    const undone = { count: 0 }
    const { end, counts } = solve(strategy, puzzle.value, asking(ALL), ({ kind }) => {
      if (kind === 'undo') undone.count++
    })
    expect(end).toBe('exhausted')
    expect(counts.solutionCount).toBe(solutions.length)
    expect(undone.count).toBe(counts.searchBacktracks)
    for (const digits of counts.solutions) {
      expect(verify(puzzle.value, digits)).toBeUndefined()
      found.push(textOf(digits))
    }
    if (counts.solutions.length === counts.solutionCount) expect(found.sort()).toEqual(solutions)
    expect(solveInPieces(strategy, puzzle.value, asking(ALL))).toEqual({ end, ...counts.state() })
  }

  const ON_4 = 'on 4×4: the solutions are those among all grids that keep everything: %i puzzles'
  const on4 = (numRuns: number) =>
    fc.assert(
      fc.property(composedOf4, (composed) => finds(composed, expected(composed, LATIN_SQUARES))),
      { numRuns },
    )
  it.each([15])(ON_4, on4)
  it.each([150])(ON_4, { tags: ['long'] }, on4)

  const ON_6 = 'on 6×6: the solutions are those of the classic puzzle that keep everything: %i puzzles'
  const on6 = (numRuns: number) =>
    fc.assert(
      fc.property(composedOf6, (composed) => {
        const classic = plainSolutions(composed.text, 'classic', 6, ALL).map((grid) =>
          digitsOf(grid.replaceAll(' ', '')),
        )
        finds(composed, expected(composed, classic))
      }),
      { numRuns },
    )
  it.each([5])(ON_6, on6)
  it.each([50])(ON_6, { tags: ['long'] }, on6)

  it('where masks leave single digits that clash in a smaller unit, or no digit: there is no solution', () => {
    const nothing = { size: 4 as const, text: '.'.repeat(16), regions: undefined, sums: [] }
    finds({ ...nothing, distinct: [[0, 6]], masks: new Map([[0, 1], [6, 1]]) }, []) // biome-ignore format: as short as it is
    finds({ ...nothing, distinct: [], masks: new Map([[5, 0]]) }, [])
  })

  it('on 9×9, where classic grids go to the engine: a mask, a smaller unit or a constraint keeps a grid from it', () => {
    const text = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6..........419..5....8..79'
    const plain = plainSolutions(text, 'classic', 9, ALL).map((grid) => digitsOf(grid.replaceAll(' ', '')))
    expect(plain).toHaveLength(18)
    const none = { size: 9 as const, text, regions: undefined, distinct: [], masks: new Map(), sums: [] }
    const open = [...text].flatMap((symbol, cell) => (symbol === '.' ? [cell] : []))
    const differing = open.filter((cell) => new Set(plain.map((grid) => grid[cell])).size > 1)
    const [a] = differing
    const b = differing.find(
      (cell) =>
        cell % 9 !== a % 9 &&
        plain.some((grid) => grid[cell] === grid[a]) &&
        plain.some((grid) => grid[cell] !== grid[a]),
    )
    for (const more of [
      { masks: new Map([[a, 1 << (plain[0][a] - 1)]]) },
      { distinct: [[a, b ?? a]] },
      { sums: [{ cells: [a, b ?? a], sum: plain[0][a] + plain[0][b ?? a] }] },
    ]) {
      const composed = { ...none, ...more }
      const left = expected(composed, plain)
      expect(left.length).toBeGreaterThan(0)
      expect(left.length).toBeLessThan(18)
      finds(composed, left)
    }
  })
})

describe('verify', () => {
  const full = digitsOf('1234341221434321')
  const puzzle = (more: Partial<Composed>) => {
    const composed = {
      size: 4 as const,
      text: '.'.repeat(16),
      regions: undefined,
      distinct: [],
      masks: new Map(),
      sums: [],
      ...more,
    }
    const read = puzzleIn(composed)
    if (!read.ok) throw new Error(read.error)
    return read.value
  }

  it.each<[string, Partial<Composed>, string | undefined]>([
    ['accepts a unit of three cells with three digits', { distinct: [[0, 5, 2]] }, undefined],
    ['rejects a unit of two cells with a digit twice', { distinct: [[0, 6]] }, 'extra region 1 holds a digit twice'],
    ['rejects what a mask does not let in', { masks: new Map([[1, 0b1101]]) }, 'cell 2 holds 2, which it may not'],
    ['accepts a kept constraint', { sums: [{ cells: [0, 1, 2], sum: 6 }] }, undefined],
    [
      'says how a constraint is broken',
      { sums: [{ cells: [5, 6], sum: 7 }] },
      'the cage at r2c2 sums to 5, expected 7',
    ],
  ])('%s', (_, more, wrong) => {
    expect(verify(puzzle(more), full)).toBe(wrong)
  })
})

describe('a puzzle is refused', () => {
  const composed = {
    size: 4 as const,
    text: `12${'.'.repeat(14)}`,
    regions: undefined,
    distinct: [],
    masks: new Map(),
    sums: [],
  }

  it('where givens clash in a smaller unit', () => {
    expect(
      puzzleIn({
        ...composed,
        text: `1....1${'.'.repeat(10)}`,
        regions: regionsIn('AAAABBBBCCCCDDDD'),
        distinct: [[0, 5]],
      }),
    ).toEqual(refuse('cells 1 and 6: both hold 1 in extra region 1'))
  })

  it('where a mask does not let its given in', () => {
    expect(puzzleIn({ ...composed, masks: new Map([[1, 0b1101]]) })).toEqual(
      refuse('cell 2: found 2, expected 1, 3, 4'),
    )
  })

  it('where givens alone break a constraint', () => {
    expect(puzzleIn({ ...composed, sums: [{ cells: [0, 1], sum: 4 }] })).toEqual(
      refuse('the cage at r1c1 sums to 3, expected 4'),
    )
  })

  it.each([4, 6, 16, 25] as const)('where its rules are not known on its size, as windoku on %i', (size) => {
    expect(parsePuzzle('.'.repeat(size * size), 'windoku')).toEqual(
      refuse(`size: found ${size}, expected 9 for windoku`),
    )
    expect(() => rulesFor('windoku', size)).toThrow(new RangeError(`size: found ${size}, expected 9 for windoku`))
  })
})

it('a constraint takes away nothing that a solution needs, and with one open cell exactly what breaks it', () => {
  const candidates = fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(candidates, fc.integer({ min: 2, max: 18 }), fc.integer({ min: 1, max: 4 }), (sets, sum, count) => {
      const cells = [0, 1, 2, 3].slice(0, count)
      const constraint = cage(cells, sum, 4)
      const keeping = productOf(cells.map((cell) => eachOf(sets[cell]).map(digitIn))).filter(
        (digits) => constraint.verify(Uint8Array.from(digits)) === undefined,
      )
      const grid = new PlainGrid(sets)
      const holds = constraint.prune(grid)
      if (keeping.length > 0) expect(holds).toBe(true)
      expect(keeping.every((digits) => digits.every((digit, cell) => (grid.at(cell) & (1 << (digit - 1))) !== 0))).toBe(
        true,
      )
      if (cells.filter((cell) => eachOf(sets[cell]).length > 1).length > 1) return
      expect(holds).toBe(keeping.length > 0)
      if (holds) expect(productOf(cells.map((cell) => eachOf(grid.at(cell)).map(digitIn)))).toEqual(keeping)
    }),
    { numRuns: 500 },
  )
})

function productOf(lists: readonly (readonly number[])[]): number[][] {
  return lists.reduce<number[][]>((all, list) => all.flatMap((one) => list.map((item) => [...one, item])), [[]])
}

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
