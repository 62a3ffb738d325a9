import { fstatSync, ftruncateSync, writeSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

/** Standard output does not take what is printed. */
export class OutputError extends Error {}

/** Where a command prints: a stream, and the file that it leads to, where it does. */
export interface Stdout {
  readonly stream: Writable & { readonly isTTY?: boolean }
  /** The descriptor of a regular file. */
  readonly file?: number | undefined
}

/** Who reads a pipe takes what is in it within that; nobody waits longer for one who does not. */
const GRACE_MS = 500
/** Where files end to which only this process writes, by descriptor; unknown before the first write. */
const ends = new Map<number, number>()

/**
 * Writes to standard output; done when it is taken, so that its bytes may be used again. A file that does not
 * take all of it keeps nothing of it, so that what goes on can begin where it ends.
 *
 * @throws {OutputError} where it is not taken
 */
export async function print(
  text: string | Uint8Array,
  { stdout: { stream, file }, signal }: { readonly stdout: Stdout; readonly signal: AbortSignal },
): Promise<void> {
  if (text.length === 0) return
  signal.throwIfAborted()
  if (file !== undefined) writeToFile(file, typeof text === 'string' ? Buffer.from(text) : text)
  else await writeToStream(stream, text, signal)
}

/** Node's own stream takes no notice of a disk that takes a part of the bytes only. */
function writeToFile(file: number, bytes: Uint8Array): void {
  const end = ends.get(file) ?? fstatSync(file).size
  ends.set(file, end)
  let written = 0
  try {
    while (written < bytes.length) written += writeSync(file, bytes, written)
    ends.set(file, end + written)
  } catch (error) {
    // Somewhere else than at its end there is nothing that could be cut off.
    if (fstatSync(file).size === end + written) ftruncateSync(file, end)
    throw new OutputError((error as Error).message)
  }
}

async function writeToStream(stream: Writable, text: string | Uint8Array, signal: AbortSignal): Promise<void> {
  const taken = new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(new OutputError(error.message)) : resolve()))
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
