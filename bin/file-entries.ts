import { UnreadableError } from '../shared/input/encoding.ts'
import { readPuzzles } from '../shared/input/input-format.ts'
import { NO_PUZZLE, type PiecesOptions, piecesOf } from '../shared/input/pieces.ts'
import type { LineNumbers } from '../shared/job/line-numbers.ts'
import type { Entry, Puzzles } from '../shared/job/puzzles.ts'
import type { CommandContext } from './context.ts'
import { bytesOf } from './streams.ts'
import { named } from './submission.ts'

/** A puzzle of a file, or what stands in the place of one. */
export interface FileEntry {
  readonly entry: Entry
  /** Among the puzzles of the file, from 1. */
  readonly place: number
  /** Where it begins; undefined where that is not known, as in a list. */
  readonly line: number | undefined
}

/** Consecutive puzzles of a file. */
export interface FilePuzzles {
  readonly puzzles: Puzzles
  /** The place of the first, among the puzzles of the file, from 1. */
  readonly place: number
  /** Where they begin; undefined where that is not known, as in a list. */
  readonly lines: LineNumbers | undefined
}

/**
 * The puzzles of a file of any length, piece by piece.
 *
 * @param file a path, or `-` for standard input
 * @throws {InputError} where it cannot be opened or read, and where it holds no puzzle in any known format
 */
export async function* filePuzzles(
  file: string,
  { stdin, signal }: Pick<CommandContext, 'stdin' | 'signal'>,
  options: PiecesOptions,
): AsyncGenerator<FilePuzzles, void> {
  let place = 1
  try {
    for await (const { bytes, format, line: first } of piecesOf(bytesOf(file, stdin, signal), options)) {
      const read = readPuzzles(bytes, { format, size: options.size })
      if (!read.ok) throw new Error(`a piece of a file that was read cannot be read: ${read.error.reason}`)
      const { puzzles, lines } = read.value
      yield { puzzles, place, lines: first === undefined ? undefined : lines?.from(first) }
      place += puzzles.count
    }
    if (place === 1) throw new UnreadableError(NO_PUZZLE)
  } catch (error) {
    named(file)(error)
  }
}

/** The same as entries. @param maxBytes that a piece may have */
export async function* fileEntries(
  file: string,
  context: Pick<CommandContext, 'stdin' | 'signal'>,
  maxBytes: number,
): AsyncGenerator<readonly FileEntry[], void> {
  for await (const { puzzles, place, lines } of filePuzzles(file, context, { maxBytes })) {
    yield [...puzzles].map((entry, i) => ({ entry, place: place + i, line: lines?.lineOf(i) }))
  }
}
