import { entryOf, type NamedPuzzle, type PuzzleInput, puzzleOfEntry, refusedEntry } from '../shared/input/entry.ts'
import { type PuzzlesRead, type ReadOptions, readPuzzles } from '../shared/input/input-format.ts'
import type { JobOptions } from '../shared/job/job.ts'
import { PUZZLE_FORMATS, type PuzzleFormatName, puzzleFormats } from '../shared/job/output/puzzle-formats.ts'
import type { Entry } from '../shared/job/puzzles.ts'
import { puzzleIn } from '../shared/job/solved-entry.ts'
import { mostWork, TooComplex, withinWork } from '../shared/reading-budget.ts'
import type { RulesAsked } from '../shared/sudoku/rules/rules.ts'
import { verifyWritten } from '../shared/sudoku/rules/verify.ts'

/** Puzzles as texts and data: read, checked, and written in another form. */

/** A puzzle of a text. */
export interface ParsedPuzzle {
  /** Among those of the text, from 1. */
  readonly place: number
  /** On which it begins; in a JSON document, which may be broken anywhere, its place. */
  readonly line: number
  /** As `solve` and the service take it, with its rules in words; where it could not be read, the text that stands there. */
  readonly puzzle: string | NamedPuzzle
  /** Why it could not be read. */
  readonly reason?: string
}

/**
 * The puzzles of a text in any of the {@link InputFormat}s, UTF-16 and JSON documents among them.
 *
 * @throws {PuzzleError} where there is no puzzle in it, or no way to tell where they are
 */
export function parse(text: string | Uint8Array, options: Pick<ReadOptions, 'format' | 'size'> = {}): ParsedPuzzle[] {
  const { puzzles, lines } = readText(text, options)
  return [...puzzles].map((entry, i) => {
    const place = i + 1
    const line = lines?.[i] ?? place
    const { refused, text, id, given, rules } = entry
    if (refused !== undefined) return { place, line, puzzle: text, reason: refused }
    if (id === undefined && given === undefined && !rules) return { place, line, puzzle: text }
    const named = { ...(id !== undefined && { id }), ...(given !== undefined && { solution: given }) }
    return { place, line, puzzle: { ...named, puzzle: text, ...rules } }
  })
}

/** @throws {PuzzleError} as {@link parse} does */
export function readText(text: string | Uint8Array, options: ReadOptions): PuzzlesRead {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const read = withinWork(mostWork(bytes.length), () => readPuzzles(bytes, options))
  if (!read.ok) throw new PuzzleError(read.error.reason)
  if (read.value.puzzles.count === 0) throw new PuzzleError('found no puzzle, expected at least one')
  return read.value
}

/** The entry of a puzzle, which is a refused one where it cannot be read. */
export function entryIn(puzzle: unknown): Entry {
  // The work is bounded by the length, and JSON tells that of an object.
  const written = typeof puzzle === 'string' ? puzzle : writtenOf(puzzle)
  try {
    const read = withinWork(mostWork(written.length), () => entryOf(puzzle, 'refused'))
    return read.ok ? read.value : refusedEntry(read.error, written)
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error
    return { text: written.slice(0, 40), refused: error.message }
  }
}

/** As JSON has it; a program may hand over what no JSON has. */
function writtenOf(puzzle: unknown): string {
  try {
    return JSON.stringify(puzzle) ?? String(puzzle)
  } catch {
    return String(puzzle)
  }
}

/**
 * Whether a grid solves a puzzle, under `classic` rules by default and those that it brings: undefined if it does, and
 * otherwise why it does not. It shares no code with any strategy.
 */
export function check(
  puzzle: PuzzleInput,
  solution: string,
  { rules = 'classic', size }: Partial<Pick<JobOptions, 'rules' | 'size'>> = {},
): string | undefined {
  const entry = entryIn(puzzle)
  const read = puzzleIn(entry, rules, size)
  return read.ok ? verifyWritten(read.value, entry.text, solution) : read.error
}

/**
 * A puzzle in another form: a link of f-puzzles or SudokuPad, a line of NDJSON or CSV, bare cells, or a grid row by row.
 * Bare cells and grids leave out rules of a puzzle's own.
 *
 * @throws {PuzzleError} where it is no puzzle
 * @throws {RangeError} where nobody knows the form
 */
export function convert(puzzle: PuzzleInput, to: PuzzleFormatName, rules: RulesAsked = 'classic'): string {
  if (!PUZZLE_FORMATS.includes(to)) throw new RangeError(`to: found ${to}, expected ${PUZZLE_FORMATS.join(', ')}`)
  const read = puzzleOfEntry(entryIn(puzzle), rules)
  if (!read.ok) throw new PuzzleError(read.error)
  return puzzleFormats[to].write(read.value).trimEnd()
}

/** A puzzle that cannot be worked on; says why: where, what came, what was expected. */
export class PuzzleError extends RangeError {
  override name = 'PuzzleError'
}
