import { describe, expect, it } from 'vitest'
import { accept, refuse } from '../../shared/checked.ts'
import { entryOf } from '../../shared/input/entry.ts'
import { fPuzzlesLinkOf } from '../../shared/input/variants/f-puzzles-writer.ts'
import { parsePartRequest } from '../../shared/protocol/requests.ts'
import { FOUR } from './puzzles.ts'
import { read } from './read.ts'

const GIANT = Array.from({ length: 16 }, () => ['A', 'g', 10, '1', 0, '.', '*', '_', '-', -2, -1, 16, 9, 'E', 'e', 'P'])
const GIANT_TEXT = Array(16).fill('AgA1..*_-eoG9EeP').join('/')

it.each(['underlays', 'Kropki', 'thermo'])('a field %s, as programs have rules in, is refused in any file', (name) => {
  expect(entryOf({ puzzle: FOUR, [name]: [1] }, 'ignored').ok).toBe(false)
})

describe('an entry is understood alike in a request and in a line of NDJSON', () => {
  it.each([
    ['rows of numbers and symbols, letters among them', GIANT, { text: GIANT_TEXT }],
    ['an object', { puzzle: GIANT, id: 'a', solution: FOUR }, { text: GIANT_TEXT, id: 'a', given: FOUR }],
    ['the longest number', { puzzle: FOUR, id: 2 ** 53 - 1 }, { text: FOUR, id: '9007199254740991' }],
    [
      'a solution in rows',
      {
        puzzle: FOUR,
        solution: [
          [1, 'B'],
          ['.', 0],
        ],
      },
      { text: FOUR, given: '1B/..' },
    ],
    [
      'rows with null in empty cells, as programs write them',
      [
        [1, null],
        [null, '2'],
      ],
      { text: '1./.2' },
    ],
    ['a list of all cells', { puzzle: [1, null, '.', '2', ...Array(12).fill(0)] }, { text: '1..2/..../..../....' }],
    ['a list of rows that are texts', ['1..2', '....', '.*_-', '0000'], { text: '1..2/..../.*_-/0000' }],
    ['nothing beside it', { puzzle: FOUR, id: null, solution: null }, { text: FOUR }],
    ['empty texts beside it', { puzzle: FOUR, id: '', solution: '' }, { text: FOUR }],
  ])('%s', (_, input, entry) => {
    expect(entryOf(input, 'refused')).toEqual(accept(entry))
    expect(entryOf(input, 'ignored')).toEqual(accept(entry))
    const inRequest = parsePartRequest({ puzzles: [input] })
    expect(inRequest.ok && [...inRequest.value]).toEqual([...read(JSON.stringify(input), { format: 'ndjson' }).entries])
  })

  it.each<[object, string | undefined]>([
    [{ cages: [{ cells: ['r1c1'], sum: 3 }] }, 'cages'],
    [{ anti_knight: true }, 'anti_knight'],
    [{ 'Little Killers': [1] }, 'Little Killers'],
    [{ constraint: [] }, 'constraint'],
    [{ soluton: FOUR }, 'soluton'],
    [{ Regions: 'AABBAABBCCDDCCDD' }, 'Regions'],
    [{ Puzzle: FOUR }, 'Puzzle'],
    [{ ID: 'b' }, 'ID'],
    [{ cages: [], thermometer: null, region: '', antiking: false }, undefined],
    [{ clues: 25, line: 7, text: 'from a book', difficulty: 3, idx: 1, tags: ['hard'], title: 'Rows' }, undefined],
    [{ status: 'solved', unique: true, place: 1, backtracks: 7, rating: { er: 7.1 }, redundant: ['r1c1'] }, undefined],
  ])('a line that has %j beside its puzzle may hold more than is read: %s', (more, name) => {
    const entry = entryOf({ puzzle: FOUR, id: 'a', ...more }, 'ignored')
    expect(entry).toEqual(
      name === undefined ? accept({ text: FOUR, id: 'a' }) : refuse({ field: name, message: 'unknown field' }),
    )
  })

  it('but for other fields: a slip in a request, a column of its own in a file', () => {
    const input = { puzzle: FOUR, difficulty: 3 }
    expect(entryOf(input, 'refused')).toEqual(refuse({ field: 'difficulty', message: 'unknown field' }))
    expect(entryOf(input, 'ignored')).toEqual(accept({ text: FOUR }))
  })
})

describe('what stands beside a form that carries rules of its own', () => {
  const cage = { type: 'cage', cells: ['r1c1', 'r1c2'], sum: 3 }
  const killer = fPuzzlesLinkOf({ puzzle: '.'.repeat(16), constraints: [{ ...cage, type: 'cage' }] })
  const bare = fPuzzlesLinkOf({ puzzle: FOUR })

  it.each([
    ['regions', 'AAABCCABCDDBCDDB'],
    ['rules', 'diagonal'],
    ['constraints', [{ type: 'even', cells: ['r1c1'] }]],
    ['negative', ['xv']],
    ['constraints', 'none'],
  ])('is refused by its name, and what could be read stays: %s', (field, value) => {
    const entry = { text: '.'.repeat(16), id: 'a', rules: { constraints: [cage] } }
    const message = 'the puzzle brings rules of its own, expected all in one place'
    expect(entryOf({ puzzle: killer, id: 'a', [field]: value }, 'refused')).toEqual(refuse({ field, message, entry }))
  })

  it.each([
    [9, 12_000],
    [25, 20_000],
  ])('is too long on a side of %i where it is longer than %i characters', (side, most) => {
    const sum = { type: 'sum', cells: ['r1c1', 'r2c2'], sum: 9 }
    const entryOfSums = (count: number) =>
      entryOf({ puzzle: '.'.repeat(side ** 2), constraints: Array(count).fill(sum) }, 'refused')
    const count = Math.floor((most - '{"constraints":[]'.length) / (JSON.stringify(sum).length + 1))
    expect(entryOfSums(count)).not.toHaveProperty('value.refused')
    const words = new RegExp(`^found rules of \\d+ characters, expected at most ${most}$`)
    expect(entryOfSums(count + 1)).toHaveProperty('value.refused', expect.stringMatching(words))
  })

  it('is no matter where it says nothing, and holds where the form has none', () => {
    const nothing = { rules: [], constraints: null, negative: [] }
    expect(entryOf({ puzzle: killer, ...nothing }, 'refused')).toEqual(
      accept({ text: '.'.repeat(16), rules: { constraints: [cage] } }),
    )
    expect(entryOf({ puzzle: bare, rules: 'diagonal' }, 'refused')).toEqual(
      accept({ text: FOUR, rules: { rules: ['diagonal'] } }),
    )
  })
})
