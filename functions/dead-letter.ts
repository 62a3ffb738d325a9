import type { SQSRecord } from 'aws-lambda'
import { type Chunk, chunkIn } from '../shared/job/chunk.ts'
import { failedResults } from '../shared/job/result.ts'
import { type ChunkStore, closeChunk } from './close-chunk.ts'
import { eachRecord } from './each-record.ts'

/**
 * The function behind the dead-letter queue: a chunk out of attempts is closed as failed,
 * with its puzzles kept, so that its job ends and it can be sent again.
 */
export function createDeadLetter(parts: ChunkStore) {
  return eachRecord((record) => close(parts, record))
}

async function close(parts: ChunkStore, record: SQSRecord): Promise<void> {
  const chunk = readableChunk(record)
  if (!chunk || chunk.expiresAt * 1000 <= parts.now()) return
  // A worker may have kept results and crashed before it counted them: those stand.
  const kept =
    (await parts.table.getResults(chunk)) ??
    (await parts.table.keepResults(chunk, failedResults(chunk, 'given up after the last attempt')))
  await closeChunk(parts, chunk, kept)
}

/** A message that is no chunk belongs to no job: there is nothing to close, and trying again would not help. */
function readableChunk({ body, messageId }: SQSRecord): Chunk | undefined {
  try {
    return chunkIn(body)
  } catch (error) {
    console.error(JSON.stringify({ level: 'error', message: 'not a chunk, dropped', messageId }), error)
  }
}
