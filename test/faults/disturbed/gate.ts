import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The ways of a gate with connections, those that there are already too. */
export type Passage = 'open' | 'refusing' | 'resetting' | 'hanging'
/** The ways in which what lies behind it is away. */
export const AWAY = ['refusing', 'resetting', 'hanging'] as const satisfies readonly Passage[]

/** A TCP proxy before a server: the way to it can be cut, and what the server holds is still there afterwards. */
export interface Gate extends AsyncDisposable {
  readonly url: string
  set(passage: Passage): Promise<void>
}

interface Connection {
  readonly sides: readonly Socket[]
  /** A request that hung once never goes on: a connection whose other side has vanished does not come back. */
  isDead: boolean
}

const HOST = '127.0.0.1'

export async function gateBefore(serverUrl: string): Promise<Gate> {
  const { port } = new URL(serverUrl)
  const connections = new Set<Connection>()
  let passage: Passage = 'open'
  const server = createServer((near) => {
    if (passage === 'resetting') return void near.on('error', () => {}).resetAndDestroy()
    const far = connect(Number(port), HOST)
    const connection = { sides: [near, far], isDead: passage === 'hanging' }
    connections.add(connection)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      from.on('data', (data) => {
        if (!connection.isDead && !to.destroyed) to.write(data)
      })
      from.on('error', () => {})
      from.on('close', () => {
        if (!connection.isDead) to.destroy()
        if (near.destroyed && far.destroyed) connections.delete(connection)
      })
    }
  })
  await listen(0)
  const own = (server.address() as AddressInfo).port

  async function listen(at: number): Promise<void> {
    server.listen(at, HOST)
    await once(server, 'listening')
  }
  function reset(): void {
    for (const { sides } of connections) for (const side of sides) side.resetAndDestroy()
  }
  return {
    url: `http://${HOST}:${own}`,
    async set(to) {
      if (passage === 'refusing' && to !== 'refusing') await listen(own)
      if (to === 'refusing' && passage !== 'refusing') server.close()
      passage = to
      if (to === 'refusing' || to === 'resetting') reset()
      if (to === 'hanging') for (const connection of connections) connection.isDead = true
    },
    async [Symbol.asyncDispose]() {
      reset()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}
