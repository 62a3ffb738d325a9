import { once } from 'node:events'

/** Writes to standard output, no faster than it is read. */
export async function print(text: string, signal: AbortSignal): Promise<void> {
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain', { signal })
}
