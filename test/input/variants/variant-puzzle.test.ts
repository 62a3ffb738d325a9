import { describe, expect, it } from 'vitest'
import { variantOf } from '../../../shared/input/variants/variant-puzzle.ts'
import { type CellName, nameOfCell } from '../../../shared/sudoku/grid/cell-name.ts'
import { digitsOf, parseGrid, textOf } from '../../../shared/sudoku/grid/grid.ts'
import { parsePuzzleWith } from '../../../shared/sudoku/rules/puzzle-rules.ts'
import { RULES_NAMES } from '../../../shared/sudoku/rules/rules.ts'
import { bitParallel } from '../../../shared/sudoku/search/bit-parallel.ts'
import { solve } from '../../../shared/sudoku/search/strategy.ts'
import { asking } from '../../sudoku/asked.ts'
import { LARGEST, LARGEST_SOLUTION } from '../../sudoku/largest.ts'
import { expectToGrow } from '../cost.ts'
import { at, on } from './puzzles.ts'

const EMPTY = '.'.repeat(16)
const COLUMNS = 'ABCD'.repeat(4)
const SIX = '.'.repeat(36)
const BOXES_OF_6 = ['AAABBB', 'CCCDDD', 'EEEFFF'].flatMap((row) => [row, row]).join('')

describe('a puzzle in JSON', () => {
  const ROWS = [
    [1, 2, 3, 4],
    ['.', 0, '0', '.'],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]
  it.each<[string, object, object]>([
    ['cells alone', { puzzle: '1 2 3 4/0000/*_-./....' }, { puzzle: '1234............' }],
    ['rows', { puzzle: ROWS }, { puzzle: '1234............' }],
    ['what says nothing', { rules: [], constraints: [], negative: [] }, {}],
    ['classic rules', { rules: 'classic' }, {}],
    ['rules in any order', { rules: ['anti-king', 'diagonal'] }, { rules: ['diagonal', 'anti-king'] }],
    [
      'marks',
      { puzzle: `eO${'.'.repeat(14)}`, rules: ['even', 'odd'] },
      { puzzle: `eo${'.'.repeat(14)}`, rules: ['even', 'odd'] },
    ],
    ['regions of any letters', { regions: 'zyxw zyxw zyxw zyxw' }, { regions: COLUMNS }],
    ['regions that are the boxes', { regions: '1122112233443344' }, {}],
    ['boxes that are wider than high', { puzzle: SIX, regions: BOXES_OF_6 }, { puzzle: SIX }],
    ['an id and a solution', { id: 'a', solution: '1234/3412/2143/4321' }, { id: 'a', solution: '1234341221434321' }],
    ['cells in capitals', { constraints: [on('cage', 'R1C1 r01c2')] }, { constraints: [on('cage', 'r1c1 r1c2')] }],
    [
      'a sandwich without a side',
      { constraints: [{ type: 'sandwich', column: 1, value: 5 }] },
      { constraints: [{ type: 'sandwich', column: 1, from: 'top', value: 5 }] },
    ],
    [
      'highest cells, apart',
      { constraints: at('r1c1 r2c1 r1c1').map((cell) => ({ type: 'maximum', cells: [cell] })) },
      { constraints: [on('maximum', 'r1c1 r2c1')] },
    ],
  ])('%s', (_, input, expected) => {
    expect(variantOf({ puzzle: EMPTY, ...input })).toEqual({ ok: true, value: { puzzle: EMPTY, ...expected } })
  })
})

describe('cells are read as in a grid without rules', () => {
  const full = Array.from({ length: 256 }, (_, cell) => ((cell % 16) * 4 + Math.floor(cell / 16)) % 16)
  const written = (symbols: string) => full.map((digit, cell) => (cell % 3 ? symbols[digit] : '.')).join('')

  it.each<[string, string]>([
    ['digits from 0 to F', written('0123456789ABCDEF')],
    ['digits from 1 to G', written('123456789ABCDEFG')],
    [
      'numbers',
      [...written('123456789ABCDEFG')].map((symbol) => (symbol === '.' ? '0' : `${parseInt(symbol, 17)}`)).join(' '),
    ],
    ['36 digits, of which 0 is one', LARGEST],
    ['36 digits in numbers', [...digitsOf(LARGEST)].join(' ')],
  ])('%s', (_, text) => {
    const grid = parseGrid(text)
    if (!grid.ok) throw new Error(grid.error)
    expect(grid.value.digits.filter((digit) => digit > 0).length).toBeGreaterThan(100)
    expect(variantOf({ puzzle: text, rules: ['diagonal'] })).toEqual({
      ok: true,
      value: { puzzle: textOf(grid.value.digits), rules: ['diagonal'] },
    })
  })

  it('and a solution in the digits of its puzzle', () => {
    const solution = full.map((digit) => '0123456789ABCDEF'[digit]).join('')
    expect(variantOf({ puzzle: written('0123456789ABCDEF'), solution })).toMatchObject({
      value: { solution: textOf(Uint8Array.from(full, (digit) => digit + 1)) },
    })
  })
})

describe('a 36×36 grid takes named rules, and even and odd cells', () => {
  const puzzle = '.'.repeat(1296)
  const [cage, even] = ['cage', 'even'].map((type) => ({ type, cells: ['r36c36'] }))
  const words =
    'size: found 36, expected 4, 5, 6, 7, 8, 9, 16, 25 where a puzzle brings regions or constraints but even and odd'

  it.each([
    { puzzle, rules: ['diagonal'] },
    { puzzle, constraints: [even] },
  ])('as they are %#', (own) => {
    expect(variantOf(own)).toEqual({ ok: true, value: own })
    const { puzzle: text, ...others } = own
    expect(parsePuzzleWith(others as object, text, 'classic').ok).toBe(true)
  })

  it.each([
    { constraints: [even, { ...cage, sum: 3 }] },
    { negative: ['xv'] },
    { regions: Array.from(puzzle, (_, cell) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'[cell % 36]).join('') },
  ])('and is refused with anything else %#', (own) => {
    expect(variantOf({ puzzle, ...own })).toEqual({ ok: false, error: words })
    expect(parsePuzzleWith(own as object, puzzle, 'classic')).toEqual({ ok: false, error: words })
  })

  it('which hold those digits alone', () => {
    const cells = Array.from(digitsOf(LARGEST_SOLUTION), (digit, cell) => ({ digit, name: nameOfCell(cell, 36) }))
    const emptyAre = (isEven: boolean) => cells.slice(0, 36).find(({ digit }) => (digit % 2 === 0) === isEven)?.name
    const solvedWith = (cell?: string) => {
      const own = { constraints: [{ type: 'even' as const, cells: [cell as CellName] }] }
      const read = parsePuzzleWith(own, LARGEST, 'classic')
      if (!read.ok) throw new Error(read.error)
      return solve(bitParallel, read.value, asking(2)).counts.solutions.map((found) => textOf(found))
    }
    expect(solvedWith(emptyAre(true))).toEqual([LARGEST_SOLUTION])
    expect(solvedWith(emptyAre(false))).toEqual([])
  })
})

describe('what cannot be is refused, with where, what came and what was expected', () => {
  it.each<[unknown, string]>([
    ['53..7', 'found "53..7", expected an object with a puzzle'],
    [{ puzzle: '.'.repeat(17) }, 'puzzle: 16 cells are needed, 17 are there'],
    [{ puzzle: `e${EMPTY.slice(1)}`, rules: ['odd'] }, 'puzzle: cell 1: found "e", expected 1–4, "o", 0 or "."'],
    [{ puzzle: '.'.repeat(49) }, 'regions: found none, expected a letter a cell, as 7×7 has no boxes'],
  ])('%j', (input, error) => {
    expect(variantOf(input)).toEqual({ ok: false, error })
  })

  it.each<[object, string]>([
    [{ rule: 'diagonal' }, 'unknown field "rule"'],
    [{ rules: ['queen'] }, `rules: found "queen", expected ${RULES_NAMES.join(', ')}`],
    [{ rules: ['windoku'] }, 'rules: windoku: found 4×4, expected 9×9'],
    [
      { rules: ['disjoint'], regions: COLUMNS },
      'rules: disjoint: found regions, expected boxes, which have the same places',
    ],
    [
      { rules: ['non-consecutive'], constraints: [on('difference', 'r1c1 r1c2')] },
      'rules: non-consecutive: found a difference of 1, expected "negative": ["difference"] beside those',
    ],
    [
      { negative: ['ratio'], constraints: [on('ratio', 'r1c1 r1c2', { value: 3 })] },
      'negative: ratio: found one with a value of its own, of which nobody can say what others keep',
    ],
    [{ solution: '1' }, 'solution: 1 cell is there, and 16, 36, 81, 256, 625 or 1296 are needed'],
    [{ solution: '1'.repeat(81) }, 'solution: found 81 cells, expected 16'],
    [{ constraints: {} }, 'constraints: found an object, expected a list'],
  ])('an empty puzzle with %j', (input, error) => {
    expect(variantOf({ puzzle: EMPTY, ...input })).toEqual({ ok: false, error })
  })

  it('cells that are lists in lists', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    const row = [deep, 1, 2, 3]
    expect(variantOf({ puzzle: [row, row, row, row] })).toEqual({
      ok: false,
      error: 'puzzle: cell 1: found a list, expected 1–4, 0 or "."',
    })
    const none = ['', 1, 2, 3]
    expect(variantOf({ puzzle: [none, none, none, none] })).toMatchObject({ ok: false })
    expect(variantOf({ puzzle: EMPTY, regions: deep })).toEqual({
      ok: false,
      error: 'regions: found a list, expected a letter a cell',
    })
    expect(variantOf({ puzzle: EMPTY, constraints: [{ type: 'cage', cells: deep }] })).toMatchObject({ ok: false })
    expect(variantOf({ puzzle: EMPTY, constraints: deep })).toMatchObject({ ok: false })
    expect(variantOf({ puzzle: EMPTY, rules: deep })).toMatchObject({ ok: false })
  })

  it.each<[unknown, string]>([
    [
      { type: 'constructor' },
      expect.stringMatching(/^type: found "constructor", expected one of cage, little-killer, .* extra-region$/),
    ],
    [on('cage', 'r1c1', { total: 3 }), 'cage: unknown field "total"'],
    [{ type: 'cage', cells: 'r1c1' }, 'cage: cells: found "r1c1", expected a list of cells'],
    [{ type: 'cage', cells: [] }, 'cage: cells: found 0 cells, expected at least 1'],
    [on('cage', 'r1c1 R1C1'), 'cage: cells: found r1c1 twice'],
    [on('cage', 'r1c1 r1c2', { sum: 8 }), 'cage: sum: found 8, expected 3–7 of 2 different digits'],
    [
      on('cage', 'r1c1 r1c2 r1c3 r1c4 r2c1'),
      'cage: cells: found 5 cells, expected at most 4, as none holds a digit of another',
    ],
    [on('cage', 'r1c1', { sum: 1.5 }), 'cage: sum: found 1.5, expected a whole number'],
    [
      on('little-killer', 'r1c2 r2c3', { sum: 4 }),
      'little-killer: cells: expected a whole diagonal, from edge to edge',
    ],
    [on('little-killer', 'r1c3 r2c4', { sum: 9 }), 'little-killer: sum: found 9, expected 2–8 of 2 digits'],
    [on('little-killer', 'r1c3 r2c4', { sum: 1 }), 'little-killer: sum: found 1, expected 2–8 of 2 digits'],
    [{ type: 'x-sum', row: 1, column: 1, from: 'left', value: 3 }, 'x-sum: expected either a row or a column'],
    [{ type: 'x-sum', row: 5, from: 'left', value: 3 }, 'x-sum: row: found 5, expected 1–4'],
    [
      { type: 'x-sum', column: 1, from: 'left', value: 3 },
      'x-sum: from: found "left", expected top or bottom of a column',
    ],
    [{ type: 'x-sum', row: 1, from: 'left', value: 11 }, 'x-sum: value: found 11, expected 1–10'],
    [{ type: 'sandwich', row: 1, value: 6 }, 'sandwich: value: found 6, expected 0–5'],
    [
      { type: 'arrow', circle: at('r1c1 r3c1 r2c1'), arrows: [['r2c2']] },
      'arrow: circle: found r3c1 before r2c1, expected them from left to right and from top to bottom, as a pill is read',
    ],
    [{ type: 'arrow', circle: ['r1c1'], arrows: [] }, 'arrow: arrows: found a list, expected lists of cells'],
    [{ type: 'arrow', circle: ['r1c1'], arrows: [['r1c2'], ['r1c1']] }, 'arrow: arrows: r1c1 is in the circle, too'],
    [
      { type: 'arrow', circle: ['r1c1'], arrows: [['r1c2'], []] },
      'arrow: arrows: 2: found 0 cells, expected at least 1',
    ],
    [on('thermometer', 'r1c1 r1c2 r1c1'), 'thermometer: cells: found r1c1 twice'],
    [
      on('entropic-line', 'r1c1 r1c2 r2c2 r2c1 r1c1'),
      'entropic-line: cells: found r1c1 again after 4 cells, expected a multiple of three, as low, middle and high digits take turns',
    ],
    [on('difference', 'r1c1 r2c2'), 'difference: cells: found r1c1 and r2c2, expected neighbours'],
    [on('ratio', 'r1c1 r1c2', { value: 1 }), 'ratio: value: found 1, expected a whole number from 2 on'],
    [on('xv', 'r1c1 r1c2', { value: 10 }), 'xv: value: found 10, expected X or V'],
    [
      on('quadruple', 'r1c1 r1c2 r2c1 r3c3', { digits: [1] }),
      'quadruple: cells: expected the four cells around a corner',
    ],
    [on('quadruple', 'r1c1 r1c2 r2c1 r2c2', { digits: [] }), 'quadruple: digits: found a list, expected 1 to 4 digits'],
  ])('%j', (constraint, error) => {
    const puzzle = variantOf({ puzzle: EMPTY, constraints: [constraint] })
    const expected =
      typeof error === 'string' ? `constraint 1: ${error}` : expect.stringContaining('constraint 1: type')
    expect(puzzle).toEqual({ ok: false, error: expected })
  })
})

/** Puzzles made to be read slowly, with so many things in them. */
const HOSTILE: Readonly<Record<string, (count: number) => object>> = {
  'cells marked behind as many cages': (count) => ({
    constraints: [
      ...Array(count).fill({ type: 'cage', cells: ['r1c1', 'r1c2'] }),
      ...Array(count).fill({ type: 'even', cells: ['r1c1'] }),
    ],
  }),
  'marks of four kinds by turns': (count) => ({
    constraints: Array.from({ length: count }, (_, i) => ({
      type: ['minimum', 'maximum', 'even', 'odd'][i % 4],
      cells: ['r1c1'],
    })),
  }),
  'arrows of a circle of many cells': (count) => ({
    puzzle: '.'.repeat(625),
    constraints: [
      {
        type: 'arrow',
        circle: Array.from({ length: Math.min(count, 500) }, (_, i) => `r${1 + Math.floor(i / 25)}c${1 + (i % 25)}`),
        arrows: Array(count).fill(Array(20).fill('r25c25')),
      },
    ],
  }),
  'a line that goes on and on': (count) => ({
    constraints: [{ type: 'palindrome', cells: Array(count).fill('r1c1') }],
  }),
  'a cage twice over a cell': (count) => ({ constraints: [{ type: 'cage', cells: Array(count).fill('r1c1') }] }),
  'names of rules': (count) => ({ rules: Array(count).fill('diagonal') }),
  'names of negative constraints': (count) => ({ negative: Array(count).fill('xv') }),
  'regions without an end': (count) => ({ regions: 'AB /'.repeat(count) }),
  'rows of many cells': (count) => ({ puzzle: Array(4).fill(Array(count).fill(0)) }),
  'digits of a corner': (count) => ({
    constraints: [{ type: 'quadruple', cells: ['r1c1', 'r1c2', 'r2c1', 'r2c2'], digits: Array(count).fill(1) }],
  }),
}

const FEW = 1_000

it.each(Object.entries(HOSTILE))('%s are read in a time that grows with their number', (_, madeOf) => {
  expectToGrow((count) => ({ puzzle: EMPTY, ...madeOf(count) }), variantOf, FEW)
})
