import { DynamoDBClient, type GetItemCommandOutput } from '@aws-sdk/client-dynamodb'
import { type Message, ReceiveMessageCommand, type SendMessageBatchCommandInput, SQSClient } from '@aws-sdk/client-sqs'
import type { SQSEvent, SQSRecord } from 'aws-lambda'
import type { ApiServices } from '../../functions/api/services.ts'
import { createApi } from '../../functions/api.ts'
import { chunkOf } from '../../functions/chunk-handler.ts'
import { eventIn } from '../../functions/reporting/job-end.ts'
import type { Service } from '../../functions/reporting/telemetry.ts'
import { recorder } from '../../infra/local/authorization.ts'
import { startEmulators } from '../../infra/local/emulators.ts'
import { dynamoItems } from '../../shared/aws/items.ts'
import { PUZZLES_ATTRIBUTE, sqsEvents, sqsQueue } from '../../shared/aws/queue.ts'
import { dynamoTable } from '../../shared/aws/table.ts'
import { type Chunk, type ChunkMessage, messageOf } from '../../shared/job/chunks/chunk.ts'
import {
  type Job,
  type JobOptions,
  type JobState,
  newPart,
  type Progress,
  progressOf,
  stateOf,
  type Webhook,
} from '../../shared/job/job.ts'
import { type Entry, Puzzles } from '../../shared/job/puzzles.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import { chunksOf } from '../job/chunks.ts'
import { resultsIn } from '../job/read.ts'

/** A table and a queue on emulators of their own, for tests of one function at a time. */
export async function emulated() {
  await using started = new AsyncDisposableStack()
  const record = recorder(process.env.AUTHORIZATION_LOG)
  const emulators = started.use(await startEmulators(undefined, { record }))
  const groups: (string | undefined)[] = []
  let readUnits = 0
  /** Table and queues as a function may use them; or as the operator may, who may do everything. */
  const clientsOf = (role?: Service) => {
    const signed = role && { credentials: emulators.roles[role] }
    const dynamo = started.adopt(new DynamoDBClient({ ...emulators.dynamo, ...signed }), (client) => client.destroy())
    const sqs = started.adopt(new SQSClient({ ...emulators.sqs, ...signed }), (client) => client.destroy())
    dynamo.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          const isRead = /^(GetItem|Query)Command$/.test(commandName)
          const input = { ...args.input, ...(isRead && { ReturnConsumedCapacity: 'TOTAL' }) }
          const answer = await next({ ...args, input } as typeof args)
          if (isRead) readUnits += (answer.output as GetItemCommandOutput).ConsumedCapacity?.CapacityUnits ?? 0
          return answer
        },
      { step: 'initialize' },
    )
    // Seen on their way out, as the embedded SQS forgets them.
    sqs.middlewareStack.add(
      (next) => (args) => {
        const { Entries = [] } = args.input as Partial<SendMessageBatchCommandInput>
        groups.push(...Entries.map(({ MessageGroupId }) => MessageGroupId))
        return next(args)
      },
      { step: 'initialize' },
    )
    return {
      sqs,
      items: dynamoItems(dynamo, emulators.tableName),
      table: dynamoTable(dynamo, emulators.tableName),
      queue: sqsQueue(sqs, emulators.queueUrl),
      expressQueue: sqsQueue(sqs, emulators.expressQueueUrl),
      events: { queue: sqsEvents(sqs, emulators.eventQueueUrl), ofAllJobs: false },
    }
  }
  const { sqs, ...operator } = clientsOf()
  const as = { api: clientsOf('api'), worker: clientsOf('worker'), deadLetter: clientsOf('deadLetter') }
  const running = started.move()
  return {
    /** The API as its operator, for one owner. */
    api: (more: Partial<ApiServices> = {}) =>
      createApi({
        ...operator,
        now: Date.now,
        files: { read: async () => undefined },
        newId: () => crypto.randomUUID(),
        ownerOf: async () => 'everyone',
        ...more,
      }),
    /** One for each message that was sent, in order. */
    groups,
    /** The read units of the table so far, as the table itself counts them. */
    readUnits: () => readUnits,
    ...operator,
    /** The same, with no more than the role of a function may do. */
    as,
    now: Date.now,
    /** Takes all chunks out of both queues. */
    async received(): Promise<Chunk[]> {
      const messages: Message[] = []
      for (const QueueUrl of [emulators.expressQueueUrl, emulators.queueUrl]) {
        const ask = { QueueUrl, MaxNumberOfMessages: 10, MessageAttributeNames: ['All'] }
        for (let length = -1; messages.length > length; ) {
          length = messages.length
          messages.push(...((await sqs.send(new ReceiveMessageCommand(ask))).Messages ?? []))
        }
      }
      return messages.map((message) => chunkOf(recordOf(message)))
    },
    /** The ids of the jobs at which somebody has asked for a look since this was called last, oldest first. */
    async looks(): Promise<string[]> {
      const ask = { QueueUrl: emulators.eventQueueUrl, MaxNumberOfMessages: 10 }
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(ask))
      return Messages.map(({ Body = '' }) => eventIn(Body).jobId)
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
export type Emulated = Awaited<ReturnType<typeof emulated>>

const OPTIONS: JobOptions = { strategy: 'brute-force', rules: 'classic', solutions: 1, backtrackLimit: 1_000_000 }

/** Puts a sealed job of one part into the table; answers with its chunks, which are not sent. Puzzles that come as text are named p1, p2, … */
export async function jobOf(
  table: Emulated['table'],
  puzzles: readonly (string | Entry)[],
  {
    perChunk = 1000,
    options = {},
    webhook,
    owner = 'everyone',
  }: { perChunk?: number; options?: Partial<JobOptions>; webhook?: Webhook; owner?: string } = {},
): Promise<Chunk[]> {
  const now = Date.now()
  const expiresAt = Math.ceil(now / 1000) + 3600
  const asked = { ...OPTIONS, ...options }
  const job: Job = {
    id: crypto.randomUUID(),
    owner,
    options: asked,
    ...(webhook && { webhook }),
    createdAt: now,
    expiresAt,
  }
  const entries = puzzles.map((puzzle, i) => (typeof puzzle === 'string' ? { text: puzzle, id: `p${i + 1}` } : puzzle))
  const part = { number: 1, total: entries.length, perChunk, digest: 'd', format: 'json', state: 'accepted' } as const
  await table.putJob(job)
  await table.putPart(job, newPart(part, now))
  await table.sealJob(job.id, 1)
  return chunksOf({ jobId: job.id, part: 1, options: asked, expiresAt }, Puzzles.of(entries), perChunk)
}

/** How far a chunk's job has got. */
export async function progressIn(
  table: Emulated['table'],
  { jobId }: Pick<Chunk, 'jobId'>,
): Promise<Progress & Progress['counts'] & { state: JobState }> {
  const record = await table.getJob(jobId)
  if (!record) throw new Error('no such job')
  const progress = progressOf(record)
  return { ...progress, ...progress.counts, state: stateOf(record, progress.counts, Date.now()) }
}

/** All results that are kept of a chunk, its lines counted from 1. */
export async function resultsOf(
  table: Emulated['table'],
  { jobId, part, number, options }: Pick<Chunk, 'jobId' | 'part' | 'number' | 'options'>,
): Promise<PuzzleResult[]> {
  const kept = await table.resultsOfChunk(jobId, part, number)
  return kept.flatMap(({ from, packed }) => resultsIn(packed, options, from + 1))
}

/** An event as Lambda gets it from SQS. */
export function eventOf(messages: readonly (Chunk | Sent | string)[], attempt = 1): SQSEvent {
  return {
    Records: messages.map((message, i) => {
      const { body, puzzles = undefined } =
        typeof message === 'string' ? { body: message } : 'body' in message ? message : messageOf(message)
      const attribute = { DataType: 'Binary', BinaryValue: puzzles ?? new Uint8Array() }
      return recordOf({
        MessageId: `m${i + 1}`,
        Body: body,
        Attributes: { ApproximateReceiveCount: String(attempt) },
        ...(puzzles && { MessageAttributes: { [PUZZLES_ATTRIBUTE]: attribute } }),
      })
    }),
  }
}

/** The part of a message that was sent. */
type Sent = Pick<ChunkMessage, 'body' | 'puzzles'>

/** A message from SQS as Lambda hands it on. */
function recordOf({ MessageId = '', Body = '', Attributes, MessageAttributes = {} }: Message): SQSRecord {
  const attributes = Object.entries(MessageAttributes).map(([name, { DataType, BinaryValue = [] }]) => [
    name,
    { dataType: DataType, binaryValue: Buffer.from(BinaryValue).toString('base64') },
  ])
  return {
    messageId: MessageId,
    body: Body,
    attributes: { ...Attributes } as unknown as SQSRecord['attributes'],
    messageAttributes: Object.fromEntries(attributes),
    receiptHandle: '',
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: '',
    awsRegion: '',
  }
}
