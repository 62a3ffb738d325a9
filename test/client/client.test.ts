import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { ApiError, UnreachableError } from '../../shared/client/api-error.ts'
import { createClient } from '../../shared/client/client.ts'
import { type Pause, pause as realPause } from '../../shared/client/pause.ts'
import { GRID } from '../api/grids.ts'
import { serving } from './serving.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, call: number) => void

/** A server that behaves as told, to see what the client makes of it. */
async function server(answer: Answer) {
  let calls = 0
  const { url, [Symbol.asyncDispose]: close } = await serving((request, response) => answer(request, response, ++calls))
  onTestFinished(close)
  return { url, calls: () => calls }
}

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) {
  const type = status >= 400 ? 'application/problem+json' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body))
}
/** A client whose pauses take no time, and what they would have been, in milliseconds. */
function hurried(url: string) {
  const pauses: number[] = []
  const pause = async (ms: number) => void pauses.push(ms)
  return { client: createClient({ url, pause }), pauses }
}
const BUSY = { type: '/problems/unavailable', title: 'Busy', status: 503 }

it('carries a refusal as an error with its status, places and words', async () => {
  const error = await createClient({ url: inject('serviceUrl') })
    .createJob({ puzzles: [GRID], solutions: 0 })
    .catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 422,
    message: 'The request does not fit its schema\nsolutions: expected a whole number from 1 to 1000000',
    problem: {
      code: 'invalid-request',
      errors: [{ pointer: '#/solutions', detail: 'expected a whole number from 1 to 1000000' }],
    },
  })
})

it('tries again where the service is busy, after the time it asks for', async () => {
  const { url, calls } = await server((_, response, call) =>
    call < 3 ? send(response, 503, BUSY, { 'retry-after': '7' }) : send(response, 200, { id: 'j' }),
  )
  const { client, pauses } = hurried(url)
  expect(await client.getJob('j')).toEqual({ id: 'j' })
  expect(calls()).toBe(3)
  // And a little more, so that not all who were turned away come back at once.
  for (const ms of pauses) expect([Math.floor(ms / 1000), pauses.length]).toEqual([7, 2])
})

it.each<[string, Answer]>([
  [
    'a function has crashed, which what stands before the service tells',
    (_, response) => response.writeHead(500).end('{"message":"Internal Server Error"}'),
  ],
  ['an answer got lost', ({ socket }) => socket.destroy()],
  [
    'an answer breaks off',
    ({ socket }, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"id":')
      setTimeout(() => socket.destroy(), 20)
    },
  ],
])('tries again where %s', async (_, fails) => {
  const { url, calls } = await server((request, response, call) =>
    call === 1 ? fails(request, response, call) : send(response, 200, { id: 'j' }),
  )
  expect(await hurried(url).client.getJob('j')).toEqual({ id: 'j' })
  expect(calls()).toBe(2)
})

it('sends a job again where it was turned away or its answer got lost, under the same key, so that it is one job', async () => {
  const keys: unknown[] = []
  const { url, calls } = await server((request, response, call) => {
    keys.push(request.headers['idempotency-key'])
    if (call === 1) send(response, 429, { ...BUSY, status: 429 }, { 'retry-after': '0' })
    else if (call === 2) request.socket.destroy()
    else if (call === 3) send(response, 503, BUSY, { 'retry-after': '0' })
    else send(response, 202, { id: 'j' })
  })
  const { client } = hurried(url)
  expect(await client.createJob({ puzzles: [GRID] })).toEqual({ id: 'j' })
  expect(calls()).toBe(4)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[\x21-\x7e]{16,255}$/)
  await client.createJob({ puzzles: [GRID] })
  expect(keys[4]).not.toBe(keys[0])
})

it('gives up on a service that stays busy', async () => {
  const { url, calls } = await server((_, response) => send(response, 503, BUSY, { 'retry-after': '0' }))
  await expect(hurried(url).client.getJob('j')).rejects.toThrow('Busy')
  expect(calls()).toBe(5)
})

it('gives up on a line that stays dead, after pauses twice as long each time', async () => {
  const { url, calls } = await server(({ socket }) => socket.destroy())
  const { client, pauses } = hurried(url)
  await expect(client.getJob('j')).rejects.toBeInstanceOf(UnreachableError)
  expect(calls()).toBe(5)
  // And up to a quarter of a second more.
  expect(pauses.map((ms, i) => ms >= 250 * 2 ** i && ms < 250 * 2 ** i + 250)).toEqual(Array(4).fill(true))
})

it('never sends again what was refused', async () => {
  const { url, calls } = await server((_, response) => send(response, 409, { ...BUSY, status: 409, title: 'Taken' }))
  await expect(createClient({ url }).putPart('j', 1, new Uint8Array(1))).rejects.toThrow('Taken')
  expect(calls()).toBe(1)
})

it('reads pages of results up to the last, each from the line that the one before named', async () => {
  const asked: string[] = []
  const { url } = await server((request, response, call) => {
    asked.push(request.url ?? '')
    const next = call < 3 ? { link: `</jobs/j/results?limit=2&from=${call * 2 + 1}>; rel="next"` } : {}
    response.writeHead(200, { 'content-type': 'text/plain', 'preference-applied': 'wait=20', ...next })
    response.end(call === 2 ? '' : `${call}\n`)
  })
  const pages = await Array.fromAsync(createClient({ url }).resultPages('j', { format: 'text', status: ['solved'] }))
  expect(pages.map(({ bytes, next }) => [Buffer.from(bytes).toString(), next])).toEqual([
    ['1\n', 3],
    ['', 5],
    ['3\n', null],
  ])
  const froms = asked.map((path) => new URL(path, url).searchParams.get('from'))
  expect(froms).toEqual(['1', '3', '5'])
  expect(new URL(asked[0], url).searchParams.get('status')).toBe('solved')
})

it('hands on what is there of results that are not waited for, and only then pauses as it is asked to', async () => {
  const { url, calls } = await server((_, response, call) => {
    const early = { link: `</jobs/j/results?from=${call + 1}>; rel="next"`, 'retry-after': '7' }
    response.writeHead(200, { 'content-type': 'text/plain', ...(call < 3 && early) }).end(`${call}\n`)
  })
  const events: unknown[] = []
  const pause = async (ms: number) => void events.push(Math.floor(ms / 1000))
  for await (const { bytes } of createClient({ url, pause }).resultPages('j', { format: 'text' }))
    events.push(Buffer.from(bytes).toString())
  expect(events).toEqual(['1\n', 7, '2\n', 7, '3\n'])
  const single = await server((_, response, call) =>
    send(response, 200, { results: [{ place: call }], next: call < 3 ? call + 1 : null }, { 'retry-after': '7' }),
  )
  const pauses = hurried(single.url)
  expect(await Array.fromAsync(pauses.client.results('j'))).toHaveLength(3)
  expect([calls(), single.calls(), pauses.pauses.length]).toEqual([3, 3, 2])
})

it('hands on the head of a file once, however long its first result takes', async () => {
  const { url } = await server((_, response, call) => {
    const early = { link: '</jobs/j/results?from=1>; rel="next"' }
    response.writeHead(200, { 'content-type': 'text/csv', 'preference-applied': 'wait=20', ...(call < 3 && early) })
    response.end(call < 3 ? 'line,id\n' : 'line,id\n1,a\n')
  })
  const pages = await Array.fromAsync(createClient({ url }).resultPages('j', { format: 'csv' }))
  expect(pages.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['line,id\n1,a\n'])
})

it.each(['', '/', '/base', '/base/', '/a/b/'])('keeps the path of an address: %j', async (base) => {
  const asked: string[] = []
  const { url } = await server((request, response) => {
    asked.push(request.url ?? '')
    send(response, 200, { id: 'j', state: 'completed', jobs: [], next: null })
  })
  const client = createClient({ url: `${url}${base}` })
  await client.getJob('j')
  await client.createJob(GRID, { size: 9 })
  await Array.fromAsync(client.listJobs())
  const path = base.replace(/\/$/, '')
  expect(asked).toEqual([`${path}/jobs/j`, `${path}/jobs?size=9`, `${path}/jobs`])
})

it('takes a firewall’s refusal, which has another media type, for the problem that it is', async () => {
  const refusal = { type: '/problems/unknown-key', code: 'unknown-key', title: 'No key', status: 401 }
  const asJson = { 'content-type': 'application/json' }
  const { url } = await server((_, response) => send(response, 401, refusal, asJson))
  await expect(hurried(url).client.getJob('j')).rejects.toMatchObject({ status: 401, problem: refusal })
})

it('takes what is not the service for what it is', async () => {
  const { url } = await server((_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>'))
  await expect(hurried(url).client.getJob('j')).rejects.toThrow(/answered 502, and not as this service would/)
})

it('takes an unknown state for an error, not for a reason to go on asking', async () => {
  const { url, calls } = await server((_, response) => send(response, 200, { id: 'j', state: 'dreaming' }))
  await expect(Array.fromAsync(createClient({ url }).watchJob('j'))).rejects.toThrow('unknown state "dreaming"')
  expect(calls()).toBe(1)
})

it('leaves a server that does not hold polls the time it asks for', async () => {
  const seen: unknown[] = []
  const abort = new AbortController()
  const { url, calls } = await server((_, response, call) =>
    send(response, 200, { id: 'j', state: 'running' }, { etag: `"${call}"`, 'retry-after': '3600' }),
  )
  const asked = Promise.withResolvers<number>()
  const pause: Pause = (ms, signal) => {
    asked.resolve(ms)
    return realPause(ms, signal)
  }
  const watching = (async () => {
    for await (const job of createClient({ url, signal: abort.signal, pause }).watchJob('j')) seen.push(job)
  })()
  const ms = await asked.promise
  expect(ms).toBeGreaterThanOrEqual(3_600_000)
  // By chance a little more, so that not all who watch come back at once.
  expect(ms).toBeLessThanOrEqual((3_600_000 * 9) / 8)
  expect([seen.length, calls()]).toEqual([2, 2])
  abort.abort(new Error('enough'))
  await expect(watching).rejects.toThrow('enough')
})

it('ends every wait when its signal is aborted', async () => {
  const { url } = await server(() => {})
  const abort = new AbortController()
  const client = createClient({ url, signal: abort.signal })
  const waiting = Promise.allSettled([
    client.getJob('j'),
    Array.fromAsync(client.watchJob('j')),
    Array.fromAsync(client.results('j')),
  ])
  abort.abort(new Error('enough'))
  for (const outcome of await waiting)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'enough' } })
})

it('goes by one id in all its requests, one that is given or its own', async () => {
  const ids: unknown[] = []
  const { url } = await server((request, response, call) => {
    ids.push(request.headers['x-correlation-id'])
    if (call === 1) send(response, 503, BUSY, { 'retry-after': '0' })
    else send(response, 200, { id: 'j' })
  })
  const client = createClient({ url })
  await client.getJob('j')
  await client.createJob({ puzzles: [GRID] })
  expect(new Set(ids).size).toBe(1)
  expect(ids[0]).toMatch(/^[\w-]{36}$/)
  await createClient({ url }).getJob('j')
  await createClient({ url, correlationId: 'mine' }).getJob('j')
  expect(ids.slice(3)).toEqual([expect.not.stringContaining(String(ids[0])), 'mine'])
})

it('says by which id a refusal is found in the service’s log', async () => {
  const { url } = await server((_, response) =>
    send(response, 500, { ...BUSY, status: 500 }, { 'x-correlation-id': 'found-by-this' }),
  )
  await expect(createClient({ url }).getJob('j')).rejects.toMatchObject({ status: 500, correlationId: 'found-by-this' })
})

describe('whoever uses it chooses', () => {
  const url = inject('serviceUrl')

  it('the idempotency key: the same one makes one job, in either form', async () => {
    const [key, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const client = createClient({ url })
    const send = () => client.createJob({ puzzles: [GRID] }, { idempotencyKey: key })
    expect((await send()).id).toBe((await send()).id)
    const text = () => client.createJob(`${GRID}\n`, { strategy: 'singles', idempotencyKey: other })
    expect((await text()).id).toBe((await text()).id)
  })

  it('what sends its requests, and how often', async () => {
    const asked: string[] = []
    const client = createClient({
      url: 'http://nowhere.example/base/',
      attempts: 2,
      pause: async () => {},
      fetch: async (address) => {
        asked.push(address.href)
        throw new TypeError('nothing there')
      },
    })
    await expect(client.getJob('a')).rejects.toThrow('cannot be reached')
    expect(asked).toEqual(Array(2).fill('http://nowhere.example/base/jobs/a'))
  })

  it('after which time an attempt is given up', async () => {
    const hanging = (_: URL, { signal }: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    const client = createClient({ url, attempts: 1, timeoutMs: 20, fetch: hanging })
    const failure: Error = await client.getJob('a').then(
      () => expect.unreachable(),
      (error) => error,
    )
    expect([failure.name, (failure.cause as Error).name]).toEqual(['UnreachableError', 'TimeoutError'])
  })
})
