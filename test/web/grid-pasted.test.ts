import { describe, expect, it } from 'vitest'
import { accept } from '../../shared/checked.ts'
import { fPuzzlesLinkOf } from '../../shared/input/variants/f-puzzles-writer.ts'
import { packed } from '../../shared/input/variants/lz-string.ts'
import { variantOf } from '../../shared/input/variants/variant-puzzle.ts'
import { pastedPuzzle } from '../../web/grid/pasted-puzzle.ts'
import { hashOf } from '../../web/page/address.ts'
import { loadOwnRules } from '../../web/rules/own-rules.ts'
import { ownIn, puzzleWith } from '../../web/rules/packed-rules.ts'
import type { PuzzleText } from '../../web/rules/puzzle-text.ts'

const A = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
const B = '..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..'
const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
const zeroes = A.replaceAll('.', '0')
const rows = (line: string, side = Math.sqrt(line.length)) =>
  Array.from({ length: side }, (_, r) => line.slice(r * side, (r + 1) * side))
const classic = (text: string) => ({ size: Math.sqrt(text.length), rules: 'classic', text })

describe('one puzzle is read from', () => {
  it.each<[string, string]>([
    ['a line', A],
    ['a line with zeroes', zeroes],
    ['a line with blanks around', `\n  ${A}  \n\n`],
    ['groups', rows(A).join(' ')],
    ['rows', rows(A).join('\n')],
    ['rows of Windows', rows(zeroes).join('\r\n')],
    [
      'numbers',
      rows(zeroes)
        .map((row) => [...row].join(' '))
        .join('\n'),
    ],
    [
      'numbers and commas',
      rows(zeroes)
        .map((row) => [...row].join(', '))
        .join('\n'),
    ],
    ['a list of lists', JSON.stringify(rows(zeroes).map((row) => [...row].map(Number)))],
    [
      'a frame',
      ['+---+---+---+', ...rows(A).map((r) => `|${r.slice(0, 3)}|${r.slice(3, 6)}|${r.slice(6)}|`)].join('\n'),
    ],
    [
      'cells of a spreadsheet',
      rows(A)
        .map((row) => [...row].join('\t').replaceAll('.', ''))
        .join('\n'),
    ],
    ['a Kaggle row', `${zeroes},${SOLVED}`],
    ['a Kaggle row in quotes', `"${zeroes}","${SOLVED}"`],
    ['a Kaggle row with its number first', `17,${zeroes},${SOLVED},30,0.0`],
    ['a Kaggle file of one puzzle', `quizzes,solutions\n${zeroes},${SOLVED}\n`],
    ['a line below a heading', `Today's puzzle\n${A}`],
    ['JSON', JSON.stringify({ puzzle: A })],
  ])('%s', (_, text) => {
    expect(pastedPuzzle(text, 'classic')).toEqual(accept({ puzzle: classic(A), count: 1 }))
  })
})

it.each([4, 6, 9, 16, 25])('the size follows from the length: %i', (side) => {
  const line = '1'.padEnd(side * side, '.')
  expect(pastedPuzzle(line, 'classic')).toEqual(accept({ puzzle: classic(line), count: 1 }))
})

it.each([
  ['lines', `${A}\n${B}\n${A}`, 3],
  ['a Kaggle file', `puzzle,solution\n${zeroes},${SOLVED}\n${zeroes},${SOLVED}`, 2],
  ['grids', `Grid 01\n${rows(A).join('\n')}\nGrid 02\n${rows(B).join('\n')}`, 2],
])('of several puzzles the first is taken, and all are counted: %s', (_, text, count) => {
  expect(pastedPuzzle(text, 'classic')).toEqual(accept({ puzzle: classic(A), count }))
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

describe('what cannot be read is told with its place', () => {
  it.each([
    ['', 'There is no puzzle in this text.'],
    [`${A.slice(0, 39)}x${A.slice(40)}`, 'This cannot be read: cell 40: found "x", expected 1–9, 0 or "."'],
    [A.slice(1), 'This cannot be read: 81 cells are needed, 80 are there.'],
    ['good morning', 'This cannot be read: there is no puzzle in "good morning".'],
  ])('%j', (text, words) => {
    const read = pastedPuzzle(text, 'classic')
    expect(!read.ok && read.error).toContain(words)
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

  it('is refused with the rule that nobody knows', () => {
    const board = { size: 9, grid: [], entropicline: [{ lines: [['R1C1', 'R1C2']] }] }
    const read = pastedPuzzle(`https://f-puzzles.com/?load=${encodeURIComponent(packed(JSON.stringify(board)))}`, 'odd')
    expect(!read.ok && read.error).toContain('entropicline')
  })

  it('may be one to this page', async () => {
    await loadOwnRules()
    const link = `https://sudoku.example/${hashOf({ view: 'solve', job: undefined, puzzle: puzzle as PuzzleText, query: {} })}`
    expect(pastedPuzzle(`See ${link}`, 'classic')).toEqual(accept({ puzzle, count: 1 }))
  })
})
