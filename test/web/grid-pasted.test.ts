import lz from 'lz-string'
import { describe, expect, it } from 'vitest'
import { accept } from '../../shared/checked.ts'
import { fPuzzlesLinkOf } from '../../shared/input/variants/f-puzzles-writer.ts'
import { remarksIn } from '../../shared/input/variants/remarks.ts'
import { variantOf } from '../../shared/input/variants/variant-puzzle.ts'
import { pastedPuzzle, puzzleWithout } from '../../web/grid/pasted-puzzle.ts'
import { hashOf, parseAddress } from '../../web/page/address.ts'
import { loadOwnRules } from '../../web/rules/own-rules.ts'
import { ownIn, puzzleWith } from '../../web/rules/packed-rules.ts'
import type { PuzzleText } from '../../web/rules/puzzle-text.ts'
import { A, B, rowsOf, SOLVED_A } from '../input/puzzles.ts'
import { SAMPLES, WRONG } from '../input/samples.ts'

const zeroes = A.replaceAll('.', '0')
const FRAMED = ['', ...rowsOf(A), ''].join(`\n+${'-'.repeat(9)}+\n`).trim()
const classic = (text: string) => ({ size: Math.sqrt(text.length), rules: 'classic', text })

describe('the first puzzle is read, and all are counted, of', () => {
  it.each<[what: string, text: string, puzzles: readonly string[]]>([
    ...SAMPLES,
    ['groups', rowsOf(A).join(' '), [A]],
    ['a Kaggle row', `${zeroes},${SOLVED_A}`, [A]],
    ['a Kaggle row with its number first', `17,${zeroes},${SOLVED_A},30,0.0`, [A]],
    ['a line below a heading', `Today's puzzle\n${A}`, [A]],
    ['grids below headings', `Grid 01\n${rowsOf(A).join('\n')}\nGrid 02\n${rowsOf(B).join('\n')}`, [A, B]],
    ['a framed grid below a heading with its number', `Puzzle 123\n${FRAMED}`, [A]],
    [
      'letters for digits, from a picture',
      A.replaceAll(/[.15]/g, (digit) => ({ '.': 'O', 1: 'l', 5: 'S' })[digit] ?? ''),
      [A],
    ],
    ...[4, 6, 16, 25].map((side): [string, string, string[]] => {
      const line = '1'.padEnd(side * side, '.')
      return [`a line of ${side}×${side} cells`, line, [line]]
    }),
  ])('%s', (_, text, puzzles) => {
    expect(pastedPuzzle(text, 'classic')).toEqual(accept({ puzzle: classic(puzzles[0]), count: puzzles.length }))
  })
})

describe('the rules', () => {
  const even = `e${A.slice(1)}`

  it('stay as they are where the text reads so', () => {
    expect(pastedPuzzle(A, 'diagonal')).toEqual(accept({ puzzle: { ...classic(A), rules: 'diagonal' }, count: 1 }))
  })

  it.each(['classic', 'diagonal', 'odd', 'even'] as const)('follow marks in the text, from %s', (rules) => {
    expect(pastedPuzzle(even, rules)).toEqual(accept({ puzzle: { size: 9, rules: 'even', text: even }, count: 1 }))
  })
})

describe('a link to this page', () => {
  const linkWith = (query: string) => `https://sudoku.example/#/watch?puzzle=${A}&${query}`
  const diagonal = accept({ puzzle: { ...classic(A), rules: 'diagonal' }, count: 1 })

  it.each([
    ['alone', linkWith('rules=diagonal&show=candidates')],
    ['in a letter', `Hello Ann,\nhave you seen this one?\n<${linkWith('rules=diagonal')}>\nLove, Bob`],
  ])('brings its own rules, %s', (_, text) => {
    expect(pastedPuzzle(text, 'windoku')).toEqual(diagonal)
  })

  it('is refused where nobody here knows its rules', () => {
    expect(pastedPuzzle(linkWith('rules=killer'), 'classic')).toMatchObject({ ok: false })
  })
})

it.each([
  [
    'https://sudokupad.app/abcd1234',
    /^This link is only a name: .*sudokupad\.app\/api\/puzzle\/abcd1234 in another tab/,
  ],
  ['https://f-puzzles.com/?id=abc', /^This link is only a name: .* of f-puzzles\. Open it there/],
  [cageOf(2, ['r1c1', 'r1c2']), /^Two different digits sum to 3 at least and 17 at most\.$/],
  ['<script>alert(1)</script>', /^This is HTML or XML, as pages are\. Copy only the puzzle/],
  ['https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9', /^This link is cut off/],
  [cageOf(10, ['r1c1']), /^One digit is 1 at least and 9 at most\.$/],
])('why %s cannot be is told in plain words', (text, words) => {
  expect(pastedPuzzle(text, 'classic')).toMatchObject({ ok: false, error: expect.stringMatching(words) })
})

/** A puzzle as JSON. */
function cageOf(sum: number, cells: readonly string[]): string {
  return JSON.stringify([{ puzzle: '.'.repeat(81), constraints: [{ type: 'cage', cells, sum }] }])
}

describe('what cannot be read is told with its place:', () => {
  // The link to a page with other rules is one to this page, which knows them.
  it.each(WRONG.filter(([what]) => !what.startsWith('a link to a page')))('%s', (_, text, words) => {
    const read = pastedPuzzle(text, 'classic')
    expect(!read.ok && read.error.replace('There', 'there')).toContain(words)
  })

  it('in a sentence', () => {
    expect(pastedPuzzle(A.slice(1), 'classic')).toMatchObject({
      error: 'This cannot be read: 81 cells are needed, 80 are there.',
    })
  })
})

describe('a link that holds rules of its own', () => {
  const linkOf = (puzzle: object) => {
    const variant = variantOf(puzzle)
    if (!variant.ok) throw new Error(variant.error)
    return fPuzzlesLinkOf(variant.value)
  }
  const cages = [{ type: 'cage', cells: ['r1c1', 'r1c2'], sum: 3 }] as const
  const killer = puzzleWith({ puzzle: '.'.repeat(81), constraints: cages })
  const puzzle = killer.ok ? killer.value : undefined

  it('brings them all to the board', () => {
    const read = pastedPuzzle(linkOf({ puzzle: '.'.repeat(81), constraints: cages }), 'classic')
    expect(read).toEqual(accept({ puzzle, count: 1 }))
    expect(read.ok && ownIn(read.value.puzzle)).toEqual({ constraints: cages })
  })

  it('of one named rule alone is a puzzle of that', () => {
    const diagonal = linkOf({ puzzle: A, rules: ['diagonal'] })
    expect(pastedPuzzle(diagonal, 'classic')).toEqual(
      accept({ puzzle: { ...classic(A), rules: 'diagonal' }, count: 1 }),
    )
  })

  const drawn = {
    size: 9,
    grid: Array(9).fill(Array(9).fill({})),
    title: 'Little  Fish',
    author: 'A. Setter',
    ruleset: 'Normal rules.\nDigits rise from the bulb.',
    thermometer: [{ lines: [['R1C1', 'R1C2']] }],
  }
  const boardLink = (board: object) => `https://f-puzzles.com/?load=${lz.compressToBase64(JSON.stringify(board))}`
  const sclLink = (puzzle: object) => `https://sudokupad.app/scl${lz.compressToBase64(JSON.stringify(puzzle))}`
  const regions = Array.from({ length: 4 }, (_, box) =>
    [0, 1, 2, 3].map((cell) => [2 * (box >> 1) + (cell >> 1), 2 * (box % 2) + (cell % 2)]),
  )
  const scl = {
    cells: Array(4).fill(Array(4).fill({})),
    regions,
    metadata: { title: 'Eel', author: 'B', rules: 'Hm.' },
  }

  it('brings its title, its author and the rules in their words, which an address keeps', async () => {
    await loadOwnRules()
    const read = pastedPuzzle(boardLink(drawn), 'classic')
    if (!read.ok) throw new Error(read.error)
    const { puzzle } = read.value
    const told = { name: 'Little Fish by A. Setter', warning: '', ruleset: drawn.ruleset }
    expect(remarksIn(puzzle.told)).toMatchObject(told)
    const { puzzle: again } = parseAddress(hashOf({ view: 'solve', job: undefined, puzzle, query: {} }))
    expect(again).toEqual(puzzle)
    const eel = pastedPuzzle(sclLink(scl), 'classic')
    expect(eel.ok && remarksIn(eel.value.puzzle.told)).toMatchObject({ name: 'Eel by B', ruleset: 'Hm.' })
    const light = [{ cells: ['R1C1'], value: 'FOGLIGHT' }]
    for (const link of [sclLink({ ...scl, foglight: [[0, 0]] }), boardLink({ ...drawn, cage: light })]) {
      const fog = pastedPuzzle(link, 'classic')
      expect(fog.ok && remarksIn(fog.value.puzzle.told).warning).toMatch(/^Its fog is left out/)
    }
  })

  it.each([
    [boardLink({ ...drawn, line: [{ lines: [['R4C4', 'R4C5']] }] }), 'a line at r4c4', '.'.repeat(81)],
    [boardLink({ ...drawn, text: [{ cells: ['R5C5'], value: 'hi' }] }), 'a text "hi" at r5c5', '.'.repeat(81)],
    [boardLink({ ...drawn, boxindexer: [{ lines: [['R1C1', 'R1C2']] }] }), 'boxindexer', '.'.repeat(81)],
    [sclLink({ ...scl, triggereffect: [{}] }), 'triggereffect', '.'.repeat(16)],
    [sclLink({ ...scl, lines: [{ wayPoints: [[0, 0]] }] }), 'lines', '.'.repeat(16)],
    ['.Lunchbox~5~R1C1~R1C2.Thermo~R4C1~R4C2.~R9C9_7', 'Lunchbox', `${'.'.repeat(80)}7`],
  ])('%.30s… with what nothing explains is taken without that, which it says from then on', (link, what, text) => {
    const refused = pastedPuzzle(link, 'classic')
    expect(refused).toMatchObject({ ok: false, error: expect.stringContaining(what) })
    const { puzzle } = puzzleWithout(link) ?? {}
    expect(puzzle?.text).toBe(text)
    expect(remarksIn(puzzle?.told).warning).toBe(`Left out, so that this may be another puzzle: ${what}.`)
    // What holds one way or another would hold always.
    expect(puzzleWithout('.Or.~R1C1_1.~R2C1_2.End')).toBe(undefined)
  })

  it('may be given as the JSON of f-puzzles that it holds', () => {
    const known = pastedPuzzle(boardLink(drawn), 'classic')
    for (const json of [JSON.stringify(drawn), `${JSON.stringify(drawn, undefined, 2)}\n`])
      expect(pastedPuzzle(json, 'classic')).toEqual(known)
    const read = pastedPuzzle(JSON.stringify({ ...drawn, line: [{ lines: [['R4C4', 'R4C5']] }] }), 'classic')
    expect(!read.ok && read.error).toContain('a line at r4c4')
    const outOfReach = pastedPuzzle('.LittleKiller~6~R9C3', 'classic')
    expect(!outOfReach.ok && outOfReach.error).toMatch(/^LittleKiller \(constraint 1\): Seven digits sum to 7 /)
  })

  it('may be one to this page', async () => {
    await loadOwnRules()
    const link = `https://sudoku.example/${hashOf({ view: 'solve', job: undefined, puzzle: puzzle as PuzzleText, query: {} })}`
    expect(pastedPuzzle(`See ${link}`, 'classic')).toEqual(accept({ puzzle, count: 1 }))
  })
})

it('an address that is mistyped says that there is no such view', () => {
  expect(parseAddress('#/wach').refused).toContain('“wach”')
  for (const hash of ['', '#', '#/', '#/solve', '#/watch?tab=sets']) expect(parseAddress(hash).refused).toBeUndefined()
})
