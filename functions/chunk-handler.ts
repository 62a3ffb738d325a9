import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { PUZZLES_ATTRIBUTE, type Queue } from '../shared/aws/queue.ts'
import type { StoredResults } from '../shared/aws/results.ts'
import type { Table } from '../shared/aws/table.ts'
import { type Chunk, chunkIn, restOf } from '../shared/job/chunk.ts'
import { countsOf } from '../shared/job/packed/packed-results.ts'
import type { Slice } from '../shared/job/solve-chunk.ts'
import type { EndServices } from './job-end.ts'
import { type Fields, failuresOnly, type Line, type Telemetry } from './telemetry.ts'

/** What the functions behind the queues stand on. */
export interface ChunkServices extends EndServices {
  readonly table: Table
  readonly queue: Queue
  /** Takes what there is to say of the work; by default the console does, of failures. */
  readonly telemetry?: Telemetry
}

/** A handler of a batch. What Lambda says of an invocation is for the log alone. */
type RecordsHandler = (event: SQSEvent, context?: Pick<Context, 'awsRequestId'>) => Promise<SQSBatchResponse>

/** A handler that does the work for each message of a batch and reports those that failed, and no others. */
export function eachRecord(
  work: (record: SQSRecord, line: Line) => Promise<void>,
  telemetry: Telemetry = failuresOnly,
): RecordsHandler {
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
      }
    }
    return { batchItemFailures }
  }
}

/** The chunk in a record of an SQS event. */
export function chunkOf({ body, messageAttributes }: Pick<SQSRecord, 'body' | 'messageAttributes'>): Chunk {
  return chunkIn({ body, puzzles: Buffer.from(messageAttributes[PUZZLES_ATTRIBUTE]?.binaryValue ?? '', 'base64') })
}

/** What a line of the log says of the chunk that it is about. */
export function fieldsOf({ correlationId, jobId, part, number, from, redrive, puzzles }: Chunk): Fields {
  return { correlationId, jobId, part, chunk: number, from, redrive, puzzles: puzzles.count }
}

/** What is left of a chunk once the results of its first puzzles are kept and counted. */
export interface Remainder {
  /** Undefined where nothing is left, or where another message answers for it. */
  readonly rest: Chunk | undefined
  /** Whether the puzzles were given up: then the rest is not to be tried, but to be given up too. */
  readonly isFailed: boolean
}

/**
 * Keeps the results of a chunk's first puzzles and counts them. Where those of somebody else are kept already, they
 * are counted instead; counting the same results a second time changes nothing, because the update is conditional.
 */
export async function closePuzzles(
  { table, now }: ChunkServices,
  chunk: Chunk,
  { results, rest }: Slice,
  startedAt: number,
): Promise<Remainder> {
  const { from, redrive } = chunk
  const mine = { from, redrive, count: results.count, packed: results.pack() }
  const kept = await table.keepResults(chunk, mine)
  if (kept !== mine) return countKept({ table, now }, chunk, kept, startedAt)
  const { counts } = results
  await table.countResults(chunk, { count: mine.count, counts, startedAt, now: now() })
  return { rest, isFailed: counts.outcomes.failed > 0 }
}

/** Counts results that are kept already. */
export async function countKept(
  { table, now }: Pick<ChunkServices, 'table' | 'now'>,
  chunk: Chunk,
  { count, packed, redrive }: StoredResults,
  startedAt: number,
): Promise<Remainder> {
  // Failed and sent again meanwhile: this message has come too late, and what is left is another's.
  if (redrive > chunk.redrive) return { rest: undefined, isFailed: false }
  const counts = countsOf(packed)
  await table.countResults(chunk, { count, counts, startedAt, now: now() })
  return { rest: restOf(chunk, count), isFailed: counts.outcomes.failed > 0 }
}
