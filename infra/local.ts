import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { Level, Service } from '../functions/telemetry.ts'
import { dynamoTable } from '../shared/aws/table.ts'
import { unpack } from './local/cloud-assembly.ts'
import { type Emulators, startEmulators } from './local/emulators.ts'
import { type RetryPause, runEventSource } from './local/event-source.ts'
import { bundledFunction } from './local/execution-environment.ts'
import { type FunctionProcess, functionProcess, type Log } from './local/function-process.ts'
import { httpFront } from './local/http-front.ts'
import { builtPage } from './local/page.ts'
import {
  API_TIMEOUT_S,
  type Auth,
  type FunctionEnvironment,
  SLICE_MS,
  VISIBILITY_TIMEOUT_S,
  WORKER_TIMEOUT_S,
} from './settings.ts'

/** The service on this machine: the same handlers, each in a process of its own, behind emulated AWS. */
export interface LocalService extends AsyncDisposable {
  /** Where it answers, e.g. `http://127.0.0.1:3000`. */
  readonly url: string
  /** What `npm run keys` needs of an environment to reach its table. */
  readonly environment: Readonly<Record<string, string>>
  /** Makes an API key for an owner. */
  newKey(owner: string): Promise<string>
  /** Process ids of the workers that run now. */
  workerPids(): number[]
  /** That of the API, where it runs now. */
  apiPid(): number | undefined
}

export interface LocalOptions {
  /** 0 for any free one. */
  readonly port?: number
  /** Those of the queue for long work; one more takes the short jobs. */
  readonly workers?: number
  readonly workerTimeoutS?: number
  readonly sliceMs?: number
  readonly auth?: Auth
  /** What functions write to the standard output and error of this process; `WARN` where nothing is said. */
  readonly logLevel?: Level | undefined
  /** Whether that is shown; `inherit` when left out. */
  readonly functionOutput?: 'inherit' | 'ignore'
  /** Seconds until a message whose worker failed or crashed is tried again. AWS waits for the visibility timeout. */
  readonly retryPauseS?: RetryPause
  /** Takes what there is to say of crashes, a line each; standard error by default. */
  readonly log?: Log
  /** Starts the AWS that functions find in their environment, where something is to stand between the two. */
  readonly startAws?: typeof startEmulators
  /** What `cdk synth` wrote, e.g. `cdk.out/dev`: its bundles are run instead of the sources, as Lambda runs them. */
  readonly assembly?: string
  /** A folder with an `index.mjs` that runs bundles, instead of this project's. */
  readonly runtimeClient?: string
}

const HOST = '127.0.0.1'

export async function startLocal({
  port = 0,
  workers = availableParallelism(),
  workerTimeoutS = WORKER_TIMEOUT_S,
  sliceMs = SLICE_MS,
  auth = 'open',
  logLevel = 'WARN',
  functionOutput,
  retryPauseS = (attempt) => 2 ** (attempt - 1),
  log = console.error,
  startAws = startEmulators,
  assembly,
  runtimeClient,
}: LocalOptions = {}): Promise<LocalService> {
  // Whatever fails on the way, what was started before it is ended.
  await using started = new AsyncDisposableStack()
  const emulators = started.use(await startAws((workerTimeoutS / WORKER_TIMEOUT_S) * VISIBILITY_TIMEOUT_S))
  // There is no CloudWatch here that would take metrics out of what functions write.
  const settings = {
    SLICE_MS: String(sliceMs),
    AUTH: auth,
    CORS_ORIGINS: '',
    LOG_LEVEL: logLevel,
    METRICS_NAMESPACE: '',
  }
  let run: (name: Service, timeoutS: number) => FunctionProcess
  if (assembly) {
    const { bundles, runtimeClient: client } = started.use(await unpack(assembly, locally(emulators), runtimeClient))
    const environment = { ...emulators.environment, ...settings }
    const shared = { environment, runtimeClient: client, log, output: functionOutput }
    run = (name, timeoutS) => bundledFunction(name, { ...shared, bundle: bundles[name], timeoutS })
  } else {
    const environment = {
      ...emulators.environment,
      PATH: process.env.PATH ?? '',
      // Each process would strip the types of all its files anew: 0.5 s of its start.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)),
      TABLE_NAME: emulators.tableName,
      QUEUE_URL: emulators.queueUrl,
      EXPRESS_QUEUE_URL: emulators.expressQueueUrl,
      ...settings,
      FILES: pathToFileURL(`${await builtPage()}/`).href,
    } satisfies FunctionEnvironment & Record<string, string>
    run = (name, timeoutS) => functionProcess(name, { environment, timeoutS, log, output: functionOutput })
  }

  const api = started.use(run('api', API_TIMEOUT_S))
  const front = httpFront(api, log)
  front.listen(port, HOST)
  await once(front, 'listening')
  started.defer(() => {
    front.closeAllConnections()
    front.close()
  })

  const sqs = new SQSClient(emulators.sqs)
  started.defer(() => sqs.destroy())
  const stop = new AbortController()
  const newWorker = () => run('worker', workerTimeoutS)
  const bulkWorkers = Array.from({ length: workers }, newWorker)
  const expressWorker = newWorker()
  const workerProcesses = [...bulkWorkers, expressWorker]
  const deadLetter = run('deadLetter', workerTimeoutS)
  const shared = { sqs, retryPauseS, log, signal: stop.signal }
  const sources = [
    ...bulkWorkers.map((worker) => runEventSource(worker, { ...shared, queueUrl: emulators.queueUrl })),
    runEventSource(expressWorker, { ...shared, queueUrl: emulators.expressQueueUrl }),
    runEventSource(deadLetter, { ...shared, queueUrl: emulators.deadLetterQueueUrl }),
  ]
  started.defer(async () => {
    stop.abort()
    for (const process of [...workerProcesses, deadLetter]) process[Symbol.dispose]()
    await Promise.allSettled(sources)
  })

  const running = started.move()
  return {
    url: `http://${HOST}:${(front.address() as AddressInfo).port}`,
    environment: { ...emulators.environment, TABLE_NAME: emulators.tableName },
    async newKey(owner) {
      const dynamo = new DynamoDBClient(emulators.dynamo)
      try {
        return await dynamoTable(dynamo, emulators.tableName).mintKey(owner, 'made at its start', Date.now())
      } finally {
        dynamo.destroy()
      }
    },
    apiPid: () => api.pid,
    workerPids: () => workerProcesses.map(({ pid }) => pid).filter((pid) => pid !== undefined),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** By its path in the stack, what stands here for each resource that functions are told of. */
function locally({ tableName, queueUrl, expressQueueUrl }: Emulators): Readonly<Record<string, string>> {
  return { Table: tableName, 'Queues/Bulk': queueUrl, 'Queues/Express': expressQueueUrl }
}
