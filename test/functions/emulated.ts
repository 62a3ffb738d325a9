import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { SQSEvent, SQSRecord } from 'aws-lambda'
import { startEmulators } from '../../infra/local/emulators.ts'
import { sqsQueue } from '../../shared/aws/queue.ts'
import { dynamoTable } from '../../shared/aws/table.ts'
import { type Chunk, chunkIn, chunksOf, messageOf } from '../../shared/job/chunk.ts'
import { type Job, newPart } from '../../shared/job/job.ts'
import type { JobOptions } from '../../shared/job/options.ts'

/** A table and a queue on emulators of their own, for tests of one function at a time. */
export async function emulated() {
  await using started = new AsyncDisposableStack()
  const emulators = started.use(await startEmulators())
  const client = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }
  const dynamo = new DynamoDBClient({ ...client, endpoint: emulators.environment.AWS_ENDPOINT_URL_DYNAMODB })
  const sqs = new SQSClient({ ...client, endpoint: emulators.environment.AWS_ENDPOINT_URL_SQS })
  started.defer(() => dynamo.destroy())
  started.defer(() => sqs.destroy())
  const running = started.move()
  return {
    table: dynamoTable(dynamo, emulators.tableName),
    queue: sqsQueue(sqs, emulators.queueUrl),
    now: Date.now,
    /** Takes all chunks out of the queue. */
    async received(): Promise<Chunk[]> {
      const chunks: Chunk[] = []
      for (;;) {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({ QueueUrl: emulators.queueUrl, MaxNumberOfMessages: 10 }),
        )
        if (Messages.length === 0) return chunks
        chunks.push(...Messages.map(({ Body = '' }) => chunkIn(Body)))
      }
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
export type Emulated = Awaited<ReturnType<typeof emulated>>

const OPTIONS: JobOptions = { strategy: 'brute-force', rules: 'classic', solutions: 1, backtrackLimit: 1_000_000 }

/** Puts a sealed job of these puzzles into the table; answers with its chunks, which are not sent. */
export async function jobOf(table: Emulated['table'], puzzles: readonly string[], perChunk = 1000): Promise<Chunk[]> {
  const now = Date.now()
  const expiresAt = Math.ceil(now / 1000) + 3600
  const job: Job = {
    id: crypto.randomUUID(),
    owner: 'everyone',
    options: OPTIONS,
    createdAt: now,
    expiresAt,
    sealed: false,
  }
  const place = { jobId: job.id, part: 0, line: 1, options: OPTIONS, expiresAt }
  const chunks = chunksOf(
    place,
    puzzles.map((text, i) => ({ text, id: `p${i + 1}` })),
    perChunk,
  )
  await table.putJob(job, [newPart(0, puzzles.length, chunks.length, now)])
  await table.sealJob(job.id)
  return chunks
}

/** An event as Lambda gets it from SQS. */
export function eventOf(bodies: readonly (Chunk | string)[], attempt = 1): SQSEvent {
  return {
    Records: bodies.map((body, i) => ({
      messageId: `m${i + 1}`,
      body: typeof body === 'string' ? body : messageOf(body),
      attributes: { ApproximateReceiveCount: String(attempt) } as SQSRecord['attributes'],
      receiptHandle: '',
      messageAttributes: {},
      md5OfBody: '',
      eventSource: 'aws:sqs',
      eventSourceARN: '',
      awsRegion: '',
    })),
  }
}
