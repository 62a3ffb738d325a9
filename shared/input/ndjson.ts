import type { Entry, PuzzlesBuilder } from '../job/puzzles.ts'
import { entryOf, refusedEntry } from './entry.ts'
import { lineEnd, lookInto, nextLine } from './text.ts'

/** Other fields have room in it. Nothing is parsed of a line that is longer: 16 MB of brackets in a line took 20 s beside other work. */
const MAX_LINE_LENGTH = 65_536

/** Adds a puzzle a line, each in JSON. A line that is none is a bad puzzle and harms no other. */
export function readNdjson(bytes: Uint8Array, builder: PuzzlesBuilder): void {
  const { slice } = lookInto(bytes)
  for (let at = 0; at < bytes.length && !builder.isOver; ) {
    const end = lineEnd(bytes, at)
    const line = slice(at, end).trim()
    if (line !== '') builder.add(entryOfLine(line))
    at = nextLine(bytes, end)
  }
}

/** What a line of JSON stands for; fields that we do not know say nothing to us. */
function entryOfLine(line: string): Entry {
  if (line.length > MAX_LINE_LENGTH) {
    return refusedEntry({ message: `found ${line.length} characters, expected at most ${MAX_LINE_LENGTH}` }, line)
  }
  const value = parsed(line)
  if (value === undefined) return refusedEntry({ message: 'found no JSON, expected {"puzzle": "…"} or "…"' }, line)
  const entry = entryOf(value, 'ignored')
  return entry.ok ? entry.value : refusedEntry(entry.error, line)
}

/** The value of some JSON, which is never undefined; undefined where it is none. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
