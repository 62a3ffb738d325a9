import type { Context } from 'hono'
import type { Queue } from '../../shared/aws/queue.ts'
import { messagesOf } from '../../shared/job/chunk.ts'
import { acceptedParts, hasExpired, type Job, type JobRecord, newPart, type Part } from '../../shared/job/job.ts'
import { MAX_PARTS } from '../../shared/job/limits.ts'
import type { Parsed } from '../../shared/protocol/parsed.ts'
import { parsePartNumber, parsePartQuery, parsePartRequest, parseSeal } from '../../shared/protocol/requests.ts'
import { addInFlight, ownHead, ownJob } from './admission.ts'
import { bodyOf, cutOf, jsonIn, puzzlesIn, type Read } from './body.ts'
import { partView, viewOf } from './jobs.ts'
import { problem, refusal } from './problem.ts'
import { correlationOf } from './request-log.ts'
import { type ApiServices, groupOf, RETRY_AFTER } from './services.ts'

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

/** `PUT /jobs/{id}/parts/{number}`: adds puzzles to an open job; answers once every one of them is durably in the queue. */
export function putPart(services: ApiServices) {
  return async (c: Context): Promise<Response> => {
    const job = await ownHead(services, c)
    if (!job) return problem(c, 'unknown-job')
    if (hasExpired(job, services.now())) return problem(c, 'expired-job')
    const number = parsePartNumber(c.req.param('part') ?? '')
    if (!number) return problem(c, 'unknown-route', { detail: `parts are numbered from 1 to ${MAX_PARTS}` })
    if (number > MAX_PARTS) return problem(c, 'too-many-parts', { detail: `parts are numbered from 1 to ${MAX_PARTS}` })
    const query = parsePartQuery(c.req.query())
    if (!query.ok) return refusal(c, query)
    const body = await bodyOf(c)
    if (body instanceof Response) return body
    if (query.value.format && body.kind !== 'text') {
      return problem(c, 'invalid-request', { errors: ['format: only a text is of several'] })
    }
    let read: Parsed<Read>
    if (body.kind === 'json') {
      const parsed = jsonIn(c, body)
      if (parsed instanceof Response) return parsed
      const puzzles = parsePartRequest(parsed.json)
      read = puzzles.ok ? { ok: true, value: { puzzles: puzzles.value, format: 'json' } } : puzzles
    } else read = puzzlesIn(body, { size: job.options.size, ...query.value })
    if (!read.ok) return refusal(c, read)
    const cut = cutOf(read.value, job.options, 'the body')
    if (!cut.ok) return refusal(c, cut)
    if (job.sealed !== undefined && number > job.sealed) return problem(c, 'job-not-open')
    const { digest } = body
    const asked = { ...read.value, digest, perChunk: cut.value, correlationId: correlationOf(c) }
    const full = await addInFlight(services, job, asked.puzzles.count)
    if (full && !(await isIn(services, job, number, asked))) return problem(c, full, { headers: RETRY_AFTER })
    const part = await acceptPart(services, job, number, asked, services.queue)
    return typeof part === 'string' ? problem(c, part) : c.json(partView(part))
  }
}

/** `POST /jobs/{id}/seal`: says how many parts a job has; no more can come then, and it ends once they are solved. */
export function sealJob(services: ApiServices) {
  return async (c: Context): Promise<Response> => {
    const body = await bodyOf(c)
    if (body instanceof Response) return body
    const parsed = jsonIn(c, body)
    if (parsed instanceof Response) return parsed
    const seal = parseSeal(parsed.json)
    if (!seal.ok) return refusal(c, seal)
    const { parts: count } = seal.value

    const record = await ownJob(services, c)
    if (!record) return problem(c, 'unknown-job')
    if (hasExpired(record.job, services.now())) return problem(c, 'expired-job')
    if (record.job.sealed === undefined) {
      const wrong = whatIsAmiss(record, count)
      if (wrong) return problem(c, 'missing-parts', { detail: wrong })
      await services.table.sealJob(record.job.id, count)
    }
    // Somebody else may have been first.
    const sealed = await ownJob(services, c)
    if (sealed?.job.sealed !== count) return problem(c, 'job-not-open')
    return c.json(viewOf(sealed, services.now()), 202, RETRY_AFTER)
  }
}

/** What speaks against a job having so many parts. */
function whatIsAmiss(record: JobRecord, count: number): string | undefined {
  const there = new Set(acceptedParts(record).map(({ number }) => number))
  const beyond = [...there].find((number) => number > count)
  if (beyond !== undefined) return `part ${beyond} is in, expected at most ${count}`
  const missing = Array.from({ length: count }, (_, i) => i + 1).filter((number) => !there.has(number))
  if (missing.length === 0) return undefined
  const named = missing.slice(0, 20).join(', ')
  return `missing: ${named}${missing.length > 20 ? ` and ${missing.length - 20} more` : ''}`
}
