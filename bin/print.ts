import { fstatSync, ftruncateSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Standard output does not take what is printed. */
export class OutputError extends Error {}

const STDOUT = 1
/** Who reads a pipe takes what is in it within that; nobody waits longer for one who does not. */
const GRACE_MS = 500
const isFile = fstatSync(STDOUT).isFile()
/** Where a file ends to which only this process writes; unknown before the first write. */
let end: number | undefined

/**
 * Writes to standard output; done when it is taken, so that its bytes may be used again. A file that does not
 * take all of it keeps nothing of it, so that what goes on can begin where it ends.
 *
 * @throws {OutputError} where it is not taken
 */
export async function print(text: string | Uint8Array, signal: AbortSignal): Promise<void> {
  if (text.length === 0) return
  signal.throwIfAborted()
  if (isFile) writeToFile(typeof text === 'string' ? Buffer.from(text) : text)
  else await writeToStream(text, signal)
}

/** Node's own stream takes no notice of a disk that takes a part of the bytes only. */
function writeToFile(bytes: Uint8Array): void {
  end ??= fstatSync(STDOUT).size
  let written = 0
  try {
    while (written < bytes.length) written += writeSync(STDOUT, bytes, written)
    end += written
  } catch (error) {
    // Somewhere else than at its end there is nothing that could be cut off.
    if (fstatSync(STDOUT).size === end + written) ftruncateSync(STDOUT, end)
    throw new OutputError((error as Error).message)
  }
}

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
