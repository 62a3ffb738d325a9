import { CR, joined, LF } from './text.ts'

/** Puzzles come as UTF-8, mostly; what else programs write is told by its first bytes, and made into that. */

/** A file of which no puzzles can be read, or not all: where, what came, what was expected. */
export class UnreadableError extends Error {}

/** The bytes that tell an encoding; and more, in which a line ends. */
const TELLING_BYTES = 64
const HEAD_BYTES = 1000

/** By what its first bytes are: a mark, or, as a text of puzzles is ASCII mostly, zeroes at every second place. */
export function encodingOf(head: Uint8Array): 'gzip' | 'utf-16le' | 'utf-16be' | 'utf-8' {
  const [first, second] = head
  if (first === 0x1f && second === 0x8b) return 'gzip'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const told = head.subarray(0, TELLING_BYTES)
  const zeroes = [0, 1].map((odd) => told.filter((byte, i) => i % 2 === odd && byte === 0).length)
  const most = Math.floor(told.length / 2)
  if (most < 2) return 'utf-8'
  if (zeroes[0] === 0 && 4 * zeroes[1] > 3 * most) return 'utf-16le'
  if (zeroes[1] === 0 && 4 * zeroes[0] > 3 * most) return 'utf-16be'
  return 'utf-8'
}

/** A text as UTF-8; itself where it is that. */
export function utf8Of(text: Uint8Array): Uint8Array {
  const encoding = encodingOf(text)
  if (encoding === 'utf-8') return isOfOldMac(text.subarray(0, HEAD_BYTES)) ? withFeeds(text) : text
  if (encoding === 'gzip') return text
  return new TextEncoder().encode(new TextDecoder(encoding).decode(text))
}

/** Whether lines end in carriage returns alone, as a spreadsheet on a Mac still writes them. */
function isOfOldMac(head: Uint8Array): boolean {
  // A head may end between a carriage return and its line feed.
  return head.subarray(0, -1).includes(CR) && !head.includes(LF)
}

function withFeeds(text: Uint8Array): Uint8Array {
  return text.map((byte) => (byte === CR ? LF : byte))
}

/** A file of any length as UTF-8, unpacked. Throws where it is packed, and broken. */
export async function* utf8From(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const { head, whole } = await opened(source, HEAD_BYTES)
  const encoding = encodingOf(head)
  if (encoding === 'utf-8') for await (const chunk of whole) yield isOfOldMac(head) ? withFeeds(chunk) : chunk
  else if (encoding === 'gzip') yield* utf8From(unzipped(whole))
  else {
    const decoder = new TextDecoder(encoding)
    const encoder = new TextEncoder()
    for await (const chunk of whole) yield encoder.encode(decoder.decode(chunk, { stream: true }))
    yield encoder.encode(decoder.decode())
  }
}

/** The first bytes of a source, so many or more where it has them; and the source from its beginning. */
export async function opened(
  source: AsyncIterable<Uint8Array>,
  least: number,
): Promise<{ head: Uint8Array; whole: AsyncIterable<Uint8Array> }> {
  const chunks = source[Symbol.asyncIterator]()
  let head: Uint8Array = new Uint8Array(0)
  while (head.length < least) {
    const next = await chunks.next()
    if (next.done) break
    head = joined(head, next.value)
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield head
      yield* { [Symbol.asyncIterator]: () => chunks }
    } finally {
      await chunks.return?.()
    }
  }
  return { head, whole: all() }
}

/** Not every browser can make a stream of something that is looped over, or loop over one. */
async function* unzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const chunks = source[Symbol.asyncIterator]()
  const packed = new ReadableStream<BufferSource>({
    async pull(controller) {
      const next = await chunks.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value as BufferSource)
    },
    async cancel() {
      await chunks.return?.()
    },
  })
  yield* chunksOf(packed.pipeThrough(new DecompressionStream('gzip')), (cause) => {
    const why = (cause as Error).message.replace(/\.$/, '') || 'it ends too early, or is damaged'
    throw new UnreadableError(`the gzip file is broken: ${why}`, { cause })
  })
}

/** A `ReadableStream`, as `file.stream()` gives it: not every browser, nor every library of types, can loop over one. */
export interface ByteStream {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
    cancel(): Promise<void>
  }
}

/** @param failed throws what a failure to read is told as */
export async function* chunksOf(
  stream: ByteStream,
  failed?: (cause: unknown) => never,
): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { value } = await reader.read().catch(failed)
      if (!value) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
