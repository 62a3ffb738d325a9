import { describe, expect, it } from 'vitest'
import { refuse } from '../../shared/checked.ts'
import { readPuzzles } from '../../shared/input/input-format.ts'
import { A, B, FOUR, rowsOf, SOLVED_A } from './puzzles.ts'
import { bytesOf, entriesInPieces, read } from './read.ts'

const entriesIn = (text: string) => read(text).entries

describe('a table of puzzles', () => {
  it.each(['quizzes,solutions', 'question,answer', '"puzzle","solution"', ' Puzzle , Solution '])(
    'is told by its header: %s',
    (header) => {
      expect(read(`${header}\n${A},${SOLVED_A}\n${B},\n`)).toEqual({
        format: 'csv',
        entries: [{ text: A, given: SOLVED_A }, { text: B }],
      })
    },
  )

  it('may have its columns in any order, and others between', () => {
    const text = `clues,solution,difficulty,id,puzzle\n28,${SOLVED_A},2.2,first,${A}\n30,,0.0,,${B}\n`
    expect(entriesIn(text)).toEqual([{ text: A, id: 'first', given: SOLVED_A }, { text: B }])
  })

  it('may have one column', () => {
    expect(read(`puzzle\n${A}\n${FOUR}`)).toEqual({ format: 'csv', entries: [{ text: A }, { text: FOUR }] })
  })

  it('is none where "Puzzle" is the heading of a grid', () => {
    expect(read(`Puzzle\n${rowsOf(A).join('\n')}\n`).format).toBe('grids')
  })

  it.each([
    ['line ends of Windows', `id,puzzle\r\n1,${A}\r\n2,${B}\r\n`],
    ['a byte order mark before quotes', `\uFEFF"id","puzzle"\n"1","${A}"\n"2","${B}"`],
    ['blank lines', `\n\nid,puzzle\n\n1,${A}\n\r\n2,${B}\n\n`],
    ['blanks around', `id, puzzle\n 1 , ${A} \n2,${B}`],
    ['quotes here and there', `id,puzzle\n"1",${A}\n2,"${B}"`],
  ])('may have %s', (_, text) => {
    expect(entriesIn(text)).toEqual([
      { text: A, id: '1' },
      { text: B, id: '2' },
    ])
  })

  it('is told by quotes around its first record, too, which may hold the rows of a grid', () => {
    const rows = A.replaceAll(/.{9}/g, '$&\n').trimEnd()
    expect(read(`puzzle\n"${rows}"\n`)).toEqual({ format: 'csv', entries: [{ text: rows }] })
  })

  it('may hold any letters, and commas, quotes and line ends inside quotes', () => {
    const rows = rowsOf(A).join('\n')
    expect(entriesIn(`id,puzzle\n"déjà, ""数独""",${B}\n2,"${rows}"\n`)).toEqual([
      { text: B, id: 'déjà, "数独"' },
      { text: rows, id: '2' },
    ])
  })

  it.each([
    ['a quote that is not closed', `x,"${A}`, 'a quote is missing, or stands where none may'],
    ['a quote inside quotes', `"x"y,${A}`, 'a quote is missing, or stands where none may'],
    ['no puzzle', 'x', 'found 1 columns, expected the puzzle in column 2'],
  ])('takes a record with %s for one bad puzzle', (_, record, refused) => {
    expect(entriesIn(`id,puzzle\n1,${A}\n${record}\n2,${B}\n`)).toEqual([
      { text: A, id: '1' },
      { text: record, refused },
      { text: B, id: '2' },
    ])
  })

  it('takes an id or a solution that is far too long for a bad puzzle', () => {
    const text = `id,puzzle,solution\n${'x'.repeat(129)},${A},\n1,${A},${'1'.repeat(9000)}\n${'x'.repeat(128)},${A},`
    expect(entriesIn(text)).toEqual([
      { text: A, refused: 'id: found 129 characters, expected at most 128' },
      { text: A, id: '1', refused: 'solution: found 9000 characters, expected at most 8192' },
      { text: A, id: 'x'.repeat(128) },
    ])
  })

  it.each([';', '\t'])('may have %j between its fields', async (delimiter) => {
    const quoted = ['"a,b\n;c\td"', `"${B}"`, ''].join(delimiter)
    const text = `id${delimiter}puzzle${delimiter}solution\n7${delimiter}${A}${delimiter}${SOLVED_A}\r\n${quoted}\n`
    const expected = [
      { text: A, id: '7', given: SOLVED_A },
      { text: B, id: 'a,b\n;c\td' },
    ]
    expect(entriesIn(text)).toEqual(expected)
    const inPieces = await entriesInPieces(bytesOf(text), text.length, 210)
    expect(inPieces).toEqual(expected)
  })

  it.each([
    ['a header that says nothing', `nr,grid\n1,${A}\n2,${B}\n`],
    ['no header', `${A},${SOLVED_A}\n${B},\n`],
    ['tabs', `nr\tgrid\n1\t${A}\n2\t"${B}"\n`],
  ])('is refused once where it has %s', (_, text) => {
    const found = readPuzzles(bytesOf(text))
    expect(!found.ok && found.error.reason).toBe(
      'found a table whose header names no column of puzzles, expected a header with one of the columns puzzle, puzzles, quiz, quizzes, question',
    )
  })

  it('is none where a line among others has a comma', () => {
    expect(read(`${A}\n${A},${SOLVED_A}\n${B}\n`).format).toBe('lines')
  })

  it('is an error where no column holds puzzles', () => {
    expect(readPuzzles(bytesOf(`id,grid\n1,${A}\n`), { format: 'csv' })).toEqual(
      refuse({
        reason: 'expected a header with one of the columns puzzle, puzzles, quiz, quizzes, question',
      }),
    )
  })
})
