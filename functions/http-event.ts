import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import type { Hono } from 'hono'
import type { ApiEnv } from './api/services.ts'
import type { Invocation } from './reporting/telemetry.ts'

/** Media types whose bodies travel as text unless they are compressed; all others travel as base64. */
const TEXT_TYPE = /^(text\/|application\/(.*\+|x-nd)?json)/

/** The part of an event of payload format 2.0 that is read. */
export type HttpEvent = Pick<APIGatewayProxyEventV2, 'rawPath' | 'body'> &
  Partial<Pick<APIGatewayProxyEventV2, 'rawQueryString' | 'headers' | 'isBase64Encoded'>> & {
    readonly requestContext: Pick<APIGatewayProxyEventV2['requestContext'], 'stage' | 'requestId'> & {
      readonly http: Pick<APIGatewayProxyEventV2['requestContext']['http'], 'method'>
    }
  }

/**
 * A Lambda handler for the routes of an app, behind an HTTP API (payload format 2.0). For the packed puzzles and
 * results of a million, Hono's own handler takes 0.5 s, as it encodes base64 character by character; this one takes
 * 0.05 s.
 */
export function forHttpApi(
  app: Hono<ApiEnv>,
): (event: HttpEvent, context?: Partial<Pick<Context, 'awsRequestId'>>) => Promise<APIGatewayProxyStructuredResultV2> {
  return async (event, context) => {
    const invocation: Invocation = { requestId: context?.awsRequestId ?? event.requestContext.requestId }
    const response = await app.fetch(requestOf(event), invocation)
    const body = Buffer.from(await response.arrayBuffer())
    const isText =
      TEXT_TYPE.test(response.headers.get('content-type') ?? 'text/plain') && !response.headers.has('content-encoding')
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: body.toString(isText ? 'utf8' : 'base64'),
      isBase64Encoded: !isText,
    }
  }
}

/** No route uses the host, and the one that a client sends need not be valid. */
const ORIGIN = 'https://api'
/** A valid name of a method or a header. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/
/** Methods with which no `Request` can be made. */
const FORBIDDEN_METHOD = /^(connect|trace|track)$/i

function requestOf(event: HttpEvent): Request {
  const { requestContext, rawPath, rawQueryString, headers = {}, body, isBase64Encoded } = event
  const { http, stage } = requestContext
  const url = new URL(ORIGIN)
  // A stage with a name has it before each path.
  url.pathname = rawPath.startsWith(`/${stage}/`) ? rawPath.slice(stage.length + 1) : rawPath
  url.search = rawQueryString ?? ''
  // They get a name that no route has, so that they are refused like any other method that a route does not accept.
  const method = TOKEN.test(http.method) && !FORBIDDEN_METHOD.test(http.method) ? http.method : 'UNKNOWN'
  const hasBody = typeof body === 'string' && !/^(get|head)$/i.test(method)
  return new Request(url, {
    method,
    headers: Object.entries(headers).flatMap(([name, value = '']): [string, string][] =>
      TOKEN.test(name) ? [[name, headerValue(value)]] : [],
    ),
    ...(hasBody && { body: isBase64Encoded ? Buffer.from(body, 'base64') : body }),
  })
}

/** A header's value as HTTP carries it: one character a byte, without those that would end the value. */
function headerValue(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
  const bytes = /[^\x00-\xff]/.test(text) ? Buffer.from(text).toString('latin1') : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
  return bytes.replace(/[\x00\r\n]/g, ' ')
}
