import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Checked } from '../shared/checked.ts'
import type { Client } from '../shared/client/client.ts'
import { type Upload, type UploadOptions, upload } from '../shared/client/upload.ts'
import { UnreadableError } from '../shared/input/encoding.ts'
import type { PiecesOptions } from '../shared/input/pieces.ts'
import { MAX_UNPACKED_BYTES } from '../shared/job/limits.ts'
import type { Entry } from '../shared/job/puzzles.ts'
import { type FilePuzzles, puzzlesIn } from '../shared/local/blocks.ts'
import { bytesOf, type CommandContext, InputError, type Reading } from './streams.ts'
import { visibleInLine } from './visible.ts'

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
 * @throws {InputError} where it cannot be opened or read, and where it holds no puzzle in any known format
 */
export async function* filePuzzles(
  file: string,
  context: Reading,
  options: PiecesOptions,
): AsyncGenerator<FilePuzzles, void> {
  try {
    yield* puzzlesIn(bytesOf(file, context), options)
  } catch (error) {
    named(file)(error)
  }
}

/** The same as entries. @param maxBytes that a piece may have */
export async function* fileEntries(
  file: string,
  context: Reading,
  maxBytes = MAX_UNPACKED_BYTES,
): AsyncGenerator<readonly FileEntry[], void> {
  for await (const { puzzles, place, lines } of filePuzzles(file, context, { maxBytes })) {
    yield [...puzzles].map((entry, i): FileEntry => ({ entry, place: place + i, line: lines?.[i] }))
  }
}

/**
 * Acts on what is read of each entry in its turn, and tells of those that cannot be read.
 *
 * @returns whether all could be
 */
export async function forEachRead<T>(
  file: string,
  context: CommandContext,
  read: (entry: Entry) => Checked<T>,
  act: (value: T, found: FileEntry) => unknown,
): Promise<boolean> {
  let areAll = true
  for await (const entries of fileEntries(file, context)) {
    for (const found of entries) {
      const checked = read(found.entry)
      if (checked.ok) await act(checked.value, found)
      else tell(found, checked.error, context)
      areAll &&= checked.ok
    }
  }
  return areAll
}

/** Writes words about a puzzle of a file to standard error, behind its line, or its place where no line is known. */
export function tell({ place, line }: FileEntry, words: string, { stderr }: Pick<CommandContext, 'stderr'>): void {
  stderr.write(`sudoku: ${line === undefined ? `puzzle ${place}` : `line ${line}`}, ${visibleInLine(words)}\n`)
}

/**
 * Uploads the puzzles of a file.
 *
 * @throws {InputError} if they are in no format, or one of them is too long, in the upload's end as in its beginning
 */
export async function submitted(file: string, context: Reading, client: Client, how: UploadOptions): Promise<Upload> {
  const source = bytesOf(file, context)
  const { job, sealed } = await upload(source, client, { ...how, gzip: promisify(gzip) }).catch(named(file))
  return { job, sealed: sealed.catch(named(file)) }
}

/** Throws again what a file is refused for, with the file's name. */
function named(file: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof UnreadableError) throw new InputError(`${file}: ${error.message}`)
    throw error
  }
}
