import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject } from 'vitest'
import type { JobRequest } from '../../shared/client/client.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import { errorInWords } from '../../shared/protocol/problem-error.ts'
import type { JobView, PartView, Problem, ResultsPage } from '../../shared/protocol/views.ts'
import { judged, operationAt } from './described.ts'
import { wrongSumsOf } from './sums.ts'

/** Requests whose answers have to be what the OpenAPI file says that they are. */

export interface Asked<T> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

/** Sends a request to the service that all tests share, or to another, and checks the answer against the OpenAPI file. */
export async function ask<T>(path: string, init: RequestInit = {}, url = inject('serviceUrl')): Promise<Asked<T>> {
  return asDescribed(await fetch(url + path, init), path, init.method)
}

/** Reads an answer, which has to be what the OpenAPI file says that it is. */
export async function asDescribed<T>(response: Response, path: string, method = 'GET'): Promise<Asked<T>> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const { status, headers } = response
  const { body, wrong } = judged({ status, headers, bytes }, operationAt(path, method))
  expect(wrong, `${method} ${path.split('?')[0]}: ${status} ${headers.get('content-type')}`).toEqual([])
  return { status, headers, body: body as T }
}

export function post<T = JobView>(path: string, json?: unknown, url?: string): Promise<Asked<T>> {
  const init = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }
  return ask<T>(path, { method: 'POST', ...(json !== undefined && init) }, url)
}

/** Submits a text, with its options in the query. */
export function postText<T = JobView>(
  query: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Asked<T>> {
  return ask<T>(`/jobs${query}`, { method: 'POST', headers: { 'content-type': 'text/plain', ...headers }, body })
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
  const { type, code, detail, errors = [], ...problem } = body as Problem
  expect(type).toBe(`/problems/${code}`)
  expect(problem.status).toBe(status)
  return [status, code, ...(detail === undefined ? [] : [detail]), ...errors.map(errorInWords)]
}

/** What a request is told that does not fit its schema. */
export async function misfits(asked: Promise<Asked<unknown>>): Promise<string[]> {
  const [status, code, ...errors] = await refusal(asked)
  expect([status, code]).toEqual([422, 'invalid-request'])
  return errors
}

/** Polls a job until it has ended; every poll on the way has to add up. */
export async function ended(id: string, url?: string): Promise<JobView> {
  let tag = ''
  for (;;) {
    // The first look does not wait: what is waited for may have happened.
    const headers = { prefer: 'wait=20', 'if-none-match': tag }
    const answer: Asked<JobView> = await ask(`/jobs/${id}`, tag ? { headers } : {}, url)
    // What is far from its end is answered at once.
    if (tag && !answer.headers.has('preference-applied')) await pause(50)
    if (answer.status === 304) continue
    addsUp(answer.body)
    if (answer.body.state === 'completed' || answer.body.state === 'cancelled') return answer.body
    tag = answer.headers.get('etag') ?? ''
  }
}

/** The promises of a job that hold on every poll, whatever happens to it. */
export function addsUp(job: JobView): void {
  expect(wrongSumsOf(job), JSON.stringify(job)).toEqual([])
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
