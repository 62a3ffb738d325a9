import { createHash } from 'node:crypto'
import { CANARY_OWNER } from '../../shared/aws/owners.ts'
import type { EventQueue } from '../../shared/aws/queue.ts'
import type { Table } from '../../shared/aws/table.ts'
import type { Chunk } from '../../shared/job/chunks/chunk.ts'
import { isDone, type Job, type JobRecord } from '../../shared/job/job.ts'
import { assertVersion } from '../../shared/job/packed/byte-format.ts'
import type { JobEvent } from '../../shared/protocol/views.ts'
import { hasEnded, viewOf } from './job-view.ts'

/**
 * Where ends of jobs are told, and how the end of a job becomes an event (docs/decisions/012). Whoever does what may end
 * a job asks afterwards that somebody look at it: a worker that has counted the last of a part, the API that has sealed
 * or cancelled a job. The last of them is heard after all that ends the job is done, so that the notifier sees the end.
 * Others may be heard later still: it is the same event then, under the same id, of which the webhook hears once.
 */
interface JobEvents {
  readonly queue: EventQueue
  /** Whether there is a bus, on which every job's end is told; otherwise that of jobs with a webhook is. */
  readonly ofAllJobs: boolean
}

export interface EndServices {
  readonly table: Pick<Table, 'getPart'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds since some moment, which go on evenly whatever is done to the clock; by default those of the clock. */
  readonly elapsed?: (() => number) | undefined
  /** Without any, nobody is told of anything. */
  readonly events?: JobEvents | undefined
}

/** A job that is to be looked at, or an event of it that its webhook did not take. */
export interface EventMessage {
  readonly jobId: string
  readonly sent?: SentEvent
  /** When its owner asked that the webhook be told once more, in milliseconds since 1970. */
  readonly again?: number
  /** How often it has waited for its turn since it was sent the last time; not at all by default. */
  readonly waits?: number
  /** That of the request or chunk which may have ended the job. */
  readonly correlationId?: string | undefined
}

export interface SentEvent {
  /** The same however often it is sent. */
  readonly id: string
  readonly event: JobEvent
  /** How often it was sent to the webhook. */
  readonly attempts: number
}

/** To be raised with every change after which older code would misread a message. */
const EVENT_VERSION = 1

export function eventBodyOf(message: EventMessage): string {
  return JSON.stringify({ version: EVENT_VERSION, ...message })
}

/** @throws {VersionError} if code of another version made the message */
export function eventIn(body: string): EventMessage {
  const { version, ...message } = JSON.parse(body)
  assertVersion('event message', version, EVENT_VERSION)
  return message
}

/** Asks for a look at the job of a chunk whose last puzzles are counted, if they were the last of its part. */
export async function tellIfLast(services: EndServices, job: Job, { part, correlationId }: Chunk): Promise<void> {
  // One read more for each chunk, and none where nobody is to be told.
  const counted = isTold(services.events, job) && (await services.table.getPart(job.id, part))
  if (counted && isDone(counted)) await tellOfEnd(services, job, correlationId)
}

/** Asks for a look at a job that was written with its end. */
export async function tellOfEnd({ events }: EndServices, job: Job, correlationId: string | undefined): Promise<void> {
  if (isTold(events, job)) await events.queue.send(eventBodyOf({ jobId: job.id, correlationId }), job.owner)
}

/** Asks for a look at a job that has ended by now; it has to be read after what may have ended it. */
export async function tellIfEnded(
  services: EndServices,
  record: JobRecord,
  correlationId: string | undefined,
): Promise<void> {
  const { job } = record
  if (isTold(services.events, job) && endOf(record, services.now())) await tellOfEnd(services, job, correlationId)
}

export function endOf(record: JobRecord, now: number): Omit<SentEvent, 'attempts'> | undefined {
  // It is the same however often it is told: how its telling goes is no part of it.
  const { delivery: _, ...told } = record.job
  const job = viewOf({ ...record, job: told }, now)
  if (job.state === 'expired' || !hasEnded(job.state, job.counts)) return undefined
  const { finishedAt: timestamp = job.createdAt } = job
  const event: JobEvent = { type: job.state === 'cancelled' ? 'job.cancelled' : 'job.completed', timestamp, data: job }
  // One id for one end: failed puzzles that are sent again end the job once more, at another time.
  const end = JSON.stringify([job.id, event.type, timestamp, job.counts])
  return { id: `evt_${createHash('sha256').update(end).digest('base64url').slice(0, 22)}`, event }
}

/** The canary's jobs end every five minutes, and are nobody's. */
function isTold(events: JobEvents | undefined, { owner, webhook }: Job): events is JobEvents {
  return events !== undefined && owner !== CANARY_OWNER && (events.ofAllJobs || webhook !== undefined)
}
