import { MAX_LINE_LENGTH } from '../job/limits.ts'
import type { Entry, PuzzlesBuilder } from '../job/puzzles.ts'
import { entryOf, jsonIn, refusedEntry } from './entry.ts'
import { firstLinesIn, LIKENESS, type Syntax } from './syntax.ts'
import { cutLines, lineEnd, lookInto, nextLine } from './text.ts'

/** The media type of JSON Lines, which are the same by another name. */
export const JSON_LINES_TYPE = 'application/jsonl'

export const ndjson: Syntax = {
  words: 'NDJSON',
  mediaType: 'application/x-ndjson',
  otherMediaTypes: [JSON_LINES_TYPE],
  example: (puzzle) => `{"id":"mine-7","puzzle":"${puzzle}"}\n`,
  /** By most of its first lines that are neither blank nor comments, and by the first one if they are equally many. */
  recognise: (head) => {
    const areJson = firstLinesIn(head).map(isLikeJson)
    const lead = 2 * areJson.filter(Boolean).length - areJson.length
    return lead > 0 || (lead === 0 && areJson[0]) ? LIKENESS.surely : LIKENESS.none
  },
  read,
  cut: cutLines,
}

function isLikeJson(line: string): boolean {
  const start = line.trim()
  const inner = start.slice(1).trimStart()
  // Rows of Java and C stand in braces, too.
  const isObject = start.startsWith('{') && !/^[\d{]/.test(inner)
  return isObject || start.startsWith('"') || (start.startsWith('[') && inner.startsWith('['))
}

/** Adds a puzzle a line, each in JSON. A line that is not a puzzle is a bad puzzle and harms no other. */
function read(bytes: Uint8Array, puzzles: PuzzlesBuilder): void {
  const { slice } = lookInto(bytes)
  for (let at = 0, number = 1; at < bytes.length && !puzzles.isOver; number++) {
    const end = lineEnd(bytes, at)
    const written = slice(at, end).trim()
    // A line of a list that somebody has cut out of a document.
    const line = written.endsWith(',') ? written.slice(0, -1).trimEnd() || written : written
    if (line !== '') puzzles.add(entryOfLine(line), number)
    at = nextLine(bytes, end)
  }
}

/** The puzzle of a line of JSON; fields that we do not know say nothing to us. */
function entryOfLine(line: string): Entry {
  if (line.length > MAX_LINE_LENGTH)
    return refusedEntry({ message: `found ${line.length} characters, expected at most ${MAX_LINE_LENGTH}` }, line)
  const value = jsonIn(line)
  if (value === undefined) return refusedEntry({ message: 'found no JSON, expected {"puzzle": "…"} or "…"' }, line)
  const entry = entryOf(value, 'ignored')
  return entry.ok ? entry.value : refusedEntry(entry.error, line)
}
