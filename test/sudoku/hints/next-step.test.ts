import fc from 'fast-check'
import { expect, it } from 'vitest'
import { variantOf } from '../../../shared/input/variants/variant-puzzle.ts'
import { Random } from '../../../shared/random.ts'
import { runToEnd } from '../../../shared/run-to-end.ts'
import {
  CONSTRAINT_TYPES,
  type ConstraintType,
  type VariantConstraint,
} from '../../../shared/sudoku/constraints/constraint-json.ts'
import { PAIR_TYPES } from '../../../shared/sudoku/constraints/relation.ts'
import { nameOfCell } from '../../../shared/sudoku/grid/cell-name.ts'
import { type DigitSet, withoutDigit } from '../../../shared/sudoku/grid/digit-set.ts'
import { rowsColumnsBoxes, type Size } from '../../../shared/sudoku/grid/units.ts'
import { nextStep } from '../../../shared/sudoku/hints/next-step.ts'
import { positionOf } from '../../../shared/sudoku/hints/position.ts'
import type { RuleStep } from '../../../shared/sudoku/hints/rule-step.ts'
import { making } from '../../../shared/sudoku/making/making.ts'
import { RULE_TECHNIQUE_NAMES } from '../../../shared/sudoku/rating/techniques.ts'
import type { PuzzleRules } from '../../../shared/sudoku/rules/puzzle-rules.ts'
import { type RulesName, rulesNamed } from '../../../shared/sudoku/rules/rules.ts'
import { strategies } from '../../../shared/sudoku/search/strategies.ts'
import { solve } from '../../../shared/sudoku/search/strategy.ts'
import { oneOfEachForm } from '../../forms.ts'
import { constraint } from '../../input/variants/puzzles.ts'
import { asking, puzzleWith } from '../asked.ts'
import { anyPuzzle, madePuzzle } from '../made.ts'
import { plainSolutions } from '../plain.ts'
import { isKeptBy } from '../plain-constraints.ts'
import { RATED } from '../rating/rated.ts'
import { RULE_EXAMPLES, RULES_PAGE } from '../rule-examples.ts'

// Every step is held against all solutions, which brute force finds that shares nothing with what finds steps.

/** All steps from some givens on, and from notes that lack nothing, each of which holds in every solution. */
function stepsJudged(
  text: string,
  solutions: readonly (readonly number[])[],
  { own, rules = 'classic', notes }: { own?: PuzzleRules; rules?: RulesName; notes?: readonly DigitSet[] } = {},
): RuleStep[] {
  const size = Math.sqrt(text.length) as Size
  const puzzle = puzzleWith(own, text, rules, size)
  const digits = puzzle.givens.slice()
  const steps: RuleStep[] = []
  let left = notes
  for (;;) {
    const position = positionOf(puzzle, digits, left)
    const step = nextStep(position)
    if (!step) return steps
    steps.push(step)
    expect(step.text).toMatch(/^[A-Z][^:]*: [^:]+; so r\d+c\d+.* (is|are|can only be) .+\.$/)
    expect(step.text).not.toMatch(/undefined|NaN|null|\bof 0\b/)
    expect([step.text, hasTwins(step.text)]).toEqual([step.text, false])
    const sets = [...position.sets]
    for (const { cell, digits: gone } of step.eliminations)
      for (const digit of gone) {
        expect([step.text, solutions.filter((solution) => solution[cell] === digit).length]).toEqual([step.text, 0])
        expect(withoutDigit(sets[cell], digit)).not.toBe(sets[cell])
        sets[cell] = withoutDigit(sets[cell], digit)
      }
    for (const { cell, digit } of step.placements) {
      expect([step.text, solutions.filter((solution) => solution[cell] !== digit).length]).toEqual([step.text, 0])
      expect(digits[cell]).toBe(0)
      digits[cell] = digit
    }
    expect(step.placements.length + step.eliminations.length).toBeGreaterThan(0)
    left = sets
  }
}

/** Whether a text passes over two cells of a row or a column that would both be one digit. */
function hasTwins(text: string): boolean {
  const [, told = ''] = /\. If (.*?)(?: has no digit left|, which see |;)/.exec(text) ?? []
  const filled = Array.from(told.matchAll(/r(\d+)c(\d+) is (\S+?)(?= \(|, (?:and )?r)/g), ([, ...parts]) => parts)
  const areTwins = ([row, column, digit]: string[], [otherRow, otherColumn, other]: string[]) =>
    digit === other && (row === otherRow) !== (column === otherColumn)
  return filled.some((one, i) => filled.slice(0, i).some((two) => areTwins(one, two)))
}

const REGIONS = Object.fromEntries(
  ([4, 6] as const).map((size) => {
    const { boxes } = rowsColumnsBoxes(size)
    const letters = Array.from({ length: size * size }, (_, cell) =>
      boxes.findIndex(({ cells }) => cells.includes(cell)),
    )
    return [size, letters.join('')]
  }),
)
const isKept = (grid: readonly number[], form: VariantConstraint) =>
  isKeptBy(form, grid, REGIONS[Math.sqrt(grid.length)])

/** Constraints of a type, and of others, that a grid keeps: as many as are found of those that come. */
const keptForms = (type: ConstraintType, size: Size, grid: readonly number[]) =>
  fc
    .array(
      fc.oneof(
        constraint(type, size),
        fc.constantFrom(...CONSTRAINT_TYPES).chain((other) => constraint(other, size)),
      ),
      {
        minLength: 10,
        maxLength: 40,
      },
    )
    .map((forms) => {
      const canBe = (form: VariantConstraint) => variantOf({ puzzle: '.'.repeat(size * size), constraints: [form] }).ok
      return forms.filter((form) => canBe(form) && isKept(grid, form)).slice(0, 6)
    })

const solutionsOf = (text: string, rules: RulesName, size: Size) =>
  plainSolutions(text, rules, size, 5000).map((solution) => solution.split(' ').map(Number))

it.each(CONSTRAINT_TYPES)('beside a %s each step holds in all solutions, on 4×4 and 6×6', (type) => {
  const made = fc.constantFrom(4, 6).chain((size) => madePuzzle('classic', size, size === 4 ? 14 : 16))
  fc.assert(
    fc.property(
      made.chain((puzzle) => keptForms(type, puzzle.size, puzzle.madeFrom).map((forms) => ({ ...puzzle, forms }))),
      fc.array(fc.nat(63), { minLength: 36, maxLength: 36 }),
      ({ text, size, forms }, noise) => {
        const solutions = solutionsOf(text, 'classic', size).filter((one) => forms.every((form) => isKept(one, form)))
        stepsJudged(text, solutions, { own: { constraints: forms } })
        // Notes are the digits of all solutions, and some others.
        const notes = Array.from(text, (_, cell) =>
          solutions.reduce((set, solution) => set | (1 << (solution[cell] - 1)), noise[cell] & ((1 << size) - 1)),
        )
        stepsJudged(text, solutions, { own: { constraints: forms }, notes })
      },
    ),
    { numRuns: 12 },
  )
})

it('under named rules, and with pairs that are not shown, each step holds in all solutions', () => {
  fc.assert(
    fc.property(anyPuzzle(4, 6), fc.subarray([...PAIR_TYPES]), ({ text, rules, size, madeFrom }, negative) => {
      stepsJudged(text, solutionsOf(text, rules, size), { rules })
      const shown = negative.flatMap((type) => pairsIn(type, madeFrom, size))
      const own = { constraints: shown, negative }
      if (!variantOf({ puzzle: text.replaceAll(/[eo]/g, '.'), rules: [rules], ...own }).ok) return
      const keeping = solutionsOf(text, rules, size).filter((one) =>
        negative.every(
          (type) => JSON.stringify(pairsIn(type, one, size)) === JSON.stringify(pairsIn(type, madeFrom, size)),
        ),
      )
      stepsJudged(text, keeping, { rules, own })
    }),
    { numRuns: 60 },
  )
})

/** All neighbours of a grid that are such a pair. */
function pairsIn(type: (typeof PAIR_TYPES)[number], grid: readonly number[], size: Size): VariantConstraint[] {
  const values = type === 'xv' ? (['X', 'V'] as const) : [undefined]
  const pairs = [...grid.keys()].flatMap((cell) => [
    ...(cell % size < size - 1 ? [[cell, cell + 1]] : []),
    ...(cell + size < grid.length ? [[cell, cell + size]] : []),
  ])
  const forms = pairs.flatMap((cells) =>
    values.map((value) => ({ type, cells: cells.map((cell) => nameOfCell(cell, size)), ...(value && { value }) })),
  )
  return (forms as VariantConstraint[]).filter((form) => isKept(grid, form))
}

it('on 9×9, classic and with cages, each technique is met and agrees with the one solution', () => {
  const classic = RATED.filter(({ er }) => er <= 5).map(({ puzzle }) => {
    const solutions = solutionsOf(puzzle, 'classic', 9)
    expect(solutions).toHaveLength(1)
    return stepsJudged(puzzle, solutions)
  })
  const killers = [2, 3, 4].map((index) => {
    const order = { rules: 'classic', size: 9, seed: 7, index, cages: true, regions: false } as const
    const { puzzle, solution, own = {} } = runToEnd(making(order))
    return stepsJudged(puzzle, [[...solution]], { own })
  })
  // Those that are seldom met have a test of their own.
  const techniques = new Set(['hidden-quadruplet', 'jellyfish'])
  for (const { technique } of [...classic, ...killers].flat()) techniques.add(technique)
  expect(RULE_TECHNIQUE_NAMES.filter((name) => !techniques.has(name))).toEqual([])
})

it.each([
  [
    (row: number, column: number) => (row === 0 && column > 3 ? 0b111_110_000 : 511),
    'Hidden quad: in row 1 only r1c1, r1c2, r1c3 and r1c4 can be 1, 2, 3 or 4, so these four cells take these four digits and can be nothing else; so r1c1, r1c2, r1c3 and r1c4 can only be 1, 2, 3 or 4.',
  ],
  [
    (row: number, column: number) => ([0, 3, 6, 8].includes(row) && ![0, 3, 6, 8].includes(column) ? 510 : 511),
    'Jellyfish: rows 1, 4, 7 and 9 have room for 1 only in columns 1, 4, 7 and 9, so these four rows put one 1 into each of these four columns, whose other cells cannot be 1; so',
  ],
])('tells what is seldom met: %s', (candidatesAt, text) => {
  const puzzle = puzzleWith(undefined, '.'.repeat(81))
  const notes = Array.from({ length: 81 }, (_, cell) => candidatesAt(Math.floor(cell / 9), cell % 9))
  const step = nextStep(positionOf(puzzle, puzzle.givens, notes))
  expect(step?.text.slice(0, text.length)).toBe(text)
  expect(new Set(step?.cells).size).toBe(text.startsWith('Hidden') ? 4 : 16)
})

/** Rows of a 9×9 grid without their empty cells at the end. */
const nine = (rows = '') =>
  Array.from(rows.split('/'), (row) => row.padEnd(9, '.'))
    .join('')
    .padEnd(81, '.')

const renban = (...cells: string[]) => ({ type: 'renban' as const, cells })
const dot = (value = 1) => ({ type: 'difference', value, cells: ['r1c1', 'r1c2'] }) as const

it.each<[string, PuzzleRules, string?]>([
  ['cage-of-few-ways', { constraints: [{ type: 'cage', cells: ['r1c1', 'r1c2', 'r2c1'], sum: 10 }] }],
  ['cage-with-a-bound', { constraints: [{ type: 'cage', cells: ['r1c1', 'r1c2', 'r2c1', 'r2c2'], sum: 14 }] }],
  ['dot', { constraints: [{ type: 'difference', cells: ['r1c1', 'r1c2'] }] }, nine('4')],
  ['thermometer', { constraints: [{ type: 'thermometer', cells: ['r1c1', 'r1c2', 'r1c3'] }] }],
  ['arrow', { constraints: [{ type: 'arrow', circle: ['r5c5'], arrows: [['r6c6', 'r7c7']] }] }],
  ['two-maxima', { constraints: [{ type: 'maximum', cells: ['r5c5', 'r1c1'] }] }],
  ['slow-thermometer', { constraints: [{ type: 'slow-thermometer', cells: ['r2c1', 'r3c1', 'r4c2'] }] }],
  ['sum', { constraints: [{ type: 'sum', sum: 12, cells: ['r4c4', 'r1c1', 'r1c2', 'r1c3'] }] }],
  ['skyscraper-of-1', { constraints: [{ type: 'skyscraper', row: 1, from: 'left', value: 1 }] }],
  ['sum-for-two', { constraints: [{ type: 'sum', sum: 12, cells: ['r5c3', 'r5c4', 'r5c5'] }] }, nine('////3')],
  [
    'quadruple',
    { constraints: [{ type: 'quadruple', cells: ['r3c3', 'r3c4', 'r4c3', 'r4c4'], digits: [1, 1, 2, 3] }] },
  ],
  ['renbans', { constraints: [renban('r1c1', 'r1c2', 'r1c3'), renban('r1c3', 'r2c3', 'r2c5')] }, nine('///7/.....46')],
  ['sandwich', { constraints: [{ type: 'sandwich', row: 1, from: 'left', value: 35 }] }],
  ['x-sum', { constraints: [{ type: 'x-sum', row: 1, from: 'left', value: 10 }] }],
  ['x-sum-of-all', { constraints: [{ type: 'x-sum', column: 1, from: 'top', value: 45 }] }],
  ['x-sum-of-three', { constraints: [{ type: 'x-sum', row: 1, from: 'left', value: 8 }] }, nine('3')],
  ['no-difference-of-3', { constraints: [dot(3)], negative: ['difference'] }, nine('14////....6')],
  ['no-difference-of-1', { constraints: [dot()], negative: ['difference'] }, nine('12////....6')],
  ['no-ratio-of-3', { constraints: [{ ...dot(3), type: 'ratio' }], negative: ['ratio'] }, nine('13////....6')],
  ['knight', { rules: ['anti-knight'] }, nine('1///////...1/..5')],
  // Column 2 has its 1 here, and nothing is left to tell of the knight.
  ['no-knight', { rules: ['anti-knight'] }, nine('1///.1////...1/..5')],
])('a step on 9×9 tells of %s in the sentence of told', async (name, own, givens = nine()) => {
  const puzzle = puzzleWith(own, givens, 'classic')
  const text = nextStep(positionOf(puzzle, puzzle.givens))?.text
  await expect(`${text}\n`).toMatchFileSnapshot(`told/9x9/${name}.txt`)
})

const NAMED = [...RULES_PAGE.matchAll(/^\| `([a-z-]+)` \| *(?:<img[^|]*)?\| [^|]* \|$/gm)].map(([, name]) => name)

it.each([
  ...RULE_EXAMPLES.map(([type, form]): [string, PuzzleRules] => [type, { constraints: [form] }]),
  ['regions', { regions: 'AAABABBBCCCDCDDD' }],
  ['negative', { negative: ['xv'] }],
  ...[...NAMED, 'even', 'odd'].map((name): [string, PuzzleRules] => [name, { rules: [name as RulesName] }]),
] as [string, PuzzleRules][])('steps tell of %s in the sentences of told, one of each form', async (type, own) => {
  const isMarked = own.rules !== undefined && type.length < 5
  const [size = 4] = own.rules && !isMarked ? rulesNamed(own.rules[0]).sizes.filter((side) => side > 4) : []
  const text = (isMarked ? 'xx....xx'.replaceAll('x', type[0]) : '').padEnd(size * size, '.')
  const puzzle = puzzleWith(own, text, 'classic', size)
  const { solutions } = solve(strategies['bit-parallel'], puzzle, asking(20)).counts
  // Some cells of a solution are filled, and of the others some candidates are gone that are not in it.
  const random = new Random(type, 0)
  const tell = () => {
    const solution = solutions[random.below(solutions.length)]
    const digits = solution.map((digit) => (random.below(8) === 0 ? digit : 0))
    const notes = Array.from(
      solution,
      (digit) => (1 << (digit - 1)) | random.below(2 ** size) | random.below(2 ** size),
    )
    return nextStep(positionOf(puzzle, digits, notes))?.text ?? ''
  }
  const told = oneOfEachForm(Array.from({ length: 200 }, tell))
  await expect(told).toMatchFileSnapshot(`told/${isMarked ? `marked-${type}` : type}.txt`)
})
