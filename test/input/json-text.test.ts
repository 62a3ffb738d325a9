import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isJson } from '../../shared/input/json-text.ts'

function isParsed(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const piece = fc.constantFrom(
  ...'{}[]",:\\/bu0129aeEfx+-. \t\n\u0001\u2028é',
  'true',
  'null',
  'false',
  '\\u00e9',
  '\\n',
  '"a"',
  '1.5e-3',
)
const cut = fc.tuple(fc.json(), fc.nat(), fc.nat(2), piece).map(([text, at, taken, put]) => {
  const from = at % (text.length + 1)
  return text.slice(0, from) + put + text.slice(from + taken)
})

const agrees = (numRuns: number) => () => {
  const texts = fc.oneof(
    fc.json(),
    cut,
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      expect(isJson(text), text).toBe(isParsed(text))
    }),
    { numRuns },
  )
}
const NAME = 'a text is JSON where JSON.parse reads it, and nowhere else'
it(NAME, agrees(5000))
it(`${NAME}, many more`, { tags: ['long'] }, agrees(100_000))

it.each([
  '',
  ' ',
  '01',
  '-',
  '-0',
  '1.',
  '.5',
  '1e',
  '1E+5',
  '"\\u12g4"',
  '"\t"',
  '{"a":1,}',
  '[1,]',
  '{} {}',
  '\uFEFF1',
  '"a',
])('so it is of %j', (text) => {
  expect(isJson(text)).toBe(isParsed(text))
})

it('however deep it goes', () => {
  expect(isJson('['.repeat(100_000) + ']'.repeat(100_000))).toBe(true)
  expect(isJson('['.repeat(100_000))).toBe(false)
})
