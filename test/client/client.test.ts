import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { ApiError, createClient, UnreachableError } from '../../shared/client.ts'

const GRID = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'

/** A server that behaves as told, to see what the client makes of it. */
async function server(answer: (request: IncomingMessage, response: ServerResponse, call: number) => void) {
  let calls = 0
  const http = createServer((request, response) => answer(request, response, ++calls)).listen(0, '127.0.0.1')
  await new Promise((resolve) => http.once('listening', resolve))
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, calls: () => calls }
}

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) {
  const type = status >= 400 ? 'application/problem+json' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body))
}
const BUSY = { type: '/problems/unavailable', title: 'Busy', status: 503 }

it('carries a refusal as an error with its status, places and words', async () => {
  const error = await createClient({ url: inject('serviceUrl') })
    .createJob({ puzzles: [GRID], solutions: 0 })
    .catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 422,
    problem: { type: '/problems/invalid-request', errors: ['solutions: expected a whole number from 1 to 1000000'] },
  })
})

it('tries again where the service is busy, after the time it asks for', async () => {
  const { url, calls } = await server((_, response, call) =>
    call < 3 ? send(response, 503, BUSY, { 'retry-after': '0' }) : send(response, 200, { id: 'j' }),
  )
  expect(await createClient({ url }).getJob('j')).toEqual({ id: 'j' })
  expect(calls()).toBe(3)
})

it('sends a job again where it was turned away at the door, but not where it may have been half taken', async () => {
  const { url, calls } = await server((_, response, call) =>
    call === 1
      ? send(response, 429, { ...BUSY, status: 429 }, { 'retry-after': '0' })
      : send(response, 503, BUSY, { 'retry-after': '0' }),
  )
  await expect(createClient({ url }).createJob({ puzzles: [GRID] })).rejects.toThrow('Busy')
  expect(calls()).toBe(2)
})

it('takes an answer that breaks off for one that did not come', async () => {
  const { url, calls } = await server((request, response, call) => {
    if (call > 1) return send(response, 200, { id: 'j' })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"id":')
    setTimeout(() => request.socket.destroy(), 20)
  })
  expect(await createClient({ url }).getJob('j')).toEqual({ id: 'j' })
  expect(calls()).toBe(2)
})

it('gives up on a service that stays busy', async () => {
  const { url, calls } = await server((_, response) => send(response, 503, BUSY, { 'retry-after': '0' }))
  await expect(createClient({ url }).getJob('j')).rejects.toThrow('Busy')
  expect(calls()).toBe(5)
})

it('asks again where a GET got lost, but never sends a job twice', async () => {
  const { url, calls } = await server((request, response, call) =>
    call === 1 || request.method === 'POST' ? request.socket.destroy() : send(response, 200, { id: 'j' }),
  )
  expect(await createClient({ url }).getJob('j')).toEqual({ id: 'j' })
  expect(calls()).toBe(2)
  await expect(createClient({ url }).createJob({ puzzles: [GRID] })).rejects.toBeInstanceOf(UnreachableError)
  expect(calls()).toBe(3)
})

it('takes what is not the service for what it is', async () => {
  const { url } = await server((_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>'))
  await expect(createClient({ url }).getJob('j')).rejects.toThrow(/answered 502, and not as this service does/)
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
  const watching = (async () => {
    for await (const job of createClient({ url, signal: abort.signal }).watchJob('j')) seen.push(job)
  })()
  await vi.waitUntil(() => seen.length === 2)
  // A client in a hurry would ask many times meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(calls()).toBe(2)
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
