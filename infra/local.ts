import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { SQSClient } from '@aws-sdk/client-sqs'
import { startEmulators } from './local/emulators.ts'
import { runEventSource } from './local/event-source.ts'
import { functionProcess } from './local/function-process.ts'
import { httpFront } from './local/http-front.ts'
import {
  API_TIMEOUT_S,
  type FunctionEnvironment,
  SLICE_MS,
  VISIBILITY_TIMEOUT_S,
  WORKER_TIMEOUT_S,
} from './settings.ts'

/** The service on this machine: the same handlers, each in a process of its own, behind emulated AWS. */
export interface LocalService extends AsyncDisposable {
  /** Where it answers, e.g. `http://127.0.0.1:3000`. */
  readonly url: string
  /** Process ids of the workers that run now. */
  workerPids(): number[]
}

export interface LocalOptions {
  /** 0 for any free one. */
  readonly port?: number
  readonly workers?: number
  readonly workerTimeoutS?: number
  readonly sliceMs?: number
}

const HOST = '127.0.0.1'

export async function startLocal({
  port = 0,
  workers = availableParallelism(),
  workerTimeoutS = WORKER_TIMEOUT_S,
  sliceMs = SLICE_MS,
}: LocalOptions = {}): Promise<LocalService> {
  // Whatever fails on the way, what was started before it is ended.
  await using started = new AsyncDisposableStack()
  const emulators = started.use(await startEmulators((workerTimeoutS / WORKER_TIMEOUT_S) * VISIBILITY_TIMEOUT_S))
  const environment = {
    ...emulators.environment,
    PATH: process.env.PATH ?? '',
    TABLE_NAME: emulators.tableName,
    QUEUE_URL: emulators.queueUrl,
    SLICE_MS: String(sliceMs),
    DOCS_FILES: new URL('../node_modules/swagger-ui-dist/', import.meta.url).href,
  } satisfies FunctionEnvironment & Record<string, string>

  const api = started.use(functionProcess('api', environment, API_TIMEOUT_S))
  const front = httpFront(api)
  front.listen(port, HOST)
  await once(front, 'listening')
  started.defer(() => {
    front.closeAllConnections()
    front.close()
  })

  const sqs = new SQSClient({
    region: 'us-east-1',
    endpoint: emulators.environment.AWS_ENDPOINT_URL_SQS,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  started.defer(() => sqs.destroy())
  const stop = new AbortController()
  const workerProcesses = Array.from({ length: workers }, () => functionProcess('worker', environment, workerTimeoutS))
  const deadLetter = functionProcess('deadLetter', environment, workerTimeoutS)
  const sources = [
    ...workerProcesses.map((worker) => runEventSource(sqs, emulators.queueUrl, worker, stop.signal)),
    runEventSource(sqs, emulators.deadLetterQueueUrl, deadLetter, stop.signal),
  ]
  started.defer(async () => {
    stop.abort()
    for (const process of [...workerProcesses, deadLetter]) process[Symbol.dispose]()
    await Promise.allSettled(sources)
  })

  const running = started.move()
  return {
    url: `http://${HOST}:${(front.address() as AddressInfo).port}`,
    workerPids: () => workerProcesses.map(({ pid }) => pid).filter((pid) => pid !== undefined),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
