import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on this machine that answers as told, until it is disposed of. */
export interface Serving extends AsyncDisposable {
  readonly url: string
  readonly port: number
}

export async function serving(answer: RequestListener = () => {}): Promise<Serving> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Has another server answer what came in; headers that the answer has already take the place of that server's. */
export function passOn(asked: IncomingMessage, answered: ServerResponse, server: string): void {
  const { method, headers } = asked
  const passed = request(`${server}${asked.url}`, { method, headers: { ...headers, host: new URL(server).host } })
  passed.on('response', (from) => {
    answered.writeHead(from.statusCode ?? 500, { ...from.headers, ...answered.getHeaders() })
    from.pipe(answered)
  })
  passed.on('error', () => asked.socket.destroy())
  asked.pipe(passed)
}
