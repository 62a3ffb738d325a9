import type { Context } from 'hono'
import type { Queue } from '../../shared/aws/queue.ts'
import { messagesOf, type UnwrittenJob } from '../../shared/job/chunks/chunk.ts'
import type { Job, JobOptions, JobRecord, NewPart, Part } from '../../shared/job/job.ts'
import { acceptedParts, newPart } from '../../shared/job/job.ts'
import { MAX_PARTS } from '../../shared/job/limits.ts'
import { keptLines } from '../../shared/job/packed/packed-lines.ts'
import {
  checkedBy,
  inBody,
  PART_QUERY_FIELDS,
  PARTS_QUERY_FIELDS,
  parsePartRequest,
  parseQuery,
  SEAL_FIELDS,
} from '../../shared/protocol/requests.ts'
import type { PartsPage } from '../../shared/protocol/views.ts'
import { mostWork, withinWork } from '../../shared/reading-budget.ts'
import { tellIfEnded } from '../reporting/job-end.ts'
import { viewOf } from '../reporting/job-view.ts'
import { addInFlight, readAgain } from './admission.ts'
import { type Body, bodyOf, chunkSizeOf, jsonIn, puzzlesIn, type SubmittedPuzzles } from './body.ts'
import { nextLink, partView } from './jobs.ts'
import { accepted, Problem } from './problem.ts'
import { type ApiServices, groupOf, type JobEnv, prefixOf, queryOf, RETRY_AFTER, type RecordEnv } from './services.ts'

/** `PUT /jobs/{id}/parts/{number}`: adds puzzles to an open job; answers once every one of them is durably in the queue. */
export async function putPart(c: Context<JobEnv>, services: ApiServices): Promise<Response> {
  const { job, correlationId } = c.var
  const number = partNumberOf(c.req.param('part') ?? '')
  const { format, line } = accepted(parseQuery(PART_QUERY_FIELDS, queryOf(c)))
  const body = await bodyOf(c.req)
  const refused = (parameter: string, detail: string) =>
    new Problem('invalid-request', { errors: [{ parameter, detail }] })
  if (format && body.kind !== 'text') throw refused('format', 'only a text can be of several formats')
  if (line !== undefined && body.kind === 'json') throw refused('line', 'only a text has lines')
  const submitted = withinWork(mostWork(body.bytes.length), () =>
    body.kind === 'json'
      ? { puzzles: accepted(parsePartRequest(jsonIn(body))), format: 'json' }
      : puzzlesIn(body, line, { size: job.options.size, format }),
  )
  const coming = comingPart(number, submitted, body, job.options)
  if (job.sealed !== undefined && number > job.sealed) throw new Problem('job-not-open')
  await claimRoom(services, job, coming)
  const { part, isNew } = await acceptPart(services, job, coming, correlationId)
  return c.json(partView(part), isNew ? 201 : 200)
}

/** `GET /jobs/{id}/parts`: those that are in. */
export async function listParts(c: Context<JobEnv>, { table }: ApiServices): Promise<Response> {
  const { job } = c.var
  const { from, limit } = accepted(parseQuery(PARTS_QUERY_FIELDS, queryOf(c)))
  const found = await table.listParts(job.id, from, limit)
  const last = found.length === limit ? found.at(-1)?.number : undefined
  const next = last === undefined || last >= (job.sealed ?? MAX_PARTS) ? null : last + 1
  const parts = acceptedParts({ job, parts: found }).map(partView)
  return c.json({ parts, next } satisfies PartsPage, 200, nextLink(c, next))
}

/** `POST /jobs/{id}/seal`: says how many parts a job has; no more can come then, and it ends once they are solved. */
export async function sealJob(c: Context<RecordEnv>, services: ApiServices): Promise<Response> {
  const { table, now } = services
  const { job, record } = c.var
  const { parts: count } = accepted(checkedBy(SEAL_FIELDS, jsonIn(await bodyOf(c.req)), inBody))
  if (job.sealed === undefined) {
    const detail = faultOfParts(record, count)
    if (detail !== undefined) throw new Problem('missing-parts', { detail })
    await table.sealJob(job.id, count)
  }
  // Somebody else may have been first.
  const sealed = await readAgain(table, job)
  if (sealed.job.sealed !== count) throw new Problem('job-not-open')
  // All that is in it may have been solved before.
  await tellIfEnded(services, sealed, c.var.correlationId)
  return c.json(viewOf(sealed, now(), prefixOf(c)), 202, RETRY_AFTER)
}

/** A part on its way in, with its puzzles and their lines. */
interface ComingPart extends Pick<SubmittedPuzzles, 'puzzles' | 'lines'> {
  readonly asked: Omit<NewPart, 'lines'>
}

export function comingPart(
  number: number,
  submitted: SubmittedPuzzles,
  { digest, kind }: Body,
  options: JobOptions,
): ComingPart {
  const { puzzles, lines, format } = submitted
  const perChunk = chunkSizeOf(puzzles, options, kind)
  const asked = { number, total: puzzles.count, perChunk, digest, format, state: 'sending' } as const
  return { asked, puzzles, lines }
}

/**
 * A part as it is written first, and its lines if they take an item of their own. To pack those of
 * 56,000 puzzles takes 4 ms, of 200,000 some 20, so a part that is refused does not come here.
 */
export function partToWrite({ asked, lines: known }: ComingPart): { part: NewPart; apart: Uint8Array | undefined } {
  const { lines, apart } = keptLines(known, asked.number)
  return { part: { ...asked, lines }, apart }
}

/** Adds the puzzles of a part to what their owner has under way. One that was taken in before needs no more room. */
export async function claimRoom(services: ApiServices, job: Job, { asked }: ComingPart): Promise<void> {
  const room = await addInFlight(services, job, asked.total)
  if (room.ok) return
  const before = await services.table.getPart(job.id, asked.number)
  if (before?.state === 'accepted' && isSame(before, asked)) return
  throw new Problem(room.error, { headers: RETRY_AFTER })
}

/**
 * Takes puzzles in as a part of an open job: done once every one of them is durably in the queue.
 * A crash on the way can be done again; a message that is in the queue twice then is counted once.
 *
 * @returns the part, and whether it was not in before
 * @throws {Problem} if another part has its number, or the job takes no more
 */
async function acceptPart(
  services: ApiServices,
  job: Job,
  coming: ComingPart,
  correlationId: string | undefined,
): Promise<{ part: Part; isNew: boolean }> {
  const { table, queue, now } = services
  const { part: first, apart } = partToWrite(coming)
  const { number } = first
  const part = await table.putPart(job, newPart(first, now()))
  if (!isSame(part, first)) throw new Problem('part-conflict')
  if (part.state === 'accepted') return { part, isNew: false }
  // Looked at again, as the job may have been sealed or cancelled before the part was there to be seen.
  const head = await table.getHead(job.id)
  if (!head || head.sealed !== undefined || head.cancel) throw new Problem('job-not-open')
  await sendChunks(services, job, part, { puzzles: coming.puzzles, apart, correlationId, queue })
  const since = await table.acceptPart(job.id, number)
  if (since === 'never') throw new Problem('job-not-open')
  // Sealed with fewer parts while this one was on its way: it is in the queue, but not in the job.
  const { sealed = number } = (await table.getHead(job.id)) ?? {}
  if (number > sealed) throw new Problem('job-not-open')
  return { part: { ...part, state: 'accepted' }, isNew: since === 'now' }
}

/** How the chunks of a part are sent. */
export interface Sending extends Pick<ComingPart, 'puzzles'> {
  /** The lines, if they take an item of their own. */
  readonly apart: Uint8Array | undefined
  readonly correlationId: string | undefined
  readonly queue: Queue
  readonly whole?: boolean
  readonly unwritten?: UnwrittenJob | undefined
}

export async function sendChunks(
  services: ApiServices,
  job: Job,
  { number: part, perChunk }: Part,
  how: Sending,
): Promise<void> {
  const { puzzles, apart, correlationId, queue, whole, unwritten } = how
  const { id: jobId, options, expiresAt } = job
  // Before the part is accepted: whoever reads its results finds them.
  if (apart) await services.table.keepLines(job, part, apart)
  const ofJob = { jobId, part, options, expiresAt, group: groupOf(job), correlationId }
  const chunk = { ...ofJob, ...(whole && { whole: true as const }), ...(unwritten && { unwritten }) }
  await queue.send(messagesOf(chunk, puzzles, perChunk))
}

/** The same bytes are other puzzles where they were understood in another format. */
function isSame(one: Pick<Part, 'digest' | 'format'>, other: typeof one): boolean {
  return one.digest === other.digest && one.format === other.format
}

function partNumberOf(text: string): number {
  const isNumber = /^[1-9]\d{0,5}$/.test(text)
  if (isNumber && Number(text) <= MAX_PARTS) return Number(text)
  throw new Problem(isNumber ? 'too-many-parts' : 'unknown-route', {
    detail: `parts are numbered from 1 to ${MAX_PARTS}`,
  })
}

/** What is wrong where the parts that are in are not those from 1 to `count`. */
function faultOfParts(record: JobRecord, count: number): string | undefined {
  const { upTo = 0 } = record.job.summary ?? {}
  const there = new Set(acceptedParts(record).map(({ number }) => number))
  const beyond = upTo > count ? upTo : [...there].find((number) => number > count)
  if (beyond !== undefined) return `part ${beyond} is in, expected at most ${count}`
  const missing = Array.from({ length: count }, (_, i) => i + 1).filter((number) => number > upTo && !there.has(number))
  if (missing.length === 0) return undefined
  const named = missing.slice(0, 20).join(', ')
  return `missing: ${named}${missing.length > 20 ? ` and ${missing.length - 20} more` : ''}`
}
