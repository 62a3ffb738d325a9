import { createHmac } from 'node:crypto'
import type { dynamoDeliveries } from '../shared/aws/deliveries.ts'
import type { PutEvent } from '../shared/aws/event-bus.ts'
import type { EventQueue } from '../shared/aws/queue.ts'
import type { Table } from '../shared/aws/table.ts'
import { hasExpired, type Job, type Webhook, type WebhookState } from '../shared/job/job.ts'
import type { Delivery, JobEvent } from '../shared/protocol/views.ts'
import { type ChunkServices, eachRecord, heldIn } from './chunk-handler.ts'
import { type EventMessage, endOf, eventBodyOf, eventIn, type SentEvent } from './reporting/job-end.ts'
import type { Line } from './reporting/telemetry.ts'
import { AddressRefusal, type Post } from './reporting/webhook.ts'

export interface NotifierServices extends Pick<ChunkServices, 'now' | 'telemetry' | 'retries'> {
  readonly table: Pick<Table, 'getHead' | 'getLive' | keyof ReturnType<typeof dynamoDeliveries>>
  /** Where an event waits that a webhook did not take. */
  readonly queue: EventQueue
  /** Undefined where webhooks are off. */
  readonly post: Post | undefined
  readonly putEvent: PutEvent | undefined
  /** The pause before the second attempt. */
  readonly firstPauseS: number
}

/** As long as SQS can delay a message. */
const LONGEST_PAUSE_S = 900
/** Pauses of 5 s, 10, 20, … up to 15 minutes: the last attempt is some four hours after the first. */
const MOST_ATTEMPTS = 24

/** How long to leave a webhook alone after so many attempts; undefined where there is to be no other. */
export function webhookPause(attempts: number, firstPauseS: number): number | undefined {
  if (attempts >= MOST_ATTEMPTS) return undefined
  return Math.min(firstPauseS * 2 ** (attempts - 1), LONGEST_PAUSE_S)
}

/** Who waits for a turn looks again after a second or two, and after half a minute at most. */
const LONGEST_TURN_PAUSE_S = 30

/** The function behind the queue of events: looks whether a job has ended, and tells the bus and the job's webhook. */
export function createNotifier(services: NotifierServices) {
  return eachRecord(async (record, line) => {
    const message = heldIn(() => eventIn(record.body), 'an event', line)
    if (!message) return
    const { jobId, correlationId } = message
    line.add({ correlationId, jobId })
    await notify(services, message, record.messageId, line)
  }, services)
}

async function notify(services: NotifierServices, message: EventMessage, messageId: string, line: Line): Promise<void> {
  const { table, putEvent, post, now } = services
  const record = message.sent ? undefined : await table.getLive(message.jobId)
  const end = record && endOf(record, now())
  const sent = message.sent ?? (end && { ...end, attempts: 0 })
  // It goes on: another part is still being solved, or failed puzzles were sent again.
  if (!sent) return line.end('job has not ended')
  line.add({ eventId: sent.id, webhookAttempt: sent.attempts + 1 })
  // The bus comes first, so that a webhook which does not answer costs it nothing. Later attempts are the webhook's.
  if (putEvent && sent.attempts === 0 && !message.again) await putEvent(onBus(sent))
  const job = record?.job ?? (await table.getHead(message.jobId))
  // Its owner has deleted it, or it has no webhook: then nobody else is to be told.
  if (!job?.webhook || !post || hasExpired(job, now())) return line.end('event handled')
  const { webhook } = job
  // Two may ask for a look at one end, and copies would be told, and sent again, side by side: as with chunks, one of them
  // goes on (decision 001).
  if (!(await table.claimTelling(job, { ...message, sent }, messageId))) {
    return line.end('another message has gone on with the event')
  }
  await deliver(services, { ...message, sent }, { ...job, webhook, post }, line)
}

type ToldJob = Pick<Job, 'id' | 'owner' | 'expiresAt'> & { readonly webhook: Webhook; readonly post: Post }

async function deliver(
  services: NotifierServices,
  message: EventMessage & { readonly sent: SentEvent },
  job: ToldJob,
  line: Line,
): Promise<void> {
  const { table, queue, firstPauseS, now } = services
  const { sent } = message
  const { url, secret } = job.webhook
  const { host } = new URL(url)
  // What became of an attempt is not worth another one: where it cannot be written down, the log alone has it.
  const note = (state: WebhookState, delivery?: Delivery) =>
    table.noteDelivery(job, delivery, state).catch((error) => line.add({ notNoted: `${error}` }))
  // One that is sent on comes after this one, also where it was not told.
  const waits = (message.waits ?? 0) + 1
  const pausedUntil = await table.endpointPause(job.owner, host, now())
  if (pausedUntil !== undefined) {
    const pauseS = Math.min(LONGEST_PAUSE_S, Math.max(1, Math.ceil((pausedUntil - now()) / 1000)))
    // What waits is no attempt, and ends with its job.
    await queue.send(eventBodyOf({ ...message, waits }), job.owner, pauseS)
    await note({ state: 'paused', attempts: sent.attempts, nextAt: now() + pauseS * 1000 })
    return line.end('event waits for a paused endpoint')
  }
  const turn = await table.takeTurn(job.owner, host, now())
  if (!turn) {
    // By chance, so that all who wait do not come at once.
    const pauseS = 1 + Math.floor(Math.random() * Math.min(2 ** waits, LONGEST_TURN_PAUSE_S))
    await queue.send(eventBodyOf({ ...message, waits }), job.owner, pauseS)
    return line.end('event waits for its turn')
  }
  const body = JSON.stringify(sent.event)
  const at = now()
  const outcome = await job
    .post(url, signedHeaders({ id: sent.id, body, at }, secret), body)
    .catch((error: Error) => error)
  // A turn that cannot be given back ends by itself.
  await table.endTurn(job.owner, turn).catch(() => {})
  const attempts = sent.attempts + 1
  line.add(typeof outcome === 'number' ? { webhookStatus: outcome } : { webhookError: `${outcome}` })
  const isTimeout = outcome instanceof Error && outcome.name === 'TimeoutError'
  await (isTimeout ? table.noteTimeout(job.owner, host, now()) : table.forgetTimeouts(job.owner, host))
  const isTaken = typeof outcome === 'number' && outcome >= 200 && outcome < 300
  // 410 says that nobody wants it any more; an address that may not be called will not be asked again.
  const isOver = isTaken || outcome === 410 || outcome instanceof AddressRefusal
  const pauseS = isOver ? undefined : webhookPause(attempts, firstPauseS)
  // Sent before this one is deleted: a crash in between tells twice, and never not at all.
  if (pauseS !== undefined) {
    const { waits: _, ...again } = message
    await queue.send(eventBodyOf({ ...again, sent: { ...sent, attempts } }), job.owner, pauseS)
  }
  const state = pauseS !== undefined ? 'waiting' : isTaken ? 'taken' : 'given-up'
  const delivery = {
    ...{ event: sent.id, type: sent.event.type, at, attempt: attempts, tookMs: Math.max(0, now() - at) },
    ...(typeof outcome === 'number' ? { status: outcome } : { error: errorOf(outcome) }),
  }
  const next = pauseS !== undefined && { nextAt: now() + pauseS * 1000 }
  await note({ state, attempts, ...next }, delivery)
  if (isTaken) return line.end('event handled')
  if (pauseS === undefined) return line.end('event given up', 'WARN')
  line.add({ pauseS })
  line.end('event not taken')
}

/** In words that say nothing of where names lead inside the network that this runs in. */
function errorOf(error: Error): string {
  if (error instanceof AddressRefusal) return 'the address may not be called'
  if (error.name === 'TimeoutError') return 'no answer in time'
  return `no connection${'code' in error ? `: ${error.code}` : ''}`
}

const BUS_TYPES = { 'job.completed': 'JobCompleted', 'job.cancelled': 'JobCancelled' } as const satisfies Record<
  JobEvent['type'],
  string
>

function onBus({ id, event }: SentEvent) {
  return { type: BUS_TYPES[event.type], at: Date.parse(event.timestamp), detail: JSON.stringify({ id, ...event }) }
}

/** A message as Standard Webhooks has it (https://www.standardwebhooks.com). */
export interface WebhookMessage {
  /** The same for every attempt, so that a receiver can tell what it has had. */
  readonly id: string
  /** The body, byte for byte what is signed. */
  readonly body: string
  /** When it is sent, in milliseconds since 1970: a receiver refuses what is too old. */
  readonly at: number
}

/** The beginning of a secret; base64 follows. */
const SECRET_PREFIX = 'whsec_'

export function signedHeaders({ id, body, at }: WebhookMessage, secret: string): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000))
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
