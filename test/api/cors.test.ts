import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LocalService, startLocal } from '../../infra/local.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { GRID } from './grids.ts'

const FRONT_END = 'http://localhost:5173'
const ELSEWHERE = 'http://localhost:5174'

// A service of its own: the others let no other origin in.
let service: LocalService
beforeAll(async () => {
  service = await startLocal({ workers: 1, origins: ['https://other.example', FRONT_END] })
})
afterAll(() => service[Symbol.asyncDispose]())

/** A request as a browser sends it for a page on another port of this machine. */
function send(path: string, origin: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
  return fetch(service.url + path, { ...init, headers: { ...headers, origin, 'sec-fetch-site': 'same-site' } })
}
const preflight = (origin: string) =>
  send('/jobs', origin, {
    method: 'OPTIONS',
    headers: {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,idempotency-key',
    },
  })

it('a front end on another port may submit, and read what is answered', async () => {
  const asked = await preflight(FRONT_END)
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, FRONT_END])
  expect(asked.headers.get('access-control-allow-methods')).toContain('POST')
  const allowed = asked.headers.get('access-control-allow-headers')?.split(',')
  expect(allowed).toEqual(expect.arrayContaining(['content-type', 'idempotency-key', 'authorization']))

  const body = JSON.stringify({ puzzles: [GRID] })
  const submitted = await send('/jobs', FRONT_END, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(submitted.status).toBe(202)
  const { links } = (await submitted.json()) as JobView
  // A refused puzzle can be read as well.
  for (const answer of [submitted, await send(links.self, FRONT_END), await send('/jobs/none', FRONT_END)]) {
    expect(answer.headers.get('access-control-allow-origin')).toBe(FRONT_END)
    expect(answer.headers.get('access-control-expose-headers')).toContain('retry-after')
  }
})

it('another one may not', async () => {
  const submitted = await send('/jobs', ELSEWHERE, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: GRID,
  })
  expect(submitted.status).toBe(403)
  for (const origin of [`${FRONT_END}.example`, FRONT_END.replace('http:', 'https:'), 'http://other.example', '']) {
    const headers = { 'content-type': 'text/plain' }
    expect((await send('/jobs', origin, { method: 'POST', headers, body: GRID })).status).toBe(403)
  }
  for (const answer of [await preflight(ELSEWHERE), submitted, await send('/jobs', ELSEWHERE)]) {
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})
