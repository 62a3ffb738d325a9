import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs'
import type { CanaryEvent, CanaryOutcome } from '../functions/reporting/canary.ts'
import type { Level, Service } from '../functions/reporting/telemetry.ts'
import type { Webhooks } from '../functions/webhook/address.ts'
import { dynamoTable } from '../shared/aws/table.ts'
import type { BodyRule } from '../shared/protocol/payload.ts'
import { recorder } from './local/authorization.ts'
import { bundlesIn } from './local/cloud-assembly.ts'
import { startEmulators } from './local/emulators.ts'
import { runEventSource } from './local/event-source.ts'
import { type FunctionProcess, functionProcess, type Log } from './local/function-process.ts'
import type { Gateway } from './local/gateway.ts'
import { httpFront } from './local/http-front.ts'
import { builtPage } from './local/page.ts'
import type { WriteUnits } from './local/write-units.ts'
import { DOORS, type Door } from './settings/doors.ts'
import {
  API_TIMEOUT_S,
  type Auth,
  BULK_SHARE_OF_WRITES,
  EVENT_PAUSE_S,
  type FunctionEnvironment,
  RETRY_PAUSE_S,
  SLICE_MS,
  VISIBILITY_TIMEOUT_S,
  WORKER_TIMEOUT_S,
} from './settings/settings.ts'

/** The service on this machine: the same handlers, each in a process of its own, behind emulated AWS. */
export interface LocalService extends AsyncDisposable {
  /** Where it answers, e.g. `http://127.0.0.1:3000`. */
  readonly url: string
  /** The environment variables with which `npm run ops` reaches its table and queue. */
  readonly environment: Readonly<Record<string, string>>
  /** Makes an API key for an owner. */
  newKey(owner: string): Promise<string>
  /** Has the service try itself, as the schedule of the stack does. */
  canary(): Promise<CanaryOutcome>
  /** The process ids of the workers that run now. */
  workerPids(): number[]
  /** The process id of the API, if it runs now. */
  apiPid(): number | undefined
}

export interface LocalOptions {
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
  /** Origins whose pages may call the API from a browser, besides its own; none by default. */
  readonly origins?: readonly string[]
  /** By what the gateway tells texts from bytes; the more lenient rule by default. */
  readonly bodyRule?: BodyRule | undefined
  /** The least level of the log lines that functions write; `WARN` by default. */
  readonly logLevel?: Level | undefined
  /** With one, log lines name their metrics, as on AWS; there is no CloudWatch here that would extract them. */
  readonly metricsNamespace?: string
  /** Where all that functions write goes: to this process's output and error by default, or to an open file. */
  readonly functionOutput?: 'inherit' | 'ignore' | number
  /**
   * How long messages that failed wait here, of what they wait on AWS: of their pauses, and of the visibility timeout
   * for which a message waits whose worker died. 1 by default, so that what is measured here holds there.
   */
  readonly timeScale?: number
  /** Receives a line for each crash; writes to standard error by default. */
  readonly log?: Log
  /** Starts the emulated AWS that functions find in their environment; a test can put faults in between. */
  readonly startAws?: typeof startEmulators
  /** The write units that the table takes, as that of a stage has a most; any number by default. */
  readonly writeUnits?: WriteUnits
  /** The limits that the API itself keeps: of each owner, and of polls that are held; those of `prod` by default. */
  readonly door?: Pick<Door, 'owner' | 'heldPolls'>
  /** Stands before the API, and lets some requests through; all of them by default. */
  readonly gateway?: Gateway
  /** Events that are told at once; as many as in `prod` by default. */
  readonly notifiers?: number
  /**
   * A folder that `cdk synth` wrote, e.g. `cdk.out/dev`: its bundles run instead of the sources, as Lambda runs them.
   */
  readonly assembly?: string
}

const HOST = '127.0.0.1'
const NOTIFIERS = 10

export async function startLocal({
  port = 0,
  workers = availableParallelism(),
  workerTimeoutS = WORKER_TIMEOUT_S,
  sliceMs = SLICE_MS,
  auth = 'open',
  webhooks = 'local',
  eventPauseS = EVENT_PAUSE_S,
  origins = [],
  bodyRule = 'by-type-and-encoding',
  logLevel = 'WARN',
  metricsNamespace = '',
  functionOutput,
  timeScale = 1,
  log = console.error,
  startAws = startEmulators,
  writeUnits,
  door = DOORS.prod,
  gateway,
  notifiers = NOTIFIERS,
  assembly,
}: LocalOptions = {}): Promise<LocalService> {
  // If a step fails, everything that was started before it is stopped again.
  await using started = new AsyncDisposableStack()
  const visibilityTimeoutS = timeScale * (workerTimeoutS / WORKER_TIMEOUT_S) * VISIBILITY_TIMEOUT_S
  const roleOptions = {
    record: recorder(process.env.AUTHORIZATION_LOG),
    ...(writeUnits && { writeUnits }),
  }
  // A message stays invisible at least while it is worked on.
  const hiddenS = Math.ceil(Math.max(visibilityTimeoutS, workerTimeoutS + 1))
  const emulators = started.use(await startAws(hiddenS, roleOptions))
  const bundles = assembly === undefined ? undefined : bundlesIn(assembly)
  const settings = {
    PATH: process.env.PATH ?? '',
    // Without a cache each process would strip the types of all its files again, which is 0.5 s of its start.
    ...(!bundles && { NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)) }),
    TABLE_NAME: emulators.tableName,
    QUEUE_URL: emulators.queueUrl,
    EXPRESS_QUEUE_URL: emulators.expressQueueUrl,
    EVENT_QUEUE_URL: emulators.eventQueueUrl,
    SLICE_MS: String(sliceMs),
    RETRY_PAUSE_S: String(timeScale * RETRY_PAUSE_S),
    BULK_WRITES_PER_S: writeUnits ? String(BULK_SHARE_OF_WRITES * writeUnits.perS) : '',
    AUTH: auth,
    OWNER_REQUESTS: JSON.stringify(door.owner),
    HELD_POLLS: String(door.heldPolls),
    WEBHOOKS: webhooks,
    EVENT_PAUSE_S: String(eventPauseS),
    // Nor is there an event bus.
    EVENT_BUS: '',
    CORS_ORIGINS: origins.join(','),
    FILES: bundles ? './files/' : pathToFileURL(`${await builtPage()}/`).href,
    LOG_LEVEL: logLevel,
    METRICS_NAMESPACE: metricsNamespace,
  } satisfies FunctionEnvironment & Record<string, string>
  /** A function in its process, which signs as the role of that function. */
  const run = (name: Service, timeoutS: number): FunctionProcess => {
    const { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } = emulators.roles[name]
    const environment = { ...emulators.environment, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, ...settings }
    return functionProcess(name, { environment, bundle: bundles?.[name], timeoutS, log, output: functionOutput })
  }

  const api = started.use(run('api', API_TIMEOUT_S))
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
  const newWorker = () => run('worker', workerTimeoutS)
  const bulkWorkers = Array.from({ length: workers }, newWorker)
  const expressWorker = newWorker()
  const workerProcesses = [...bulkWorkers, expressWorker]
  const deadLetter = run('deadLetter', workerTimeoutS)
  const notifier = run('notifier', WORKER_TIMEOUT_S)
  const shared = { operatorSqs: sqsOf(emulators.sqs), visibilityTimeoutS, log, signal: stop.signal }
  const sqsOfRole = {
    worker: sqsOf({ credentials: emulators.roles.worker }),
    deadLetter: sqsOf({ credentials: emulators.roles.deadLetter }),
    notifier: sqsOf({ credentials: emulators.roles.notifier }),
  }
  const source = (name: keyof typeof sqsOfRole, target: FunctionProcess, queueUrl: string) =>
    runEventSource(target, { ...shared, sqs: sqsOfRole[name], queueUrl })
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

  const running = started.move()
  const url = `http://${HOST}:${(front.address() as AddressInfo).port}`
  return {
    url,
    environment: { ...emulators.environment, TABLE_NAME: emulators.tableName, QUEUE_URL: emulators.queueUrl },
    async newKey(owner) {
      using clients = new DisposableStack()
      const dynamo = clients.adopt(new DynamoDBClient(emulators.dynamo), (client) => client.destroy())
      return await dynamoTable(dynamo, emulators.tableName).mintKey(owner, 'made when the service started', Date.now())
    },
    canary: async () => (await api.invoke({ source: 'aws.events', url } satisfies CanaryEvent)) as CanaryOutcome,
    apiPid: () => api.pid,
    workerPids: () => workerProcesses.map(({ pid }) => pid).filter((pid) => pid !== undefined),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
