import { describe, expect, it, vi } from 'vitest'
import { readPuzzles } from '../../shared/input/input-format.ts'
import { A, B, rowsOf } from './puzzles.ts'
import { bytesOf, read, textsIn } from './read.ts'

describe('a puzzle a line', () => {
  it('is told from what stands in the lines', () => {
    expect(read(`${A}\n${B}\n`)).toEqual({ format: 'lines', entries: [{ text: A }, { text: B }] })
  })

  it('is a collection of .sdm, which writes empty cells as zeroes', () => {
    const zeroes = '016400000200009000400000062070230100100000003003087040960000005000800007000006820'
    expect(textsIn(`${zeroes}\n${zeroes}`)).toEqual(Array(2).fill(zeroes.replaceAll('0', '.')))
  })

  it.each([
    ['nothing after the last', `${A}\n${B}`],
    ['blank lines', `\n\n${A}\n \n\t\n${B}\n\n`],
    ['comments', `# two puzzles\n${A}\n  # the second\n${B}\n#`],
    ['line ends of Windows', `${A}\r\n${B}\r\n`],
    ['carriage returns alone', `${A}\r${B}\r`],
    ['a byte order mark', `\uFEFF${A}\n${B}`],
    ['byte order marks where files were put together', `\uFEFF${A}\n\uFEFF${B}`],
    ['blanks around', `  ${A}\t\n ${B}  `],
  ])('may stand with %s', (_, text) => {
    expect(read(text)).toEqual({ format: 'lines', entries: [{ text: A }, { text: B }] })
  })

  it('takes a line that is far too long for one bad puzzle', () => {
    const { entries } = read(`${A}\n${'1'.repeat(9000)}\n${B}`)
    expect(entries).toEqual([
      { text: A },
      { text: `${'1'.repeat(100)}…`, refused: 'found 9000 characters, expected at most 8192' },
      { text: B },
    ])
  })

  it('goes through as bytes where it has plain cells, and blanks behind them', () => {
    using decode = vi.spyOn(TextDecoder.prototype, 'decode')
    const found = readPuzzles(bytesOf(`${A}\n${B}  \r\n`.repeat(1_000)), { format: 'lines' })
    expect(found).toMatchObject({ ok: true, value: { puzzles: { count: 2_000 } } })
    expect(decode.mock.calls.length).toBeLessThan(100)
  })

  it('takes bytes that are no text for a bad puzzle', () => {
    const body = bytesOf(`${A}\n?\n${B}`)
    body[A.length + 1] = 0xff
    expect(textsIn(body)).toEqual([A, '\uFFFD', B])
  })

  it('is what was asked for, whatever the lines look like', () => {
    expect(read(rowsOf(A).join('\n'), { format: 'lines' }).entries).toHaveLength(9)
  })

  it.each(['', '\n\n', '# nothing here\n', '\uFEFF'])('is none in %j', (nothing) => {
    expect(read(nothing)).toEqual({ format: 'lines', entries: [] })
  })
})
