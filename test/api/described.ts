import { fromJSONSchema, type ZodType } from 'zod'
import openapi from '../../functions/api/openapi/openapi.json' with { type: 'json' }
import { CORRELATION_HEADER } from '../../shared/protocol/correlation.ts'

/** Whether answers are what the OpenAPI file says that they are. */

interface Content {
  readonly schema: object
}
export interface Operation {
  readonly responses: Readonly<Record<string, { headers?: object; content?: Readonly<Record<string, Content>> }>>
}
const paths = openapi.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}

/** Headers that are HTTP's own, or that describe the body. */
const HTTP = /^(cache-control|connection|content-length|content-type|date|keep-alive|transfer-encoding)$/
/** The headers of every answer that are for browsers. */
const GUARDS =
  /^(content-security-policy|cross-origin-resource-policy|referrer-policy|strict-transport-security|x-content-type-options)$/
/** Those that every answer has are described once, in the text; a hundred times they would be 7 KB of each function. */
const isUndescribed = (name: string) => HTTP.test(name) || GUARDS.test(name) || name === CORRELATION_HEADER

/** The body of an answer, parsed where it is JSON, and what is not as the operation is described. */
export function judged(
  { status, headers, bytes }: Answer,
  operation: Operation | undefined,
): { body: unknown; wrong: string[] } {
  const type = headers.get('content-type') ?? ''
  const isBinary = type.startsWith('application/vnd.')
  const body = isBinary ? bytes : new TextDecoder().decode(bytes)
  const described = operation?.responses[status]
  if (!described) return { body, wrong: ['is not described'] }
  const named = Object.keys(described.headers ?? {}).map((name) => name.toLowerCase())
  const wrong = [...headers.keys()]
    .filter((name) => !isUndescribed(name) && !named.includes(name))
    .map((name) => `the header ${name} is not described`)
  const content = described.content?.[type] ?? described.content?.[type.split(';')[0]]
  if (described.content && !content) wrong.push(`the type ${type} is not described`)
  if (isBinary || !content) return { body, wrong }
  const value = /[/+]json$/.test(type) ? JSON.parse(`${body}`) : body
  const { error } = schemaOf(content.schema).safeParse(value)
  const issues = (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
  return { body: value, wrong: [...wrong, ...issues] }
}

/** The operation of an address that the OpenAPI file has. */
export function operationAt(path: string, method: string): Operation | undefined {
  const [pathname] = path.split('?')
  const [, found] =
    Object.entries(paths).find(([pattern]) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname)) ??
    []
  return found?.[method.toLowerCase()]
}

/** Kept for the process, as modules are loaded anew for each file, and reading one of them takes 20 ms. */
const inProcess = globalThis as typeof globalThis & { schemasOfTests?: Map<string, ZodType> }
inProcess.schemasOfTests ??= new Map()
const schemas = inProcess.schemasOfTests
function schemaOf(schema: object): ZodType {
  const name = JSON.stringify(schema)
  const known = schemas.get(name)
  if (known) return known
  const whole = JSON.stringify({ ...schema, $defs: openapi.components.schemas })
    .replaceAll('#/components/schemas/', '#/$defs/')
    // Zod takes these for whole URLs.
    .replaceAll('"format":"uri-reference"', '"pattern":"^/"')
  const made = fromJSONSchema(JSON.parse(whole, closed))
  schemas.set(name, made)
  return made
}

/** Clients are to expect fields that are not described yet; the service has none. */
function closed(_: string, schema: { type?: unknown; properties?: unknown } | null): unknown {
  return schema?.type === 'object' && schema.properties ? { additionalProperties: false, ...schema } : schema
}
