import lz from 'lz-string'
import { describe, expect, it } from 'vitest'
import { readVariant } from '../../../shared/input/variants/variant-formats.ts'
import { SOLVED_A as SOLVED } from '../puzzles.ts'

const REGIONS = Array.from({ length: 4 }, (_, box) =>
  [0, 1, 2, 3].map((i) => [2 * Math.floor(box / 2) + Math.floor(i / 2), 2 * (box % 2) + (i % 2)]),
)
const CELLS = Array.from({ length: 4 }, () => [{}, {}, {}, {}] as object[])

function reading(puzzle: object) {
  return readVariant(
    `https://sudokupad.app/scl${lz.compressToBase64(JSON.stringify({ cells: CELLS, regions: REGIONS, ...puzzle }))}`,
  )
}

describe('links', () => {
  const payload = lz.compressToBase64(JSON.stringify({ cells: CELLS, regions: REGIONS }))
  const puzzle = { ok: true, value: { puzzle: '.'.repeat(16) } }
  it.each([
    `https://sudokupad.app/scl${payload}`,
    `https://app.crackingthecryptic.com/sudoku/ctc${payload}`,
    `https://beta.sudokupad.app/?puzzleid=scl${encodeURIComponent(payload)}&x=1`,
    `sudokupad.app/scl${payload}?setting-nogrid=1`,
    `scl${payload}`,
  ])('%s', (text) => {
    expect(readVariant(text)).toEqual(puzzle)
  })

  it.each(['fpuz', 'fpuzzles'])('%s and what f-puzzles packs', (prefix) => {
    const board = lz.compressToBase64(JSON.stringify({ size: 4, grid: CELLS, antiknight: true }))
    const expected = { ok: true, value: { puzzle: '.'.repeat(16), rules: ['anti-knight'] } }
    expect(readVariant(`https://sudokupad.app/${prefix}${board}`)).toEqual(expected)
    expect(readVariant(`${prefix}${board}`)).toEqual(expected)
  })

  it.each(['https://sudokupad.app/7f3kq2d1ab', 'https://app.crackingthecryptic.com/sudoku/hR8PFpNqTb'])(
    '%s says that its puzzle is stored elsewhere',
    (text) => {
      const id = text.slice(text.lastIndexOf('/') + 1)
      expect(readVariant(text)).toEqual({
        ok: false,
        error: `the link: what "${id}" stands for is stored on the server of SudokuPad, expected an id that begins with fpuzzles, fpuz, scl, ctc, scf`,
      })
    },
  )

  it('a word that begins like an id is none', () => {
    expect(readVariant('sclerotic')).toBeUndefined()
    expect(readVariant('ctc is short for cracking the cryptic')).toBeUndefined()
  })
})

describe('scf', () => {
  it('is the cells and the empty ones behind each', () => {
    // 5, three empty ones, an empty one with five behind it, …
    const written = `Z${'o'.repeat(12)}e`
    expect(readVariant(`https://sudokupad.app/scf${written}`)).toEqual({
      ok: true,
      value: { puzzle: `5...${'.'.repeat(72)}....`.slice(0, 81).padEnd(81, '.') },
    })
    const error = 'the payload: found 86 cells, expected 81'
    expect(readVariant(`scf${SOLVED.slice(1)}x`)).toEqual({ ok: false, error })
  })
  it.each([
    ['w', ['windoku']],
    ['x', ['diagonal']],
    ['wx', ['diagonal', 'windoku']],
  ])('and then %s for rules', (letters, rules) => {
    const read = readVariant(`https://sudokupad.app/scf${SOLVED}${letters}`)
    expect(read).toEqual({ ok: true, value: { puzzle: SOLVED, rules } })
  })
})

describe('what SudokuPad zips', () => {
  const places = JSON.stringify(REGIONS)
  const zipped = `{id:'x',cs:50,ce:[[,{v:3},,],[,,,],[,,,],[,,,]],re:${places},ca:[{v:'title: It\\'s \\u00e9'},{v:'rules: Digits in cages differ.'},{ce:[[0,0],[1,0]],v:5,sum:5,unique:t},{ce:[[3,3]],unique:t,hidden:f,fontC:#0,outlineC:AB12CD}],t:'x'}`
  it('is read as what it was', () => {
    expect(readVariant(`scl${lz.compressToBase64(zipped)}`)).toEqual({
      ok: true,
      value: {
        puzzle: `.3${'.'.repeat(14)}`,
        constraints: [
          { type: 'cage', cells: ['r1c1', 'r2c1'], sum: 5 },
          { type: 'cage', cells: ['r4c4'] },
        ],
      },
    })
  })

  it.each([
    [
      zipped.replace("'x'", `${'['.repeat(20)}${']'.repeat(20)}`),
      'the payload: character 16: found "[", expected at most 12 brackets in each other',
    ],
    ...['lines', 'arrows', 'overlays', 'underlays'].map((key): [string, string] => [
      zipped.replace('cs:50', `${key[0]}:[]`),
      `${key}: they are drawings, and may show a rule that no constraint here holds`,
    ]),
    [`${zipped}}`, `the payload: character ${zipped.length + 1}: found "}", expected the end`],
  ])('and what it would not, or what is drawn, is refused: %s', (text, error) => {
    expect(readVariant(`scl${lz.compressToBase64(text)}`)).toEqual({ ok: false, error })
  })
})

describe('a puzzle of its own form', () => {
  const DOMINO = [0, 1].map((column) => [0, column])
  const drawn = (cage: object) => ({ cages: [{ cells: DOMINO, ...cage }] })
  const firstCell = (cell: object) => ({ cells: [[cell, {}, {}, {}], ...CELLS.slice(1)] })
  const DRAWINGS = 'lines: they are drawings, and may show a rule that no constraint here holds'

  it('brings regions, cages, its solution and rules that it names', () => {
    const columns = Array.from({ length: 4 }, (_, column) => [0, 1, 2, 3].map((row) => [row, column]))
    const read = reading({
      regions: columns,
      cages: [{ cells: DOMINO, value: '3' }, { value: 'solution: 1234341221434321' }],
      metadata: { antiknight: true, author: 'somebody', rules: 'Anti-knight.' },
      lines: [],
    })
    expect(read).toEqual({
      ok: true,
      value: {
        puzzle: '.'.repeat(16),
        regions: 'ABCDABCDABCDABCD',
        rules: ['anti-knight'],
        constraints: [{ type: 'cage', cells: ['r1c1', 'r1c2'], sum: 3 }],
        solution: '1234341221434321',
      },
    })
  })

  it.each<[object, string]>([
    [
      { lines: [{}], cages: [{ value: 'rules: Thermometers rise.' }] },
      `${DRAWINGS}; the ruleset speaks of "Thermometers"`,
    ],
    [{ lines: { 0: {} } }, DRAWINGS],
    [{ lines: [{}], cages: [{ cells: DOMINO, value: 3 }, { value: 'rules: Killer cages.' }] }, DRAWINGS],
    [{ cages: [{ value: 'Rules: Windoku.' }] }, 'rules: it says "Windoku" (windoku), which the puzzle does not hold'],
    [{ metadata: { Rules: 'Windoku' } }, 'rules: it says "Windoku" (windoku), which the puzzle does not hold'],
    [drawn({ value: 'A' }), 'cage 1: value: found "A", expected a number'],
    [drawn({}), 'cage 1: a drawn cage at r1c1 shows a rule that no constraint here holds'],
    [
      drawn({ value: 5, unique: false }),
      'cage 1: unique: found false: cages in which digits repeat are not known here',
    ],
    [drawn({ cells: [[0, 4]], value: 5 }), 'cage 1: cage: cells: found "r1c5", expected a cell from r1c1 to r4c4'],
    [drawn({ value: 3, sum: 4 }), 'cage 1: sum: found 4, expected 3'],
    [{ regions: undefined }, 'regions: found none, and a grid of rows and columns alone is not known here'],
    [{ regions: REGIONS.slice(1) }, 'regions: r1c1 is in none'],
    [{ triggereffect: [{}] }, 'triggereffect: unknown key, which may hold a rule'],
    [{ metadata: { antiqueen: true } }, 'metadata: antiqueen: unknown key, which may hold a rule'],
    [{ cells: [[]] }, 'cells: found 1 rows, expected 4, 5, 6, 7, 8, 9, 16, 25'],
    [firstCell({ value: true }), 'cells: r1c1: found true, expected 1–4'],
    [firstCell({ value: 7 }), 'cells: r1c1: found 7, expected 1–4'],
    [firstCell({ candidates: [1] }), 'cells: r1c1: candidates: unknown key, which may hold a rule'],
  ])('%j is refused', (puzzle, error) => {
    expect(reading(puzzle)).toEqual({ ok: false, error })
  })
})
