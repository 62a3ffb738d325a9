import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/**
 * A process that submits one grid after the other, so many a second, whatever comes back: it takes a `Visit`, and at its end
 * it sends what it was answered. As little as possible is done for each request, because the service has the same
 * processors.
 */
export interface Visit {
  readonly port: number
  /** The stranger's own address, e.g. `127.0.0.9`. */
  readonly address: string
  readonly perS: number
  readonly seconds: number
  /** Whether each request has a key of its own, which looks like one; none has a key where not. */
  readonly hasKeys: boolean
}

/** The requests that were sent, and how many were answered with each status. */
export interface Visited {
  readonly sent: number
  readonly answers: Readonly<Record<string, number>>
}

const CONNECTIONS = 40
const TICK_MS = 5
const GRID = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
/** As long as a status line up to its status, less one. */
const TAIL = 'HTTP/1.1 200'.length - 1

process.once('message', async ({ port, address, perS, seconds, hasKeys }: Visit) => {
  const answers: Record<string, number> = {}
  let sent = 0
  const head = `POST /jobs HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: text/plain\r\ncontent-length: ${GRID.length}\r\n`
  const request = () => {
    const id = hasKeys ? randomBytes(8).toString('hex') : ''
    const key = hasKeys ? `authorization: Bearer sudoku_${id}_${randomBytes(32).toString('base64url')}\r\n` : ''
    return `${head}${key}\r\n${GRID}`
  }
  const sockets = Array.from({ length: CONNECTIONS }, () => opened())
  const beganAt = performance.now()
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - beganAt
    for (const due = Math.floor((Math.min(elapsedMs, seconds * 1000) / 1000) * perS); sent < due; sent++)
      sockets[sent % CONNECTIONS]?.write(request())
    if (elapsedMs < seconds * 1000) return
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
    process.send?.({ sent, answers } satisfies Visited, () => process.exit())
  }, TICK_MS)

  function opened(): Socket {
    const socket = connect({ port, host: '127.0.0.1', localAddress: address }).setNoDelay(true)
    let tail = ''
    socket.setEncoding('latin1').on('data', (text) => {
      const all = `${tail}${text}`
      for (const [, status = ''] of all.matchAll(/HTTP\/1\.1 (\d{3})/g)) answers[status] = (answers[status] ?? 0) + 1
      // What comes next may complete a status line, and no status is counted twice.
      tail = all.slice(-TAIL)
    })
    socket.on('error', () => {})
    return socket
  }
})
process.once('disconnect', () => process.exit())
