import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request and its answer. */
export interface Exchange {
  /** As AWS names it, e.g. `DynamoDB_20120810.PutItem`; undefined of requests that are not to AWS. */
  readonly action: string | undefined
  readonly serverUrl: string
  readonly asked: Buffer
  readonly answered: Buffer
  readonly status: number
  /** Milliseconds. */
  readonly beganAt: number
  readonly endedAt: number
}

/** What Node tells of every HTTP server in a process. */
interface Told {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly server: Server
}

/** Tells of each request to any HTTP server in this process once it has been answered; the servers notice nothing. */
export function onExchange(take: (exchange: Exchange) => void): void {
  const under = new WeakMap<ServerResponse, () => void>()
  subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as Told
    const beganAt = performance.now()
    const asked = copiesOf(request, 'push')
    const answered = [copiesOf(response, 'write'), copiesOf(response, 'end')]
    under.set(response, () =>
      take({
        action: request.headers['x-amz-target']?.toString(),
        serverUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        asked: Buffer.concat(asked),
        answered: Buffer.concat(answered.flat()),
        status: response.statusCode,
        beganAt,
        endedAt: performance.now(),
      }),
    )
  })
  subscribe('http.server.response.finish', (message) => under.get((message as Told).response)?.())
}

/** What a stream is given through one of its methods, from now on. */
function copiesOf<Name extends string>(stream: Record<Name, (...given: never[]) => unknown>, name: Name): Uint8Array[] {
  const copies: Uint8Array[] = []
  const original = stream[name] as (...given: unknown[]) => unknown
  const copying = (...given: unknown[]) => {
    const [piece] = given
    if (typeof piece === 'string' || piece instanceof Uint8Array) copies.push(Buffer.from(piece as string))
    return original.apply(stream, given)
  }
  Object.assign(stream, { [name]: copying })
  return copies
}
