import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request that came to a webhook. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Somebody who is told of jobs' ends. */
export interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly received: readonly Received[]
  /** Done once so many requests have come. */
  until(count: number): Promise<void>
}

/** How a receiver answers: with a status, by a redirect to an address, or not at all. */
export type Reply = number | { readonly location: string } | 'hang'

/** @param replies to its requests in their order; the last one to all that follow */
export async function receiver(...replies: readonly [Reply, ...Reply[]]): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    received.push({ path: request.url ?? '', headers: request.headers, body })
    server.emit('received')
    const reply = replies[Math.min(received.length, replies.length) - 1]
    if (reply === 'hang') return
    if (typeof reply === 'number') response.writeHead(reply).end('thanks')
    else response.writeHead(302, { location: reply.location }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async until(count) {
      while (received.length < count) await once(server, 'received')
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
