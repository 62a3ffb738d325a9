import { partsOf } from '../../shared/client/upload.ts'
import { chunksOf, encodingOf, UnreadableError } from '../../shared/input/encoding.ts'
import { blocksOf, type FilePuzzles, PIECE_BYTES, puzzlesIn } from '../../shared/local/blocks.ts'
import type { FileRequest, MadeBlock, MadePart, PartsReply, PartsRequest } from './file-reader.ts'

// Reads a file and cuts it into packed parts for the service, or into blocks for this browser's own threads; one each
// time that the page asks: so no frame waits for that.

/** What a file is cut into, until there is no more. */
let cut: AsyncGenerator<MadePart | MadeBlock, void>

addEventListener('message', ({ data }: MessageEvent<PartsRequest>) => {
  if (data === 'next') answer()
  else cut = data.threads === undefined ? partsIn(data) : blocksIn(data, data.threads)
})

async function* partsIn({ file, ...how }: FileRequest): AsyncGenerator<MadePart, void> {
  for await (const { text, textBytes, packed } of partsOf(bytesOf(file), how)) {
    const { bytes, ...rest } = await packed()
    // Copies that the page can send without a look at them: the bytes may be a view of memory that is used again.
    const copy = new Blob([bytes as BlobPart])
    yield { textBytes, text: text && new Blob([text as BlobPart]), packed: { ...rest, bytes: copy } }
  }
}

async function* blocksIn({ file, size, include }: FileRequest, threads: number): AsyncGenerator<MadeBlock, void> {
  // The bytes of a packed file are read long before the puzzles in them.
  const isPacked = encodingOf(new Uint8Array(await file.slice(0, 2).arrayBuffer())) === 'gzip'
  let usedBytes = 0
  async function* counted() {
    for await (const bytes of bytesOf(file)) {
      yield bytes
      // Whoever asks for more has used these.
      usedBytes += bytes.length
    }
  }
  let read = 0
  let expected: number | undefined
  /** The pieces of the file, one behind what is read: who knows that there is no other knows how many puzzles there are. */
  async function* pieces() {
    let last: FilePuzzles | undefined
    for await (const piece of puzzlesIn(counted(), { size, maxBytes: PIECE_BYTES })) {
      if (last) yield last
      last = piece
      read += piece.puzzles.count
      if (!isPacked && usedBytes > 0) expected = Math.max(read, Math.round((read * file.size) / usedBytes))
    }
    expected = read
    if (last) yield last
  }
  for await (const block of blocksOf(pieces(), { include, threads })) yield { block, expected }
}

async function answer(): Promise<void> {
  try {
    const made = (await cut.next()).value ?? undefined
    const transfer = made && 'block' in made ? [made.block.plain.buffer] : []
    postMessage({ made } satisfies PartsReply, { transfer })
  } catch (error) {
    const isUnreadable = error instanceof UnreadableError
    // Nobody understands what a browser says, of memory for example.
    const isOwn = isUnreadable || (error instanceof Error && error.constructor === Error)
    const failure = isOwn ? error.message : 'The file could not be read.'
    postMessage({ failure, isUnreadable } satisfies PartsReply)
  }
}

/** The bytes of a file as they are read. */
function bytesOf(file: File): AsyncGenerator<Uint8Array, void> {
  return chunksOf(file.stream(), (cause) => {
    // The browser's own words may be "network error".
    throw new Error('This file cannot be read any more. Was it moved or changed?', { cause })
  })
}
