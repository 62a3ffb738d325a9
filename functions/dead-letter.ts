import type { SQSRecord } from 'aws-lambda'
import { type Chunk, messageOf, restOf } from '../shared/job/chunk.ts'
import { hasExpired } from '../shared/job/job.ts'
import { VersionError } from '../shared/job/packed/byte-format.ts'
import { unsolved } from '../shared/job/packed/packed-results.ts'
import {
  type ChunkStore,
  chunkOf,
  closePuzzles,
  countKept,
  type Done,
  eachRecord,
  fieldsOf,
  type Left,
} from './chunk-handler.ts'
import type { Line } from './telemetry.ts'

/**
 * The function behind the dead-letter queue: it closes a chunk that ran out of attempts as failed, and stores its
 * puzzles, so that the job ends and the chunk can be sent again.
 */
export function createDeadLetter(services: ChunkStore) {
  return eachRecord(async (record, line) => {
    const chunk = readableChunk(record)
    // A message that is not a chunk belongs to no job: there is nothing to close, and another attempt would not help.
    if (chunk instanceof Error) return line.fail('not a chunk, dropped', chunk)
    line.add(fieldsOf(chunk))
    await close(services, chunk, line)
    line.end('dead letter handled', 'WARN')
  }, services.watch)
}

async function close(services: ChunkStore, letter: Chunk, line: Line): Promise<void> {
  const startedAt = services.now()
  let chunk: Chunk | undefined = letter
  if (hasExpired(chunk, startedAt)) return
  // As in the worker, which may have crashed before this.
  if (chunk.redrive > 0 && !(await services.table.reopenChunk(chunk, chunk.puzzles.count))) return
  // Puzzles take more space than solutions, so a chunk may need several items.
  while (chunk) {
    // A worker may have stored results and crashed before it counted them. Those results are valid, and the rest of the
    // chunk may well be solved.
    const kept = await services.table.getResults(chunk)
    const { rest, isFailed }: Left = kept
      ? await countKept(services, chunk, kept, startedAt)
      : await closePuzzles(services, chunk, failed(chunk), startedAt)
    line.add({ left: isFailed ? undefined : rest?.puzzles.count })
    if (rest && !isFailed) return services.queue.send([messageOf(rest)])
    chunk = rest
  }
}

function failed(chunk: Chunk): Done {
  const results = unsolved(chunk.puzzles, 'failed', 'given up after the last attempt')
  return { results, rest: restOf(chunk, results.count) }
}

function readableChunk(record: SQSRecord): Chunk | Error {
  try {
    return chunkOf(record)
  } catch (error) {
    // Newer code wrote the chunk, before this code was deployed in its place. Its job exists, and newer code can close
    // it.
    if (error instanceof VersionError) throw error
    return error instanceof Error ? error : new Error(String(error))
  }
}
