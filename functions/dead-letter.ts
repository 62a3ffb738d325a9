import type { SQSRecord } from 'aws-lambda'
import { accept, type Checked, refuse } from '../shared/checked.ts'
import { type Chunk, messageOf, restOf } from '../shared/job/chunk.ts'
import { hasExpired } from '../shared/job/job.ts'
import { VersionError } from '../shared/job/packed/byte-format.ts'
import { unsolved } from '../shared/job/packed/packed-results.ts'
import type { Slice } from '../shared/job/solve-chunk.ts'
import {
  type ChunkServices,
  chunkOf,
  closePuzzles,
  countKept,
  eachRecord,
  fieldsOf,
  type Remainder,
} from './chunk-handler.ts'
import { tellIfLast } from './job-end.ts'
import type { Line } from './telemetry.ts'

/**
 * The function behind the dead-letter queue: it closes a chunk that ran out of attempts as failed, and stores its
 * puzzles, so that the job ends and the chunk can be sent again.
 */
export function createDeadLetter(services: ChunkServices) {
  return eachRecord(async (record, line) => {
    const chunk = readChunk(record)
    // A message that is no chunk belongs to no job: there is nothing to close, and trying again would not help.
    if (!chunk.ok) return line.fail('not a chunk, dropped', chunk.error)
    line.add(fieldsOf(chunk.value))
    await close(services, chunk.value, line)
    line.end('dead letter handled', 'WARN')
  }, services.telemetry)
}

function readChunk(record: SQSRecord): Checked<Chunk, unknown> {
  try {
    return accept(chunkOf(record))
  } catch (error) {
    // Left behind by newer code, before this was deployed in its place: the job is there, and code as new can close it.
    if (error instanceof VersionError) throw error
    return refuse(error)
  }
}

async function close(services: ChunkServices, letter: Chunk, line: Line): Promise<void> {
  const { table, queue, now } = services
  const startedAt = now()
  let chunk: Chunk | undefined = letter
  // Nobody can read what belongs to a job that has expired, or that its owner has deleted.
  const job = hasExpired(chunk, startedAt) ? undefined : await table.getHead(chunk.jobId)
  if (!job) return
  // As in the worker, which may never have got that far.
  if (chunk.redrive > 0 && !(await table.reopenChunk(chunk, chunk.puzzles.count))) return
  // Puzzles take more room than solutions: a chunk may need several items.
  while (chunk) {
    // A worker may have kept results and crashed before it counted them: those stand, and what they leave may go well.
    const kept = await table.getResults(chunk)
    const { rest, isFailed }: Remainder = kept
      ? await countKept(services, chunk, kept, startedAt)
      : await closePuzzles(services, chunk, failed(chunk), startedAt)
    line.add({ left: isFailed ? undefined : rest?.puzzles.count })
    if (rest && !isFailed) return queue.send([messageOf(rest)])
    chunk = rest
  }
  await tellIfLast(services, job, letter)
}

function failed(chunk: Chunk): Slice {
  const results = unsolved(chunk.puzzles, 'failed', 'given up after the last attempt')
  return { results, rest: restOf(chunk, results.count) }
}
