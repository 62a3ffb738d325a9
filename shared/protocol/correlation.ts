/** What a request, and all that comes of it, is found by in every log: sent by clients, and answered with. */
export const CORRELATION_HEADER = 'x-correlation-id'

/** As they are taken from strangers: what goes into every line and message is to be short, and plain. */
const CORRELATION_ID = /^[\w-]{1,64}$/

/** The id in a header; undefined where that has none, or one that is not taken. */
export function correlationIn(header: string | null | undefined): string | undefined {
  return header && CORRELATION_ID.test(header) ? header : undefined
}
