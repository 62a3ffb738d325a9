import lz from 'lz-string'
import { describe, expect, it } from 'vitest'
import { readVariant } from '../../../shared/input/variants/variant-formats.ts'
import { at, on, readBoard as read } from './puzzles.ts'

type Fields = Readonly<Record<string, unknown>>

/** A puzzle of f-puzzles without a given, with more in it. */
function boardWith(fields: Fields, size = 9) {
  return { size, grid: Array.from({ length: size }, () => Array.from({ length: size }, () => ({}))), ...fields }
}

/** The same with fields of its first cell. */
function boardWithCell(cell: Fields, fields: Fields = {}) {
  const board = boardWith(fields)
  return { ...board, grid: [[cell, ...board.grid[0].slice(1)], ...board.grid.slice(1)] }
}

/** Everything in a puzzle besides its cells. */
function held(fields: Fields, size = 9) {
  const puzzle = read(boardWith(fields, size))
  if (!puzzle.ok) throw new Error(puzzle.error)
  const { puzzle: _, ...more } = puzzle.value
  return more
}

function reasonFor(board: unknown): string {
  const puzzle = read(board)
  return puzzle.ok ? 'none' : puzzle.error
}

const RULES = 'Normal sudoku rules apply.'

describe('links', () => {
  const payload = lz.compressToBase64(JSON.stringify(boardWith({ antiknight: true })))
  const expected = { ok: true, value: { puzzle: '.'.repeat(81), rules: ['anti-knight'] } }
  it.each([
    payload,
    payload.replace(/=+$/, ''),
    `https://f-puzzles.com/?load=${payload}`,
    `https://www.f-puzzles.com/?load=${encodeURIComponent(payload)}`,
    `https://www.f-puzzles.com/?load=${encodeURIComponent(encodeURIComponent(encodeURIComponent(payload)))}`,
    encodeURIComponent(`https://www.f-puzzles.com/?load=${encodeURIComponent(payload)}`),
    `f-puzzles.com/?load=${payload.replaceAll('+', ' ')}`,
    `  https://f-puzzles.com/?x=1&load=${encodeURIComponent(payload)}&y=2#top \n`,
  ])('%s', (text) => {
    expect(readVariant(text)).toEqual(expected)
  })

  it.each([
    [
      'N4IgzglgXgpiBcBOANCA==", @"859274316',
      'the payload: it ends with "=" at character 22, found "\\", @\\"859274316" behind that, expected nothing',
    ],
    [lz.compressToBase64(`{"size":9${' '.repeat(300_000)}}`), 'the payload: it unpacks to more than 32768 characters'],
    [
      lz.compressToBase64(`{"size":9,"x":${'['.repeat(9_000)}${']'.repeat(9_000)}}`),
      'x: unknown key, which may hold a rule',
    ],
    [`N4Ig${'A'.repeat(70_000)}`, 'found 70004 characters, expected at most 65536'],
  ])('%.40s… is refused', (text, error) => {
    expect(readVariant(text.startsWith('N4Ig') ? text : `https://f-puzzles.com/?load=${text}`)).toEqual({
      ok: false,
      error,
    })
  })
})

describe('what a key becomes', () => {
  it.each<[Fields, ...object[]]>([
    [{ killercage: [{ cells: at('R1C1 R1C2'), value: '7' }] }, on('cage', 'r1c1 r1c2', { sum: 7 })],
    [
      { killercage: [{ cells: at('R2C1 R2C2') }, { cells: ['R4C4'], value: '' }] },
      on('cage', 'r2c1 r2c2'),
      on('cage', 'r4c4'),
    ],
    [
      { littlekillersum: [{ cell: 'R0C4', cells: at('R1C3 R2C2 R3C1'), direction: 'DL', value: '9' }] },
      on('little-killer', 'r1c3 r2c2 r3c1', { sum: 9 }),
    ],
    [{ sandwichsum: [{ cell: 'R0C2', value: '5' }] }, { type: 'sandwich', column: 2, from: 'top', value: 5 }],
    [{ xsum: [{ cell: 'R3C5', value: '9' }] }, { type: 'x-sum', row: 3, from: 'right', value: 9 }],
    [{ skyscraper: [{ cell: 'R5C1', value: 2 }] }, { type: 'skyscraper', column: 1, from: 'bottom', value: 2 }],
    [
      { arrow: [{ lines: [at('R1C2 R2C2 R3C2'), at('R1C1 R2C1')], cells: at('R1C2 R1C1') }] },
      { type: 'arrow', circle: at('r1c1 r1c2'), arrows: [at('r2c2 r3c2'), ['r2c1']] },
    ],
    [
      { thermometer: [{ lines: [at('R1C1 R1C2'), at('R1C1 R2C1')] }] },
      ...[on('thermometer', 'r1c1 r1c2'), on('thermometer', 'r1c1 r2c1')],
    ],
    [{ xv: [{ cells: at('R1C1 R2C1'), value: 'x' }] }, on('xv', 'r1c1 r2c1', { value: 'X' })],
    [{ clone: [{ cells: ['R1C1'], cloneCells: ['R2C3'] }] }, on('clone', 'r1c1', { copy: ['r2c3'] })],
    [
      { quadruple: [{ cells: at('R1C1 R1C2 R2C1 R2C2'), values: [1, 4] }] },
      on('quadruple', 'r1c1 r1c2 r2c1 r2c2', { digits: [1, 4] }),
    ],
    [{ maximum: [{ cell: 'R1C1' }, { cell: 'R1C2' }] }, on('maximum', 'r1c1 r1c2')],
    [{ whispers: [{ lines: [at('R1C1 R1C2')], value: '2' }] }, on('whispers', 'r1c1 r1c2')],
    [{ whispers: [{ lines: [at('R1C1 R1C2')], value: '3' }] }, on('whispers', 'r1c1 r1c2', { value: 3 })],
    [{ lockout: [{ lines: [at('R1C1 R1C2 R2C2')] }] }, on('lockout-line', 'r1c1 r1c2 r2c2')],
    [{ columnindexer: [{ cells: at('R1C1 R2C1') }] }, on('column-indexer', 'r1c1 r2c1')],
  ])('%j', (fields, ...constraints) => {
    expect(held(fields, 4)).toEqual({ constraints })
  })

  it.each<[Fields, Fields]>([
    [{ 'diagonal+': true, 'diagonal-': true }, { rules: ['diagonal'] }],
    [
      { 'diagonal+': true, antiking: true },
      { rules: ['anti-king'], constraints: [on('extra-region', 'r4c1 r3c2 r2c3 r1c4')] },
    ],
    [{ disjointgroups: true, nonconsecutive: true, antiknight: false }, { rules: ['non-consecutive', 'disjoint'] }],
    [
      { difference: [{ cells: at('R1C1 R1C2') }], nonconsecutive: true },
      { constraints: [on('difference', 'r1c1 r1c2')], negative: ['difference'] },
    ],
    [
      { ratio: [{ cells: at('R1C1 R1C2'), value: '3' }], negative: ['xv'] },
      { constraints: [on('ratio', 'r1c1 r1c2', { value: 3 })], negative: ['xv'] },
    ],
    [{ entropicline: [{ lines: [at('R1C1 R1C2 R2C2')] }] }, { constraints: [on('entropic-line', 'r1c1 r1c2 r2c2')] }],
    [{ solution: '1234341221434321' }, { solution: '1234341221434321' }],
    [{ solution: [1, 2, 3, 4, null] }, {}],
    [{ title: 'A', author: 'B', highlightConflicts: true, disabledlogic: ['x'], fogofwar: ['R1C1'] }, {}],
    [{ renban: [], lockout: [] }, {}],
  ])('%j', (fields, expected) => {
    expect(held(fields, 4)).toEqual(expected)
  })

  it('four windows as extra regions are windoku, and three are three', () => {
    const cells = (top: number, left: number) =>
      Array.from({ length: 9 }, (_, i) => `R${top + Math.floor(i / 3)}C${left + (i % 3)}`)
    const windows = [cells(2, 2), cells(2, 6), cells(6, 2), cells(6, 6)].map((cells) => ({ cells }))
    expect(held({ extraregion: windows })).toEqual({ rules: ['windoku'] })
    expect(held({ extraregion: windows.slice(1) }).constraints).toHaveLength(3)
  })

  it('of the cells only givens and regions, and marks as constraints', () => {
    const board = boardWith({}, 4)
    const grid: Fields[][] = board.grid.map((row, r) => row.map(() => ({ region: r })))
    grid[0][0] = { region: 0, value: 3, given: true, c: '#FF0000', cornerPencilMarks: [1] }
    grid[0][1] = { region: 0, value: 2, parity: 'Even', givenPencilMarks: null }
    expect(read({ ...board, grid })).toEqual({
      ok: true,
      value: {
        puzzle: `3${'.'.repeat(15)}`,
        regions: 'AAAABBBBCCCCDDDD',
        constraints: [{ type: 'even', cells: ['r1c2'] }],
      },
    })
  })

  it('regions where only some cells have one: others are in the region that their box is', () => {
    const swapped = boardWithCell({ region: 1 })
    const grid: Fields[][] = swapped.grid.map((row) => [...row])
    grid[0][3] = { region: 0 }
    const puzzle = read({ ...swapped, grid })
    expect(puzzle).toMatchObject({ ok: true, value: { regions: expect.stringMatching(/^ABBBAACCCBBBAAACCC/) } })
  })
})

describe('a drawing holds no rule', () => {
  const renban = [{ lines: [['R1C1', 'R1C2', 'R2C2']] }]
  it.each<Fields>([
    { renban, line: [{ lines: [at('R2C2 R1C2 R1C1')], outlineC: '#000', width: 0.5, fromConstraint: 'Renban' }] },
    {
      slowthermometer: [{ lines: [at('R1C1 R1C2')] }],
      line: [{ lines: [at('R1C1 R1C2')], fromConstraint: 'Slow Thermometer' }],
      circle: [{ cells: ['R1C1'], width: 0.8, fromConstraint: 'Slow Thermometer' }],
    },
    {
      xsum: [{ cell: 'R0C4', value: '9' }],
      text: [
        { cells: ['R0C4'], value: '9' },
        { cells: ['R0C4'], value: '◯', fromConstraint: 'X Sum' },
      ],
    },
    { even: [{ cell: 'R1C1' }], circle: [{ cells: ['R1C1'], baseC: '#CCC', width: 1, height: 1 }] },
    { clone: [{ cells: at('R1C1 R1C2'), cloneCells: at('R5C1 R5C2') }], cage: [{ cells: at('R5C1 R5C2') }] },
    {
      cage: [
        { cells: ['R1C1'], value: 'msgcorrect: Well done' },
        { cells: ['R1C1'], value: 'FOGLIGHT' },
      ],
    },
    { text: [{ cells: ['R1C1'], value: '' }] },
    {
      columnindexer: [{ cells: at('R1C1 R2C1') }, { cells: at('R1C5 R2C5') }],
      cage: [{ cells: at('R1C1 R2C1 R1C5 R2C5'), fromConstraint: 'Column Indexer' }],
    },
  ])('where a constraint says all that it shows: %j', (fields) => {
    expect(reasonFor(boardWith({ ruleset: RULES, ...fields }))).toBe('none')
  })

  it.each<[Fields, string]>([
    [{ renban, line: [{ lines: [at('R1C1 R1C2')], fromConstraint: 'Renban' }] }, 'line 1: a line at r1c1 for "Renban"'],
    [{ renban, line: [{ lines: renban[0].lines.concat([at('R5C5 R5C6')]) }] }, 'line 1: a line at r1c1'],
    [{ slowthermometer: renban, circle: [{ cells: ['R2C2'] }] }, 'circle 1: a circle at r2c2'],
    [{ slowthermometer: renban, circle: [{ cells: at('R1C1 R1C2 R2C2') }] }, 'circle 1: a circle at r1c1'],
    [{ renban, circle: [{ cells: at('R1C1 R1C2 R2C2') }] }, 'circle 1: a circle at r1c1'],
    [
      { xv: [{ cells: at('R1C1 R1C2'), value: 'V' }], text: [{ cells: at('R1C1 R1C2'), value: 'X' }] },
      'text 1: a text "X" at r1c1',
    ],
    [{ rectangle: [{ cells: ['R1C1'] }] }, 'rectangle 1: a rectangle at r1c1'],
    [{ cage: [{ cells: at('R1C1 R1C2'), value: '9' }] }, 'cage 1: a drawn cage "9" at r1c1'],
    [{ cage: [{ cells: ['R1C1'], value: 'doublers: three' }] }, 'cage 1: a drawn cage "doublers: three" at r1c1'],
  ])('and is refused else: %j', (fields, drawing) => {
    expect(reasonFor(boardWith(fields))).toBe(`${drawing} shows a rule that no constraint here holds`)
  })

  const ruleset = 'The inequality signs show which digit is higher.'
  it.each([
    ['>', undefined, 'R1C2 R1C1', 'r1c1 r1c2'],
    ['<', 0, 'R1C1 R1C2', 'r1c2 r1c1'],
    ['>', 90, 'R2C1 R1C1', 'r1c1 r2c1'],
    ['<', -90, 'R1C1 R2C1', 'r1c1 r2c1'],
    ['<', 90, 'R1C1 R2C1', 'r2c1 r1c1'],
    ['^', undefined, 'R1C1 R2C1', 'r2c1 r1c1'],
  ])(
    'and a sign %s, turned by %s, is an inequality where the ruleset speaks of these',
    (value, angle, cells, higher) => {
      const text = [{ cells: at(cells), value, angle }]
      const constraints = [{ type: 'greater-than', cells: higher.split(' ') }]
      expect(read(boardWith({ ruleset, text }))).toMatchObject({ ok: true, value: { constraints } })
      expect(reasonFor(boardWith({ text }))).toMatch(/^text 1: .* shows a rule that no constraint here holds$/)
    },
  )

  it.each([
    { cells: at('R1C1 R2C1'), value: '>' },
    { cells: at('R1C1 R1C3'), value: '>' },
    { cells: at('R1C1 R1C2'), value: '>', angle: 45 },
  ])('and a sign that does not open to one of two neighbours is refused: %j', (text) => {
    expect(reasonFor(boardWith({ ruleset, text: [text] }))).toContain('shows a rule that no constraint here holds')
  })

  it('and what the ruleset says of it is said, too, wherever that stands', () => {
    const lines = { line: [{ lines: [at('R1C1 R1C2')] }], ruleset: 'Blue lines are region sum lines.' }
    expect(reasonFor(boardWith(lines))).toBe(
      'line 1: a line at r1c1 shows a rule that no constraint here holds; the ruleset speaks of "region sum lines"',
    )
    expect(reasonFor(boardWith({ cage: [{ cells: ['R1C1'], value: 'rules: Antiknight applies.' }] }))).toBe(
      'ruleset: it says "Antiknight" (anti-knight), which the puzzle does not hold',
    )
  })
})

describe('prose', () => {
  it.each<[string, Fields, string]>([
    ['Cells a knight’s move apart differ.', {}, 'it says "knight’s move" (anti-knight)'],
    ['Anti-king rules apply.', { antiknight: true }, 'it says "Anti-king" (anti-king)'],
    [
      'All dots are given.',
      { ratio: [{ cells: at('R1C1 R1C2') }] },
      'it says "All dots are given" (a negative constraint (all are given))',
    ],
    ['Negative constraint applies.', {}, 'it says "Negative constraint" (a negative constraint)'],
    [
      'Global Entropy: any 2×2 holds a low digit.',
      {},
      'it says "Global" (entropy, or another rule for the whole grid)',
    ],
    ['Entropic lines: any three cells on one hold 1–3, 4–6 and 7–9.', {}, 'it says "Entropic lines" (entropic lines)'],
    [
      'Entropy: any 2×2 holds a low digit, as do entropic lines.',
      { entropicline: [{ lines: [at('R1C1 R1C2')] }] },
      'it says "Entropy" (entropy, or another rule for the whole grid)',
    ],
    ['Both main diagonals hold 1–9.', {}, 'it says "Both main diagonals" (diagonals)'],
    ['1-5-9 rules apply', {}, 'it says "1-5-9" (159 (indexed columns))'],
    [
      'Digits may repeat in cages.',
      { killercage: [{ cells: at('R1C1 R1C2') }] },
      'it says "may repeat in cages" (cages in which digits repeat)',
    ],
    [
      'These are digit sum arrows.',
      { arrow: [{ lines: [at('R1C1 R1C2')], cells: ['R1C1'] }] },
      'it says "digit sum arrows" (arrows that do not sum to their circle)',
    ],
    ['There are nine doublers.', {}, 'it says "doublers" (cells with another value than their digit)'],
  ])('%s', (ruleset, fields, said) => {
    expect(reasonFor(boardWith({ ...fields, ruleset }))).toBe(`ruleset: ${said}, which the puzzle does not hold`)
  })

  it.each<[string, Fields]>([
    [RULES, {}],
    ['Not all dots are given. There is no negative constraint.', {}],
    ['All possible Xs and Vs are given.', { negative: ['xv'] }],
    ['All dots are given.', { nonconsecutive: true }],
    [
      'Any three successive cells of an orange entropic line hold 1–3, 4–6 and 7–9.',
      { entropicline: [{ lines: [at('R1C1 R1C2 R2C2')] }] },
    ],
    [
      'Digits a knight’s move apart differ. Both diagonals hold 1–9.',
      { antiknight: true, 'diagonal+': true, 'diagonal-': true },
    ],
    ['Digits cannot repeat in a cage, and may repeat along a diagonal.', {}],
  ])('%s is no more than the puzzle holds', (ruleset, fields) => {
    expect(reasonFor(boardWith({ ...fields, ruleset }))).toBe('none')
  })

  it('that speaks of colours, where coloured cells are in no constraint', () => {
    const ruleset = 'Grey cells are even.'
    expect(reasonFor(boardWithCell({ c: '#CCCCCC' }, { ruleset }))).toBe(
      'grid: r1c1: its colour: the ruleset speaks of colours, and no constraint here does',
    )
    expect(reasonFor(boardWithCell({ c: '#CCCCCC' }, { ruleset, even: [{ cell: 'R1C1' }] }))).toBe('none')
    expect(reasonFor(boardWithCell({ c: '#CCCCCC' }, { ruleset: RULES }))).toBe('none')
  })
})

describe('what is not understood is refused by its name', () => {
  it.each<[Fields, string]>([
    [{ splitpeas: [{ cells: ['R1C1'] }] }, 'splitpeas: unknown key, which may hold a rule'],
    [{ boxindexer: [{ cells: ['R1C1'] }] }, 'boxindexer: unknown key, which may hold a rule'],
    [{ constructor: true }, 'constructor: unknown key, which may hold a rule'],
    [{ antiknight: 'yes' }, 'antiknight: found "yes", expected true or false'],
    [{ renban: true }, 'renban: found true, expected a list of objects'],
    [{ killercage: [{ cells: ['R1C1'], value: 'odd' }] }, 'killercage 1: value: found "odd", expected a number'],
    [
      { killercage: [{ cells: ['R1C1'] }, { cells: at('R1C1 R1C2'), value: '18' }] },
      'killercage 2: cage: sum: found 18, expected 3–17 of 2 different digits',
    ],
    [
      { killercage: [{ cells: ['R1C1'], inverted: true }] },
      'killercage 1: inverted: unknown key, which may hold a rule',
    ],
    [
      { littlekillersum: [{ cell: 'R0C4', direction: 'U', value: '9' }] },
      'littlekillersum 1: direction: found "U", expected DR, DL, UR, UL',
    ],
    [{ whispers: [{ lines: [at('R1C1 R1C2')], value: '9' }] }, 'whispers 1: whispers: value: found 9, expected 1–8'],
    [{ palindrome: [{ lines: [at('R1C1 R1C2')], value: '2' }] }, 'palindrome 1: value: found "2", expected none'],
    [
      { arrow: [{ lines: [at('R2C2 R2C3')], cells: ['R1C1'] }] },
      'arrow 1: lines: 1: found "R2C2" first, expected a cell of its circle',
    ],
    [
      { littlekillersum: [{ cell: 'R0C4', cells: ['R1C3'], direction: 'DL', value: '9' }] },
      'littlekillersum 1: cells: expected those from r1c3 to r3c1',
    ],
    [
      { littlekillersum: [{ cell: 'R4C4', direction: 'DL', value: '9' }] },
      'littlekillersum 1: cell: found "R4C4", expected one outside of the grid, from which a diagonal goes "DL"',
    ],
    [
      { sandwichsum: [{ cell: 'R0C0', value: '9' }] },
      'sandwichsum 1: cell: found "R0C0", expected one beside a row or column',
    ],
    [{ xsum: [{ cell: 'R0C1', value: '' }] }, 'xsum 1: value: found "", expected a number'],
    [{ ruleset: 7 }, 'ruleset: found 7, expected a text'],
    [{ line: [{ lines: [at('R1C1 R1C2')], heads: 1 }] }, 'line 1: heads: unknown key, which may hold a rule'],
  ])('%j', (fields, reason) => {
    expect(reasonFor(boardWith(fields))).toBe(reason)
  })

  it.each<[Fields, string]>([
    [{ givenPencilMarks: [1, 10] }, 'grid: r1c1: givenPencilMarks: candidates: digits: found 10, expected 1–9'],
    [{ parity: 'Prime' }, 'grid: r1c1: parity: found "Prime", expected Even or Odd'],
    [{ fixed: true }, 'grid: r1c1: fixed: unknown key, which may hold a rule'],
    [{ region: 4 }, 'grid: the region of r1c1 has 10 cells, expected 9 in each'],
    [{ region: null }, 'grid: r1c1: region: found null, expected a number'],
  ])('a cell %j', (cell, reason) => {
    expect(reasonFor(boardWithCell(cell))).toBe(reason)
  })
})
