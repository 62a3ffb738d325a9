import { mediaTypesOf, SYNTAXES } from '../../../shared/input/input-format.ts'
import * as limits from '../../../shared/job/limits.ts'
import { PUZZLES_TYPE } from '../../../shared/job/packed/packed-puzzles.ts'
import { type Field, type Fields, ref, type Schema } from '../../../shared/json-schema.ts'
import { GZIP_TYPE } from '../../../shared/protocol/body-encoding.ts'
import { PROBLEMS, type ProblemKind, type ProblemName } from '../problem.ts'

/** The few forms of JSON Schema that the description is made of. */

/**
 * An object of these fields, all of which are there unless some are named as optional. An answer may have others one
 * day, and clients are to expect it.
 */
export function object(properties: Readonly<Record<string, object>>, { optional = [] as readonly string[] } = {}) {
  return { type: 'object', required: Object.keys(properties).filter((name) => !optional.includes(name)), properties }
}

/** The same in a request: these fields and no others. */
export const closed = (schema: object) => ({ ...schema, additionalProperties: false })

export function described(fields: Fields): object {
  const optional = Object.keys(fields).filter((name) => fields[name].optional)
  return object(published(fields), { optional })
}

/** The fields of a table, each as JSON Schema. */
export function published<F extends Fields>(fields: F): Readonly<Record<keyof F & string, Schema>> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, written(field)])) as ReturnType<
    typeof published<F>
  >
}

/** A field's schema, without what only we say of it. */
function written(field: Field & { csv?: number }): Schema {
  const { optional: _optional, csv: _csv, expected: _expected, check: _check, ...schema } = field
  const { properties, items, additionalProperties, ...own } = schema
  if (properties) return { ...described(properties), ...own }
  return {
    ...own,
    ...(items && { items: written(items) }),
    ...(additionalProperties && { additionalProperties: written(additionalProperties) }),
  }
}

export const count = (description: string) => ({ type: 'integer', minimum: 0, description })

/** Bytes of a form of our own, which are no text. */
export const binary = (mediaType: string, description: string) => ({
  schema: { type: 'string', contentMediaType: mediaType, description },
})

export const EXAMPLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'

export const query = (name: string, description: string, schema: object) => ({ name, in: 'query', description, schema })
export const header = (name: string, description: string, schema: object = { type: 'string' }) => ({
  name,
  in: 'header',
  description,
  schema,
})

export function queryOf<F extends Fields>(fields: F, texts: Readonly<Record<keyof F & string, string>>) {
  return Object.entries(published(fields)).map(([name, schema]) => ({
    ...query(name, texts[name], schema),
    ...(schema.type === 'array' && { style: 'form', explode: true }),
  }))
}

export const jobId = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
export const preferWait = (what: string) =>
  header(
    'Prefer',
    `\`wait=N\` holds the answer until ${what} or N seconds (${limits.MAX_WAIT_S} at most) have passed. Where that is not to be expected so soon, or too many answers are held, it comes at once, without \`Preference-Applied\` and with \`Retry-After\`.`,
  )
export const gzipped = header(
  'Content-Encoding',
  `\`gzip\` where the body is gzipped, for gateways that do not take such a body for text; the media type \`${GZIP_TYPE}\` is safe with any. It may have at most ${limits.MAX_BINARY_BODY_BYTES} bytes, and unpack to ${limits.MAX_UNPACKED_BYTES / 1e6} MB.`,
  { enum: ['identity', 'gzip'], default: 'identity' },
)

const grouped = (bytes: number) => bytes.toLocaleString('en')

/** How large a body may be, for the end of a description: a sentence and a list. */
export const bodySizes = `A body may have so many bytes at most:

- ${grouped(limits.MAX_TEXT_BODY_BYTES)} of text or JSON, and ${grouped(limits.MAX_BODY_PAYLOAD_BYTES)} where line ends, quotes and backslashes are counted twice
- ${grouped(limits.MAX_BINARY_BODY_BYTES)} where it is gzipped, packed or NDJSON`

/** By media type, a text with an example of each format that is sent as that. */
function textBodies(): Record<string, object> {
  const typed = Object.entries(SYNTAXES).flatMap(([name, syntax]) =>
    mediaTypesOf(syntax).map((mediaType) => ({ name, mediaType, example: syntax.example })),
  )
  const byType = Map.groupBy(typed, ({ mediaType }) => mediaType)
  return Object.fromEntries(
    [...byType].map(([mediaType, formats]) => {
      const examples = formats.map(({ name, example }) => [name, { value: example(EXAMPLE) }])
      return [mediaType, { schema: { type: 'string' }, examples: Object.fromEntries(examples) }]
    }),
  )
}

export const puzzleBodies = {
  ...textBodies(),
  [GZIP_TYPE]: binary(
    GZIP_TYPE,
    `A text of any of these formats in gzip, at most ${limits.MAX_BINARY_BODY_BYTES} bytes, which may unpack to ${limits.MAX_UNPACKED_BYTES / 1e6} MB. The service tells the format from the text where \`format\` does not name it.`,
  ),
  [PUZZLES_TYPE]: binary(
    PUZZLES_TYPE,
    'Plain 9×9 grids, packed: the bytes `d1 01 ff ff` (version 1); three numbers of 4 bytes, little-endian, which are how many puzzles, how many of them are plain grids, and how many bytes those take; then for each grid 11 bytes with a bit for each cell that has a digit, and the digits, two a byte. They take a third of the text, and are read ten times as fast. The clients of this project also send solutions, ids and a few bad lines with them so; anybody else sends those as text.',
  ),
}
export const json = (name: string) => ({ 'application/json': { schema: ref(name) } })

/** The headers of answers, as they mostly are. */
export const HEADERS = {
  'Idempotency-Replayed': {
    description: 'Where the job was made by an earlier request with the same `Idempotency-Key`.',
    schema: { const: 'true' },
  },
  Location: { description: 'Where to poll.', schema: { type: 'string', format: 'uri-reference' } },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: { type: 'integer' } },
  ETag: { description: 'Changes with the job.', schema: { type: 'string' } },
  'Preference-Applied': {
    description: 'The `wait` that the service has kept to; absent where it answered sooner.',
    schema: { type: 'string' },
  },
}

/** An answer of a schema, or without a body; with some of these headers, or others in words of their own. */
export function answer(description: string, schema?: string, ...names: readonly (keyof typeof HEADERS | object)[]) {
  const found = names.map((name) => (typeof name === 'object' ? name : { [name]: HEADERS[name] }))
  return {
    description,
    ...(found.length > 0 && { headers: Object.assign({}, ...found) as object }),
    ...(schema && { content: json(schema) }),
  }
}

/** A body can be refused for these, whatever it is to bring. */
export const BODY_PROBLEMS = [
  'not-json',
  'invalid-gzip',
  'too-large',
  'too-large-unpacked',
  'unsupported-media-type',
  'too-complex',
] as const satisfies readonly ProblemName[]

/** The answers that problems make, grouped by status as OpenAPI wants them; those that any request can meet are added. */
export function problems(...names: readonly ProblemName[]) {
  const byStatus = Map.groupBy([...names, 'internal', 'unavailable'] as const, (name) => PROBLEMS[name].status)
  return Object.fromEntries([...byStatus].map(([status, same]) => [`${status}`, problemAnswer(same)]))
}

function problemAnswer(names: readonly ProblemName[]) {
  const kinds = names.map((name): ProblemKind => PROBLEMS[name])
  const found = kinds.flatMap(({ header }) => header ?? [])
  return {
    description: names.map((name) => `${PROBLEMS[name].title} (\`${name}\`).`).join(' '),
    ...(found.length > 0 && { headers: Object.fromEntries(found.map((header) => [header, PROBLEM_HEADERS[header]])) }),
    content: { 'application/problem+json': { schema: ref('Problem') } },
  }
}

const PROBLEM_HEADERS: Record<NonNullable<ProblemKind['header']>, object> = {
  Accept: { description: 'The media types that are taken.', schema: { type: 'string' } },
  Allow: { description: 'The methods that the address takes.', schema: { type: 'string' } },
  'Retry-After': HEADERS['Retry-After'],
  'WWW-Authenticate': { description: 'How to say who you are.', schema: { type: 'string' } },
}
