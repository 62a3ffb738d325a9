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
 * The function behind the dead-letter queue: a chunk out of attempts is closed as failed,
 * with its puzzles kept, so that its job ends and it can be sent again.
 */
export function createDeadLetter(parts: ChunkStore) {
  return eachRecord(async (record, line) => {
    const chunk = readableChunk(record)
    // A message that is no chunk belongs to no job: there is nothing to close, and trying again would not help.
    if (chunk instanceof Error) return line.fail('not a chunk, dropped', chunk)
    line.add(fieldsOf(chunk))
    await close(parts, chunk, line)
    line.end('dead letter handled', 'WARN')
  }, parts.watch)
}

async function close(parts: ChunkStore, letter: Chunk, line: Line): Promise<void> {
  const startedAt = parts.now()
  let chunk: Chunk | undefined = letter
  if (hasExpired(chunk, startedAt)) return
  // As in the worker, which may never have got that far.
  if (chunk.redrive > 0 && !(await parts.table.reopenChunk(chunk, chunk.puzzles.count))) return
  // Puzzles take more room than solutions: a chunk may need several items.
  while (chunk) {
    // A worker may have kept results and crashed before it counted them: those stand, and what they leave may go well.
    const kept = await parts.table.getResults(chunk)
    const { rest, isFailed }: Left = kept
      ? await countKept(parts, chunk, kept, startedAt)
      : await closePuzzles(parts, chunk, failed(chunk), startedAt)
    line.add({ left: isFailed ? undefined : rest?.puzzles.count })
    if (rest && !isFailed) return parts.queue.send([messageOf(rest)])
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
    // Left behind by newer code, before this was deployed in its place: the job is there, and code as new can close it.
    if (error instanceof VersionError) throw error
    return error instanceof Error ? error : new Error(String(error))
  }
}
