import { connect } from 'node:net'
import { expect, inject, it } from 'vitest'

const url = inject('serviceUrl')

/** The first line that comes back for some bytes; nothing where the connection is closed. */
function firstLine(sent: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let found = ''
    const socket = connect(Number(port), hostname, () => socket.write(sent, 'latin1'))
    socket.on('data', (piece) => (found += piece))
    socket.on('error', () => {})
    socket.on('close', () => resolve(found.split('\r\n')[0]))
  })
}

const HOST = 'host: localhost\r\nconnection: close\r\n'
it.each([
  ['no HTTP at all', '\0\x01\x02\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
  [
    'a host that is none',
    'GET /health HTTP/1.1\r\nhost: a b]:[\r\nconnection: close\r\n\r\n',
    'HTTP/1.1 403 Forbidden',
  ],
  ['another host', `GET http://elsewhere/health HTTP/1.1\r\n${HOST}\r\n`, 'HTTP/1.1 404 Not Found'],
  ['a path out of the root', `GET /../../health HTTP/1.1\r\n${HOST}\r\n`, 'HTTP/1.1 200 OK'],
  ['two slashes', `GET //health HTTP/1.1\r\n${HOST}\r\n`, 'HTTP/1.1 404 Not Found'],
  ['TRACE', `TRACE /jobs HTTP/1.1\r\n${HOST}\r\n`, 'HTTP/1.1 405 Method Not Allowed'],
  ['an asterisk', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 'HTTP/1.1 404 Not Found'],
])('%s is answered, or not taken', async (_, sent, first) => {
  expect(await firstLine(sent)).toBe(first)
})
