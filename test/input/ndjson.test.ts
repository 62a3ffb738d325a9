import { describe, expect, it } from 'vitest'
import { A, B, FOUR, SOLVED_A } from './puzzles.ts'
import { read } from './read.ts'

const entriesIn = (text: string) => read(text).entries

describe('JSON a line', () => {
  it('may be objects, strings and rows', () => {
    const lines = [
      { puzzle: A, id: 'first', solution: SOLVED_A },
      B,
      {
        puzzle: [
          [1, 0],
          [0, '.'],
        ],
        id: 7,
      },
      [[-2, 25]],
    ]
    expect(read(lines.map((line) => JSON.stringify(line)).join('\n'))).toEqual({
      format: 'ndjson',
      entries: [{ text: A, id: 'first', given: SOLVED_A }, { text: B }, { text: '1./..', id: '7' }, { text: 'eP' }],
    })
  })

  it.each([`"${A}"`, `{"puzzle":"${A}"}`, ` {"id": null, "puzzle": "${A}", "clues": 30}`, `\n# one\n"${A}"`])(
    'is told from its first line: %s',
    (text) => {
      expect(read(text).format).toBe('ndjson')
    },
  )

  it('is not told by lists in other brackets', () => {
    expect(read('([5, 3], [0, 7])\n').format).not.toBe('ndjson')
  })

  it('may have blank lines, line ends of Windows and a byte order mark', () => {
    expect(entriesIn(`\uFEFF"${A}"\r\n\r\n  "${B}"\r\n`)).toEqual([{ text: A }, { text: B }])
  })

  it('is one bad puzzle where its rows hold no cells', () => {
    const bad = { text: '["1","2"]', refused: 'found "1", expected a row of cells' }
    expect(entriesIn(`"${A}"\n${bad.text}\n"${FOUR}"`)).toEqual([{ text: A }, bad, { text: FOUR }])
  })

  it.each([
    [{ id: true }, 'id: found true, expected a string or a whole number'],
    [{ id: 'x'.repeat(129) }, 'id: found 129 characters, expected at most 128'],
    [{ solution: [[1, 99]] }, 'solution: cell 2: found 99, expected 1–1, 0 or "."'],
  ])('is a bad puzzle where what stands beside it is bad: %o', (beside, refused) => {
    expect(entriesIn(JSON.stringify({ puzzle: A, ...beside }))).toEqual([{ text: A, refused }])
  })

  it('is a bad puzzle where a line is far too long', () => {
    const [, { refused }] = entriesIn(`"${A}"\n"${'1'.repeat(65_535)}"`)
    expect(refused).toBe('found 65537 characters, expected at most 65536')
  })

  it.each([99, true, '12', '/'])('is a bad puzzle where a cell is none, and says what came: %j', (cell) => {
    const line = JSON.stringify({ puzzle: [[1, cell]], id: 'a' })
    const refused = `cell 2: found ${JSON.stringify(cell)}, expected 1–1, 0 or "."`
    expect(entriesIn(line)).toEqual([{ text: line, refused }])
  })
})
