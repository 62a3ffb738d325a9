/**
 * How a body travels between API Gateway and a function: as a string in JSON, in base64 unless it is a text of a type
 * that API Gateway knows as one.
 */

/** Whether a request's body travels as text. What says how it is encoded does not, nor does NDJSON. */
export function isTextBody(contentType = '', contentEncoding = ''): boolean {
  return /^(text\/|application\/(.*\+)?json)/.test(contentType) && contentEncoding === ''
}

/** What a body takes in JSON, in bytes. */
export function payloadBytes(body: Uint8Array, isText: boolean): number {
  return isText ? escapedBytes(body, 0, body.length) : 4 * Math.ceil(body.length / 3)
}

/** For each byte of UTF-8, how many more bytes it takes inside a JSON string. */
const ESCAPES = new Uint8Array(256).fill(5, 0, 0x20)
for (const short of '"\\\b\t\n\f\r') ESCAPES[short.charCodeAt(0)] = 1

/** What a stretch of UTF-8 takes in a JSON string: two characters for a line end or a quote, six for most other control characters. */
export function escapedBytes(text: Uint8Array, begin: number, end: number): number {
  let bytes = end - begin
  for (let i = begin; i < end; i++) bytes += ESCAPES[text[i]]
  return bytes
}
