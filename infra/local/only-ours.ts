import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'

/**
 * Emulators take any credentials, and one of them tells browsers that any site may read what it answers. So the
 * credentials are new with every start, and whoever has others is refused before the emulator hears of it: pages of
 * other sites, and other people on this machine.
 */
export function newCredentials() {
  return { accessKeyId: `local${randomBytes(16).toString('hex')}`, secretAccessKey: randomBytes(16).toString('hex') }
}

/** Has a server answer only what was signed with some credentials, and nothing that a page asks. */
export function onlyFor({ accessKeyId }: { readonly accessKeyId: string }, server: Server): void {
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response) => {
    const { origin, authorization = '' } = request.headers
    if (origin === undefined && authorization.includes(` Credential=${accessKeyId}/`)) {
      for (const listener of listeners) Reflect.apply(listener, server, [request, response])
      return
    }
    request.resume()
    response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"Not for you"}')
  })
}
