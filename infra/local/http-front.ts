import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { APIGatewayProxyStructuredResultV2 as Result } from 'aws-lambda'
import type { HttpEvent } from '../../functions/http-event.ts'
import { MAX_PAYLOAD_BYTES } from '../../shared/job/limits.ts'
import { type BodyRule, isTextBody, payloadBytes } from '../../shared/protocol/body-encoding.ts'
import { CORS } from '../settings/cors.ts'
import type { FunctionProcess, Log } from './function-process.ts'
import type { Gateway } from './gateway.ts'

/**
 * How long an idle connection stays open. After Node's default of five seconds, a client that was busy meanwhile would
 * send into a closed one.
 */
const KEPT_ALIVE_MS = 60_000

export interface FrontOptions {
  /** Receives a line for each crash. */
  readonly log: Log
  /** Origins whose pages may call the API from a browser, besides its own; none by default. */
  readonly origins?: readonly string[]
  /** By what the gateway tells texts from bytes; the more lenient rule by default. */
  readonly bodyRule?: BodyRule | undefined
  /** Stands before the API, and lets some requests through; all of them by default. */
  readonly gateway?: Gateway | undefined
}

/**
 * Does what an HTTP API does: turns each request into an event of payload format 2.0, and the function's result into a
 * response; and lets pages of some origins send and read them.
 */
export function httpFront(
  api: Pick<FunctionProcess, 'invoke'>,
  { log, origins = [], bodyRule = 'by-type-and-encoding', gateway }: FrontOptions,
): Server {
  return createServer({ keepAliveTimeout: KEPT_ALIVE_MS }, async (request, response) => {
    try {
      const { method = 'GET', url = '/', headers } = request
      const { origin, authorization } = headers
      if (!LOOPBACK.test(headers.host ?? '')) return respond(response, { statusCode: 403, body: NOT_HERE })
      if (origin !== undefined && origins.includes(origin)) {
        response.setHeader('access-control-allow-origin', origin)
        response.setHeader('access-control-expose-headers', CORS.exposedHeaders.join(','))
        const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
        if (isPreflight) return respond(response, { statusCode: 204, headers: PREFLIGHT_HEADERS })
      }
      const [path] = url.split('?', 1)
      const arrival = { method, path, address: request.socket.remoteAddress ?? '', origin, authorization }
      const refusal = gateway?.refusalOf(arrival, performance.now())
      if (refusal) {
        request.resume()
        return respond(response, refusal)
      }
      const body = await bodyOf(request)
      const event = body && eventOf(request, body, bodyRule)
      if (!event || sizeOf(event, body) > MAX_PAYLOAD_BYTES)
        return respond(response, { statusCode: 413, body: '{"message":"Request Entity Too Large"}' })
      const invoke = () => api.invoke(event) as Promise<Result>
      const result: Result = await (gateway ? gateway.invoke(invoke) : invoke())
      const responseBody = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8')
      if (sizeOf(result, responseBody) > MAX_PAYLOAD_BYTES)
        throw new Error(`${request.url}: the response is larger than Lambda allows`)
      respond(response, result, responseBody)
    } catch (error) {
      // A client that hung up expects no response, and that is no failure here. When the service ends, it hangs up on
      // all clients.
      if (!request.complete || response.destroyed || response.socket?.destroyed) return void response.destroy()
      log(String(error))
      respond(response, { statusCode: 500, body: '{"message":"Internal Server Error"}' })
    }
  })
}

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': CORS.methods.join(','),
  'access-control-allow-headers': CORS.headers.join(','),
  'access-control-max-age': CORS.maxAgeS,
}

const NOT_HERE = '{"message":"This service answers to the names of this machine only, such as localhost"}'

/**
 * This machine's own names. Another site can make its own name resolve to this machine, and its page would then be
 * trusted as this service's own.
 */
const LOOPBACK = /^(localhost|[\w.-]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i

/** The body, or undefined if no event could have it; then the rest of it is read and dropped. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request) {
    length += piece.length
    if (length <= MAX_PAYLOAD_BYTES) pieces.push(piece)
  }
  return length <= MAX_PAYLOAD_BYTES ? Buffer.concat(pieces) : undefined
}

function eventOf(request: IncomingMessage, body: Buffer, bodyRule: BodyRule): HttpEvent {
  const [pathname, query = ''] = (request.url ?? '/').split(/\?(.*)/s)
  // Like an HTTP API: a header that comes twice becomes one, its values joined by a comma.
  const headers = Object.fromEntries(
    Object.entries(request.headersDistinct).map(([name, values = []]) => [name, values.join(',')]),
  )
  const isText = isTextBody(headers['content-type'], headers['content-encoding'], bodyRule)
  return {
    rawPath: pathname,
    rawQueryString: query,
    headers,
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
    requestContext: { http: { method: request.method ?? 'GET' }, requestId: crypto.randomUUID(), stage: '$default' },
  }
}

/** The size of a payload as JSON, given its decoded body. */
function sizeOf(payload: Pick<Result, 'body' | 'isBase64Encoded'>, body: Buffer): number {
  const head = Buffer.byteLength(JSON.stringify({ ...payload, body: '' }))
  return head + (payload.isBase64Encoded ? (payload.body ?? '').length : payloadBytes(body, true))
}

/** @param body that of the result as bytes, where it is no plain text */
function respond(
  response: ServerResponse,
  { statusCode = 200, headers = { 'content-type': 'application/json' }, body: text = '' }: Result,
  body = Buffer.from(text),
): void {
  response.statusCode = statusCode
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value))
  // The function does not know the length of a response to HEAD, and neither 204 nor 304 has one.
  if (![204, 304].includes(response.statusCode) && response.req.method !== 'HEAD')
    response.setHeader('content-length', body.length)
  response.end(body)
}
