/** By this header a request, and all that comes of it, is found in every log: clients send it, and get it back. */
export const CORRELATION_HEADER = 'x-correlation-id'

/** As they are taken from strangers: what goes into every line and message is to be short, and plain. */
const CORRELATION_ID = /^[\w-]{1,64}$/

/** The id in a header; undefined where that has none, or one that is not taken. */
export function correlationIn(header: string | null | undefined): string | undefined {
  return header && CORRELATION_ID.test(header) ? header : undefined
}
