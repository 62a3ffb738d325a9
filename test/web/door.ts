import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { inject, onTestFinished } from 'vitest'

/**
 * What a door does with an address: it goes to one behind it, or answers with a status where that is not to be had. Headers
 * of the answer take the place of those from behind.
 */
type Doorman = (path: string, answer: ServerResponse) => string | number

/**
 * A door before the service that all tests share.
 *
 * @param textOf changes what is sent of a text
 */
export async function door(doorman: Doorman, textOf?: (text: string) => string): Promise<string> {
  const behind = inject('serviceUrl')
  const server = createServer((asked, answered) => {
    const to = doorman(asked.url ?? '', answered)
    if (typeof to === 'number') return answered.writeHead(to).end()
    const { method, headers } = asked
    // What was sent before may have been changed in another way.
    if (textOf) delete headers['if-none-match']
    const passed = request(`${behind}${to}`, { method, headers: { ...headers, host: new URL(behind).host } })
    passed.on('response', async (from) => {
      const { 'content-encoding': encoding, 'content-length': length, ...others } = from.headers
      answered.statusCode = from.statusCode ?? 500
      answered.setHeaders(new Map(Object.entries({ ...others, ...answered.getHeaders() }) as [string, string][]))
      if (textOf && /^text/.test(others['content-type'] ?? '')) {
        const body = await buffer(from)
        return answered.end(textOf(`${encoding === 'gzip' ? gunzipSync(body) : body}`))
      }
      if (encoding) answered.setHeader('content-encoding', encoding)
      if (length) answered.setHeader('content-length', length)
      from.pipe(answered)
    })
    passed.on('error', () => asked.socket.destroy())
    asked.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
