import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * Lambda's Runtime API for one process, over HTTP as there:
 *
 *     GET  invocation/next               asks for an event, and is held until there is one
 *     POST invocation/{id}/response      brings the handler's result
 *     POST invocation/{id}/error         brings the handler's error
 *     POST init/error                    says that the handler could not be loaded
 */
export interface RuntimeApi {
  /** Host and port, the value of AWS_LAMBDA_RUNTIME_API. */
  readonly address: string
  /** Hands an event to the process once it asks for one. There is one invocation at a time. */
  invoke(event: unknown, timing: Timing): Promise<unknown>
  /** Rejects the current invocation and all later ones. */
  close(error: Error): void
}

interface Timing {
  readonly timeoutS: number
  /** Called when the process has taken the event, which means that its handler is loaded. */
  onTaken(): void
}

interface Invocation extends Timing {
  readonly id: string
  readonly event: unknown
  resolve(result: unknown): void
  reject(error: Error): void
}

/** The date is the protocol's version. */
const BASE = '/2018-06-01/runtime/'
const HOST = '127.0.0.1'
const FUNCTION_ARN = 'arn:aws:lambda:us-east-1:000000000000:function:'

export async function runtimeApi(functionName: string): Promise<RuntimeApi> {
  let invocation: Invocation | undefined
  let heldPoll: ServerResponse | undefined
  let closed: Error | undefined

  const server = createServer(async (request, response) => {
    try {
      await respond(request, response)
    } catch {
      // The process that sent the request has gone.
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
      settle((current) => current.reject(error))
      server.close()
      server.closeAllConnections()
    },
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.startsWith(BASE) ? request.url.slice(BASE.length) : ''
    if (request.method === 'GET' && path === 'invocation/next') {
      heldPoll = response
      return handOver()
    }
    const body = await text(request)
    const [, id, kind] = /^invocation\/([^/]+)\/(response|error)$/.exec(path) ?? []
    const isCurrent = path === 'init/error' || (id !== undefined && id === invocation?.id)
    response.writeHead(isCurrent ? 202 : 400, { 'content-type': 'application/json' })
    response.end(isCurrent ? '{"status":"OK"}' : '{"errorType":"InvalidRequestID"}')
    if (!isCurrent) return
    settle((current) => (kind === 'response' ? current.resolve(JSON.parse(body)) : current.reject(errorOf(body))))
  }

  function handOver(): void {
    if (!invocation || !heldPoll) return
    const { id, event, timeoutS, onTaken } = invocation
    heldPoll.writeHead(200, {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': id,
      'lambda-runtime-deadline-ms': Date.now() + timeoutS * 1000,
      'lambda-runtime-invoked-function-arn': FUNCTION_ARN + functionName,
    })
    heldPoll.end(JSON.stringify(event))
    heldPoll = undefined
    onTaken()
  }

  function settle(how: (current: Invocation) => void): void {
    const current = invocation
    invocation = undefined
    if (current) how(current)
  }
}

function errorOf(body: string): Error {
  const { errorType, errorMessage, trace = [] } = JSON.parse(body)
  return new Error(trace.length > 0 ? trace.join('\n') : `${errorType}: ${errorMessage}`)
}
