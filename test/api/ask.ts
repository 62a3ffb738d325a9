import { expect, inject } from 'vitest'
import { fromJSONSchema, type ZodType } from 'zod'
import openapi from '../../functions/api/openapi/openapi.json' with { type: 'json' }
import type { PuzzleResult } from '../../shared/job/result.ts'
import type { JobRequest } from '../../shared/protocol/job-request.ts'
import type { JobView, PartView, Problem, ResultsPage } from '../../shared/protocol/views.ts'

/** Requests whose answers have to be what the OpenAPI file says that they are. */

interface Content {
  readonly schema: object
}
interface Operation {
  readonly responses: Readonly<Record<string, { headers?: object; content?: Readonly<Record<string, Content>> }>>
}
const paths = openapi.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>

export interface Asked<T> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

/** Headers that are HTTP's own, or that describe the body. */
const UNDESCRIBED = /^(cache-control|connection|content-length|content-type|date|keep-alive|transfer-encoding)$/

/** Sends a request to the service that all tests share, or to another, and checks the answer against the OpenAPI file. */
export async function ask<T>(path: string, init: RequestInit = {}, url = inject('serviceUrl')): Promise<Asked<T>> {
  const response = await fetch(url + path, init)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const type = response.headers.get('content-type') ?? ''
  const isBinary = type.startsWith('application/vnd.')
  const body = isBinary ? bytes : new TextDecoder().decode(bytes)
  const method = (init.method ?? 'GET').toLowerCase()
  const place = `${method} ${path.split('?')[0]}: ${response.status} ${type}`
  const described = operationAt(path, method)?.responses[response.status]
  expect(described, `${place} is described`).toBeDefined()
  const named = Object.keys(described?.headers ?? {}).map((name) => name.toLowerCase())
  const others = [...response.headers.keys()].filter((name) => !UNDESCRIBED.test(name) && !named.includes(name))
  expect(others, `${place}: headers that are not described`).toEqual([])
  if (isBinary) expect(described?.content, `${place} is described`).toHaveProperty([type])
  if (isBinary || !described?.content) return { status: response.status, headers: response.headers, body: body as T }
  const content = described.content[type] ?? described.content[type.split(';')[0]]
  expect(content, `${place} is described`).toBeDefined()
  const value = /[/+]json$/.test(type) ? JSON.parse(`${body}`) : body
  const checked = schemaOf(content.schema).safeParse(value)
  expect(checked.error?.issues ?? [], place).toEqual([])
  return { status: response.status, headers: response.headers, body: value }
}

export function post<T = JobView>(path: string, json?: unknown, url?: string): Promise<Asked<T>> {
  const init = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }
  return ask<T>(path, { method: 'POST', ...(json !== undefined && init) }, url)
}

/** Opens a job for parts. */
export async function opened(options: Omit<JobRequest, 'puzzles' | 'open'> = {}, url?: string): Promise<string> {
  const { status, body } = await post('/jobs', { ...options, open: true }, url)
  expect(status).toBe(201)
  return body.id
}

export function putPart<T = PartView>(
  id: string,
  part: number | string,
  puzzles: BodyInit,
  { headers = {}, url }: { headers?: Record<string, string>; url?: string | undefined } = {},
): Promise<Asked<T>> {
  const init = { method: 'PUT', headers: { 'content-type': 'text/plain', ...headers }, body: puzzles }
  return ask<T>(`/jobs/${id}/parts/${part}`, init, url)
}

/** A request that has to be refused, with its status and the end of the problem's type. */
export async function refusal(asked: Promise<Asked<unknown>>): Promise<[number, string, ...string[]]> {
  const { status, headers, body } = await asked
  expect(headers.get('content-type')).toBe('application/problem+json')
  const { type, detail, errors = [], ...problem } = body as Problem
  expect(problem.status).toBe(status)
  return [status, type.replace('/problems/', ''), ...(detail === undefined ? [] : [detail]), ...errors]
}

/** Polls a job until it will do; every poll on the way has to add up. */
export async function polledUntil(id: string, willDo: (job: JobView) => boolean, url?: string): Promise<JobView> {
  let tag = ''
  for (;;) {
    // The first look does not wait: what is waited for may have happened.
    const headers = { prefer: 'wait=20', 'if-none-match': tag }
    const answer: Asked<JobView> = await ask(`/jobs/${id}`, tag ? { headers } : {}, url)
    if (answer.status === 304) continue
    addsUp(answer.body)
    if (willDo(answer.body)) return answer.body
    tag = answer.headers.get('etag') ?? ''
  }
}

export const ended = (id: string, url?: string): Promise<JobView> =>
  polledUntil(id, ({ state }) => state === 'completed' || state === 'cancelled', url)

/** What holds of a job on every poll, whatever happens to it. */
export function addsUp({ counts, backtracks, puzzlesPerSecond, secondsLeft, startedAt, finishedAt }: JobView): void {
  const { total, pending, ...outcomes } = counts
  expect(pending + Object.values(outcomes).reduce((a, b) => a + b)).toBe(total)
  expect(backtracks.histogram.reduce((sum, { puzzles }) => sum + puzzles, 0)).toBe(
    counts.solved + counts.multiple + counts.noSolution + counts.aborted,
  )
  expect(puzzlesPerSecond === null).toBe(secondsLeft === null)
  if (pending < total) expect(puzzlesPerSecond).toBeGreaterThan(0)
  if (puzzlesPerSecond !== null) expect(startedAt).toBeDefined()
  if (puzzlesPerSecond !== null && pending === 0) expect(secondsLeft).toBe(0)
  if (finishedAt) expect(pending).toBe(0)
}

/** The results of a job as pages of JSON: to its end, or as far as there are any. */
export async function resultsOf(id: string, query: Record<string, string> = {}, url?: string) {
  const results: PuzzleResult[] = []
  for (let next = Number(query.from ?? 1); ; ) {
    const asked = new URLSearchParams({ ...query, from: `${next}` })
    const { body }: Asked<ResultsPage> = await ask(`/jobs/${id}/results?${asked}`, {}, url)
    results.push(...body.results)
    if (body.next === null || body.next === next) return { results, next: body.next }
    next = body.next
  }
}

/** The operation of an address, and the schema of an answer, that the OpenAPI file has. */
function operationAt(path: string, method: string): Operation | undefined {
  const [pathname] = path.split('?')
  const [, found] =
    Object.entries(paths).find(([pattern]) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname)) ??
    []
  return found?.[method]
}

const schemas = new Map<object, ZodType>()
function schemaOf(schema: object): ZodType {
  const known = schemas.get(schema)
  if (known) return known
  const whole = JSON.stringify({ ...schema, $defs: openapi.components.schemas })
    .replaceAll('#/components/schemas/', '#/$defs/')
    // Zod takes these for whole URLs.
    .replaceAll('"format":"uri-reference"', '"pattern":"^/"')
  const made = fromJSONSchema(JSON.parse(whole))
  schemas.set(schema, made)
  return made
}
