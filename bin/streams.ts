import { once } from 'node:events'
import { createReadStream, fstatSync, ftruncateSync, writeSync } from 'node:fs'
import { addAbortSignal, type Readable, type Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { SingleBar } from 'cli-progress'
import type { Pause } from '../shared/client/pause.ts'
import { puzzleOfEntry } from '../shared/input/entry.ts'
import { readPuzzles } from '../shared/input/input-format.ts'
import type { Listing } from './output-formats.ts'
import { visible } from './visible.ts'

/** The parts of its process that a command uses; a test passes its own. */
export interface CommandContext {
  /** The command as it was called, as a shell would take it again; `sudoku` by default. */
  readonly name?: string | undefined
  readonly stdin: Readable
  /** Where it prints: a stream, and the descriptor of the file that it writes to, if it is a regular file. */
  readonly stdout: { readonly stream: Writable & { readonly isTTY?: boolean }; readonly file?: number | undefined }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  /** Whether what is said on standard error may have colours; it has none by default. */
  readonly hasColors?: boolean
  readonly signal: AbortSignal
  /**
   * Lets Ctrl-C end the process by itself from now on: for commands that leave nothing to be given up, and keep this
   * thread for minutes, so that it would not hear of the {@link signal}.
   */
  readonly endAtOnce?: (() => void) | undefined
  /** Waits between two attempts of a request; in real time by default. */
  readonly pause?: Pause | undefined
}

/** What the bytes of a file, or of standard input, are read by. */
export type Reading = Pick<CommandContext, 'stdin' | 'signal'>

export class InputError extends Error {}

export class OutputError extends Error {}

/** Whoever was reading standard output has had enough, as `head` has after ten lines. */
export class ReaderGoneError extends Error {}

/**
 * The bytes of a file, or of standard input if the path is `-`, as they come; of a puzzle, where that stands in the place
 * of a path and there is no such file.
 *
 * @throws {InputError} if they cannot be read
 */
export async function* bytesOf(file: string, { stdin, signal }: Reading): AsyncGenerator<Uint8Array, void> {
  try {
    // A megabyte at a time: in pieces of 64 KB a million puzzles would take 1,300 turns.
    yield* addAbortSignal(signal, file === '-' ? stdin : createReadStream(file, { highWaterMark: 1 << 20 }))
  } catch (error) {
    signal.throwIfAborted()
    const { code = '', message } = error as NodeJS.ErrnoException
    const isNoFile = code === 'ENOENT' || code === 'ENAMETOOLONG'
    if (isNoFile && isLikePuzzle(file)) return yield new TextEncoder().encode(`${file}\n`)
    throw new InputError(`${visible(file.slice(0, LONGEST_PATH_SHOWN))} cannot be read: ${REASONS[code] ?? message}`)
  }
}

const LONGEST_PATH_SHOWN = 300
/** Why a file cannot be read, where its name says it all. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, expected a file',
}

/** A good puzzle, a link, or as many cells as nobody names a file by. */
function isLikePuzzle(text: string): boolean {
  if (/^[\d.*_/|,\s-]{16,}$/.test(text) || text.includes('://')) return true
  const read = readPuzzles(new TextEncoder().encode(text))
  const entries = read.ok ? [...read.value.puzzles] : []
  return entries.length > 0 && entries.every((entry) => puzzleOfEntry(entry, 'classic').ok)
}

/** Tells somebody who has named no file that the command waits for them. */
export function announceTyping(file: string, { stdin, stderr }: Pick<CommandContext, 'stdin' | 'stderr'>): void {
  if (file === '-' && 'isTTY' in stdin && stdin.isTTY) stderr.write('Type or paste puzzles; Ctrl-D ends them.\n')
}

/**
 * Writes to standard output, and is done when the bytes are taken, so that their memory may be used again. If a file
 * does not take all of them, it keeps none of them, so that a later command can continue at its end.
 *
 * @param isStyled whether all of the text is ours, and may have colours
 * @throws {OutputError} if they are not taken
 */
export async function print(
  text: string | Uint8Array,
  { stdout: { stream, file }, signal }: Pick<CommandContext, 'stdout' | 'signal'>,
  isStyled = false,
): Promise<void> {
  if (text.length === 0) return
  signal.throwIfAborted()
  if (file !== undefined) writeToFile(file, typeof text === 'string' ? Buffer.from(text) : text)
  // Puzzles, ids and reasons are of somebody else's making. A program is given them as they are.
  else if (stream.isTTY && !isStyled)
    await writeToStream(stream, visible(typeof text === 'string' ? text : new TextDecoder().decode(text)), signal)
  else await writeToStream(stream, text, signal)
}

/** Prints items one by one; `end` is called behind the last. */
export function printer({ head, separator, tail, empty }: Listing, context: Pick<CommandContext, 'stdout' | 'signal'>) {
  let isFirst = true
  return {
    async add(item: string): Promise<void> {
      await print(`${isFirst ? head : separator}${item}`, context)
      isFirst = false
    },
    end: () => print(isFirst ? empty : tail, context),
  }
}

/** The ends of files to which only this process writes, by descriptor; unknown before the first write. */
const ends = new Map<number, number>()

/** Node's own stream does not notice when a full disk takes only some of the bytes. */
function writeToFile(file: number, bytes: Uint8Array): void {
  const end = ends.get(file) ?? fstatSync(file).size
  ends.set(file, end)
  let written = 0
  try {
    while (written < bytes.length) written += writeSync(file, bytes, written)
    ends.set(file, end + written)
  } catch (error) {
    // Only bytes at the end of the file can be cut off.
    if (fstatSync(file).size === end + written) ftruncateSync(file, end)
    throw new OutputError((error as Error).message)
  }
}

/** After an interruption the reader of a pipe has this long to take what is in it. */
const GRACE_MS = 500

async function writeToStream(stream: Writable, text: string | Uint8Array, signal: AbortSignal): Promise<void> {
  const taken = new Promise<void>((resolve, reject) => {
    stream.write(text, (error?: NodeJS.ErrnoException | null) => {
      if (!error) return resolve()
      // A write before the stream was found to be closed fails with the first code, a later one with the second.
      const isGone = error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED'
      reject(isGone ? new ReaderGoneError(error.message) : new OutputError(error.message))
    })
  })
  const timely = new AbortController()
  const stopped = once(signal, 'abort', { signal: timely.signal })
    .then(() => pause(GRACE_MS, undefined, { signal: timely.signal }))
    .then(() => Promise.reject(signal.reason))
  await Promise.race([taken, stopped]).finally(() => timely.abort())
}

/**
 * A bar that tells how many of some puzzles are done; not begun yet.
 *
 * @param doing in a word: `rating`
 * @param more is said of it
 */
export function progressBar(doing: string, { stderr }: CommandContext, more = '{eta_formatted} left'): SingleBar {
  return new SingleBar({
    format: `${doing} [{bar}] {value}/{total} puzzles, ${more}`,
    stream: stderr,
    // The bar stays silent unless standard error is a terminal.
    noTTYOutput: false,
    clearOnComplete: true,
    hideCursor: true,
  })
}
