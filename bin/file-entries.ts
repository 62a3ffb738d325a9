import { UnreadableError } from '../shared/input/encoding.ts'
import { readPuzzles } from '../shared/input/input-format.ts'
import { NO_PUZZLE, piecesOf } from '../shared/input/pieces.ts'
import type { Entry } from '../shared/job/puzzles.ts'
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

/**
 * The puzzles of a file of any length, piece by piece.
 *
 * @param file a path, or `-` for standard input
 * @param maxBytes that a piece may have
 * @throws {InputError} where it cannot be opened or read, and where it holds no puzzle in any known format
 */
export async function* fileEntries(
  file: string,
  { stdin, signal }: Pick<CommandContext, 'stdin' | 'signal'>,
  maxBytes: number,
): AsyncGenerator<readonly FileEntry[], void> {
  let place = 0
  try {
    for await (const { bytes, format, line: first } of piecesOf(bytesOf(file, stdin, signal), { maxBytes })) {
      const read = readPuzzles(bytes, { format })
      if (!read.ok) throw new Error(`a piece of a file that was read cannot be read: ${read.error.reason}`)
      const { puzzles, lines } = read.value
      const own = first === undefined ? undefined : lines?.from(first)
      const entries: FileEntry[] = []
      for (const entry of puzzles) entries.push({ entry, place: ++place, line: own?.lineOf(entries.length) })
      yield entries
    }
    if (place === 0) throw new UnreadableError(NO_PUZZLE)
  } catch (error) {
    named(file)(error)
  }
}
