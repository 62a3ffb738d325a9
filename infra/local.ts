import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
  type SQSClientConfig,
} from '@aws-sdk/client-sqs'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type { CanaryEvent, CanaryOutcome } from '../functions/reporting/canary.ts'
import type { Level, Service } from '../functions/reporting/telemetry.ts'
import type { Webhooks } from '../functions/reporting/webhook.ts'
import { dynamoTable } from '../shared/aws/table.ts'
import type { Template } from './deploy/hazards.ts'
import { recorder } from './local/authorization.ts'
import { startEmulators } from './local/emulators.ts'
import { type FunctionProcess, functionProcess, type Log } from './local/function-process.ts'
import type { WriteUnits } from './local/gateway.ts'
import { type FrontOptions, httpFront } from './local/http-front.ts'
import { DOORS, type Door } from './settings/doors.ts'
import { servedFiles } from './settings/served-files.ts'
import type { Auth, FunctionEnvironment } from './settings/settings.ts'
import * as settings from './settings/settings.ts'

export type LocalService = Awaited<ReturnType<typeof startLocal>>

export interface LocalOptions extends Partial<FrontOptions> {
  /** 0, the default, for any free port. */
  readonly port?: number
  /** Workers on the queue of long jobs, one for each processor by default; one more takes the short jobs. */
  readonly workers?: number
  readonly workerTimeoutS?: number
  readonly sliceMs?: number
  readonly auth?: Auth
  /** Where jobs may have webhooks; on this machine alone by default. */
  readonly webhooks?: Webhooks
  /** Seconds until an event that a webhook did not take is sent again at first. */
  readonly eventPauseS?: number
  /** The least level of the log lines that functions write; `WARN` by default. */
  readonly logLevel?: Level | undefined
  /** Where all that functions write goes: to this process's output and error by default. */
  readonly functionOutput?: 'inherit' | 'ignore'
  /**
   * How long messages that failed wait here, of what they wait on AWS: of their pauses, and of the visibility timeout
   * for which a message waits whose worker died. 1 by default, so that what is measured here holds there.
   */
  readonly timeScale?: number
  /** Starts the emulated AWS that functions find in their environment; a test can put faults in between. */
  readonly startAws?: typeof startEmulators
  /** The write units that the table takes, as that of a stage has a most; any number by default. */
  readonly writeUnits?: WriteUnits
  /** The limits that the API itself keeps: of each owner, and of polls that are held; those of `prod` by default. */
  readonly door?: Pick<Door, 'owner' | 'heldPolls'>
  /** Events that are told at once; as many as in `prod` by default. */
  readonly notifiers?: number
  /**
   * A folder that `cdk synth` wrote, e.g. `cdk.out/dev`: its bundles run instead of the sources, as Lambda runs them.
   */
  readonly assembly?: string
}

const HOST = '127.0.0.1'
const NOTIFIERS = 10

/** The service on this machine: the same handlers, each in a process of its own, behind emulated AWS. */
export async function startLocal({
  port = 0,
  workers = availableParallelism(),
  workerTimeoutS = settings.WORKER_TIMEOUT_S,
  sliceMs = settings.SLICE_MS,
  auth = 'open',
  webhooks = 'local',
  eventPauseS = settings.EVENT_PAUSE_S,
  origins = [],
  bodyRule,
  logLevel = 'WARN',
  functionOutput,
  timeScale = 1,
  log = console.error,
  startAws = startEmulators,
  writeUnits,
  door = DOORS.prod,
  gateway,
  notifiers = NOTIFIERS,
  assembly,
}: LocalOptions = {}) {
  // If a step fails, everything that was started before it is stopped again.
  await using started = new AsyncDisposableStack()
  const visibilityTimeoutS = timeScale * (workerTimeoutS / settings.WORKER_TIMEOUT_S) * settings.VISIBILITY_TIMEOUT_S
  // A message stays invisible at least while it is worked on.
  const hiddenS = Math.ceil(Math.max(visibilityTimeoutS, workerTimeoutS + 1))
  const record = recorder(process.env.AUTHORIZATION_LOG)
  const emulators = started.use(await startAws(hiddenS, { record, writeUnits }))
  const bundles = assembly === undefined ? undefined : bundlesIn(assembly)
  const ofEach = {
    PATH: process.env.PATH ?? '',
    // Without a cache each process would strip the types of all its files again, which is 0.5 s of its start.
    ...(!bundles && { NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)) }),
    TABLE_NAME: emulators.tableName,
    QUEUE_URL: emulators.queueUrl,
    EXPRESS_QUEUE_URL: emulators.expressQueueUrl,
    EVENT_QUEUE_URL: emulators.eventQueueUrl,
    SLICE_MS: String(sliceMs),
    RETRY_PAUSE_S: String(timeScale * settings.RETRY_PAUSE_S),
    BULK_WRITES_PER_S: writeUnits ? String(settings.BULK_SHARE_OF_WRITES * writeUnits.perS) : '',
    AUTH: auth,
    OWNER_REQUESTS: JSON.stringify(door.owner),
    HELD_POLLS: String(door.heldPolls),
    WEBHOOKS: webhooks,
    EVENT_PAUSE_S: String(eventPauseS),
    // Nor is there an event bus.
    EVENT_BUS: '',
    CORS_ORIGINS: origins.join(','),
    FILES: bundles ? './files/' : pathToFileURL(`${await servedFiles()}/`).href,
    LOG_LEVEL: logLevel,
    // There is no CloudWatch here that would extract metrics from log lines.
    METRICS_NAMESPACE: '',
  } satisfies FunctionEnvironment & Record<string, string>
  /** A function in its process, which signs as the role of that function. */
  const run = (name: Service, timeoutS: number): FunctionProcess => {
    const { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } = emulators.roles[name]
    const environment = { ...emulators.environment, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, ...ofEach }
    return functionProcess(name, { environment, bundle: bundles?.[name], timeoutS, log, output: functionOutput })
  }

  const api = started.use(run('api', settings.API_TIMEOUT_S))
  const front = httpFront(api, { log, origins, bodyRule, gateway })
  front.listen(port, HOST)
  await once(front, 'listening')
  started.defer(() => {
    front.closeAllConnections()
    front.close()
  })

  const sqsOf = (config: SQSClientConfig) =>
    started.adopt(new SQSClient({ ...emulators.sqs, ...config }), (client) => client.destroy())
  const stop = new AbortController()
  const shared = { operatorSqs: sqsOf(emulators.sqs), visibilityTimeoutS, log, signal: stop.signal }
  const source = (role: Service, target: FunctionProcess, queueUrl: string) =>
    runEventSource(target, { ...shared, sqs: sqsOf({ credentials: emulators.roles[role] }), queueUrl })
  const workerProcesses = Array.from({ length: workers + 1 }, () => run('worker', workerTimeoutS))
  const [expressWorker, ...bulkWorkers] = workerProcesses
  const deadLetter = run('deadLetter', workerTimeoutS)
  const notifier = run('notifier', settings.WORKER_TIMEOUT_S)
  const sources = [
    ...bulkWorkers.map((worker) => source('worker', worker, emulators.queueUrl)),
    source('worker', expressWorker, emulators.expressQueueUrl),
    source('deadLetter', deadLetter, emulators.deadLetterQueueUrl),
    ...Array.from({ length: notifiers }, () => source('notifier', notifier, emulators.eventQueueUrl)),
  ]
  started.defer(async () => {
    stop.abort()
    for (const process of [...workerProcesses, deadLetter, notifier]) process[Symbol.dispose]()
    await Promise.allSettled(sources)
  })

  const dynamo = started.adopt(new DynamoDBClient(emulators.dynamo), (client) => client.destroy())
  const table = dynamoTable(dynamo, emulators.tableName)
  const functions = { api, worker: expressWorker, deadLetter, notifier } satisfies Record<Service, FunctionProcess>

  const running = started.move()
  const url = `http://${HOST}:${(front.address() as AddressInfo).port}`
  return {
    url,
    /** The environment variables with which `npm run ops` reaches its table and queue. */
    environment: { ...emulators.environment, TABLE_NAME: emulators.tableName, QUEUE_URL: emulators.queueUrl },
    newKey: (owner: string) => table.mintKey(owner, 'made when the service started', Date.now()),
    /** Has the service try itself, as the schedule of the stack does. */
    canary: async () => (await api.invoke({ source: 'aws.events', url } satisfies CanaryEvent)) as CanaryOutcome,
    /** Gives a function an event that comes from neither the front nor a queue, such as CodeDeploy's. */
    invoke: (name: Service, event: object) => functions[name].invoke(event),
    apiPid: () => api.pid,
    workerPids: () => workerProcesses.map(({ pid }) => pid).filter((pid) => pid !== undefined),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

interface EventSourceOptions {
  /** Signs as the function's role, as Lambda does: what Lambda may not do for the role is refused. */
  readonly sqs: SQSClient
  /** Signs as the operator, for what AWS does without a call: a failed message comes back. */
  readonly operatorSqs: SQSClient
  readonly queueUrl: string
  /** When a message comes again whose function died, in seconds after it was received. */
  readonly visibilityTimeoutS: number
  readonly log: Log
  readonly signal: AbortSignal
}

const LONG_POLL_S = 20
/** The pause after SQS could not be reached. */
const PAUSE_AFTER_ERROR_MS = 1000

/**
 * Does what an SQS event source mapping does: polls a queue, invokes the function with a batch of messages, and deletes
 * those that succeeded. The others come again after the visibility timeout, unless the function gives them back
 * earlier. If it dies, the whole batch has failed.
 *
 * @returns once the signal is aborted and the last batch is done
 */
async function runEventSource(
  target: FunctionProcess,
  { sqs, operatorSqs, queueUrl: QueueUrl, visibilityTimeoutS, log, signal }: EventSourceOptions,
): Promise<void> {
  const untilStopped = { abortSignal: signal }
  const report = (error: unknown): undefined => {
    if (!signal.aborted) log(String(error))
  }
  /** The end of the last batch, while the next one is on its way: nobody waits for it on AWS either. */
  let settled: Promise<unknown> = Promise.resolve()
  for (let isAttached = false; !signal.aborted; ) {
    try {
      // Lambda compares the queue's visibility timeout with the function's own.
      const attach = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['VisibilityTimeout'] })
      if (!isAttached) await sqs.send(attach, untilStopped)
      isAttached = true
      const receive = new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: settings.WORKER_BATCH_SIZE,
        WaitTimeSeconds: LONG_POLL_S,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      })
      const { Messages: messages = [] } = await sqs.send(receive, untilStopped)
      await settled
      if (messages.length === 0) continue
      const receivedAt = performance.now()
      // Undefined where the function died.
      const failed = await target
        .invoke(eventOf(messages, QueueUrl))
        .then((reply) => new Set((reply as SQSBatchResponse).batchItemFailures.map((each) => each.itemIdentifier)))
        .catch(report)
      settled = settle(messages, failed, receivedAt).catch(report)
    } catch (error) {
      report(error)
      await pause(PAUSE_AFTER_ERROR_MS, undefined, { signal }).catch(() => {})
    }
  }
  await settled

  /** Removes what succeeded; where the function died, all of them come again. */
  async function settle(messages: readonly Message[], failed: ReadonlySet<string> | undefined, receivedAt: number) {
    const done = messages.filter(({ MessageId = '' }) => !failed?.has(MessageId))
    const Entries = done.map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle }))
    if (failed) {
      if (Entries.length > 0) await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
      return
    }
    // On AWS that is what the queue does by itself; here its own timeout does not shrink with the other times.
    const leftS = visibilityTimeoutS - (performance.now() - receivedAt) / 1000
    const again = Entries.map((entry) => ({ ...entry, VisibilityTimeout: Math.max(0, Math.round(leftS)) }))
    await operatorSqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries: again }))
  }
}

function eventOf(messages: readonly Message[], QueueUrl: string): SQSEvent {
  return {
    Records: messages.map((message) => ({
      messageId: message.MessageId ?? '',
      receiptHandle: message.ReceiptHandle ?? '',
      body: message.Body ?? '',
      attributes: { ...message.Attributes } as unknown as SQSRecord['attributes'],
      messageAttributes: Object.fromEntries(
        Object.entries(message.MessageAttributes ?? {}).map(([name, { DataType, BinaryValue = [] }]) => [
          name,
          { dataType: DataType as 'Binary', binaryValue: Buffer.from(BinaryValue).toString('base64') },
        ]),
      ),
      md5OfBody: message.MD5OfBody ?? '',
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${QueueUrl.split('/').at(-1)}`,
      awsRegion: '',
    })),
  }
}

/**
 * The folders of the bundles of a synthesised stack's functions.
 *
 * @param assembly the folder that `cdk synth` wrote, e.g. `cdk.out/dev`
 */
export function bundlesIn(assembly: string): Readonly<Record<Service, string>> {
  const templates = globSync('*.template.json', { cwd: assembly })
  if (templates.length !== 1)
    throw new Error(`${assembly} holds ${templates.length} templates, expected one; npm run synth makes it`)
  const { Resources }: Template = JSON.parse(readFileSync(join(assembly, templates[0]), 'utf8'))
  return settings.eachService((name) => {
    const found = Object.values(Resources).find(
      ({ Type, Properties }) => Type === 'AWS::Lambda::Function' && Properties.Handler?.endsWith(`.${name}`),
    )
    return resolve(assembly, `asset.${found?.Properties.Code?.S3Key?.replace(/\.zip$/, '')}`)
  })
}
