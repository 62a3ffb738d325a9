import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The date is the protocol's version. */
const BASE = '/2018-06-01/runtime/'
const HOST = '127.0.0.1'
const FUNCTION_ARN = 'arn:aws:lambda:us-east-1:000000000000:function:'

/**
 * Lambda's Runtime API for one process, over HTTP as there:
 *
 *     GET  invocation/next               held until there is an event
 *     POST invocation/{id}/response      what the handler made of it
 *     POST invocation/{id}/error         or why it could not
 *     POST init/error                    the handler could not even be loaded
 */
export interface RuntimeApi {
  /** Host and port, as AWS_LAMBDA_RUNTIME_API has them. */
  readonly address: string
  /** Hands an event to the process once it asks for one; one at a time. */
  invoke(event: unknown, timing: Timing): Promise<unknown>
  /** Fails the invocation that is under way, and whatever else might come. */
  close(error: Error): void
}

interface Timing {
  readonly timeoutS: number
  /** The process has the event: its handler was ready by now. */
  onTaken(): void
}

interface Invocation extends Timing {
  readonly id: string
  readonly event: unknown
  resolve(result: unknown): void
  reject(error: Error): void
}

export async function runtimeApi(functionName: string): Promise<RuntimeApi> {
  let invocation: Invocation | undefined
  let asking: ServerResponse | undefined
  let closed: Error | undefined

  const server = createServer(async (request, response) => {
    try {
      await answer(request, response)
    } catch {
      // Whoever asked is gone.
      response.destroy()
    }
  })
  server.listen(0, HOST)
  await once(server, 'listening')

  return {
    address: `${HOST}:${(server.address() as AddressInfo).port}`,
    invoke(event, timing) {
      if (closed) return Promise.reject(closed)
      return new Promise((resolve, reject) => {
        invocation = { id: crypto.randomUUID(), event, ...timing, resolve, reject }
        handOver()
      })
    },
    close(error) {
      closed = error
      settle((under) => under.reject(error))
      server.close()
      server.closeAllConnections()
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.startsWith(BASE) ? request.url.slice(BASE.length) : ''
    if (request.method === 'GET' && path === 'invocation/next') {
      asking = response
      return handOver()
    }
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    const [, id, kind] = /^invocation\/([^/]+)\/(response|error)$/.exec(path) ?? []
    const isAwaited = path === 'init/error' || (id !== undefined && id === invocation?.id)
    response.writeHead(isAwaited ? 202 : 400, { 'content-type': 'application/json' })
    response.end(isAwaited ? '{"status":"OK"}' : '{"errorType":"InvalidRequestID"}')
    if (!isAwaited) return
    settle((under) => (kind === 'response' ? under.resolve(JSON.parse(body)) : under.reject(errorOf(body))))
  }

  function handOver(): void {
    if (!invocation || !asking) return
    const { id, event, timeoutS, onTaken } = invocation
    asking.writeHead(200, {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': id,
      'lambda-runtime-deadline-ms': Date.now() + timeoutS * 1000,
      'lambda-runtime-invoked-function-arn': FUNCTION_ARN + functionName,
      'lambda-runtime-trace-id': traceId(),
    })
    asking.end(JSON.stringify(event))
    asking = undefined
    onTaken()
  }

  function settle(by: (invocation: Invocation) => void): void {
    const under = invocation
    invocation = undefined
    if (under) by(under)
  }
}

function errorOf(body: string): Error {
  const { errorType, errorMessage, trace = [] } = JSON.parse(body)
  return new Error(trace.length > 0 ? trace.join('\n') : `${errorType}: ${errorMessage}`)
}

/** As X-Ray names one that is not sampled. */
function traceId(): string {
  const random = crypto.randomUUID().replaceAll('-', '')
  return `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${random.slice(0, 24)};Sampled=0`
}
