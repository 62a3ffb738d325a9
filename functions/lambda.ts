import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { SQSClient } from '@aws-sdk/client-sqs'
import { eventBridge } from '../shared/aws/event-bus.ts'
import { sqsEvents, sqsQueue } from '../shared/aws/queue.ts'
import { sqsReceived } from '../shared/aws/received.ts'
import { dynamoTable } from '../shared/aws/table.ts'
import { OWNER_LIMITS } from '../shared/job/limits.ts'
import { keyIn } from './api/admission.ts'
import type { ApiServices } from './api/services.ts'
import { createApi } from './api.ts'
import { CANARY_OWNER, type CanaryEvent, type CanaryOutcome, isCanary, runCanary } from './canary.ts'
import { createDeadLetter } from './dead-letter.ts'
import { forHttpApi } from './http-event.ts'
import { createNotifier } from './notifier.ts'
import { createTelemetry, LEVELS, type Level, type Service } from './telemetry.ts'
import { TimeLeft } from './time-left.ts'
import { WEBHOOKS } from './webhook/address.ts'
import { postTo } from './webhook/post.ts'
import { createWorker } from './worker.ts'

/** The functions that Lambda runs. This is the only file that reads the environment. */

// Node decodes DynamoDB's base64 as it is. The SDK first matches all of it against a pattern, which takes three times
// as long.
const base64Decoder = (text: string) => Buffer.from(text, 'base64')
/**
 * By default the SDK waits forever for an answer on a connection whose other end has vanished, until the function is
 * killed at its timeout. With these limits all of the SDK's attempts together fit into the API's 29 s.
 */
const requestHandler = { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true }
/** Twelve seconds of fifteen. Two attempts to give a message back take less than the other three. */
const SHARE_OF_TIME = 0.8
const now = Date.now
const timeLeft = new TimeLeft(SHARE_OF_TIME, now)
const dynamo = timeLeft.limit(new DynamoDBClient({ base64Decoder, requestHandler }))
const table = dynamoTable(dynamo, required('TABLE_NAME'))
const sqs = timeLeft.limit(new SQSClient({ requestHandler }))
const givingBack = new SQSClient({
  requestHandler: { ...requestHandler, connectionTimeout: 500, requestTimeout: 750 },
  maxAttempts: 2,
})
// Nobody looks at what the SDK logs, but it copies every item for that.
for (const client of [dynamo, sqs]) client.middlewareStack.remove('loggerMiddleware')
const queue = sqsQueue(sqs, required('QUEUE_URL'))
const webhooks = oneOf(WEBHOOKS, 'WEBHOOKS')
/** The name of an event bus; there is none where it is empty. */
const busName = process.env.EVENT_BUS
const eventQueue = sqsEvents(sqs, required('EVENT_QUEUE_URL'))
const events = { queue: eventQueue, ofAllJobs: Boolean(busName) }
const log = {
  level: oneOf(LEVELS, 'LOG_LEVEL'),
  namespace: process.env.METRICS_NAMESPACE,
  // Lambda's console would put a prefix before each line, which would then no longer be JSON.
  write: (line: string, level: Level) => process[level === 'INFO' ? 'stdout' : 'stderr'].write(`${line}\n`),
}
const telemetryOf = (service: Service) => createTelemetry({ service, ...log, now })

const apiServices = {
  table,
  queue,
  expressQueue: sqsQueue(sqs, required('EXPRESS_QUEUE_URL')),
  events,
  webhooks,
  now,
  newId: randomUUID,
  origins: (process.env.CORS_ORIGINS ?? '').split(',').filter(Boolean),
  files: { read: fileIn(new URL(required('FILES'), import.meta.url)) },
  telemetry: telemetryOf('api'),
} satisfies Partial<ApiServices>
const http = forHttpApi(createApi({ ...apiServices, ...ownersBy(oneOf(['open', 'keys'], 'AUTH')) }))

/** Answers requests; and tries the service, where the scheduler asks for it. */
export const api = (event: Parameters<typeof http>[0] | CanaryEvent, context?: Parameters<typeof http>[1]) =>
  isCanary(event) ? canary(context) : http(event, context)

function canary(context?: Parameters<typeof http>[1]): Promise<CanaryOutcome> {
  const routes = createApi({ ...apiServices, ownerOf: async () => CANARY_OWNER })
  return runCanary({ routes, telemetry: apiServices.telemetry }, context)
}

const retries = {
  received: sqsReceived(givingBack, required('QUEUE_URL')),
  firstPauseS: Number(required('RETRY_PAUSE_S')),
}
export const worker = timeLeft.within(
  createWorker({
    table,
    queue,
    events,
    now,
    sliceMs: Number(required('SLICE_MS')),
    telemetry: telemetryOf('worker'),
    retries,
  }),
)
export const deadLetter = timeLeft.within(
  createDeadLetter({ table, queue, events, now, telemetry: telemetryOf('deadLetter'), retries }),
)
export const notifier = timeLeft.within(
  createNotifier({
    table,
    queue: eventQueue,
    post: webhooks === 'off' ? undefined : postTo({ webhooks }),
    bus: busName ? eventBridge(timeLeft.limit(new EventBridgeClient({ requestHandler })), busName) : undefined,
    firstPauseS: Number(required('EVENT_PAUSE_S')),
    now,
    telemetry: telemetryOf('notifier'),
    retries,
  }),
)

/** `keys`: a request belongs to the owner of its API key, who has limits. `open`: all requests belong to one owner. */
function ownersBy(auth: 'open' | 'keys'): Pick<ApiServices, 'ownerOf' | 'limits' | 'sharesBy'> {
  if (auth === 'open') return { ownerOf: async () => 'everyone' }
  const ownerOf = async (request: Request) => table.holderOf(keyIn(request) ?? '')
  return { ownerOf, limits: OWNER_LIMITS, sharesBy: 'owner' }
}

/** A function that reads the files of a folder by their names. */
function fileIn(folder: URL) {
  return async (name: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    try {
      return new Uint8Array(await readFile(new URL(name, folder)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }
}

function oneOf<T extends string>(known: readonly T[], name: string): T {
  const value = required(name)
  const found = known.find((each) => each === value)
  if (!found) throw new Error(`${name} is "${value}", expected ${known.join(' or ')}`)
  return found
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`the environment variable ${name} is not set`)
  return value
}
