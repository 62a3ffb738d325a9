import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { serving } from '../client/serving.ts'

/** A request on its way to the service, and an answer on its way back; both may be changed. */
interface Passing {
  readonly method: string
  readonly path: string
  readonly headers: Headers
}
export interface Answered {
  status: number
  headers: Headers
  body: string
}
export interface Tampering {
  readonly request?: (request: Passing) => void
  /** The answer where a request is not to pass; undefined where it is. */
  readonly refusal?: (request: Passing) => Answered | undefined
  readonly answer?: (answer: Answered, request: Passing) => void
}

/** A service that is a little wrong: between a right one and who asks it. */
export async function tampered(
  url: string,
  { request: change = () => {}, refusal = () => undefined, answer = () => {} }: Tampering,
) {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url: path = '/' } = request
    const passing = { method, path, headers: new Headers(request.headers as Record<string, string>) }
    const body = await buffer(request)
    change(passing)
    const refused = refusal(passing)
    if (refused) return response.writeHead(refused.status, Object.fromEntries(refused.headers)).end(refused.body)
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) passing.headers.delete(name)
    // Answered in plain, so that it can be changed.
    passing.headers.set('accept-encoding', 'identity')
    const init = { method, headers: passing.headers, ...(body.length > 0 && { body }) }
    const answered = await fetch(new URL(path, url), init)
    // As Latin-1, every byte is a character and comes out as it was.
    const passed = {
      status: answered.status,
      headers: new Headers(answered.headers),
      body: Buffer.from(await answered.arrayBuffer()).toString('latin1'),
    }
    answer(passed, passing)
    for (const name of ['content-length', 'content-encoding', 'transfer-encoding', 'connection']) {
      passed.headers.delete(name)
    }
    response.writeHead(passed.status, Object.fromEntries(passed.headers)).end(Buffer.from(passed.body, 'latin1'))
  }
  // The client may be gone, and its request with it.
  return serving((request, response) => pass(request, response).catch(() => response.destroy()))
}
