import type { Queue } from '../../shared/aws/queue.ts'
import { messagesOf } from '../../shared/job/chunk.ts'
import { type Job, newPart, type Part } from '../../shared/job/job.ts'
import type { Read } from './body.ts'
import { type ApiServices, groupOf } from './services.ts'

/** A part as somebody wants it to be taken in. */
interface Asked extends Read {
  readonly digest: string
  readonly perChunk: number
  readonly correlationId: string | undefined
}

/** Whether a part was taken before, with the same content. */
export async function isIn({ table }: ApiServices, job: Job, number: number, asked: Content): Promise<boolean> {
  const { parts = [] } = (await table.getJob(job.id)) ?? {}
  return parts.some((part) => part.number === number && part.state === 'accepted' && isSame(part, asked))
}

type Content = Pick<Part, 'digest' | 'format'>

/** The same bytes are other puzzles where they were understood in another format. */
function isSame(one: Content, other: Content): boolean {
  return one.digest === other.digest && one.format === other.format
}

/**
 * Takes puzzles in as a part of an open job: done once every one of them is durably in the queue.
 * What crashes on the way can be done again; what then is in the queue twice is counted once.
 *
 * @returns the part, or why it is not taken
 */
export async function acceptPart(
  services: ApiServices,
  job: Job,
  number: number,
  { puzzles, format, digest, perChunk, correlationId }: Asked,
  queue: Queue,
): Promise<Part | 'part-conflict' | 'job-not-open'> {
  const { table, now } = services
  const { id: jobId, options, expiresAt } = job
  const asked = newPart({ number, total: puzzles.count, perChunk, digest, format, state: 'sending' }, now())
  const part = await table.putPart(job, asked)
  if (!isSame(part, asked)) return 'part-conflict'
  if (part.state === 'accepted') return part
  // Looked at again, as the job may have been sealed or cancelled before the part was there to be seen.
  const head = await table.getHead(jobId)
  if (!head || head.sealed !== undefined || head.cancel) return 'job-not-open'
  const chunk = { jobId, part: number, options, expiresAt, group: groupOf(services, job), correlationId }
  await queue.send(messagesOf(chunk, puzzles, part.perChunk))
  if (!(await table.acceptPart(jobId, number))) return 'job-not-open'
  // Sealed with fewer parts while this one was on its way: it is in the queue, but not in the job.
  const { sealed = number } = (await table.getHead(jobId)) ?? {}
  return number <= sealed ? { ...part, state: 'accepted' } : 'job-not-open'
}
