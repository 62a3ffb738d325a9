import fc from 'fast-check'
import { nested, oddJson, oddName, oddText, words } from './odd.ts'

/** JSON texts that are no longer what a schema allows, or no JSON. */

type Container = Record<string, unknown> | unknown[]
interface Place {
  readonly within: Container
  readonly key: string | number
}

type Change = (place: Place) => void

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.constant<Change>(({ within, key }) => {
    if (Array.isArray(within)) within.splice(Number(key), 1)
    else delete within[key]
  }),
  oddJson.map(
    (odd): Change =>
      (place) =>
        set(place, odd),
  ),
  fc.tuple(oddName, oddJson).map(
    ([name, odd]): Change =>
      ({ within }) => {
        if (Array.isArray(within)) within.push(odd)
        else Object.defineProperty(within, name, { value: odd, enumerable: true, configurable: true, writable: true })
      },
  ),
  fc.nat(12).map(
    (deep): Change =>
      (place) => {
        for (let i = 0; i < deep; i++) set(place, [valueAt(place)])
      },
  ),
  fc.constantFrom(20, 300).map(
    (times): Change =>
      (place) =>
        set(place, Array(times).fill(valueAt(place))),
  ),
  fc.constant<Change>((place) => set(place, asText(valueAt(place)))),
  fc.constant<Change>((place) => set(place, nested(30))),
)

/** A value with some of its places changed. */
export function mutated(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.array(fc.tuple(fc.nat(), changes), { minLength: 1, maxLength: 3 }))
    .map(([value, made]) => {
      const root = { value: structuredClone(value) }
      for (const [at, change] of made) {
        const places = [...placesIn(root)]
        if (places.length > 0) change(places[at % places.length])
      }
      return root.value
    })
}

function* placesIn(within: Container, depth = 0): Generator<Place> {
  for (const [key, value] of Object.entries(within).slice(0, 50)) {
    yield { within, key }
    if (depth < 6 && typeof value === 'object' && value !== null) yield* placesIn(value as Container, depth + 1)
  }
}

const valueAt = ({ within, key }: Place): unknown => (within as Record<string, unknown>)[key]

function set({ within, key }: Place, value: unknown): void {
  Object.defineProperty(within, key, { value, enumerable: true, configurable: true, writable: true })
}

/** JSON that `JSON.stringify` never writes, and where to put it. */
const TOKENS = [
  ...words(`1e400 -1e400 -0 9007199254740993 0123 NaN Infinity undefined 'x' \\u0000 "\\ud800"`),
  ...[',', ':', '{', '}', '[', ']', '"', '\\', '/* */', '\n', '\uFEFF', '\u2028', '"__proto__":{"open":true},'],
  ...['"open":true,', '"puzzles":[],', '"puzzles":["."],"puzzles":[],', '"id":"a","id":7,'],
]

/** One that puts itself into itself can be longer than any string, or have no end: nobody can send that. */
function asText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return ''
    throw error
  }
}

/** The text of a JSON value, as it should be or with pieces put in, cut out or cut off. */
export function textsOf(values: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const token = fc.oneof(fc.constantFrom(...TOKENS), oddText)
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat(3), token), { maxLength: 2 })
  const written = values.map(asText)
  return fc.oneof(
    { weight: 3, arbitrary: written },
    {
      weight: 2,
      arbitrary: fc.tuple(written, edits).map(([text, made]) => {
        for (const [at, cut, put] of made) {
          // Mostly behind a bracket or a comma, where it may still be JSON.
          const from = text.length === 0 ? 0 : text.indexOf(',', at % text.length) + 1 || 1
          text = text.slice(0, from) + put + text.slice(from + cut)
        }
        return text
      }),
    },
    { weight: 1, arbitrary: fc.tuple(written, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1))) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(1, 100, 100_000).map((deep) => `{"puzzles":${'['.repeat(deep)}${']'.repeat(deep)}}`),
    },
  )
}
