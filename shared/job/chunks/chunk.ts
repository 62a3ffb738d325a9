import type { Tried } from '../../sudoku/making/making.ts'
import { type Checkpoint, KEPT_SOLUTIONS } from '../../sudoku/search/strategy.ts'
import { figureOn, STRATEGY_FIGURES, type StrategyFigures } from '../../sudoku/search/strategy-figures.ts'
import { INCLUSIONS, type IncludedFields, type Inclusion } from '../inclusions.ts'
import type { Job, JobOptions, NewPart, Part } from '../job.ts'
import { assertVersion } from '../packed/byte-format.ts'
import { additionBytes } from '../packed/packed-additions.ts'
import { type PackedGrids, packPuzzles, unpackPuzzles } from '../packed/packed-puzzles.ts'
import { MAX_RESULT_BYTES, maxRecordBytes } from '../packed/packed-results.ts'
import { type PuzzleNote, Puzzles } from '../puzzles.ts'
import type { Outcome } from '../result.ts'

/** How far a puzzle has got: its making; its search; or, once that is done, what its result is to have besides. */
export interface PuzzleCheckpoint extends Checkpoint {
  readonly making?: Tried
  readonly included?: IncludingCheckpoint
}

/** The facts of a puzzle that is searched, while its inclusions are computed. */
export interface IncludingCheckpoint {
  readonly outcome: Outcome
  /** The inclusions computed so far, and how many were asked for until here: some may have nothing to say. */
  readonly additions: IncludedFields
  readonly made: number
  /** Whether the puzzle has one solution, once that is known. */
  readonly isUnique?: boolean
  /** How far the next one has got, in its own terms; undefined where it was not begun. */
  readonly state?: unknown
}

/** Puzzles of a job that travel, and are solved, together. What a worker leaves of a chunk is again a chunk. */
export interface Chunk {
  readonly jobId: string
  /** From 1. */
  readonly part: number
  /** Its place among the chunks that the part was cut into, from 0. */
  readonly number: number
  /** How many puzzles of the original chunk were done before these. */
  readonly from: number
  /** How often the chunk was sent again after it had failed. */
  readonly redrive: number
  readonly options: JobOptions
  /** Seconds since 1970, as on the job. */
  readonly expiresAt: number
  readonly puzzles: Puzzles
  /** How far the search of the first puzzle has got, if it was begun. */
  readonly checkpoint?: PuzzleCheckpoint
  /** How often the chunk was sent on since a puzzle of it was done; not at all by default. */
  readonly hops?: number
  /** How often what was left of the chunk was sent on as it ran out of attempts; not at all by default. */
  readonly deaths?: number
  /** The group that shares its workers, such as an owner's jobs; the job alone by default. */
  readonly group?: string | undefined
  /**
   * The id of the request that it comes from. It is in the message's body, as an attribute would take as many bytes: 55
   * of the 64 KB that SQS bills as one request.
   */
  readonly correlationId?: string | undefined
  /** It is one puzzle that took more than a slice: the rest of its chunk went on without it (docs/decisions/003). */
  readonly straggler?: true
  /** It is all of a small job, whose results are kept with their counts in one write (docs/decisions/005). */
  readonly whole?: true
  /** The same job, where nobody has written it yet: somebody waits for it, and the write that ends it may be its only one. */
  readonly unwritten?: UnwrittenJob
}

/** A job with its only part, as it is until its puzzles are done. */
export interface UnwrittenJob {
  readonly job: Job
  readonly part: NewPart & Pick<Part, 'updatedAt'>
}

/** The results of so many plain grids lie beside their job's counts, and one read unit has all of it. */
const MOST_OF_WHOLE = 100

/** Whether all puzzles of a job that came in one request are one small chunk. */
export function isWhole({ count }: Pick<Puzzles, 'count'>, perChunk: number): boolean {
  return count <= Math.min(MOST_OF_WHOLE, perChunk)
}

/** The JSON of a result that does not fit a record, without its puzzle and solutions. */
const RESULT_OVERHEAD_BYTES = 300
/** A reason, and the JSON of a name and a reason, without the name itself. */
const NOTE_OVERHEAD_BYTES = 200
/** The result of a plain grid with two solutions, one or none: 19.4 bytes on minimal puzzles, 23.1 on the hardest known. */
const USUAL_RECORD_BYTES = 26
const MAX_CELLS = 36 * 36

/** A part is spread over this many chunks, so that several workers share it … */
const SPREAD = 16
/** … but each has at least 20 ms of work, because every chunk costs a message, an item and two writes. */
const LEAST_S = 0.02
/** The part's item has a number for each of its chunks. With this many it is 10 KB, which every count then writes. */
const MOST_CHUNKS = 1_000

/** The size of a part's results depends on these. */
type ResultSizing = Pick<Puzzles, 'count' | 'notes' | 'ids'>

/** How many puzzles each chunk of a part holds: a second of work, or less if more workers can help then. */
export function puzzlesPerChunk(options: JobOptions, puzzles: ResultSizing): number {
  const inASecond = puzzles.count / secondsOf(options, puzzles)
  const spread = Math.max(inASecond * LEAST_S, puzzles.count / SPREAD)
  const wanted = Math.max(1, Math.ceil(Math.min(inASecond, spread)), Math.ceil(puzzles.count / MOST_CHUNKS))
  return fitting(Math.min(wanted, puzzles.count), options, puzzles)
}

/** Their results take some 19 KB, which no table makes a worker wait for. */
const MOST_SHORT_PUZZLES = 1_000

/**
 * Whether puzzles are likely to be solved within a second, and their results are small: 60,000 are solved as fast, but
 * where the table takes less than workers solve, a single grid would wait behind them (12.7 s beside ten such jobs).
 */
export function isShort(options: JobOptions, puzzles: ResultSizing): boolean {
  return puzzles.count <= MOST_SHORT_PUZZLES && secondsOf(options, puzzles) <= 1
}

/** The time that a worker is likely to take. Where the job does not say their size, texts tell it by their length. */
function secondsOf(options: JobOptions, { count, notes }: ResultSizing): number {
  if (options.generate) return count * (MAKING_S + inclusionSeconds(options, options.generate.size ?? 9))
  const seconds = (size: number) => 1 / puzzlesASecond(options, size) + inclusionSeconds(options, size)
  const usual = seconds(options.size ?? 9)
  let all = count * usual
  for (const { text, rules } of notes.values()) {
    if (text === undefined) continue
    const size = options.size ?? sizeBy(text)
    // Killers without a given, say. Those of newspapers take `bit-parallel` 0.13 ms each, and jigsaws that are minimal 0.36
    // (`npm run bench -- variants`).
    const withRulesASecond = options.strategy === 'bit-parallel' && size <= 9 ? 2_500 : 50
    const own = rules && 1 / withRulesASecond + inclusionSeconds(options, size, true)
    all += (own ?? seconds(size)) - usual
  }
  return all
}

/** A puzzle to be made takes 2 ms if it is any 9×9, a tenth of a second by most wishes, and some seconds if it is rare. */
const MAKING_S = 0.1

/** Good enough to reckon with: separators, and numbers of two digits, make a grid look larger than it is. */
function sizeBy({ length }: string): number {
  return length < 200 ? 9 : length < 600 ? 16 : length < 1296 ? 25 : 36
}

function puzzlesASecond({ strategy, rules }: JobOptions, size: number): number {
  const figures: StrategyFigures = STRATEGY_FIGURES[strategy]
  const isClassic = rules === 'classic' && size === 9
  if (size === 36 && figures.onLargest?.puzzlesASecond) return figures.onLargest.puzzlesASecond
  if (figures.elsewhere && !isClassic) return figureOn(figures.elsewhere, size)
  // Work grows faster than the cells do.
  return figures.puzzlesASecond * Math.min(1, (9 / size) ** 4)
}

/** So many a second where there is nothing to compute, by size. */
const AT_ONCE = [1_000_000, 1_000_000, 1_000_000] as const

/** The inclusions of the job take so long for a puzzle. */
function inclusionSeconds({ include = [], rules }: JobOptions, size: number, hasOwnRules = false): number {
  const isClassic = rules === 'classic' && size === 9 && !hasOwnRules
  return include.reduce((sum, name) => {
    const { puzzlesASecond, elsewhere = AT_ONCE }: Inclusion = INCLUSIONS[name]
    return sum + 1 / (isClassic ? puzzlesASecond : figureOn(elsewhere, size))
  }, 0)
}

/**
 * At most `wanted` puzzles, and so few that the results of every chunk will mostly fit one item. If they turn out
 * larger, for instance because no puzzle has a solution, a worker stores what fits and sends on the rest.
 */
function fitting(wanted: number, { solutions, include = [] }: JobOptions, { count, notes, ids }: ResultSizing): number {
  const kept = Math.min(solutions, KEPT_SOLUTIONS)
  const record = (kept > 2 ? maxRecordBytes(kept) : USUAL_RECORD_BYTES) + additionBytes(include).usual
  let most = Math.min(wanted, Math.floor(MAX_RESULT_BYTES / record))
  for (; most > 1; most = Math.floor(most * 0.7)) {
    const bytes = new Float64Array(Math.ceil(count / most)).fill(most * record)
    for (const [place, note] of notes) bytes[Math.floor(place / most)] += resultBytes(note, kept, record) - record
    for (const [place, id = ''] of ids.entries()) bytes[Math.floor(place / most)] += Buffer.byteLength(id) + 3
    if (bytes.every((needed) => needed <= MAX_RESULT_BYTES)) break
  }
  // The chunks are all of one size, and no more than are needed.
  return Math.ceil(count / Math.ceil(count / Math.max(1, most)))
}

/** The bytes that rules deflate to: those of 8,000 killers of newspapers, 1,620 characters each, take 159 bytes. */
const RULES_DEFLATED = 1 / 10

function resultBytes({ text, given, rules }: PuzzleNote, kept: number, record: number): number {
  const named = NOTE_OVERHEAD_BYTES * Number(given !== undefined) + Buffer.byteLength(given ?? '') + 20
  if (text === undefined) return record + named
  const solution = Math.min(text.length, MAX_CELLS) + 3
  const own = rules ? JSON.stringify(rules).length * RULES_DEFLATED : 0
  return Buffer.byteLength(text) + own + kept * solution + RESULT_OVERHEAD_BYTES + named
}

/** The rest of a chunk after its first `done` puzzles; undefined if those are all of them. */
export function restOf(chunk: Chunk, done: number, checkpoint?: PuzzleCheckpoint): Chunk | undefined {
  if (done >= chunk.puzzles.count) return undefined
  const { checkpoint: _used, hops = 0, ...rest } = chunk
  return {
    ...rest,
    from: chunk.from + done,
    puzzles: chunk.puzzles.slice(done),
    ...(checkpoint && { checkpoint }),
    ...(done === 0 && { hops: hops + 1 }),
  }
}

/** Why puzzles are given up that were lost. They were in the message alone, so nobody can send them again but their owner. */
export const LOST = 'lost with the queue that it waited in: submit it again'
/** The hops of a message that stands for a lost one: so it comes after each slice that was claimed for that one. */
const LAST_HOP = 999_999

/** A chunk in place of one whose message was lost, so that a worker gives its puzzles up. */
export function lostChunk(of: Omit<Chunk, 'puzzles' | 'hops'>, puzzles: Puzzles): Chunk {
  return { ...of, hops: LAST_HOP, puzzles }
}

export function isLost({ hops }: Pick<Chunk, 'hops'>): boolean {
  return hops === LAST_HOP
}

/** The first puzzle of a chunk, which goes on by itself once the chunk goes on without it. */
export function stragglerOf(chunk: Chunk): Chunk {
  return { ...chunk, puzzles: chunk.puzzles.slice(0, 1), straggler: true }
}

/**
 * A chunk as it travels. Its body is ASCII JSON. Its puzzles travel beside the body, as `packed-puzzles.ts` draws them:
 *
 *     {"version": 1, "jobId": …, "part": …, "number": …, "from": …, "redrive": …, "options": …, "expiresAt": …}
 *     and, if the chunk has them: "checkpoint", "hops", "deaths", "straggler", "group", "correlationId", "whole", "unwritten"
 */
export interface ChunkMessage {
  readonly body: string
  readonly puzzles: Uint8Array
  /** The messages of one group share the workers that the group gets. */
  readonly group: string
}

/** To be raised with every change after which older code would misread a body. */
const MESSAGE_VERSION = 1

/** The messages of a part's chunks, in order. Each chunk has `size` puzzles, the last one perhaps fewer. */
export function* messagesOf(
  of: Pick<Chunk, 'jobId' | 'part' | 'options' | 'expiresAt' | 'group' | 'correlationId' | 'whole' | 'unwritten'>,
  puzzles: Puzzles | PackedGrids,
  size: number,
): Generator<ChunkMessage, void> {
  let number = 0
  for (const run of puzzles.cut(size)) {
    yield messageWith({ ...of, number: number++, from: 0, redrive: 0 }, run instanceof Puzzles ? packPuzzles(run) : run)
  }
}

export function messageOf({ puzzles, ...chunk }: Chunk): ChunkMessage {
  return messageWith(chunk, packPuzzles(puzzles))
}

function messageWith(chunk: Omit<Chunk, 'puzzles'>, puzzles: Uint8Array): ChunkMessage {
  const { group, jobId } = chunk
  const json = JSON.stringify({ version: MESSAGE_VERSION, ...chunk })
  // In ASCII it says the same: a job's name may be of any letters.
  const body = json.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return { body, puzzles, group: group ?? jobId }
}

/**
 * The chunk in a message of {@link messageOf} or {@link messagesOf}.
 *
 * @throws {VersionError} if code of another version made the message
 */
export function chunkIn({ body, puzzles }: Pick<ChunkMessage, 'body' | 'puzzles'>): Chunk {
  const { version, ...chunk } = JSON.parse(body)
  assertVersion('chunk message', version, MESSAGE_VERSION)
  return { ...chunk, puzzles: unpackPuzzles(puzzles) }
}
