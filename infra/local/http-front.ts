import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { FunctionProcess, Log } from './function-process.ts'

/** API Gateway refuses larger bodies by itself. */
const MAX_BODY_BYTES = 10 * 1024 * 1024
/** Lambda takes and gives at most this much JSON. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024
/** Of a connection that is not used: a client that was busy for Node's five seconds would send into a closed one. */
const KEPT_ALIVE_MS = 60_000
/** What a payload takes as JSON, its body given as the bytes that it stands for. */
const sizeOf = (
  payload: { readonly body?: string | undefined; readonly isBase64Encoded?: boolean | undefined },
  body: Buffer,
) =>
  Buffer.byteLength(JSON.stringify({ ...payload, body: '' })) +
  (payload.isBase64Encoded ? (payload.body ?? '').length : escapedLength(body))

/** What an HTTP API does: turns each request into an event of payload format 2.0, and the function's answer into a response. */
export function httpFront(api: FunctionProcess, log: Log): Server {
  return createServer({ keepAliveTimeout: KEPT_ALIVE_MS }, async (request, response) => {
    try {
      if (!isLoopback(request.headers.host)) return respond(response, { statusCode: 403 }, NOT_HERE)
      const body = await bodyOf(request)
      const event = body && eventOf(request, body)
      if (!event || sizeOf(event, body) > MAX_PAYLOAD_BYTES) {
        return respond(response, { statusCode: 413 }, Buffer.from('{"message":"Request Entity Too Large"}'))
      }
      const result = (await api.invoke(event)) as APIGatewayProxyStructuredResultV2
      const answer = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8')
      if (sizeOf(result, answer) > MAX_PAYLOAD_BYTES)
        throw new Error(`${request.url}: the answer is larger than Lambda lets out`)
      respond(response, result, answer)
    } catch (error) {
      // Who hangs up wants no answer, and is no failure of ours; at the end of all everybody is hung up on.
      if (!request.complete || response.destroyed || response.socket?.destroyed) return void response.destroy()
      log(String(error))
      respond(response, { statusCode: 500 }, Buffer.from('{"message":"Internal Server Error"}'))
    }
  })
}

const NOT_HERE = Buffer.from('{"message":"This service answers to the names of this machine only, such as localhost"}')

/**
 * Whether a request was sent to this machine by one of its own names. A page elsewhere can have a name of its own
 * lead here, and would be let in as this service's own page.
 */
function isLoopback(host = ''): boolean {
  return /^(localhost|[\w.-]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(host)
}

/** The body, or undefined where it is too large; the rest of it is read and dropped then. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request) {
    length += piece.length
    if (length <= MAX_BODY_BYTES) pieces.push(piece)
  }
  return length <= MAX_BODY_BYTES ? Buffer.concat(pieces) : undefined
}

function eventOf(request: IncomingMessage, body: Buffer): APIGatewayProxyEventV2 {
  const [pathname, query = ''] = (request.url ?? '/').split(/\?(.*)/s)
  // As an HTTP API has it: what comes twice is one, with a comma between.
  const headers = Object.fromEntries(
    Object.entries(request.headersDistinct).map(([name, values = []]) => [name, values.join(',')]),
  )
  const isText =
    /^(text\/|application\/(.*\+)?json)/.test(headers['content-type'] ?? '') && !headers['content-encoding']
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: pathname,
    rawQueryString: query,
    headers,
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: 'local',
      domainPrefix: 'local',
      http: {
        method: request.method ?? 'GET',
        path: pathname,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: crypto.randomUUID(),
      routeKey: '$default',
      stage: '$default',
      time: new Date().toISOString(),
      timeEpoch: Date.now(),
    },
  }
}

/** By byte of UTF-8, how many more it takes within the quotes of a JSON string. */
const ESCAPES = new Uint8Array(256).fill(5, 0, 0x20)
for (const short of '"\\\b\t\n\f\r') ESCAPES[short.charCodeAt(0)] = 1

function escapedLength(text: Buffer): number {
  let length = text.length
  for (let i = 0; i < text.length; i++) length += ESCAPES[text[i]]
  return length
}

function respond(response: ServerResponse, result: APIGatewayProxyStructuredResultV2, body: Buffer): void {
  const headers = Object.entries(result.headers ?? { 'content-type': 'application/json' })
  response.statusCode = result.statusCode ?? 200
  for (const [name, value] of headers) response.setHeader(name, String(value))
  // Of a HEAD the function tells no length, and a 304 has none.
  if (response.statusCode !== 304 && response.req.method !== 'HEAD') response.setHeader('content-length', body.length)
  response.end(body)
}
