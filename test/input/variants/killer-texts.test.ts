import { describe, expect, it } from 'vitest'
import { readVariant } from '../../../shared/input/variants/variant-formats.ts'
import { nameOfCell } from '../../../shared/sudoku/grid/cell-name.ts'
import { SOLVED_A as SOLVED } from '../puzzles.ts'
import { on } from './puzzles.ts'

/** Dominoes along each row, whose last cell is in no cage: by the number of its first cell, -1 outside. */
const DOMINO = Array.from({ length: 81 }, (_, cell) => (cell % 9 === 8 ? -1 : cell - ((cell % 9) % 2)))
const sumAt = (cell: number) => Number(SOLVED[cell]) + Number(SOLVED[cell + 1])
const CAGES = [...new Set(DOMINO)]
  .filter((first) => first >= 0)
  .map((first) => ({ type: 'cage', cells: [first, first + 1].map((cell) => nameOfCell(cell, 9)), sum: sumAt(first) }))
const EMPTY = '.'.repeat(81)
/** Three rows each, so that they are no boxes. */
const ROWS = Array.from({ length: 81 }, (_, cell) => 'ABCDEFGHI'[Math.floor(cell / 9)]).join('')

const ARROWS = DOMINO.map((first, cell) =>
  first < 0 ? '0' : first === cell ? '0123456789ABCDEFGH'[sumAt(cell)] : '<',
).join('')
const NUMBERS = DOMINO.map((first, cell) => (first < 0 ? cell : sumAt(first) * 256 + first))
const SUMO_CUE = DOMINO.map((first, cell) => (first < 0 ? '=0' : first === cell ? `=${sumAt(cell)}` : `+${first}`))

describe('a killer', () => {
  const killer = { puzzle: EMPTY, constraints: CAGES }
  it.each([
    ['81 arrows', ARROWS, killer],
    ['numbers', `3x3::k:${NUMBERS.map((number) => `${number}:`).join('')}`, killer],
    ['numbers, and diagonals', `3x3:d:k:${NUMBERS.join(':')}`, { ...killer, rules: ['diagonal'] }],
    ['SumoCue', `SumoCueV1${SUMO_CUE.join('')}`, killer],
    [
      'SumoCue, with regions and diagonals',
      `SumoCueV1D${SUMO_CUE.map((cell, i) => `${cell}J${Math.floor(i / 9)}`).join('')}`,
      { ...killer, regions: ROWS, rules: ['diagonal'] },
    ],
  ])('as %s', (_, text, expected) => {
    expect(readVariant(text)).toEqual({ ok: true, value: expected })
  })

  it.each([
    ['<', 'r5c4'],
    ['>', 'r5c6'],
    ['^', 'r4c5'],
    ['v', 'r6c5'],
    ['`', 'r4c4'],
    ["'", 'r4c6'],
    [',', 'r6c4'],
    ['.', 'r6c6'],
  ])('whose one arrow %s leads from r5c5 to %s', (arrow, end) => {
    const [row, column] = [end[1], end[3]].map(Number)
    // A text of arrows has one of < > ^ v somewhere: here a pair in a corner.
    const cells = [...'0'.repeat(81)].with(0, '>').with(1, '9').with(40, arrow)
    const read = readVariant(cells.with((row - 1) * 9 + column - 1, '7').join(''))
    const cage = (names: string[], sum: number) => ({ type: 'cage', cells: names, sum })
    expect(read?.ok && read.value.constraints).toHaveLength(2)
    expect(read?.ok && read.value.constraints).toEqual(
      expect.arrayContaining([cage(['r1c1', 'r1c2'], 9), cage(['r5c5', end].toSorted(), 7)]),
    )
  })

  it('with a cage without a sum', () => {
    // The last cells of the first two rows.
    const numbers = NUMBERS.map((number, cell) => (cell === 8 || cell === 17 ? 200 : number))
    const read = readVariant(`3x3::k:${numbers.join(':')}:`)
    expect(read?.ok && read.value.constraints?.filter((cage) => !('sum' in cage))).toEqual([
      { type: 'cage', cells: ['r1c9', 'r2c9'] },
    ])
    expect(readVariant(`3x3::k:${numbers.join(':').replaceAll('200', '0')}:`)).toEqual({ ok: true, value: killer })
  })
})

describe('a jigsaw', () => {
  const jigsaw = { puzzle: `5${'.'.repeat(80)}`, regions: ROWS }
  it.each([
    ['givens and layout', `5${'.'.repeat(80)}${ROWS}`, jigsaw],
    [
      'givens and layout in digits',
      `5${'0'.repeat(80)}${ROWS.replaceAll(/./g, (letter) => `${letter.charCodeAt(0) - 64}`)}`,
      jigsaw,
    ],
    ['a layout alone', ROWS, { ...jigsaw, puzzle: EMPTY }],
    ['SumoCue', `SumoCueV1${[...ROWS].map((_, i) => `=${i === 0 ? 5 : 0}J${Math.floor(i / 9)}`).join('')}`, jigsaw],
    ['boxes', `${'.'.repeat(16)}XXYYXXYYQQZZQQZZ`, { puzzle: '.'.repeat(16) }],
  ])('as %s', (_, text, expected) => {
    expect(readVariant(text)).toEqual({ ok: true, value: expected })
  })

  it('is no puzzle with its solution, nor a solved grid', () => {
    expect(readVariant(`${EMPTY}${SOLVED}`)).toBeUndefined()
    expect(readVariant(SOLVED)).toBeUndefined()
  })
})

it('candidates: a given, an empty cell, or some', () => {
  const text = [...SOLVED].map((digit, cell) => (cell < 3 ? digit.padEnd(9, '.') : '123456789')).join('')
  expect(readVariant(text)).toEqual({ ok: true, value: { puzzle: `534${'.'.repeat(78)}` } })
  expect(readVariant(`12.......${text.slice(9)}`)).toEqual({
    ok: true,
    value: { puzzle: `.34${'.'.repeat(78)}`, constraints: [on('candidates', 'r1c1', { digits: [1, 2] })] },
  })
  expect(readVariant(`.........${text.slice(9)}`)).toEqual({
    ok: false,
    error: 'r1c1: found no candidate, expected one at least',
  })
})

describe('what is wrong with one is said', () => {
  const sumoCue = SUMO_CUE.join('')
  it.each([
    [`>${'<'.repeat(80)}`, 'r1c1: its arrows lead back to it, expected a sum at their end'],
    [`^${ARROWS.slice(1)}`, 'r1c1: the arrow "^" leads out of the grid'],
    ['3x3:w:k:1:', 'found the rule "w", expected d (diagonals) or none'],
    ['3x3::p:1:', 'found the kind "p", expected k (killer)'],
    [`3x3::k:${NUMBERS.with(1, 256 * 3).join(':')}`, 'r1c2: found 768, expected 2048, as other cells of cage 0 have'],
    [`SumoCueV1${sumoCue.replace('+0', '+1')}`, 'r1c2: found +1, expected the number of a cell with ='],
    [`SumoCueV1${sumoCue.replace('+0', '+0J1')}`, 'found a region in 1 cells, expected it in all'],
    [`SumoCueV1=12${'=0'.repeat(80)}`, 'r1c1: found 12, expected 0–9'],
    [`x${'.'.repeat(80)}${ROWS}`, 'puzzle: cell 1: found "x", expected 1–9, 0 or "."'],
  ])('%s', (text, error) => {
    expect(readVariant(text)).toEqual({ ok: false, error })
  })
})
