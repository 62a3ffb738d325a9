import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { expect, it } from 'vitest'
import { createApi } from '../../functions/api.ts'
import { forHttpApi } from '../../functions/http-event.ts'

const job = { id: 'open', owner: 'one', options: {}, expiresAt: Number.POSITIVE_INFINITY }
const table = { getHead: async () => job, getLive: async () => ({ job, parts: [], readUnits: 1 }) }
const unused = { ownerOf: async () => 'one', now: Date.now, newId: () => '', table } as unknown as Parameters<
  typeof createApi
>[0]
const send = async (method: string, path: string, more: Partial<APIGatewayProxyEventV2> = {}) => {
  const http = { method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: '' }
  const event = { rawPath: path, rawQueryString: '', headers: {}, isBase64Encoded: false, requestContext: { http } }
  const { statusCode, body } = await forHttpApi(createApi(unused))({ ...event, ...more } as APIGatewayProxyEventV2)
  return { statusCode, ...JSON.parse(body ?? '') }
}

it.each(['TRACE', 'TRACK', 'CONNECT', 'trace', 'BREW', 'NO TOKEN', ''])(
  'refuses a method that no route takes: %j',
  async (method) => {
    expect(await send(method, '/jobs')).toMatchObject({ statusCode: 405, type: '/problems/wrong-method' })
    expect(await send(method, '/nothing')).toMatchObject({ statusCode: 404, type: '/problems/unknown-route' })
  },
)

it.each(['数独', 'one\ntwo', 'one\r\nset-cookie: two', 'a\0b', '\u00e9'])(
  'takes a header of any characters for what it is, and the key %j for none',
  async (key) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key, 'no token': 'x', '': 'x' }
    expect(await send('POST', '/jobs', { headers, body: '{"open":true}' })).toMatchObject({
      statusCode: 422,
      errors: [{ header: 'Idempotency-Key', detail: 'expected 1 to 255 visible ASCII characters' }],
    })
  },
)

it('has its routes below the name of a stage, where a gateway has one', async () => {
  const requestContext = { http: { method: 'GET' }, stage: '1c2fa620-982a' } as never
  const below = (rawPath: string) => send('GET', rawPath, { rawPath, requestContext })
  expect(await below('/1c2fa620-982a/health')).toEqual({ statusCode: 200, status: 'ok' })
  expect(await below('/health')).toEqual({ statusCode: 200, status: 'ok' })
  expect(await below('/1c2fa620-982ax/health')).toMatchObject({ statusCode: 404 })
})

// API Gateway joins a repeated parameter in `queryStringParameters`, and leaves the query as it came beside it.
it.each([
  ['POST', '/jobs', 'strategy=singles&strategy=brute-force', 'strategy', 'found 2 values, expected one'],
  ['POST', '/jobs', 'format=lines&format=lines', 'format', 'found 2 values, expected one'],
  ['GET', '/jobs', 'limit=1&limit=2&limit=3', 'limit', 'found 3 values, expected one'],
  ['PUT', '/jobs/open/parts/1', 'format=csv&format=lines', 'format', 'found 2 values, expected one'],
  ['GET', '/jobs/open/results', 'status=solved&from=1&status=multiple&from=2', 'from', 'found 2 values, expected one'],
])(
  '%s %s refuses a second value where there can be but one: %s',
  async (method, path, rawQueryString, parameter, detail) => {
    const body = method === 'GET' ? {} : { headers: { 'content-type': 'text/plain' }, body: '.'.repeat(81) }
    const queryStringParameters = { joined: 'as,one' }
    expect(await send(method, path, { rawQueryString, queryStringParameters, ...body })).toMatchObject({
      statusCode: 422,
      type: '/problems/invalid-request',
      errors: [{ parameter, detail }],
    })
  },
)
