/** By this header a request, and all that comes of it, is found in every log: clients send it, and get it back. */
export const CORRELATION_HEADER = 'x-correlation-id'

/** As they are taken from strangers: what goes into every line and message is to be short, and plain. */
export const CORRELATION_ID = /^[\w-]{1,64}$/
