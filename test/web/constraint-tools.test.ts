import { expect, it } from 'vitest'
import {
  CONSTRAINT_TYPES,
  constraintOf,
  type VariantConstraint,
} from '../../shared/sudoku/constraints/constraint-json.ts'
import { cellAt, placeOf } from '../../shared/sudoku/grid/cell-name.ts'
import { ALL_TOOLS, cellsFrom, madeBy, withConstraint, wordsOf } from '../../web/grid/constraint-tools.ts'

const cellsOf = (names: string) => names.split(' ').map((name) => cellAt(placeOf(name) ?? { row: 0, column: 0 }, 9))
/** The constraints that a stroke over cells draws with a tool; undefined if it draws nothing. */
const drawn = (title: string, names: string, value = '') => {
  const tool = ALL_TOOLS.find((known) => known.title === title)
  const made = tool && madeBy(tool, cellsOf(names), value, 9)
  return made?.map((form) => {
    const checked = constraintOf(form, 9)
    if (!checked.ok) throw new Error(checked.error)
    return checked.value
  })
}

it('there is a tool for each constraint', () => {
  expect(new Set(ALL_TOOLS.map(({ type }) => type))).toEqual(new Set(CONSTRAINT_TYPES))
})

it.each([
  ['Cage', 'r2c1 r1c1', '12', 'Cage of 12: r1c1, r2c1'],
  ['Cage', 'r1c1 r1c2', '', 'Cage: r1c1, r1c2'],
  ['Thermometer', 'r2c1 r1c1', '', 'Thermometer: r2c1, r1c1'],
  ['Arrow, pill of 2', 'r1c2 r1c1 r2c1', '', 'Arrow: r1c1, r1c2 → r2c1'],
  ['White dot', 'r1c1 r1c2 r2c2', '3', 'White dot of 3: r1c1, r1c2; White dot of 3: r1c2, r2c2'],
  ['V (sum of 5)', 'r1c2 r1c1', '', 'V: r1c1, r1c2'],
  ['Quadruple', 'r2c2 r1c1', '1 24', 'Quadruple of 1 2 4: r1c1, r1c2, r2c1, r2c2'],
  ['Clone', 'r1c1 r1c2 r5c5 r5c6', '', 'Clone: r1c1, r1c2 = r5c5, r5c6'],
  ['Little killer', 'r9c6 r8c7', '7', 'Little killer of 7: r9c6, r8c7, r7c8, r6c9'],
  ['Sandwich', 'r3c1 r3c2', '7', 'Sandwich of 7: row 3, left'],
  ['Parity line', 'r1c1 r1c2', '', 'Modular line of 2: r1c1, r1c2'],
  ['Greater than', 'r1c1 r1c2 r2c2', '', 'r1c1 > r1c2; r1c2 > r2c2'],
  ['Equal sums', 'r1c1 r1c2 r3c1 r3c2', '', 'Equal sums: r1c1, r1c2 = r3c1, r3c2'],
  ['Candidates', 'r1c2 r1c1', '31', 'Candidates of 1 3: r1c1, r1c2'],
  ['Pairs', 'r1c1 r1c2', '12 13 21', 'Pairs: r1c1, r1c2'],
  ['Pattern', 'r1c1 r1c2', '1[2-4]', 'Pattern: r1c1, r1c2'],
  ['Skyscraper', 'r9c4 r8c4', '3', 'Skyscraper of 3: column 4, bottom'],
])('%s over %s, with "%s": %s', (title, stroke, value, words) => {
  expect(drawn(title, stroke, value)?.map(wordsOf).join('; ')).toBe(words)
})

it.each([
  ['Thermometer', 'r1c1'],
  ['Arrow', 'r1c1'],
  ['White dot', 'r1c1'],
  ['Clone', 'r1c1 r1c2 r5c5'],
  ['Quadruple', 'r1c1 r1c2'],
  ['Little killer', 'r1c1 r1c2'],
  ['Little killer', 'r8c7 r7c8'],
  ['X-sum', 'r1c1 r2c2'],
])('%s over %s is none', (title, stroke) => {
  expect(drawn(title, stroke, '5')).toBeUndefined()
})

it.each([
  [2.5, -0.1, 'line', 'r3c1 r3c2'],
  [9.5, 3.5, 'line', 'r9c4 r8c4'],
  [-0.5, 3.2, 'diagonal', 'r1c3 r2c2'],
  [-0.5, 8.8, 'diagonal', 'r1c8 r2c7'],
  [-0.5, -0.5, 'line', ''],
] as const)('a click beside the grid, %s down and %s right, on a %s: "%s"', (down, right, beside, names) => {
  expect(cellsFrom([down, right], [down, right], beside, 9)).toEqual(names ? cellsOf(names) : [])
})

it('what is drawn on the same cells takes the place of what was there, and arrows of a circle are one', () => {
  const cage = (sum: number): VariantConstraint => ({ type: 'cage', cells: ['r1c1', 'r1c2'], sum })
  expect(withConstraint([cage(3), { type: 'even', cells: ['r1c1'] }], cage(4))).toEqual([
    cage(4),
    { type: 'even', cells: ['r1c1'] },
  ])
  const arrow = (...arrows: string[][]): VariantConstraint => ({ type: 'arrow', circle: ['r1c1'], arrows })
  expect(withConstraint([arrow(['r1c2'])], arrow(['r2c1']))).toEqual([arrow(['r1c2'], ['r2c1'])])
})
