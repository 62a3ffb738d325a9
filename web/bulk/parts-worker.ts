import type { Bytes } from '../../shared/client/client.ts'
import { partsOf, type TextPart } from '../../shared/client/upload.ts'
import { UnreadableError } from '../../shared/input/encoding.ts'
import type { PartsReply, PartsRequest } from './uploads.ts'

// Reads a file, cuts it into parts and packs them, one each time that the page asks: so no frame waits for that.

let parts: AsyncGenerator<TextPart, void> | undefined

addEventListener('message', ({ data }: MessageEvent<PartsRequest>) => {
  if (data.kind === 'read') parts = partsOf(bytesOf(data.file), { size: data.size })
  else if (parts) answer(parts)
})

async function answer(parts: AsyncGenerator<TextPart, void>): Promise<void> {
  try {
    const { done, value } = await parts.next()
    if (done) return postMessage({ kind: 'end' } satisfies PartsReply)
    const packed = await value.packed()
    const { textBytes, text } = value
    const part = { textBytes, text: text && blobOf(text), packed: { ...packed, bytes: blobOf(packed.bytes) } }
    postMessage({ kind: 'part', part } satisfies PartsReply)
  } catch (error) {
    const { message } = error as Error
    postMessage({ kind: 'failure', message, isUnreadable: error instanceof UnreadableError } satisfies PartsReply)
  }
}

/** A copy that the page can send without a look at it: the bytes may be a view of memory that is used again. */
function blobOf(bytes: Bytes): Blob {
  return new Blob([bytes as BlobPart])
}

/** The bytes of a file as they are read. Not every browser can loop over a stream. */
async function* bytesOf(file: File): AsyncGenerator<Uint8Array, void> {
  const reader = file.stream().getReader()
  const read = () =>
    reader.read().catch((cause) => {
      // The browser's own words may be "network error".
      throw new Error('This file cannot be read any more. Was it moved or changed?', { cause })
    })
  try {
    for (let next = await read(); !next.done; next = await read()) yield next.value
  } finally {
    reader.cancel().catch(() => {})
  }
}
