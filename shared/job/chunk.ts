import { type Checkpoint, KEPT_SOLUTIONS } from '../sudoku/strategies/strategy.ts'
import { STRATEGIES } from '../sudoku/strategies/strategy-facts.ts'
import type { JobOptions } from './job.ts'
import { VersionError } from './packed/byte-format.ts'
import { PackedGrids, packPuzzles, unpackPuzzles } from './packed/packed-puzzles.ts'
import { MAX_RESULT_BYTES, maxRecordBytes } from './packed/packed-results.ts'
import type { PuzzleNote, Puzzles } from './puzzles.ts'

/** Puzzles of a job that travel, and are solved, together. What a worker leaves of a chunk is a chunk again. */
export interface Chunk {
  readonly jobId: string
  /** From 1. */
  readonly part: number
  /** Its place among the chunks that the part was cut into, from 0. */
  readonly number: number
  /** How many puzzles of that chunk were done before these. */
  readonly from: number
  /** How often it was sent again after it had failed. */
  readonly redrive: number
  readonly options: JobOptions
  /** Seconds since 1970, as on the job. */
  readonly expiresAt: number
  readonly puzzles: Puzzles
  /** Where the search of the first puzzle stands, if it was begun. */
  readonly checkpoint?: Checkpoint
  /** Whose share of the workers it takes; its job's where nothing is said. */
  readonly group?: string | undefined
  /** The request that it comes from. In the body, as a message attribute would take as many bytes; 55, of the 64 KB that SQS bills as one. */
  readonly correlationId?: string | undefined
}

/** What the words and numbers of a result take that has no record, beside its puzzle and solutions. */
const RESULT_OVERHEAD_BYTES = 300
/** What a name, a reason and their JSON take, beside the name itself. */
const NOTE_OVERHEAD_BYTES = 200
/** The result of a plain grid that has one solution or two, or none: 26.1 bytes on minimal puzzles. */
const USUAL_RECORD_BYTES = 28
const MAX_CELLS = 625

/** A part is spread over this many chunks, so that several workers share it … */
const SPREAD = 16
/** … but not more thinly than 20 ms of work: every chunk costs a message, an item and two writes. */
const LEAST_S = 0.02
/** The part's item has a number for each of its chunks: with this many it is 10 KB, as much as each count then costs. */
const MOST_CHUNKS = 1_000

/** As much of a part's puzzles as tells what their results take. */
type Sized = Pick<Puzzles, 'count' | 'notes'>

/** How many puzzles each chunk of a part holds: a second of work, or less where that lets more workers help. */
export function puzzlesPerChunk(options: JobOptions, puzzles: Sized): number {
  const inASecond = puzzlesASecond(options)
  const spread = Math.max(inASecond * LEAST_S, puzzles.count / SPREAD)
  const wanted = Math.max(1, Math.ceil(Math.min(inASecond, spread)), Math.ceil(puzzles.count / MOST_CHUNKS))
  return fitting(Math.min(wanted, puzzles.count), options, puzzles)
}

/** Whether so many puzzles are likely to be done within a second. */
export function isShort(options: JobOptions, count: number): boolean {
  return count <= puzzlesASecond(options)
}

function puzzlesASecond({ strategy, size = 9 }: JobOptions): number {
  // Work grows faster than the cells do.
  return STRATEGIES[strategy].puzzlesASecond * Math.min(1, (9 / size) ** 4)
}

/**
 * At most as many as wanted, and so few that the results of every chunk will mostly fit one item. Where they
 * turn out larger, as where no puzzle has a solution, a worker keeps what fits and sends on the rest.
 */
function fitting(wanted: number, { solutions }: JobOptions, { count, notes }: Sized): number {
  const kept = Math.min(solutions, KEPT_SOLUTIONS)
  const record = kept > 2 ? maxRecordBytes(kept) : USUAL_RECORD_BYTES
  let most = Math.min(wanted, Math.floor(MAX_RESULT_BYTES / record))
  for (; most > 1; most = Math.floor(most * 0.7)) {
    const bytes = new Float64Array(Math.ceil(count / most)).fill(most * record)
    for (const [place, note] of notes) bytes[Math.floor(place / most)] += resultBytes(note, kept, record) - record
    if (bytes.every((needed) => needed <= MAX_RESULT_BYTES)) break
  }
  // As many chunks as it takes, and those all alike.
  return Math.ceil(count / Math.ceil(count / Math.max(1, most)))
}

function resultBytes({ text, id, given }: PuzzleNote, kept: number, record: number): number {
  const named = NOTE_OVERHEAD_BYTES * Number(given !== undefined) + Buffer.byteLength((id ?? '') + (given ?? '')) + 20
  if (text === undefined) return record + named
  const solution = Math.min(text.length, MAX_CELLS) + 3
  return Buffer.byteLength(text) + kept * solution + RESULT_OVERHEAD_BYTES + named
}

/** What is left of a chunk when its first `done` puzzles are; undefined where that is all of them. */
export function restOf(chunk: Chunk, done: number, checkpoint?: Checkpoint): Chunk | undefined {
  if (done >= chunk.puzzles.count) return undefined
  const { checkpoint: _used, ...rest } = chunk
  return {
    ...rest,
    from: chunk.from + done,
    puzzles: chunk.puzzles.slice(done),
    ...(checkpoint && { checkpoint }),
  }
}

/**
 * A chunk as it travels. Its body is JSON, all of it ASCII; its puzzles go beside it, as `packed-puzzles.ts` draws them:
 *
 *     {"version": 1, "jobId": …, "part": …, "number": …, "from": …, "redrive": …, "options": …, "expiresAt": …}
 *     and, where there is one: "checkpoint", "group", "correlationId"
 */
export interface ChunkMessage {
  readonly body: string
  readonly puzzles: Uint8Array
  /** Messages of one group share what it gets of the workers. */
  readonly group: string
}

/** Raised with every change after which older code would misread a body; the first bodies had none. */
const MESSAGE_VERSION = 1

/** The puzzles of a part, cut into chunks of `size` puzzles each, the last one smaller, in order, as they travel. */
export function* messagesOf(
  of: Pick<Chunk, 'jobId' | 'part' | 'options' | 'expiresAt' | 'group' | 'correlationId'>,
  puzzles: Puzzles | PackedGrids,
  size: number,
): Generator<ChunkMessage, void> {
  let number = 0
  for (const packed of puzzles instanceof PackedGrids ? puzzles.cut(size) : packedRuns(puzzles, size)) {
    yield messageWith({ ...of, number: number++, from: 0, redrive: 0 }, packed)
  }
}

function* packedRuns(puzzles: Puzzles, size: number): Generator<Uint8Array, void> {
  for (const run of puzzles.cut(size)) yield packPuzzles(run)
}

export function messageOf({ puzzles, ...chunk }: Chunk): ChunkMessage {
  return messageWith(chunk, packPuzzles(puzzles))
}

function messageWith(chunk: Omit<Chunk, 'puzzles'>, puzzles: Uint8Array): ChunkMessage {
  const { group, jobId } = chunk
  return { body: JSON.stringify({ version: MESSAGE_VERSION, ...chunk }), puzzles, group: group ?? jobId }
}

/**
 * The chunk in a message that {@link messageOf} made.
 *
 * @throws {VersionError} where newer code made it
 */
export function chunkIn({ body, puzzles }: Pick<ChunkMessage, 'body' | 'puzzles'>): Chunk {
  const { version = 0, ...chunk } = JSON.parse(body)
  if (version > MESSAGE_VERSION) throw new VersionError('chunk message', version, MESSAGE_VERSION)
  return { ...chunk, puzzles: unpackPuzzles(puzzles) }
}
