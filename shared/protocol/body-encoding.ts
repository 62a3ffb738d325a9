/**
 * How a body travels between API Gateway and a function: as a string in JSON, in base64 unless it is a text of a type
 * that API Gateway knows as one.
 */

/**
 * By what API Gateway tells a text. AWS documents only that it goes by the content type. Those who measured it found that
 * `text/*` and JSON, XML and JavaScript are texts, and nothing else is; whether a `Content-Encoding` makes a body binary
 * as well, nobody says. Bytes that are no UTF-8 are destroyed where they are taken for text, so whatever is compressed
 * has to come under a type that is binary by either rule.
 */
export const BODY_RULES = ['by-type', 'by-type-and-encoding'] as const
export type BodyRule = (typeof BODY_RULES)[number]

/** Whether a request's body travels as text. NDJSON does not, by either of its names. */
export function isTextBody(contentType = '', contentEncoding = '', rule: BodyRule = 'by-type-and-encoding'): boolean {
  const isText = /^(text\/|application\/(json|xml|javascript)\s*(;|$))/i.test(contentType)
  return isText && (rule === 'by-type' || contentEncoding === '')
}

/** The type of a compressed body, which is binary by either rule. What is in it is told from its text, or named in the query. */
export const GZIP_TYPE = 'application/gzip'

/** The size of a body in JSON, in bytes. */
export function payloadBytes(body: Uint8Array, isText: boolean): number {
  return isText ? escapedBytes(body, 0, body.length) : 4 * Math.ceil(body.length / 3)
}

/** For each byte of UTF-8, how many more bytes it takes inside a JSON string. */
const ESCAPES = new Uint8Array(256).fill(5, 0, 0x20)
for (const short of '"\\\b\t\n\f\r') ESCAPES[short.charCodeAt(0)] = 1

/** The size of a stretch of UTF-8 in a JSON string: two characters for a line end or a quote, six for most other control characters. */
export function escapedBytes(text: Uint8Array, begin: number, end: number): number {
  let bytes = end - begin
  for (let i = begin; i < end; i++) bytes += ESCAPES[text[i]]
  return bytes
}
