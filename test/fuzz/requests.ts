import fc from 'fast-check'
import openapi from '../../functions/api/openapi/openapi.json' with { type: 'json' }
import { packedBytes, rawBytes, type SentBody, sent, textBytes } from './bodies.ts'
import { mutated, textsOf } from './mutation.ts'
import { oddHeader, oddHeaderValue, oddMediaType, oddMethod, oddPathPiece, oddQuery } from './odd.ts'
import { type Schema, valuesOf } from './schema.ts'

/** Requests made from the OpenAPI file: whatever is described there is sent here, as it should be and as it should not. */
export interface SentRequest {
  readonly method: string
  /** As it stands in the request; `@open` and the like are jobs in such a state. */
  readonly path: string
  /** As it stands behind the question mark. */
  readonly query: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: Uint8Array
  /** How API Gateway hands it on, where that is not as usual. */
  readonly event?: (typeof ODD_EVENTS)[number] | undefined
  /** Whether the description allows all of it, so that it cannot be refused as wrong. */
  readonly isAllowed: boolean
}

/** Ways in which an event can be at odds with its request. */
const ODD_EVENTS = ['path decoded', 'base64 taken for text', 'text taken for base64', 'no headers'] as const

/** Jobs that a door has ready, in every state that they can be in. */
export const JOBS = ['@open', '@sealed', '@completed', '@failed', '@cancelled', '@expired', '@foreign'] as const

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: Schema
}
interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}
const paths = openapi.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>
const operations = Object.entries(paths).flatMap(([pattern, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ pattern, method: method.toUpperCase(), operation })),
)

/** Any request, most of them to what there is. */
export const requests: fc.Arbitrary<SentRequest> = fc.oneof(
  ...operations.map(({ pattern, method, operation }) => ({
    // A route that takes a body has most to go wrong.
    weight: operation.requestBody ? 12 : 1 + (operation.parameters?.length ?? 0),
    arbitrary: fc.oneof(
      { weight: 3, arbitrary: allowed(pattern, method, operation) },
      { weight: 6, arbitrary: odd(pattern, method, operation) },
    ),
  })),
  { weight: 3, arbitrary: strayRequests() },
)

/** As it is described. */
function allowed(
  pattern: string,
  method: string,
  { parameters = [], requestBody }: Operation,
): fc.Arbitrary<SentRequest> {
  const content = Object.entries(requestBody?.content ?? { none: { schema: {} } })
  return fc.oneof(
    ...content.map(([type, { schema }]) => {
      const isJson = type === 'application/json'
      const query = isJson
        ? fc.constant('')
        : queryOf(parameters, (parameter) => valuesOf(parameter.schema).map(asText), {
            // Several values are separated by commas, or each is by itself.
            mayRepeat: ({ schema }) => schema.type === 'array',
          })
      const body = requestBody
        ? bytesOf(type, isJson ? valuesOf(schema).map((value) => JSON.stringify(value)) : undefined)
        : fc.constant(undefined)
      return fc
        .record({
          path: pathOf(pattern, parameters, (parameter) => valuesOf(parameter.schema).map(asText)),
          query,
          headers: headersOf(parameters, (parameter) => valuesOf(parameter.schema).map(asText)),
          bytes: body,
        })
        .map(({ bytes, headers, ...rest }): SentRequest => {
          const described = headers.filter(([name]) => name !== 'content-encoding')
          const typed: SentRequest['headers'] = requestBody ? [['content-type', type], ...described] : described
          return { method, ...rest, headers: typed, ...(bytes && { body: bytes }), isAllowed: isJson || !requestBody }
        })
    }),
  )
}

/** With some of it wrong. */
function odd(pattern: string, method: string, { parameters = [], requestBody }: Operation): fc.Arbitrary<SentRequest> {
  const content = Object.entries(requestBody?.content ?? {})
  const bodies: fc.Arbitrary<{ type?: string; body?: SentBody }>[] = content.map(([type, { schema }]) =>
    sent(
      bytesOf(
        type,
        type === 'application/json' ? textsOf(fc.oneof(valuesOf(schema), mutated(valuesOf(schema)))) : undefined,
      ),
    ).map((body) => ({ type, body })),
  )
  const anyType = fc.oneof(
    oddMediaType,
    fc.constantFrom('application/json', 'text/plain', ...content.map(([type]) => type)),
  )
  const stray = fc.record({ type: anyType, body: sent(rawBytes) }, { requiredKeys: [] })
  return fc
    .record({
      event: fc.option(fc.constantFrom(...ODD_EVENTS), { freq: 20, nil: undefined }),
      path: pathOf(pattern, parameters, ({ schema }) => fc.oneof(valuesOf(schema).map(asText), oddPathPiece)),
      query: fc.oneof(
        { weight: 2, arbitrary: fc.constant('') },
        {
          weight: 2,
          arbitrary: queryOf(parameters, ({ schema }) =>
            fc.oneof({ weight: 4, arbitrary: valuesOf(schema).map(asText) }, { weight: 1, arbitrary: oddQuery }),
          ),
        },
        { weight: 1, arbitrary: fc.array(oddQuery, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('&')) },
      ),
      headers: headersOf(parameters, ({ schema }) => fc.oneof(valuesOf(schema).map(asText), oddHeaderValue)),
      extra: fc.array(oddHeader, { maxLength: 2 }),
      sent: fc.oneof(...bodies, stray),
      method: fc.oneof({ weight: 12, arbitrary: fc.constant(method) }, { weight: 1, arbitrary: oddMethod }),
    })
    .map(({ event, headers, extra, sent: { type, body }, ...rest }) => {
      const described = headers.filter(([name]) => name !== 'content-encoding' || body === undefined)
      const named: [string, string][] = [...described, ...extra]
      if (type !== undefined) named.push(['content-type', type])
      if (body?.encoding !== undefined) named.push(['content-encoding', body.encoding])
      return { ...rest, ...(event && { event }), headers: named, ...(body && { body: body.bytes }), isAllowed: false }
    })
}

/** To addresses that there may not be. */
function strayRequests(): fc.Arbitrary<SentRequest> {
  const piece = fc.oneof(
    oddPathPiece,
    fc.constantFrom('jobs', 'problems', 'assets', 'health', 'results', 'parts', ...JOBS),
  )
  return fc.record({
    method: oddMethod,
    path: fc.array(piece, { maxLength: 5 }).map((pieces) => `/${pieces.join('/')}`),
    query: fc.oneof(fc.constant(''), oddQuery),
    headers: fc.array(oddHeader, { maxLength: 3 }),
    isAllowed: fc.constant(false),
  })
}

function bytesOf(type: string, json: fc.Arbitrary<string> | undefined): fc.Arbitrary<Uint8Array> {
  if (json) return json.map((text) => new TextEncoder().encode(text))
  return type.startsWith('text/') || type.endsWith('json') ? textBytes : packedBytes
}

type Written = (parameter: Parameter) => fc.Arbitrary<string>

function pathOf(pattern: string, parameters: readonly Parameter[], written: Written): fc.Arbitrary<string> {
  const pieces = pattern.split(/(\{\w+\})/).map((piece): fc.Arbitrary<string> => {
    const parameter = parameters.find(({ name, in: where }) => where === 'path' && piece === `{${name}}`)
    if (!parameter) return fc.constant(piece)
    const value = written(parameter).map((text) =>
      text.includes('%') ? text : encodeURIComponent(text.toWellFormed()),
    )
    // A name without a pattern is that of a job.
    const isName = parameter.schema.type === 'string' && !parameter.schema.enum
    return isName
      ? fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...JOBS) }, { weight: 1, arbitrary: value })
      : value
  })
  return fc.tuple(...pieces).map((made) => made.join(''))
}

function queryOf(
  parameters: readonly Parameter[],
  written: Written,
  { mayRepeat = () => true }: { mayRepeat?: (parameter: Parameter) => boolean } = {},
): fc.Arbitrary<string> {
  const named = parameters.filter((parameter) => parameter.in === 'query')
  if (named.length === 0) return fc.constant('')
  const pair = fc.oneof(
    ...named.map((parameter) =>
      written(parameter).map((text) => ({
        parameter,
        text: `${parameter.name}=${text.includes('%') ? text : encodeURIComponent(text.toWellFormed())}`,
      })),
    ),
  )
  // Two objects are never the same, so that what may repeat is no duplicate.
  const selector = ({ parameter }: { parameter: Parameter }) => (mayRepeat(parameter) ? {} : parameter.name)
  return fc.uniqueArray(pair, { maxLength: 4, selector }).map((pairs) => pairs.map(({ text }) => text).join('&'))
}

function headersOf(parameters: readonly Parameter[], written: Written): fc.Arbitrary<[string, string][]> {
  const named = parameters.filter((parameter) => parameter.in === 'header')
  const each = named.map((parameter) =>
    fc.option(written(parameter).map((text): [string, string] => [parameter.name.toLowerCase(), text])),
  )
  return fc.tuple(...each).map((found) => found.filter((header) => header !== null))
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value)
}

/** A request as it is told to whoever reads a report. */
export function shown({ method, path, query, headers, body, event }: SentRequest): string {
  const lines = headers.map(([name, value]) => `${name}: ${cut(JSON.stringify(value).slice(1, -1), 200)}`)
  const text = body && `(${body.length} bytes) ${cut(JSON.stringify(Buffer.from(body).toString('latin1')), 600)}`
  const first = `${method} ${cut(path, 300)}${query && `?${cut(query, 300)}`}${event ? ` (${event})` : ''}`
  return [first, ...lines, ...(text ? ['', text] : [])].join('\n')
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}… (${text.length})` : text
}
