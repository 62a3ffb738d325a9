import { setTimeout as pause } from 'node:timers/promises'
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { type GiveBack, PUZZLES_ATTRIBUTE, type Queue } from '../shared/aws/queue.ts'
import type { StoredResults } from '../shared/aws/results.ts'
import type { Table } from '../shared/aws/table.ts'
import { type Chunk, chunkIn, messageOf, restOf, stragglerOf } from '../shared/job/chunks/chunk.ts'
import type { Slice } from '../shared/job/chunks/solve-chunk.ts'
import { VersionError } from '../shared/job/packed/byte-format.ts'
import { countsOf, unsolved } from '../shared/job/packed/packed-results.ts'
import type { EndServices } from './reporting/job-end.ts'
import { type Fields, failuresOnly, type Line, type Telemetry } from './reporting/telemetry.ts'

export interface ChunkServices extends EndServices {
  readonly table: Table
  readonly queue: Queue
  /** How messages that failed are given back; without it they come again after the visibility timeout. */
  readonly retries?: Retries
  /**
   * The write units a second that large results may take of the table, whichever workers write them; without it they take
   * what they get.
   */
  readonly bulkWritesPerS?: number | undefined
  /** Takes what there is to say of the work; by default the console does, of failures. */
  readonly telemetry?: Telemetry
}

/** What a function has for the work on one message. */
export interface Attempt extends ChunkServices {
  readonly line: Line
  /** Milliseconds since 1970. */
  readonly startedAt: number
}

export interface Retries {
  readonly giveBack: GiveBack
  /** How long a message pauses that failed for the first time, in seconds. */
  readonly firstPauseS: number
}

/** Each pause is so many times as long as the one before it … */
const PAUSE_GROWTH = 3
/** … as far as this, which concerns dead letters and events alone: nothing else has as many attempts. */
const LONGEST_PAUSE_S = 900

/**
 * How long a message that failed waits, in whole seconds. With a first pause of a second: 1, 3, 9, … so that a hiccup
 * costs a second, and the eight attempts of a chunk outlast an outage of 18 minutes. A second and half as much are
 * added, by chance, so that what failed together does not come again together.
 */
export function retryPause(attempt: number, firstPauseS: number): number {
  const pauseS = Math.min(firstPauseS * PAUSE_GROWTH ** (attempt - 1), LONGEST_PAUSE_S)
  return Math.floor(pauseS + Math.random() * (pauseS / 2 + 1))
}

/**
 * A handler that does the work for each message of a batch, and gives back and reports those that failed. What Lambda says
 * of an invocation is for the log alone.
 */
export function eachRecord(
  work: (record: SQSRecord, line: Line) => Promise<void>,
  { telemetry = failuresOnly, retries }: Pick<ChunkServices, 'telemetry' | 'retries'>,
): (event: SQSEvent, context?: Partial<Context>) => Promise<SQSBatchResponse> {
  return async ({ Records }, context) => {
    const batchItemFailures: { itemIdentifier: string }[] = []
    for (const record of Records) {
      const { messageId, attributes } = record
      const attempt = Number(attributes.ApproximateReceiveCount)
      const line = telemetry.begin({ attempt }, { requestId: context?.awsRequestId })
      try {
        await work(record, line)
      } catch (error) {
        line.add({ messageId })
        line.fail('message failed', error)
        batchItemFailures.push({ itemIdentifier: messageId })
        // Where SQS cannot be reached, the message comes again all the same, after the visibility timeout.
        await retries?.giveBack(record, retryPause(attempt, retries.firstPauseS)).catch(() => {})
      }
    }
    return { batchItemFailures }
  }
}

export function chunkOf({ body, messageAttributes }: Pick<SQSRecord, 'body' | 'messageAttributes'>): Chunk {
  return chunkIn({ body, puzzles: Buffer.from(messageAttributes[PUZZLES_ATTRIBUTE]?.binaryValue ?? '', 'base64') })
}

/**
 * What a message holds. One of no known form belongs to no job: it is dropped, as trying again would not help.
 *
 * @throws {VersionError} if newer code left it behind, before this was deployed in its place: code as new can read it
 */
export function heldIn<T>(read: () => T, what: string, line: Line): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof VersionError) throw error
    line.fail(`not ${what}, dropped`, error)
  }
}

export function fieldsOf(chunk: Chunk): Fields {
  const { correlationId, jobId, part, number, from, redrive, hops, straggler, puzzles } = chunk
  return { correlationId, jobId, part, chunk: number, from, redrive, hops, straggler, puzzles: puzzles.count }
}

/** Whether a chunk was sent by a function that had begun with it, or after it had failed. */
export function isSentOn({ from, redrive, hops = 0, deaths = 0, straggler }: Chunk): boolean {
  return from > 0 || redrive > 0 || hops > 0 || deaths > 0 || straggler === true
}

/**
 * Whether a message is the one that goes on with its chunk: where one was sent or delivered twice, that is decided at the
 * next slice. Both would otherwise be sent on, and be four after the next such fault. A chunk that comes for the first
 * time costs no write: what two messages make of it are two messages of one slice.
 */
export async function isGoneOnBy({ table }: ChunkServices, chunk: Chunk, { messageId }: SQSRecord): Promise<boolean> {
  return !isSentOn(chunk) || table.claimSlice(chunk, messageId)
}

/**
 * Sends on what a message leaves of its chunk: first a puzzle that the rest goes on without, and only then the rest. Once
 * that is under way, this message is one from before a later slice, and would not be heard again of what it did not send.
 */
export async function sendOn({ queue }: ChunkServices, left: readonly Chunk[]): Promise<void> {
  for (const chunk of left) await queue.send([messageOf(chunk)])
}

/** The rest of a chunk once the results of its first puzzles are kept and counted. */
export interface Remainder {
  /** Undefined where nothing is left, or where another message answers for it. */
  readonly rest: Chunk | undefined
  readonly straggler?: Chunk
  /** Whether the puzzles were given up: then the rest is not to be tried, but to be given up too. */
  readonly isFailed: boolean
}

/**
 * Keeps the results of a chunk's first puzzles and counts them. Where those of somebody else are kept already, they
 * are counted instead; counting the same results a second time changes nothing, because the update is conditional.
 */
export async function closePuzzles(attempt: Attempt, chunk: Chunk, { results, rest }: Slice): Promise<Remainder> {
  const { table, now, startedAt } = attempt
  const { from, redrive, straggler } = chunk
  const packed = results.pack()
  const mine: StoredResults = {
    ...{ from, redrive, count: results.count, packed },
    ...(straggler && { straggler: 'closed' }),
  }
  await turnToWrite(attempt, packed.length)
  const kept = await table.keepResults(chunk, mine)
  if (kept !== mine) return countKept(attempt, chunk, kept)
  const { counts } = results
  await table.countResults(chunk, { count: mine.count, counts, startedAt, now: now() })
  return { rest, isFailed: counts.outcomes.failed > 0 }
}

/** Smaller results wait for nobody: those of jobs that have workers of their own, as they are short, and of searches. */
const WRITTEN_AT_ONCE_BYTES = 32 * 1024
/**
 * The longest that a worker holds a message before it writes its results: it has twelve seconds for its calls. All workers
 * of a stage, each with an item that is full, have to find a turn within it (`test/stack/deployment.test.ts`): where a few
 * do not, they are soon busy with chunks that they give back, and each was delivered 4.8 times (bench/results/write-cap.md).
 */
export const MAX_HELD_MS = 10_500

/**
 * Waits until large results may be written. Where workers solve faster than the table takes it, what it throttles would be
 * solved again, and take the units of others: of four owners' 25 million each, every chunk would be delivered 1.8 times, and
 * 29% of others' single grids be refused (bench/results/write-cap.md).
 *
 * @throws if it is not to be its turn for so long that the message had better come again
 */
async function turnToWrite({ table, now, bulkWritesPerS: perS, startedAt }: Attempt, bytes: number): Promise<void> {
  if (perS === undefined || bytes < WRITTEN_AT_ONCE_BYTES) return
  const at = now()
  const patienceMs = startedAt + MAX_HELD_MS - at
  const waitMs = await table.turnToWrite(Math.ceil(bytes / 1024), at, { perS, patienceMs })
  if (waitMs === undefined) throw new Error(`no turn to write within ${MAX_HELD_MS} ms of the message's begin`)
  if (waitMs > 0) await pause(waitMs)
}

/** Why puzzles are given up, whichever function does. */
export const AFTER_LAST_ATTEMPT = 'given up after the last attempt'

/**
 * Closes a chunk as failed, and keeps its puzzles, so that the job ends and the chunk can be sent again.
 *
 * @returns what is left where a worker had kept results: those stand, and what they leave may go well
 */
export async function giveUp(attempt: Attempt, given: Chunk, reason: string): Promise<Chunk[]> {
  // Puzzles take more room than solutions: a chunk may need several items.
  for (let chunk: Chunk | undefined = given; chunk; ) {
    // A worker may have kept results and crashed before it counted them.
    const kept = await attempt.table.getResults(chunk)
    const { rest, straggler, isFailed }: Remainder = kept
      ? await countKept(attempt, chunk, kept)
      : await closePuzzles(attempt, chunk, unsearchedSlice(chunk, 'failed', reason))
    if (!isFailed) return [straggler, rest].filter((left) => left !== undefined)
    chunk = rest
  }
  return []
}

/** A chunk of which as many puzzles as fit an item have this result, without a search. */
export function unsearchedSlice(chunk: Chunk, status: 'failed' | 'cancelled', reason?: string): Slice {
  const results = unsolved(chunk.puzzles, status, reason)
  return { results, rest: restOf(chunk, results.count) }
}

/** Counts results that are kept already; or marks that the chunk goes on without its first puzzle, if that is what is kept. */
export async function countKept(attempt: Attempt, chunk: Chunk, kept: StoredResults): Promise<Remainder> {
  const { table, now, startedAt } = attempt
  const { count, packed, redrive, straggler } = kept
  if (straggler && !chunk.straggler) {
    await table.passStraggler(chunk, startedAt)
    // Whoever kept that may have died before they sent it.
    const isUnderWay = straggler === 'open' && redrive === chunk.redrive
    return { rest: restOf(chunk, 1), ...(isUnderWay && { straggler: stragglerOf(chunk) }), isFailed: false }
  }
  // Failed and sent again meanwhile: this message has come too late, and what is left is another's.
  if (redrive > chunk.redrive) return { rest: undefined, isFailed: false }
  const counts = countsOf(packed)
  await table.countResults(chunk, { count, counts, startedAt, now: now() })
  return { rest: restOf(chunk, count), isFailed: counts.outcomes.failed > 0 }
}
