import { createReadStream } from 'node:fs'
import { addAbortSignal, type Readable } from 'node:stream'

/** The puzzles cannot be read. */
export class InputError extends Error {}

/** The bytes of a file, or of standard input where it is `-`, as they come. */
export async function* bytesOf(file: string, stdin: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  try {
    // Pieces of a megabyte: of 64 KB each, a million puzzles are 1,300 turns.
    yield* addAbortSignal(signal, file === '-' ? stdin : createReadStream(file, { highWaterMark: 1 << 20 }))
  } catch (error) {
    signal.throwIfAborted()
    throw new InputError(`${file} cannot be read: ${(error as Error).message}`)
  }
}
