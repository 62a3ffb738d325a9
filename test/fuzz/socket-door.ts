import { connect } from 'node:net'
import type { Answer } from '../api/described.ts'
import { type SentRequest, shown } from './requests.ts'

/** Requests over a socket, byte by byte as they are, where `fetch` would mend or refuse them. */

/** A service that has not answered by then hangs, however busy the machine is. */
const PATIENCE_MS = 60_000

/** The answer, or that the connection was closed without one. */
export async function sendRaw(
  url: string,
  request: SentRequest,
  jobs: Readonly<Record<string, string>>,
): Promise<Answer | 'closed'> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const pieces: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    socket.setTimeout(PATIENCE_MS, () => {
      socket.destroy()
      reject(new Error(`no answer within ${PATIENCE_MS} ms: ${shown(request)}`))
    })
    socket.on('data', (piece) => pieces.push(piece))
    // A connection that is reset is closed, too: there may be more of a body on its way than anybody reads.
    socket.on('error', () => resolve())
    socket.on('close', () => resolve())
  })
  socket.write(written(request, jobs))
  // A server waits for the rest of a body that is shorter than it should be, and cuts off who hangs up.
  if (isBroken(request)) socket.end()
  await ended
  const bytes = Buffer.concat(pieces)
  return bytes.length === 0 ? 'closed' : answerIn(bytes)
}

/** Whether a body may end anywhere but where its headers say. */
export function isBroken({ headers }: SentRequest): boolean {
  return headers.some(([name]) => name === 'content-length' || name === 'transfer-encoding')
}

function written(request: SentRequest, jobs: Readonly<Record<string, string>>): Buffer {
  const { method, path, query, headers, body } = request
  const target = path.replace(/@\w+/g, (job) => jobs[job] ?? job) + (query && `?${query}`)
  const lines = [
    `${method} ${target} HTTP/1.1`,
    // A service on this machine answers to its own names only.
    'host: localhost',
    // Nobody here has the time to wait.
    ...headers.flatMap(([name, value]) => (name === 'host' ? [] : `${name}: ${value.replace(/wait\s*=/gi, 'waits=')}`)),
    ...(body && !isBroken(request) ? [`content-length: ${body.length}`] : []),
    'connection: close',
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? new Uint8Array()])
}

function answerIn(bytes: Buffer): Answer {
  const end = bytes.indexOf('\r\n\r\n')
  const [first, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(':', 1)[0], line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = bytes.subarray(end + 4)
  const isChunked = headers.get('transfer-encoding') === 'chunked'
  return { status: Number(first.split(' ')[1]), headers, bytes: isChunked ? unchunked(body) : body }
}

function unchunked(body: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; ; ) {
    const end = body.indexOf('\r\n', at)
    const length = Number.parseInt(body.subarray(at, end).toString('latin1'), 16)
    if (!length) return Buffer.concat(pieces)
    pieces.push(body.subarray(end + 2, end + 2 + length))
    at = end + 2 + length + 2
  }
}
