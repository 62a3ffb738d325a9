import { type InputFormat, type ReadOptions, readPuzzles } from '../../shared/input/input-format.ts'
import { piecesOf } from '../../shared/input/pieces.ts'
import type { Entry } from '../../shared/job/puzzles.ts'

const utf8 = new TextEncoder()

export function bytesOf(text: string): Uint8Array {
  return utf8.encode(text)
}

/** The entries of a body; an error throws. */
export function read(body: string | Uint8Array, options?: ReadOptions): { format: InputFormat; entries: Entry[] } {
  const understood = readPuzzles(typeof body === 'string' ? bytesOf(body) : body, options)
  if (!understood.ok) throw new Error(understood.error.reason)
  const { format, puzzles } = understood.value
  return { format, entries: [...puzzles] }
}

export function textsIn(body: string | Uint8Array, options?: ReadOptions): string[] {
  return read(body, options).entries.map(({ text }) => text)
}

/** The entries of a body that comes so many bytes at a time, read piece by piece. */
export async function entriesInPieces(bytes: Uint8Array, chunk = 1, maxBytes = 5000): Promise<Entry[]> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.slice(at, at + chunk)
  }
  const pieces = piecesOf(chunks(), { maxBytes })
  return (await Array.fromAsync(pieces, ({ bytes, format }) => read(bytes, { format }).entries)).flat()
}
