import { createReadStream, fstatSync, ftruncateSync, writeSync } from 'node:fs'
import { addAbortSignal } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

/** The puzzles cannot be read. */
export class InputError extends Error {}

/** Standard output does not accept what is printed. */
export class OutputError extends Error {}

/**
 * The bytes of a file, or of standard input if the path is `-`, as they come.
 *
 * @throws {InputError} if they cannot be read
 */
export async function* bytesOf(file: string, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  try {
    // A megabyte at a time: in pieces of 64 KB a million puzzles would take 1,300 turns.
    yield* addAbortSignal(signal, file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1 << 20 }))
  } catch (error) {
    signal.throwIfAborted()
    throw new InputError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

const STDOUT = 1
const isFile = fstatSync(STDOUT).isFile()

/**
 * Writes to standard output, and is done when the bytes are taken, so that their memory may be used again. If a file
 * does not take all of them, it keeps none of them, so that a later command can continue at its end.
 *
 * @throws {OutputError} if they are not taken
 */
export async function print(text: string | Uint8Array, signal: AbortSignal): Promise<void> {
  if (text.length === 0) return
  signal.throwIfAborted()
  if (isFile) writeToFile(typeof text === 'string' ? Buffer.from(text) : text)
  else await writeToStream(text, signal)
}

/** The end of a file to which only this process writes; unknown before the first write. */
let endOfFile: number | undefined

/** Node's own stream does not notice when a full disk takes only some of the bytes. */
function writeToFile(bytes: Uint8Array): void {
  endOfFile ??= fstatSync(STDOUT).size
  let written = 0
  try {
    while (written < bytes.length) written += writeSync(STDOUT, bytes, written)
    endOfFile += written
  } catch (error) {
    // Only bytes at the end of the file can be cut off.
    if (fstatSync(STDOUT).size === endOfFile + written) ftruncateSync(STDOUT, endOfFile)
    throw new OutputError((error as Error).message)
  }
}

/** After an interruption the reader of a pipe has this long to take what is in it. */
const GRACE_MS = 500

async function writeToStream(text: string | Uint8Array, signal: AbortSignal): Promise<void> {
  const taken = new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(new OutputError(error.message)) : resolve()))
  })
  const timely = new AbortController()
  const stopped = new Promise<never>((_resolve, reject) => {
    signal.addEventListener(
      'abort',
      () =>
        pause(GRACE_MS, undefined, { signal: timely.signal }).then(
          () => reject(signal.reason),
          () => {},
        ),
      { signal: timely.signal },
    )
  })
  try {
    await Promise.race([taken, stopped])
  } finally {
    timely.abort()
  }
}
