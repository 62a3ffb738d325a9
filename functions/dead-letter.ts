import type { SQSRecord } from 'aws-lambda'
import type { Chunk } from '../shared/job/chunks/chunk.ts'
import { hasExpired } from '../shared/job/job.ts'
import {
  AFTER_LAST_ATTEMPT,
  type ChunkServices,
  chunkOf,
  eachRecord,
  fieldsOf,
  giveUp,
  heldIn,
  isGoneOnBy,
  sendOn,
} from './chunk-handler.ts'
import { tellIfLast } from './reporting/job-end.ts'
import type { Line } from './reporting/telemetry.ts'

/**
 * The function behind the dead-letter queue: it closes a chunk that ran out of attempts as failed, and stores its
 * puzzles, so that the job ends and the chunk can be sent again.
 */
export function createDeadLetter(services: ChunkServices) {
  return eachRecord(async (record, line) => {
    const chunk = heldIn(() => chunkOf(record), 'a chunk', line)
    if (!chunk) return
    line.add(fieldsOf(chunk))
    await close(services, chunk, record, line)
    line.end('dead letter handled', 'WARN')
  }, services)
}

async function close(services: ChunkServices, letter: Chunk, record: SQSRecord, line: Line): Promise<void> {
  const { table, now } = services
  const startedAt = now()
  const attempt = { ...services, line, startedAt }
  // Nobody can read what belongs to a job that has expired, or that its owner has deleted.
  const job = hasExpired(letter, startedAt) ? undefined : await table.getHead(letter.jobId)
  if (!job) return
  // As in the worker, which may never have got that far.
  if (letter.redrive > 0 && !(await table.reopenChunk(letter, letter.puzzles.count))) return
  // A copy is no reason to give up what another message goes on with. SQS leaves a dead letter its id.
  if (!(await isGoneOnBy(services, letter, record))) return
  const deaths = (letter.deaths ?? 0) + 1
  for (let left = await giveUp(attempt, letter, AFTER_LAST_ATTEMPT); left.length > 0; ) {
    line.add({ left: left.reduce((sum, { puzzles }) => sum + puzzles.count, 0) })
    const marked = left.map((chunk) => ({ ...chunk, deaths }))
    if (deaths < MOST_DEATHS) return sendOn(services, marked)
    left = (await Promise.all(left.map((chunk) => giveUp(attempt, chunk, AFTER_LAST_ATTEMPT)))).flat()
  }
  await tellIfLast(services, job, letter)
}

/**
 * How often a chunk may come here, and its rest be sent on. Lambda stops this function after 16 invocations in one
 * chain of messages, which would leave the rest pending for ever.
 */
const MOST_DEATHS = 8
