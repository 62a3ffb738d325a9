import fc from 'fast-check'
import { GRID } from '../api/grids.ts'

/** Values that strangers send where something sensible was expected. */

/** Texts without blanks, which stand between them. */
export const words = (text: string) => text.split(' ')

/** Pieces that mean something to one reader or another. */
const PIECES = [
  GRID,
  ...words(
    '1.3...21.1.224.. 53..7.... {"puzzle":" {"id":1,"puzzle":[[1]]} [[ " "" , | ---+--- = # / \\ - * x e o P .. %00',
  ),
  ...words('数独 😀 é =1+1 @SUM(1) __proto__ constructor toString {{7*7}} <script>'),
  ...['id,puzzle\n', 'puzzle,solution\n', '[Puzzle]\n', '12 34', "' OR 1=1", ' ', '\t', '\n', '\r', '\r\n', '\n\n'],
  ...['\0', '\u0007', '\uFEFF', '\u2028', '\uD800', '\uDFFF'],
]

/** Text of a few pieces, now and then of a great many. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join('')) },
  { weight: 2, arbitrary: fc.array(fc.nat(0xffff), { maxLength: 40 }).map((codes) => String.fromCharCode(...codes)) },
  { weight: 1, arbitrary: fc.constantFrom(...PIECES, '', GRID) },
)
/** The same, thousands of times over. */
export const longText: fc.Arbitrary<string> = fc
  .tuple(oddText, fc.constantFrom(130, 5_000, 70_000))
  .map(([text, length]) => (text || '.').repeat(Math.ceil(length / (text.length || 1))))

const ODD_NUMBERS = [
  ...[0, -0, -1, 0.5, 26, 1e21, 1e308, -1e308, 5e-324],
  ...[2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2],
]
const oddNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(...ODD_NUMBERS),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

export const oddName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', ...words('__proto__ constructor prototype toString hasOwnProperty puzzles id size then')),
  oddText,
)

/** JSON of any type. */
export const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(null, true, false, '', [], {}, [[]], [null], [[[[]]]]) },
  { weight: 3, arbitrary: oddNumber },
  { weight: 3, arbitrary: oddText },
  { weight: 1, arbitrary: longText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.nat(12).map((deep) => nested(deep * deep * deep)) },
)

/** Arrays and objects within each other. */
export function nested(depth: number): unknown {
  let value: unknown = 0
  for (let i = 0; i < depth; i++) value = i % 3 === 0 ? { a: value } : [value]
  return value
}

/** Parts of an address, encoded well and badly, that lead out of their place or nowhere. */
export const oddPathPiece: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...words(
      '.. %2e%2e ..%2f.. %2E%2E%2Fhealth . % %zz %c0%80 %00 %0d%0aset-cookie:x %ff * ;a=b a%20b %25%32%66 \\..\\',
    ),
    ...words('%u0041 %E6%95%B0 a:b @ __proto__ constructor toString 1 0 -1 1e3 2001 00001 + %2B ~ !$&'),
    ...['', '9'.repeat(40), 'a'.repeat(65), 'a'.repeat(3000)],
  ),
  fc.string({ maxLength: 12 }).map(encodeURIComponent),
)

/** Queries as they stand behind the question mark. */
export const oddQuery: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...words('%zz %c0%80 %00 = &&& ? + [] %5B%5D=1 __proto__=1 constructor=1 __proto__[a]=1 # %0d%0a')),
  fc.constant('a'.repeat(8000)),
  oddText.map((text) => encodeURIComponent(text.toWellFormed())),
)

export const oddHeaderValue: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...words(
      '* , ; " */* */*;q=0 text/plain;q=-1 W/"x" "" "unclosed é ÿþ \u0001 \t a\u007fb =1+1 wait=0 wait=1e9 wait="5"',
    ),
    ...words('wait=-1 gzip br identity deflate GZIP gzip;q=1 utf-16 chunked 0 -1 99999999999'),
    ...['', '"a", "b"', 'gzip, gzip', 'respond-async, wait=99999999999999999999'],
    ...['text/csv;q=0.5, application/json;q=x', 'x'.repeat(255), 'x'.repeat(256), 'x'.repeat(5000)],
  ),
  fc.constant(Array.from({ length: 1000 }, (_, i) => `a/b${i};q=0.${i}`).join(',')),
  fc.constant(`wait${' '.repeat(4000)}= 5`),
  fc.string({ maxLength: 20 }),
)

export const oddMediaType: fc.Arbitrary<string> = fc.constantFrom(
  ...words('x / text/html application/x-www-form-urlencoded TEXT/PLAIN application/json; text/plain;charset=utf-16'),
  ...['', 'multipart/form-data; boundary=x', 'application/json; charset=utf-8', 'application/json; charset="UTF-8"'],
  ...['text/csv; header=absent', 'application/json, text/plain', `text/plain${' '.repeat(4000)}x`],
  'application/problem+json',
)

export const oddMethod: fc.Arbitrary<string> = fc.constantFrom(
  ...words('GET HEAD POST PUT PATCH DELETE OPTIONS TRACE BREW get PROPFIND M-SEARCH'),
)

/** A header that the request has beside its own. */
export const oddHeader: fc.Arbitrary<[string, string]> = fc.tuple(
  fc.constantFrom(
    ...words('accept prefer if-none-match idempotency-key content-length transfer-encoding accept-encoding host'),
    ...words('authorization x-http-method-override range origin __proto__'),
  ),
  oddHeaderValue,
)
