import { setFlagsFromString } from 'node:v8'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import { sqsEvents, sqsGiveBack, sqsQueue } from '../../shared/aws/queue.ts'
import { dynamoTable } from '../../shared/aws/table.ts'
import type { ChunkServices, Retries } from '../chunk-handler.ts'
import { createTelemetry, LEVELS, type Level, type Service } from '../reporting/telemetry.ts'
import { timeLeftBy } from '../time-left.ts'
import { oneOf, optional, required } from './environment.ts'

/** All functions share these: the clients of AWS, the log, and the time that is left to them. */

// A function keeps some 16 MB, and V8 collects all of its garbage whenever that has grown by a third: half a million puzzles
// came to 21 of these in the API and 7 in each worker. When it may have grown fourfold, they come to 7 and 2.
setFlagsFromString('--heap-growing-percent=300')

// Node decodes DynamoDB's base64 as it is. The SDK first matches all of it against a pattern, which takes three times
// as long.
const base64Decoder = (text: string) => Buffer.from(text, 'base64')
/**
 * By default the SDK waits forever for an answer on a connection whose other end has vanished, until the function is
 * killed at its timeout. With these limits all of the SDK's attempts together fit into the API's 29 s.
 */
export const requestHandler = { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true }
/** Twelve seconds of fifteen. Two attempts to give a message back take less than the other three. */
const SHARE_OF_TIME = 0.8
export const now = Date.now
/** A clock that somebody sets right must not make a wait or a slice longer: with one that jumped, `Prefer: wait` took 29 s. */
export const elapsed = () => performance.now()
export const timeLeft = timeLeftBy(SHARE_OF_TIME, elapsed)
const dynamo = timeLeft.limit(new DynamoDBClient({ base64Decoder, requestHandler }))
export const table = dynamoTable(dynamo, required('TABLE_NAME'))
export const sqs = timeLeft.limit(new SQSClient({ requestHandler }))
// Nobody looks at what the SDK logs, but it copies every item for that.
for (const client of [dynamo, sqs]) client.middlewareStack.remove('loggerMiddleware')
export const queue = sqsQueue(sqs, required('QUEUE_URL'))
export const eventQueue = sqsEvents(sqs, required('EVENT_QUEUE_URL'))
export const busName = optional('EVENT_BUS')
export const events = { queue: eventQueue, ofAllJobs: busName !== undefined }

const log = {
  version: optional('AWS_LAMBDA_FUNCTION_VERSION'),
  level: oneOf(LEVELS, 'LOG_LEVEL'),
  namespace: optional('METRICS_NAMESPACE'),
  // Lambda's console would put a prefix before each line, which would then no longer be JSON.
  write: (line: string, level: Level) => process[level === 'INFO' ? 'stdout' : 'stderr'].write(`${line}\n`),
}

export function telemetryOf(service: Service) {
  return createTelemetry({ service, ...log, now })
}

/** What a function has that works on chunks. */
export function chunkServices(service: Service): ChunkServices {
  const bulkWrites = optional('BULK_WRITES_PER_S')
  const bulkWritesPerS = bulkWrites === undefined ? undefined : Number(bulkWrites)
  return { table, queue, events, bulkWritesPerS, now, telemetry: telemetryOf(service), retries: retries() }
}

/** How a function that takes messages gives back those that failed. */
export function retries(): Retries {
  const givingBack = new SQSClient({
    requestHandler: { ...requestHandler, connectionTimeout: 500, requestTimeout: 750 },
    maxAttempts: 2,
  })
  return {
    giveBack: sqsGiveBack(givingBack, required('QUEUE_URL')),
    firstPauseS: Number(required('RETRY_PAUSE_S')),
  }
}
