import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Checkpoint, KEPT_SOLUTIONS, type StrategyName } from '../sudoku/strategies/strategy.ts'
import type { JobOptions } from './options.ts'

/** One puzzle as submitted. */
export interface Entry {
  readonly text: string
  readonly id?: string
  /** Why it was not taken as a puzzle at all; its text is cut short then. */
  readonly refused?: string
}

/** Puzzles of a job that travel, and are solved, together. What a worker leaves of a chunk is a chunk again. */
export interface Chunk {
  readonly jobId: string
  readonly part: number
  /** Its place among the chunks that the part was cut into. */
  readonly number: number
  /** How many puzzles of that chunk were done before these. */
  readonly from: number
  /** The line of its first puzzle, from 1. */
  readonly line: number
  readonly options: JobOptions
  /** Seconds since 1970, as on the job. */
  readonly expiresAt: number
  readonly entries: readonly Entry[]
  /** Where the search of the first puzzle stands, if it was begun. */
  readonly checkpoint?: Checkpoint
}

/**
 * Bytes that the results of one chunk may take before packing. DynamoDB's items end at
 * 400 KB; even results that do not compress at all stay below that.
 */
const MAX_RESULT_BYTES = 300_000
/** A result's words and numbers, beside its puzzle and solutions. */
const RESULT_OVERHEAD_BYTES = 300
const MAX_CELLS = 625

/**
 * What one worker solves in a second: minimal 9×9 puzzles, measured on one core of a
 * 2-core x86-64 VM (5 s each). Where puzzles turn out harder, slices see to it.
 */
const PUZZLES_A_SECOND: Readonly<Record<StrategyName, number>> = {
  'brute-force': 120,
  'single-sweep': 900,
  'naked-singles': 1_000,
  'fewest-candidates': 6_000,
  singles: 20_000,
  'exact-cover': 16_000,
  'bit-parallel': 1_000_000,
}
/** A small job is spread over this many chunks, so that several workers share it … */
const SPREAD = 16
/** … but not more thinly than this: every chunk costs a message, an item and two writes. */
const LEAST_PUZZLES = 10

/** No job is cut into more chunks than about this many, so that it is sent in good time. */
const MOST_CHUNKS = 1_000

/** How many puzzles a chunk of a job should hold: a second of work, or less where that lets more workers help. */
export function puzzlesPerChunk({ strategy, size = 9 }: JobOptions, total: number): number {
  // Work grows faster than the cells do.
  const inASecond = PUZZLES_A_SECOND[strategy] * Math.min(1, (9 / size) ** 4)
  const spread = Math.max(LEAST_PUZZLES, Math.ceil(total / SPREAD))
  return Math.max(Math.ceil(Math.min(inASecond, spread)), Math.ceil(total / MOST_CHUNKS))
}

/** Cuts the entries of a part into chunks of at most `most` puzzles, in order. */
export function chunksOf(
  of: Pick<Chunk, 'jobId' | 'part' | 'line' | 'options' | 'expiresAt'>,
  entries: readonly Entry[],
  most: number,
): Chunk[] {
  const chunks: Chunk[] = []
  const kept = Math.min(of.options.solutions, KEPT_SOLUTIONS)
  let start = 0
  let bytes = 0
  const close = (end: number) => {
    chunks.push({ ...of, number: chunks.length, from: 0, line: of.line + start, entries: entries.slice(start, end) })
    start = end
    bytes = 0
  }
  entries.forEach((entry, i) => {
    const solution = Math.min(entry.text.length, MAX_CELLS)
    // The first solution is there twice where several are kept.
    const solutions = solution * (kept + 1)
    const size = Buffer.byteLength(entry.text) + Buffer.byteLength(entry.id ?? '') + solutions + RESULT_OVERHEAD_BYTES
    if (i > start && (i - start >= most || bytes + size > MAX_RESULT_BYTES)) close(i)
    bytes += size
  })
  close(entries.length)
  return chunks
}

/** What is left of a chunk when its first `done` puzzles are; undefined where that is all of them. */
export function restOf(chunk: Chunk, done: number, checkpoint?: Checkpoint): Chunk | undefined {
  if (done >= chunk.entries.length) return undefined
  const { checkpoint: _used, ...rest } = chunk
  return {
    ...rest,
    from: chunk.from + done,
    line: chunk.line + done,
    entries: chunk.entries.slice(done),
    ...(checkpoint && { checkpoint }),
  }
}

/** A chunk as the body of a message. */
export function messageOf({ entries, ...chunk }: Chunk): string {
  return JSON.stringify({ ...chunk, entries: deflateRawSync(JSON.stringify(entries)).toString('base64') })
}

/** The chunk in the body of a message that {@link messageOf} wrote. */
export function chunkIn(message: string): Chunk {
  const { entries, ...chunk } = JSON.parse(message)
  return { ...chunk, entries: JSON.parse(inflateRawSync(Buffer.from(entries, 'base64')).toString('utf8')) }
}
