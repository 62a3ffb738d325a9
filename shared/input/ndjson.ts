import { type Refusal, refuse } from '../checked.ts'
import { MAX_LINE_LENGTH } from '../job/limits.ts'
import type { Entry, PuzzlesBuilder } from '../job/puzzles.ts'
import { symbolOfNumber } from '../sudoku/grid.ts'
import { entryWith } from './entry.ts'
import { type InputHead, LIKENESS, type Likeness, type Syntax, wholeLinesIn } from './syntax.ts'
import { cutLines, holdsText, lineEnd, lookInto, nextLine } from './text.ts'

/** An object or a string in JSON a line. */
export const ndjson: Syntax = {
  words: 'NDJSON',
  mediaType: 'application/x-ndjson',
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

/** `{"puzzle": …, "id": …, "solution": …}` or a puzzle alone; other fields say nothing to us. */
function entryOfLine(line: string): Entry {
  if (line.length > MAX_LINE_LENGTH) {
    return { text: line, refused: `found ${line.length} characters, expected at most ${MAX_LINE_LENGTH}` }
  }
  const value = parsed(line)
  if (value === undefined) return { text: line, refused: 'found no JSON, expected {"puzzle": "…"} or "…"' }
  const fields = isObject(value) ? value : { puzzle: value }
  const { puzzle, id = null, solution = null } = fields as Record<string, unknown>
  const text = gridText(puzzle)
  if (text === undefined) return { text: line, refused: `puzzle: found ${kindOf(puzzle)}, expected a string or rows` }
  if (id !== null && typeof id !== 'string' && typeof id !== 'number') {
    return { text, refused: `id: found ${kindOf(id)}, expected a string` }
  }
  const given = solution === null ? '' : gridText(solution)
  if (given === undefined) return { text, refused: `solution: found ${kindOf(solution)}, expected a string or rows` }
  return entryWith(text, String(id ?? ''), given)
}

/** The value of some JSON, which is never undefined; undefined where it is none. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A grid as a string, or as rows of numbers and symbols; undefined where it is neither. */
function gridText(grid: unknown): string | undefined {
  if (typeof grid === 'string') return grid
  if (!Array.isArray(grid) || !grid.every((row) => Array.isArray(row))) return undefined
  const rows = grid.map((row) => row.map(symbolOf).join(''))
  return rows.join('/')
}

/** A cell as it is written in text; `?`, which no grid takes, where it is no cell. */
function symbolOf(cell: unknown): string {
  if (typeof cell === 'string') return cell.length === 1 ? cell : '?'
  return (typeof cell === 'number' && symbolOfNumber(cell)) || '?'
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
