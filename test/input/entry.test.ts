import { describe, expect, it } from 'vitest'
import { accept, refuse } from '../../shared/checked.ts'
import { entryOf } from '../../shared/input/entry.ts'
import { parsePartRequest } from '../../shared/protocol/requests.ts'
import { FOUR } from './puzzles.ts'
import { read } from './read.ts'

const GIANT = Array.from({ length: 16 }, () => ['A', 'g', 10, '1', 0, '.', '*', '_', '-', -2, -1, 16, 9, 'E', 'e', 'P'])
const GIANT_TEXT = Array(16).fill('AgA1..*_-eoG9EeP').join('/')

describe('an entry is understood alike in a request and in a line of NDJSON', () => {
  it.each([
    ['a text', FOUR, { text: FOUR }],
    ['rows of numbers and symbols, letters among them', GIANT, { text: GIANT_TEXT }],
    ['an object', { puzzle: GIANT, id: 'a', solution: FOUR }, { text: GIANT_TEXT, id: 'a', given: FOUR }],
    ['a name that is a number', { puzzle: FOUR, id: 7 }, { text: FOUR, id: '7' }],
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
    ['nothing beside it', { puzzle: FOUR, id: null, solution: null }, { text: FOUR }],
    ['empty texts beside it', { puzzle: FOUR, id: '', solution: '' }, { text: FOUR }],
  ])('%s', (_, input, entry) => {
    expect(entryOf(input, 'refused')).toEqual(accept(entry))
    expect(entryOf(input, 'ignored')).toEqual(accept(entry))
    const inRequest = parsePartRequest({ puzzles: [input] })
    expect(inRequest.ok && [...inRequest.value]).toEqual([...read(JSON.stringify(input), { format: 'ndjson' }).entries])
  })

  it('but for other fields: a slip in a request, a column of its own in a file', () => {
    const input = { puzzle: FOUR, difficulty: 3 }
    expect(entryOf(input, 'refused')).toEqual(refuse({ field: 'difficulty', message: 'unknown field' }))
    expect(entryOf(input, 'ignored')).toEqual(accept({ text: FOUR }))
  })
})
