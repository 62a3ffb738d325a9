import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromJSONSchema } from 'zod'
import { closed, object, published } from '../../functions/api/openapi/operation.ts'
import { checkedObject, type Fields } from '../../shared/json-schema.ts'
import {
  JOB_OPTION_FIELDS,
  LABEL_FIELDS,
  LIST_QUERY_FIELDS,
  RESULTS_QUERY_FIELDS,
  WEBHOOK_FIELDS,
} from '../../shared/protocol/requests.ts'

/** Each table, and an object that it takes. */
const TABLES: Readonly<Record<string, readonly [fields: Fields, taken: Readonly<Record<string, unknown>>]>> = {
  options: [JOB_OPTION_FIELDS, { rules: 'diagonal' }],
  labels: [LABEL_FIELDS, { name: 'mine', metadata: { a: 'b' } }],
  webhook: [WEBHOOK_FIELDS, { url: 'https://a.example/c', secret: `whsec_${'A'.repeat(32)}` }],
  list: [LIST_QUERY_FIELDS, { limit: 3 }],
  results: [RESULTS_QUERY_FIELDS, { status: ['solved'], format: 'csv' }],
}

/** Values near what a field takes, and others. */
function valuesNear({ enum: words = [], minimum = 0, maximum = 9, maxLength = 9, items }: Fields[string]) {
  const near: fc.Arbitrary<unknown>[] = [
    fc.constantFrom<unknown>(
      ...words,
      ...(items?.enum ?? []),
      minimum,
      maximum,
      minimum - 1,
      maximum + 1,
      1.5,
      null,
      '',
    ),
    fc.constantFrom('x'.repeat(maxLength), 'x'.repeat(maxLength + 1), 'a\u0007', '1.5..3', `whsec_${'A'.repeat(32)}`),
    fc.constantFrom('https://a.b/c', 'ftp://a.b', 'classic', [], {}, true, { '': 'x' }, { a: 'x'.repeat(513) }),
    fc.array(fc.constantFrom<unknown>(...words, ...(items?.enum ?? []), 'classic', 'diagonal', 'luck', 7), {
      maxLength: 3,
    }),
    fc.dictionary(fc.string({ maxLength: 42 }), fc.oneof(fc.string(), fc.integer()), { maxKeys: 18 }),
    fc.jsonValue(),
  ]
  return fc.oneof(...near)
}

it.each(Object.entries(TABLES))(
  'takes as %s what the published schema takes, by another reader of it',
  (_, [fields, taken]) => {
    const optional = Object.keys(fields).filter((name) => fields[name].optional || fields[name].default !== undefined)
    const judge = fromJSONSchema(JSON.parse(JSON.stringify(closed(object(published(fields), { optional })))))
    const values = Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, fc.oneof(fc.constant(taken[name]), valuesNear(field))]),
    )
    const objects = fc.oneof(
      { weight: 9, arbitrary: fc.record(values, { requiredKeys: [] }) },
      {
        weight: 1,
        arbitrary: fc.dictionary(fc.constantFrom(...Object.keys(fields), 'speed', '__proto__'), fc.jsonValue()),
      },
      { weight: 1, arbitrary: fc.jsonValue() },
    )
    expect(checkedObject(fields, taken)).toMatchObject({ ok: true })
    fc.assert(
      fc.property(objects, (found) => {
        expect(checkedObject(fields, found).ok).toBe(judge.safeParse(found).success)
      }),
      { numRuns: 2000, examples: [[taken]] },
    )
  },
)

it('says what is wrong everywhere, fields that nobody knows last', () => {
  const checked = checkedObject(WEBHOOK_FIELDS, { speed: 1, secret: 7 })
  expect(checked.ok ? [] : checked.error).toEqual([
    {
      path: ['url'],
      detail: `expected ${WEBHOOK_FIELDS.url.expected}`,
      found: undefined,
      kind: undefined,
    },
    { path: ['secret'], detail: 'expected whsec_ and 24 to 64 bytes in base64', found: 7, kind: undefined },
    { path: [], detail: 'speed', found: { speed: 1, secret: 7 }, kind: 'unknown' },
  ])
})

it('fills in what is left out', () => {
  expect(checkedObject(LIST_QUERY_FIELDS, { name: 'mine' })).toEqual({ ok: true, value: { limit: 20, name: 'mine' } })
})
