import { type Refusal, refuse } from '../checked.ts'
import { MAX_LINE_LENGTH } from '../job/limits.ts'
import type { Entry, PuzzlesBuilder } from '../job/puzzles.ts'
import { entryOf, refusedEntry } from './entry.ts'
import { type InputHead, LIKENESS, type Likeness, type Syntax, wholeLinesIn } from './syntax.ts'
import { cutLines, holdsText, lineEnd, lookInto, nextLine } from './text.ts'

/** What JSON Lines are sent as, which are the same by another name. */
export const JSON_LINES_TYPE = 'application/jsonl'

/** An object or a string in JSON a line. */
export const ndjson: Syntax = {
  words: 'NDJSON',
  mediaType: 'application/x-ndjson',
  otherMediaTypes: [JSON_LINES_TYPE],
  example: (puzzle) => `{"id":"mine-7","puzzle":"${puzzle}"}\n`,
  recognise,
  read,
  cut: cutLines,
  holdsPuzzle: holdsText,
}

/** By the first line that is neither blank nor a comment. */
function recognise(head: InputHead): Likeness | Refusal {
  for (const line of wholeLinesIn(head)) {
    const start = line.trim()
    if (start === '' || start.startsWith('#')) continue
    if (/^(\{$|\[$|\[\s*["{])/.test(start)) {
      return refuse('found a JSON document of several lines or an array, expected a puzzle a line')
    }
    return /^(\{|"|\[\s*\[)/.test(start) ? LIKENESS.surely : LIKENESS.none
  }
  return LIKENESS.none
}

/** Adds a puzzle a line, each in JSON. A line that is none is a bad puzzle and harms no other. */
function read(bytes: Uint8Array, puzzles: PuzzlesBuilder): void {
  const { slice } = lookInto(bytes)
  for (let at = 0; at < bytes.length && !puzzles.isOver; ) {
    const end = lineEnd(bytes, at)
    const line = slice(at, end).trim()
    if (line !== '') puzzles.add(entryOfLine(line))
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
