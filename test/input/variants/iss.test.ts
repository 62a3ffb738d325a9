import { describe, expect, it } from 'vitest'
import { issLinkOf } from '../../../shared/input/variants/iss-writer.ts'
import { readVariant } from '../../../shared/input/variants/variant-formats.ts'
import type { VariantPuzzle } from '../../../shared/input/variants/variant-puzzle.ts'
import { meaningOf } from '../../../shared/sudoku/rules/puzzle-rules.ts'
import { on } from './puzzles.ts'

const EMPTY = '.'.repeat(81)

describe('a constraint of Interactive Sudoku Solver', () => {
  it.each<[string, ...object[]]>([
    [
      '.Cage~15~R1C1~R1C2.Cage~0~R1C1~R1C2.AllDifferent~R2C1~R3C1',
      ...[on('cage', 'r1c1 r1c2', { sum: 15 }), on('cage', 'r1c1 r1c2'), on('cage', 'r2c1 r3c1')],
    ],
    [
      '.Thermo~R1C1~R1C2.Palindrome~R1C1~R1C2.Renban~R1C1~R1C2',
      ...['thermometer', 'palindrome', 'renban'].map((type) => on(type, 'r1c1 r1c2')),
    ],
    ['.Whisper~5~R1C1~R1C2.Whisper~R2C1~R2C2', on('whispers', 'r1c1 r1c2'), on('whispers', 'r2c1 r2c2')],
    ['.Between~R1C1~R1C2~R1C3', on('between-line', 'r1c1 r1c2 r1c3')],
    ['.RegionSumLine~R1C3~R1C4', on('region-sum-line', 'r1c3 r1c4')],
    ['.Entropic~R1C1~R1C2~R2C2', on('entropic-line', 'r1c1 r1c2 r2c2')],
    ['.Arrow~R1C1~R1C2~R1C3', { type: 'arrow', circle: ['r1c1'], arrows: [['r1c2', 'r1c3']] }],
    ['.PillArrow~2~R2C1~R1C1~R1C2', { type: 'arrow', circle: ['r1c1', 'r2c1'], arrows: [['r1c2']] }],
    ['.PillArrow~2~R1C8~R1C9~R2C9', { type: 'arrow', circle: ['r1c8', 'r1c9'], arrows: [['r2c9']] }],
    ['.WhiteDot~R1C1~R1C2.BlackDot~R1C2~R2C2', on('difference', 'r1c1 r1c2'), on('ratio', 'r1c2 r2c2')],
    ['.X~R3C1~R3C2.V~R4C1~R5C1', on('xv', 'r3c1 r3c2', { value: 'X' }), on('xv', 'r4c1 r5c1', { value: 'V' })],
    ['.Whisper~4~R1C1~R1C2', on('whispers', 'r1c1 r1c2', { value: 4 })],
    ['.WhiteDot~R1C1~R1C2~R1C3', on('difference', 'r1c1 r1c2'), on('difference', 'r1c2 r1c3')],
    ['.GreaterThan~R2C2~R1C2~R2C3', on('greater-than', 'r2c2 r1c2'), on('greater-than', 'r2c2 r2c3')],
    [
      '.~R1C2_5_6~R1C1_6_5~R2C1_1_2',
      on('candidates', 'r1c1 r1c2', { digits: [5, 6] }),
      on('candidates', 'r2c1', { digits: [1, 2] }),
    ],
    ['.Lockout~4~R1C1~R1C2~R2C2', on('lockout-line', 'r1c1 r1c2 r2c2', { value: 4 })],
    ['.SumLine~10~R1C1~R1C2~R2C2~LOOP', on('sum-line', 'r1c1 r1c2 r2c2 r1c1', { value: 10 })],
    ['.EqualSum~R1C1~-~R1C2~R1C3', { type: 'equal-sums', parts: [['r1c1'], ['r1c2', 'r1c3']] }],
    [
      '.NumberedRoom~C1~1~6',
      { type: 'numbered-room', column: 1, from: 'top', value: 1 },
      { type: 'numbered-room', column: 1, from: 'bottom', value: 6 },
    ],
    ['.Indexing~R~R1C1.Indexing~C~R1C2', on('row-indexer', 'r1c1'), on('column-indexer', 'r1c2')],
    ['.SameValues~2~R1C1~R5C5', { type: 'clone', cells: ['r1c1'], copy: ['r5c5'] }],
    [
      '.Regex~MSg0fDUpKg~_name~R1C1~~R2C1~R2C2',
      { type: 'walk', lines: [['r1c1'], ['r2c1', 'r2c2']], pattern: '1(4|5)*' },
    ],
    ['.Quad~R2C4~6~7', on('quadruple', 'r2c4 r2c5 r3c4 r3c5', { digits: [6, 7] })],
    ['.Sandwich~9~R2', { type: 'sandwich', row: 2, from: 'left', value: 9 }],
    ['.XSum~C2~27~', { type: 'x-sum', column: 2, from: 'top', value: 27 }],
    ['.Skyscraper~R4~~3', { type: 'skyscraper', row: 4, from: 'right', value: 3 }],
    ['.LittleKiller~9~R7C1', on('little-killer', 'r7c1 r8c2 r9c3', { sum: 9 })],
    ['.LittleKiller~9~R3C9', on('little-killer', 'r3c9 r2c8 r1c7', { sum: 9 })],
    ['.LittleKiller~9~R1C3', on('little-killer', 'r1c3 r2c2 r3c1', { sum: 9 })],
    ['.LittleKiller~9~R9C7', on('little-killer', 'r9c7 r8c8 r7c9', { sum: 9 })],
  ])('%s', (text, ...constraints) => {
    const puzzle = { puzzle: EMPTY, constraints } as VariantPuzzle
    expect(readVariant(text)).toEqual({ ok: true, value: puzzle })
    // An entropic line is written as pairs, which every size has.
    if (!text.startsWith('.Entropic')) expect(readVariant(issLinkOf(puzzle))).toEqual({ ok: true, value: puzzle })
  })

  it.each<[string, object]>([
    [
      '.AntiKnight.AntiKing.AntiConsecutive.Windoku.DisjointSets',
      { rules: ['windoku', 'anti-knight', 'anti-king', 'non-consecutive', 'disjoint'] },
    ],
    ['.Diagonal~1.Diagonal~-1', { rules: ['diagonal'] }],
    ['.StrictKropki.StrictXV', { negative: ['difference', 'ratio', 'xv'] }],
    ['.~R1C1_5~R1C3_1.AntiKing', { puzzle: `5.1${'.'.repeat(78)}`, rules: ['anti-king'] }],
    ['.Shape~4x4.NoBoxes.Jigsaw~0000111122223333', { puzzle: '.'.repeat(16), regions: 'AAAABBBBCCCCDDDD' }],
    ['.Shape~4x4.Diagonal~1', { puzzle: '.'.repeat(16), constraints: [on('extra-region', 'r4c1 r3c2 r2c3 r1c4')] }],
  ])('%s', (text, expected) => {
    const puzzle = { puzzle: EMPTY, ...expected }
    expect(readVariant(text)).toEqual({ ok: true, value: puzzle })
    expect(readVariant(`${issLinkOf(puzzle)}&mode=x`)).toEqual({ ok: true, value: puzzle })
  })

  it.each([
    [on('little-killer', 'r9c3 r8c2 r7c1', { sum: 9 }), '.LittleKiller~9~R7C1'],
    [on('extra-region', [1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `r${i}c${i}`).join(' ')), '.Diagonal~-1'],
  ])('%j is written by its name', (one, name) => {
    expect(issLinkOf({ puzzle: EMPTY, constraints: [one as never] })).toContain(name)
  })

  it.each([
    ['.Regex~MSg~R1C1~R1C2', 'constraint 1 (Regex): walk: pattern: character 3: found the end, expected a )'],
    ['.Shape~16x16.Entropic~R1C1~R1C2~R1C3', 'constraint 2 (Entropic): found a grid of 16×16, expected 9×9'],
    ['.~R1C1_5_6.~R1C1_7_8', 'candidates: found none that all of its constraints leave r1c1'],
    ['.~R1C1_5~R1C1_6', 'constraint 1 (Given): R1C1: found 5 and 6, expected one digit'],
    [`.Jigsaw~${'1'.repeat(81)}`, 'Jigsaw: found regions beside boxes, expected NoBoxes, too'],
    ['.RellikCage~x~R1C1', 'constraint 1 (RellikCage): found "x", expected a sum'],
    ['.LookAndSay~1~R1C1', 'constraint 1 (LookAndSay): found "1", expected pairs of a count and a digit'],
    ...['DutchFlatmates', 'GlobalEntropy', 'GlobalMod'].flatMap((type): [string, string][] => [
      [`.${type}~1`, `constraint 1 (${type}): found "1", expected nothing more`],
      [`.Shape~4x4.${type}`, `constraint 2 (${type}): found a grid of 4×4, expected 9×9`],
    ]),
    ['.PillArrow~-1~R1C1~R1C2', 'constraint 1 (PillArrow): found "-1" cells of a pill, expected 2 or 3'],
    [
      `.Jigsaw~${'1'.repeat(81)}.Jigsaw~${'1'.repeat(81)}`,
      'constraint 2 (Jigsaw): found a second one, expected one layout',
    ],
    ['.NoBoxes', 'NoBoxes: found no regions, expected Jigsaw, too'],
    ['https://sigh.github.io/Interactive-Sudoku-Solver/', undefined],
  ])('%s is refused', (text, error) => {
    expect(readVariant(text)).toEqual(error === undefined ? undefined : { ok: false, error })
  })
})

/** What each asks of the digits of some cells, as the site says it; of a cage, beside being different. */
const WALKS: Readonly<Record<string, (digits: readonly number[], first: number) => boolean>> = {
  'ValueIndexing~R1C1~R1C2~R1C3~R1C4': ([value, at, ...more]) => more[at - 1] === value,
  'EqualityCage~R1C1~R1C2~R1C3~R1C4': (digits) =>
    [(d: number) => d % 2 === 0, (d: number) => d < 5, (d: number) => d > 5].every(
      (is) => digits.filter(is).length === 2,
    ),
  'RellikCage~10~R1C1~R1C2~R1C3': ([a, b, c]) => ![a, b, c, a + b, a + c, b + c, a + b + c].includes(10),
  'LookAndSay~1223~R1C1~R1C2~R1C3': (digits) => digits.toSorted().join('') === '233',
  'CountingCircles~R1C1~R1C2~R1C3': (digits) => ['122', '333'].includes(digits.toSorted().join('')),
  GlobalEntropy: (digits) => new Set(digits.map((d) => Math.ceil(d / 3))).size === 3,
  GlobalMod: (digits) => new Set(digits.map((d) => d % 3)).size === 3,
  DutchFlatmates: (digits, first) => {
    const five = digits.length === 3 || first > 8 ? 1 : 0
    return digits[five] !== 5 || digits[five - 1] === 1 || digits[five + 1] === 9
  },
}

it.each(Object.entries(WALKS))('%s asks of its cells what the site does', (text, holds) => {
  const read = readVariant(`.${text}`)
  const forms = read?.ok ? (read.value.constraints ?? []) : []
  expect(forms.some(({ type }) => type === 'cage')).toBe(text.includes('Cage'))
  const made = forms.flatMap((form) => meaningOf(form, { size: 9, boxes: [] }).constraints ?? [])
  const groups = [...Map.groupBy(made, ({ cells }) => cells.join()).values()]
  expect(groups).toHaveLength(text.includes('~') ? 1 : text === 'DutchFlatmates' ? 81 : 64)
  const grid = new Uint8Array(81)
  for (const group of groups) {
    const [{ cells }] = group
    if (text.startsWith('Global')) expect(cells).toEqual([0, 1, 9, 10].map((to) => cells[0] + to))
    for (let way = 0; way < 9 ** cells.length; way += groups.length > 1 ? 11 : 1) {
      const digits = cells.map((_, i) => (Math.floor(way / 9 ** i) % 9) + 1)
      for (const [i, cell] of cells.entries()) grid[cell] = digits[i]
      const isKept = group.every(({ verify }) => verify(grid) === undefined)
      if (isKept !== holds(digits, cells[0])) expect({ digits, isKept }).toBe(text)
    }
  }
})
