import { UnreadableError } from '../input/encoding.ts'
import { readPuzzles } from '../input/input-format.ts'
import { NO_PUZZLE, type PiecesOptions, piecesOf } from '../input/pieces.ts'
import type { InclusionName } from '../job/inclusions.ts'
import type { JobOptions } from '../job/job.ts'
import { areConsecutive, type LineNumbers, linesFrom, type Puzzles } from '../job/puzzles.ts'

/** Four milliseconds of easy puzzles, so that a message to a thread and its answer cost little beside them. */
const MOST_A_BLOCK = 4_000
/**
 * Where puzzles are rated: a hard one takes up to a second, an easy one 0.1 ms. Nobody hears how far a block is; and blocks
 * of one cost easy puzzles 60% more.
 */
const MOST_RATED_A_BLOCK = 2
const RATING: ReadonlySet<InclusionName> = new Set(['rating', 'steps', 'hint'])
/** Blocks that a piece of a file comes to for each thread: of a few hard puzzles, one each. */
const BLOCKS_A_THREAD = 8
/** Threads begin once a piece is read, so in pieces of 16 MB a million puzzles take a tenth longer. */
export const PIECE_BYTES = 2 << 20
/** For threads that solve blocks: so many each, so that all others go on while one is at a puzzle that takes as long as a thousand. */
export const BLOCKS_AHEAD = 16
/** A thread has so many at once: while the file is read, for 15 ms at a time, nobody gives it another. */
export const BLOCKS_GIVEN = 8

/** Consecutive puzzles of a file. */
export interface FilePuzzles {
  readonly puzzles: Puzzles
  /** The place of the first, among the puzzles of the file, from 1. */
  readonly place: number
  /** Where they begin; undefined where that is not known, as in a list. */
  readonly lines: LineNumbers | undefined
}

/** Consecutive puzzles of a file as a thread is sent them: the fields of `Puzzles`. */
export interface PuzzleBlock extends Pick<FilePuzzles, 'place'>, Pick<Puzzles, 'count' | 'notes' | 'given' | 'ids'> {
  readonly plain: Uint8Array<ArrayBuffer>
  /** Where they are not known, places stand for them. */
  readonly lines?: LineNumbers | undefined
}

/**
 * The puzzles of a file of any length, piece by piece.
 *
 * @throws {UnreadableError} where it holds no puzzle in any known format
 */
export async function* puzzlesIn(
  source: AsyncIterable<Uint8Array>,
  options: PiecesOptions,
): AsyncGenerator<FilePuzzles, void> {
  let place = 1
  for await (const { bytes, format, line: first } of piecesOf(source, options)) {
    const read = readPuzzles(bytes, { format, size: options.size })
    if (!read.ok) throw new Error(`a piece of a file that was read cannot be read: ${read.error.reason}`)
    const { puzzles, lines } = read.value
    yield { puzzles, place, lines: lines && first !== undefined ? linesFrom(lines, first) : undefined }
    place += puzzles.count
  }
  if (place === 1) throw new UnreadableError(NO_PUZZLE)
}

/** The puzzles of a file from a place on, in blocks for so many threads, which make of each what is to be included. */
export async function* blocksOf(
  pieces: AsyncIterable<FilePuzzles>,
  { threads, include = [], from = 1 }: { threads: number; include?: JobOptions['include']; from?: number },
): AsyncGenerator<PuzzleBlock, void> {
  const most = include.some((name) => RATING.has(name)) ? MOST_RATED_A_BLOCK : MOST_A_BLOCK
  for await (const { puzzles: all, place: first, lines } of pieces) {
    const skipped = Math.min(Math.max(0, from - first), all.count)
    const puzzles = skipped === 0 ? all : all.slice(skipped)
    const size = Math.min(most, Math.ceil(puzzles.count / (BLOCKS_A_THREAD * threads)))
    // A puzzle a line is by far the most frequent, and lists for ten million puzzles take 40 MB.
    const arePlaces = lines && areConsecutive(lines, first)
    let done = skipped
    for (const own of puzzles.count > 0 ? puzzles.cut(size) : []) {
      const place = first + done
      const ownLines = arePlaces ? undefined : lines?.slice(done, done + own.count)
      // A thread is handed over the whole memory of a view.
      yield { ...own, plain: own.plain.slice(), given: own.given.slice(), place, lines: ownLines }
      done += own.count
    }
  }
}
