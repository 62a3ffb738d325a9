import { describe, expect, it } from 'vitest'
import { refuse } from '../../shared/checked.ts'
import { Random } from '../../shared/random.ts'
import type { DigitSet } from '../../shared/sudoku/grid/digit-set.ts'
import { digitsOf, textOf } from '../../shared/sudoku/grid/grid.ts'
import type { Size, Unit } from '../../shared/sudoku/grid/units.ts'
import { changeKeeping } from '../../shared/sudoku/making/generate.ts'
import { parsePuzzle, puzzleOf } from '../../shared/sudoku/rules/puzzle.ts'
import {
  composeRules,
  RULES_NAMES,
  type Rules,
  type RulesName,
  rulesFor,
  rulesNamed,
} from '../../shared/sudoku/rules/rules.ts'
import { verify } from '../../shared/sudoku/rules/verify.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from './asked.ts'
import { peers, plainSolutions } from './plain.ts'
import { sumOf } from './sum.ts'
import { EIGHTEEN_SOLUTIONS } from './texts.ts'

const NO_MARKS = new Map<number, never>()

/** A puzzle of whatever rules. */
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

describe.each(Object.values(strategies))('$name, where masks', (strategy) => {
  const solutionsOf = (composed: Partial<Composed>) => {
    const puzzle = puzzleIn({ ...EMPTY, ...composed })
    // What masks demand of givens alone is seen before any search.
    if (!puzzle.ok) return []
    const { end, counts } = solve(strategy, puzzle.value, asking(100))
    expect(end).toBe('exhausted')
    return counts.solutions.map((digits) => textOf(digits)).sort()
  }

  it('leave single digits that clash in a smaller unit, or no digit, finds no solution', () => {
    expect(solutionsOf({ distinct: [[0, 6]], masks: new Map([[0, 1], [6, 1]]) })).toEqual([]) // biome-ignore format: as short as it is
    expect(solutionsOf({ masks: new Map([[5, 0]]) })).toEqual([])
  })

  it('are on 9×9, keeps a grid from the engine that has its units', () => {
    const { text } = puzzleFrom(EIGHTEEN_SOLUTIONS)
    const plain = plainSolutions(text, 'classic', 9, 100).map((grid) => grid.replaceAll(' ', ''))
    const open = Array.from(text).findIndex((_, at) => plain.some((grid) => grid[at] !== plain[0][at]))
    const left = plain.filter((grid) => grid[open] === plain[0][open])
    expect(left.length).toBeLessThan(18)
    const masks = new Map([[open, 1 << (Number(plain[0][open]) - 1)]])
    expect(solutionsOf({ size: 9, text, masks })).toEqual(left.sort())
  })
})

it.each<[string, Partial<Composed>, string]>([
  ['rejects a unit of two cells with a digit twice', { distinct: [[0, 6]] }, 'extra region 1 holds a digit twice'],
  ['rejects what a mask does not let in', { masks: new Map([[1, 0b1101]]) }, 'cell 2 holds 2, which it may not'],
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
    {
      text: `1....1${'.'.repeat(10)}`,
      regions: [0, 4, 8, 12].map((row) => [row, row + 1, row + 2, row + 3]),
      distinct: [[0, 5]],
    },
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

it.each<[RulesName, Size, Record<number, string>, string]>([
  ['classic', 9, { 1: '5', 9: '5' }, 'cells 1 and 9: both hold 5 in row 1'],
  ['classic', 9, { 2: '7', 74: '7' }, 'cells 2 and 74: both hold 7 in column 2'],
  ['classic', 9, { 41: '3', 51: '3' }, 'cells 41 and 51: both hold 3 in box 5'],
  ['diagonal', 4, { 4: '2', 13: '2' }, 'cells 4 and 13: both hold 2 in the rising diagonal'],
  ['windoku', 9, { 11: '4', 31: '4' }, 'cells 11 and 31: both hold 4 in the window at r2c2'],
  ['even', 9, { 1: '5', 2: 'e', 3: '5' }, 'cells 1 and 3: both hold 5 in row 1'],
])('givens that clash are refused with both cells, the digit and the unit: %s %i, %j', (rules, size, givens, error) => {
  const text = Array.from({ length: size * size }, (_, cell) => givens[cell + 1] ?? '.').join('')
  expect(parsePuzzle(text, rules)).toEqual(refuse(error))
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

    it('have exactly the peers that plain arithmetic finds', () => {
      const seen = rules.unitsOf.map((of) => new Set(of.flatMap((unit) => rules.units[unit].cells)))
      const others = seen.map((all, cell) => [...all].filter((other) => other !== cell).sort((a, b) => a - b))
      expect(others).toEqual(peers(name, size))
    })

    it('keep every symmetry that their row declares: units come to lie on units, and grids stay right', () => {
      const nothing = puzzleFrom('.'.repeat(size * size), name, size)
      const grid = solve(strategies['bit-parallel'], nothing, asking(1)).counts.solutions[0]
      const keyOf = (cells: readonly number[]) => cells.toSorted((a, b) => a - b).join(' ')
      const units = new Set(rules.units.map(({ cells }) => keyOf(cells)))
      for (let index = 0; index < 60; index++) {
        const { from, digits } = changeKeeping(name, size, new Random('symmetries', index))
        // One assertion a change: one a unit takes the most of this file's time.
        expect(rules.units.filter(({ cells }) => !units.has(keyOf(cells.map((cell) => from[cell]))))).toEqual([])
        const changed = grid.map((_, cell) => digits[grid[from[cell]]])
        expect(verify(nothing, changed)).toBeUndefined()
      }
    })
  })
})
