import { once } from 'node:events'

/** Writes to standard output, no faster than it is read. */
export async function print(text: string | Uint8Array, signal: AbortSignal): Promise<void> {
  if (text.length > 0 && !process.stdout.write(text)) await once(process.stdout, 'drain', { signal })
}
