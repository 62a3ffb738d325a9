import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { variantOf } from '../../shared/input/variants/variant-puzzle.ts'
import {
  CONSTRAINT_TYPES,
  type ConstraintType,
  type VariantConstraint,
} from '../../shared/sudoku/constraints/constraint-json.ts'
import { PAIR_TYPES } from '../../shared/sudoku/constraints/relation.ts'
import { nameOfCell } from '../../shared/sudoku/grid/cell-name.ts'
import { type DigitSet, digitIn, eachOf } from '../../shared/sudoku/grid/digit-set.ts'
import { digitsOf, textOf } from '../../shared/sudoku/grid/grid.ts'
import { BOX_SHAPE, hasBoxes, rowsColumnsBoxes, type Size, VARIANT_SIZES } from '../../shared/sudoku/grid/units.ts'
import { meaningOf, type PuzzleRules, parsePuzzleWith } from '../../shared/sudoku/rules/puzzle-rules.ts'
import { RULES_NAMES } from '../../shared/sudoku/rules/rules.ts'
import { verify } from '../../shared/sudoku/rules/verify.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { type Strategy, solve } from '../../shared/sudoku/search/strategy.ts'
import { constraint, on } from '../input/variants/puzzles.ts'
import { asking, puzzleWith } from './asked.ts'
import { reported, solveInPieces } from './in-pieces.ts'
import { madePuzzle } from './made.ts'
import { plainSolutions } from './plain.ts'
import { isKeptBy } from './plain-constraints.ts'
import { RULE_EXAMPLES, RULES_PAGE } from './rule-examples.ts'

const EMPTY = '.'.repeat(16)
/** Regions of a 4×4 grid: its boxes, its rows, and two that lie otherwise. */
const LAYOUTS = ['AABBAABBCCDDCCDD', 'AAAABBBBCCCCDDDD', 'AAABACBBCCBDCDDD', 'ABBBAABCADCCDDDC'] as const
/** All 576 grids of 4×4 whose rows and columns hold every digit. */
const GRIDS = plainSolutions(EMPTY, 'classic', 4, 1000, LAYOUTS[1]).map((text) => digitsOf(text.replaceAll(' ', '')))

const GRIDS_OF_BOXES = new Set(plainSolutions(EMPTY, 'classic', 4, 1000).map((text) => text.replaceAll(' ', '')))
const CELLS_OF_4 = Array.from({ length: 16 }, (_, cell) => cell)
const BOXES_OF_9 = Array.from(
  { length: 81 },
  (_, cell) => 'ABCDEFGHI'[3 * Math.floor(cell / 27) + Math.floor((cell % 9) / 3)],
).join('')

/** A form that can be: makers look at shapes alone. */
function formOf(type: ConstraintType, size: Size): fc.Arbitrary<VariantConstraint> {
  return constraint(type, size).filter((form) => variantOf({ puzzle: '.'.repeat(size * size), constraints: [form] }).ok)
}

it('docs/rules.md tells of every rule and every constraint, and each of its examples can be sent', () => {
  for (const name of RULES_NAMES.filter((one) => one !== 'classic')) expect(RULES_PAGE).toContain(`\`${name}\``)
  expect(RULE_EXAMPLES.map(([type]) => type)).toEqual(CONSTRAINT_TYPES)
  for (const [type, example] of RULE_EXAMPLES) {
    expect(example.type).toBe(type)
    expect(variantOf({ puzzle: EMPTY, constraints: [example] })).toMatchObject({ ok: true })
  }
})

const BOARD_OF_4 = { size: 4, boxes: rowsColumnsBoxes(4).boxes } as const

it.each([
  ['difference', undefined, ''],
  ['difference', 1, ''],
  ['difference', 2, '2'],
  ['ratio', undefined, ''],
  ['ratio', 2, ''],
  ['ratio', 3, '3'],
] as const)('the dot of a %s of %s is written %j', (type, value, text) => {
  const form = { type, cells: ['r1c1', 'r1c2'], ...(value && { value }) } as VariantConstraint
  expect(meaningOf(form, BOARD_OF_4).drawings).toMatchObject([{ kind: 'dot', text }])
})

const TALL = { type: 'skyscraper' } as const
it.each<[object, string]>([
  [{ ...TALL, row: 1, from: 'left', value: 1 }, 'skyscraper left of row 1 comes to 4, expected 1'],
  [{ ...TALL, row: 2, from: 'right', value: 4 }, 'skyscraper right of row 2 comes to 2, expected 4'],
  [{ ...TALL, column: 1, from: 'top', value: 1 }, 'skyscraper above column 1 comes to 3, expected 1'],
  [{ ...TALL, column: 2, from: 'bottom', value: 4 }, 'skyscraper below column 2 comes to 2, expected 4'],
  [on('quadruple', 'r1c1 r1c2 r2c1 r2c2', { digits: [2, 2] }), 'quadruple at r1c1 lacks a 2'],
  [on('cage', 'r1c1 r1c2', { sum: 4 }), 'cage at r1c1 sums to 3, expected 4'],
  [{ type: 'arrow', circle: ['r1c1'], arrows: [['r1c2']] }, 'arrow at r1c1 sums to 2, expected 1'],
  [on('renban', 'r1c2 r2c2'), 'renban line at r1c2 holds 2, 4, expected digits that follow each other'],
  [on('between-line', 'r1c1 r1c4 r1c3'), 'between line at r1c1 holds 4, expected a digit between 1 and 3'],
  [on('sum-line', 'r1c1 r1c2 r1c3', { value: 5 }), 'sum line at r1c1 holds 1, 2, 3, expected pieces that sum to 5'],
  [on('region-sum-line', 'r1c2 r1c3'), 'region sum line at r1c2 has the sums 2 and 3, expected the same'],
  [{ type: 'walk', lines: [['r1c1', 'r1c2']], pattern: '1[34]' }, 'walk at r1c1 holds 1, 2, which it does not allow'],
  [on('row-indexer', 'r1c2'), 'row indexer at r1c2 points at a 4, expected a 1'],
  [on('maximum', 'r1c1'), 'maximum at r1c1: r1c1 holds 1 and r1c2 2, expected a lower digit there'],
])('the judge says what is wrong, where that is and what it expected: %j', (form, words) => {
  const puzzle = puzzleWith({ constraints: [form as VariantConstraint] }, EMPTY, 'classic', 4)
  expect(verify(puzzle, Uint8Array.from('1234341221434321', Number))).toBe(`the ${words}`)
})

describe.each(CONSTRAINT_TYPES)('%s', (type) => {
  it('says in words what it draws', () => {
    fc.assert(
      fc.property(formOf(type, 4), (form) => {
        for (const { words } of meaningOf(form, BOARD_OF_4).drawings ?? []) expect(words).toMatch(/[a-z]{2}/)
      }),
      { numRuns: 20 },
    )
  })

  it('takes away nothing that a full grid needs, and with one open cell exactly what breaks it', () => {
    const sets = fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 16, maxLength: 16 })
    // Few cells are open, so that all ways to fill them can be tried.
    const open = fc.uniqueArray(fc.nat(15), { maxLength: 4 })
    fc.assert(
      fc.property(formOf(type, 4), sets, open, (form, candidates, openCells) => {
        const { constraints = [], units: own = [] } = meaningOf(form, BOARD_OF_4)
        // A clue beside a line is told of different digits, too: those of its line.
        const units = 'row' in form || 'column' in form ? constraints : own
        const all = candidates.map((set, cell) => (openCells.includes(cell) ? set : set & -set))
        for (const { cells, prune, verify: judge } of constraints) {
          const keeping = fillings(all, cells).filter((digits) => {
            // If the cells are a unit as well, that is told of different digits.
            const isUnit = units.every(
              (unit) => new Set(unit.cells.map((cell) => digits[cell])).size === unit.cells.length,
            )
            return isUnit && judge(digits) === undefined
          })
          const left = [...all]
          const remove = (cell: number, digits: DigitSet) => {
            left[cell] &= ~digits
            return left[cell] !== 0
          }
          const holds = prune({ at: (cell) => left[cell], remove })
          if (keeping.length > 0) expect(holds).toBe(true)
          for (const digits of keeping) {
            expect(cells.filter((cell) => (left[cell] & (1 << (digits[cell] - 1))) === 0)).toEqual([])
          }
          const isOpen = cells.filter((cell) => eachOf(all[cell]).length > 1).length
          if (isOpen > 1 || units.length > 0) continue
          expect(holds).toBe(keeping.length > 0)
          if (holds) {
            const ofCells = cells.map((cell) => left[cell])
            expect(fillings(ofCells, [...cells.keys()])).toHaveLength(keeping.length)
          }
        }
      }),
      { numRuns: 80 },
    )
  })

  it('is judged as its plain words say: what keeps it and what does not both come up', () => {
    const kept = new Set<boolean>()
    const on4 = fc.record({
      form: formOf(type, 4),
      grid: fc.constantFrom(...GRIDS),
      regions: fc.constantFrom(...LAYOUTS),
    })
    const on9 = fc.record({ form: formOf(type, 9), grid: madePuzzle('classic', 9).map(({ madeFrom }) => madeFrom) })
    const judged = fc.property(fc.oneof({ weight: 3, arbitrary: on4 }, on9), ({ form, grid, ...own }) => {
      const [text, digits] = ['.'.repeat(grid.length), Uint8Array.from(grid)]
      const [bare, puzzle] = [own, { ...own, constraints: [form] }].map((all) => parsePuzzleWith(all, text, 'classic'))
      if (!puzzle.ok || !bare.ok || verify(bare.value, digits)) return
      const isKept = verify(puzzle.value, digits) === undefined
      expect(isKept).toBe(isKeptBy(form, digits, 'regions' in own ? own.regions : BOXES_OF_9))
      kept.add(isKept)
    })
    // Few x-sums are kept by a grid: where none was, more are made.
    for (let numRuns = 80; numRuns < 10_000 && kept.size < 2; numRuns *= 4) fc.assert(judged, { numRuns })
    expect([...kept].toSorted()).toEqual([false, true])
  })
})

it.each(PAIR_TYPES)('that there is no other %s is demanded of all neighbours but those shown', (type) => {
  const neighbours = CELLS_OF_4.flatMap((cell) => [
    ...(cell % 4 < 3 ? [[cell, cell + 1]] : []),
    ...(cell < 12 ? [[cell, cell + 4]] : []),
  ]).map((pair) => pair.map((cell) => nameOfCell(cell, 4)))
  const shownOnes = fc.uniqueArray(fc.nat(neighbours.length - 1), { maxLength: 24 })
  const value = fc.constantFrom('X', 'V') as fc.Arbitrary<'X' | 'V'>
  fc.assert(
    fc.property(shownOnes, value, fc.constantFrom(...GRIDS), (shown, sign, grid) => {
      const formAt = (i: number, value = sign) =>
        ({ type, cells: neighbours[i], ...(type === 'xv' && { value }) }) as VariantConstraint
      const puzzle = puzzleWith({ constraints: shown.map((i) => formAt(i)), negative: [type] }, EMPTY, 'classic', 4)
      const holds = (form: VariantConstraint) => isKeptBy(form, grid, LAYOUTS[0])
      const isOne = (i: number) => holds(formAt(i, 'X')) || holds(formAt(i, 'V'))
      const isKept = neighbours.every((_, i) => (shown.includes(i) ? holds(formAt(i)) : !isOne(i)))
      const isRight = GRIDS_OF_BOXES.has(textOf(grid))
      expect(verify(puzzle, grid) === undefined).toBe(isKept && isRight)
    }),
    { numRuns: 300 },
  )
})

describe.each(Object.values(strategies))('$name solves under constraints', (strategy) => {
  it.each(CONSTRAINT_TYPES)('%s: the solutions are those of all 4×4 grids that the judge lets through', (type) => {
    findsAll(
      strategy,
      formOf(type, 4).map((form) => ({ constraints: [form] })),
      5,
    )
  })

  it('several, with rules, regions and negative constraints', () => {
    const any = fc.constantFrom(...CONSTRAINT_TYPES).chain((type) => formOf(type, 4))
    const rules = fc.record({
      constraints: fc.array(any, { minLength: 1, maxLength: 3 }),
      rules: fc.subarray(['diagonal'] as const),
      negative: fc.subarray([...PAIR_TYPES], { maxLength: 1 }),
      regions: fc.constantFrom(...LAYOUTS),
    })
    findsAll(strategy, rules, 12, 5)
  })
})

/** Puzzles of one to three constraints, made from a grid that mostly keeps them. */
const sized = fc.constantFrom(...VARIANT_SIZES).chain((size) => {
  // Where there are no boxes, regions that are rows say nothing more than those.
  const { rows, columns } = hasBoxes(size) ? BOX_SHAPE[size] : { rows: 1, columns: size }
  const indices = Array.from({ length: size * size }, (_, i) => i)
  const cells = indices.map((i) => [Math.floor(i / size), i % size] as const)
  const layout = cells.map(([r, c]) => String.fromCharCode(65 + Math.floor(r / rows) * rows + Math.floor(c / columns)))
  // Few forms of a type are kept by the grid that the puzzle is made from.
  const alike = fc
    .constantFrom(...CONSTRAINT_TYPES)
    .chain((type) => fc.array(constraint(type, size), { minLength: 30 }))
  return fc.record({
    board: fc.constant({ puzzle: '.'.repeat(size * size), ...(!hasBoxes(size) && { regions: layout.join('') }) }),
    layout: fc.constant(layout.join('')),
    grid: fc
      .shuffledSubarray(indices.slice(0, size), { minLength: size })
      .map((digits) => cells.map(([r, c]) => 1 + digits[(columns * (r % rows) + Math.floor(r / rows) + c) % size])),
    forms: fc.array(alike, { minLength: 1, maxLength: 3 }),
    open: fc.shuffledSubarray(indices, { minLength: size, maxLength: Math.min(size * size, 6 * size) }),
    isBroken: fc.nat(4).map((n) => n === 0),
    piece: fc.option(fc.integer({ min: 1, max: 10 })),
  })
})

const ON_EVERY_SIZE =
  'on every size, and paused, strategies count the grids of plain search that keep the plain words: %i puzzles'
it.each([15])(ON_EVERY_SIZE, onEverySize)
it.each([1_000])(ON_EVERY_SIZE, { tags: ['long'] }, onEverySize)

/** A grid that keeps the rules may lend a puzzle some givens; paused after a piece of backtracks a search finds the same. */
function findsAll(strategy: Strategy, rules: fc.Arbitrary<PuzzleRules>, numRuns: number, piece?: number): void {
  const given = fc.subarray(CELLS_OF_4, { maxLength: 4 })
  fc.assert(
    fc.property(rules, given, fc.nat(), (own, given, pick) => {
      const empty = puzzleWith(own, EMPTY, 'classic', 4)
      const all = GRIDS.filter((grid) => verify(empty, grid) === undefined)
      const lender = all[pick % all.length] ?? GRIDS[pick % GRIDS.length]
      const puzzle = parsePuzzleWith(
        own,
        textOf(lender.map((digit, cell) => (given.includes(cell) ? digit : 0))),
        'classic',
        4,
      )
      const kept = all.filter((grid) => given.every((cell) => grid[cell] === lender[cell]))
      // Only what givens alone break is seen before any search.
      if (!puzzle.ok) {
        expect(kept).toEqual([])
        return
      }
      const whole = solve(strategy, puzzle.value, asking(1000))
      const { end, counts } = whole
      expect([end, counts.solutionCount]).toEqual(['exhausted', kept.length])
      const found = counts.solutions.map((digits) => textOf(digits)).toSorted()
      if (found.length === kept.length) expect(found).toEqual(kept.map((digits) => textOf(digits)).toSorted())
      if (!piece) return
      expect(reported(solveInPieces(strategy, puzzle.value, asking(1000), piece))).toEqual(reported(whole))
    }),
    { numRuns },
  )
}

function onEverySize(numRuns: number): void {
  const judged = fc.property(sized, ({ board, layout, grid, forms, open, isBroken, piece }) => {
    const size = Math.sqrt(grid.length) as Size
    const constraints = forms.flatMap((alike, i) => {
      const all = alike.filter((form) => variantOf({ ...board, constraints: [form] }).ok)
      return all.filter((form) => (isBroken && i === 0) || isKeptBy(form, grid, layout)).slice(0, 1)
    })
    // Their own cells first, or most constraints would say nothing any more.
    const named = [...JSON.stringify(constraints).matchAll(/r(\d+)c(\d+)/g)].slice(0, 30)
    const blank = [...new Set([...named.map(([, r, c]) => (Number(r) - 1) * size + Number(c) - 1), ...open])]
    let all: string[]
    let text: string
    do {
      text = textOf(Uint8Array.from(grid, (digit, cell) => (blank.includes(cell) ? 0 : digit)))
      all = plainSolutions(text, 'classic', size, 1_000, layout)
      blank.length = Math.floor(0.85 * blank.length)
    } while (all.length >= 1_000)
    const isKept = (one: number[]) => constraints.every((form) => isKeptBy(form, one, layout))
    const expected = all.filter((one) => isKept(one.split(' ').map(Number))).length
    const puzzle = parsePuzzleWith({ ...board, constraints }, text, 'classic', size)
    // Givens alone may break them.
    if (!puzzle.ok) {
      expect(expected).toBe(0)
      return
    }
    for (const strategy of Object.values(strategies)) {
      const question = [strategy, puzzle.value, asking(1_000, 5_000)] as const
      const { end, counts } = piece === null ? solve(...question) : solveInPieces(...question, piece)
      if (end !== 'limit') expect([strategy.name, counts.solutionCount]).toEqual([strategy.name, expected])
    }
  })
  fc.assert(judged, { numRuns })
}

/** All ways to fill some cells from their candidates; other cells hold the least of theirs. */
function fillings(sets: readonly DigitSet[], cells: readonly number[]): Uint8Array[] {
  let all = [Uint8Array.from(sets, (set) => digitIn(set & -set))]
  for (const cell of cells) {
    all = all.flatMap((digits) => eachOf(sets[cell]).map((digit) => digits.with(cell, digitIn(digit))))
  }
  return all
}
