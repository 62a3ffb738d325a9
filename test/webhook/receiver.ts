import { EventEmitter, once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Serving, serving } from '../client/serving.ts'

/** A request that came to a webhook. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Somebody who is told of jobs' ends. */
export interface Receiver extends Serving {
  readonly received: readonly Received[]
  /** Done once so many requests have come. */
  until(count: number): Promise<void>
}

/** How a receiver answers: with a status, by a redirect to an address, or not at all. */
export type Reply = number | { readonly location: string } | 'hang'

/** @param replies to its requests in their order; the last one to all that follow */
export async function receiver(...replies: readonly [Reply, ...Reply[]]): Promise<Receiver> {
  const received: Received[] = []
  const came = new EventEmitter()
  const server = await serving(async (request, response) => {
    const body = await text(request)
    received.push({ path: request.url ?? '', headers: request.headers, body })
    came.emit('request')
    const reply = replies[Math.min(received.length, replies.length) - 1]
    if (reply === 'hang') return
    if (typeof reply === 'number') response.writeHead(reply).end('thanks')
    else response.writeHead(302, { location: reply.location }).end()
  })
  return {
    ...server,
    received,
    async until(count) {
      while (received.length < count) await once(came, 'request')
    },
  }
}
