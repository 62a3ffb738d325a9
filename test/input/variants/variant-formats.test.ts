import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readVariant, VARIANT_FORMATS } from '../../../shared/input/variants/variant-formats.ts'
import { VARIANT_SIZES } from '../../../shared/sudoku/grid/units.ts'
import { expectToGrow } from '../cost.ts'
import { LINE_EXAMPLES, VARIANT_EXAMPLES } from '../line-examples.ts'

describe('the example of a form is read by it', () => {
  it.each(Object.entries(VARIANT_FORMATS))('%s', (name, read) => {
    const example = VARIANT_EXAMPLES[name as keyof typeof VARIANT_EXAMPLES]
    const puzzle = read(example)
    expect(puzzle).toMatchObject({ ok: true })
    expect(readVariant(` ${example}\n`)).toEqual(puzzle)
    const others = Object.entries(VARIANT_FORMATS).filter(([other]) => other !== name)
    for (const [, other] of others) expect(other(example)).toBeUndefined()
  })
})

describe('no text of cells alone is taken for a form', () => {
  const symbols = fc.constantFrom(...'..........0*_-123456789ABCDEFGHIJKLMNOPabcdefopXx?')
  it('one line of them', () => {
    const texts = fc
      .constantFrom(...VARIANT_SIZES)
      .chain((size) => fc.string({ unit: symbols, minLength: size * size, maxLength: size * size }))
    fc.assert(
      fc.property(texts, (text) => {
        expect(readVariant(text)).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })

  it('nor one that other forms of a line are', () => {
    for (const [line] of Object.values(LINE_EXAMPLES)) expect(readVariant(line)).toBeUndefined()
  })

  it.each([
    '',
    '.',
    '...',
    '5 3 0 | 0 7 0 | 0 0 0',
    'https://www.sudokuwiki.org/sudoku.htm?bd=1030002101020240',
    'https://example.com/f-puzzles.com/?load=N4Ig',
    '{"puzzle": "53..7...."}',
    '[Puzzle]',
    'Grid 01',
    'x'.repeat(100_000),
  ])('nor %j', (text) => {
    expect(readVariant(text)).toBeUndefined()
  })
})

/** Texts made to be read slowly, of about so many characters. */
const HOSTILE: Readonly<Record<string, (length: number) => string>> = {
  slashes: (length) => `N4Ig${'A'.repeat(12)}${'/'.repeat(length)}`,
  'escaped slashes': (length) => `https://f-puzzles.com/?load=${'%2F'.repeat(length / 3)}`,
  'a payload of nothing': (length) => `N4Ig${'A'.repeat(length)}`,
  'a payload that is none': (length) => `N4Ig${'zglg/Xgp'.repeat(length / 8)}`,
  'an id of blanks': (length) => `https://sudokupad.app/scl${' '.repeat(length)}x`,
  'scf without an end': (length) => `https://sudokupad.app/scf${'0'.repeat(length)}`,
  'a query of ampersands': (length) => `https://f-puzzles.com/?${'&load'.repeat(length / 5)}`,
  'an address of slashes': (length) => `https://sigh.github.io/Interactive-Sudoku-Solver${'/'.repeat(length)}`,
  'constraints without names': (length) => '.~'.repeat(length / 2),
  'one constraint of many cells': (length) => `.Cage~5${'~R1C1'.repeat(length / 5)}`,
  'many constraints': (length) => '.X~R1C1~R1C2'.repeat(length / 12),
  colons: (length) => `3x3::k:${':'.repeat(length)}`,
  'cells of SumoCue': (length) => `SumoCueV1${'=1J1'.repeat(length / 4)}`,
  'signs of SumoCue': (length) => `SumoCueV1${'='.repeat(length)}`,
  dots: (length) => '.'.repeat(length),
}

const SHORT = 4_000

it.each(Object.entries(HOSTILE))('%s are read in a time that grows with their length', (_, textOf) => {
  expectToGrow(textOf, readVariant, SHORT)
})
