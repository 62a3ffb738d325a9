import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { FunctionEnvironment } from '../infra/settings/settings.ts'

/**
 * Whether the API's handler keeps anything of the requests that it has answered: 48,000 polls, pages of results and
 * submissions in a process that does nothing else, its heap after a collection of garbage every 4,000.
 *
 *     npm run bench -- heap
 */

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
const ROUNDS = 12
const REQUESTS = 4_000
const AT_ONCE = 20

/** This file starts itself again for the process that holds the handler and nothing else. */
if (process.argv[2] === 'handler') await measureHandler()
else process.exitCode = await serveTables()

/** Holds the emulated table and queues, whose memory is not to count. */
async function serveTables(): Promise<number> {
  const { startEmulators } = await import('../infra/local/emulators.ts')
  await using emulators = await startEmulators()
  const environment = {
    TABLE_NAME: emulators.tableName,
    QUEUE_URL: emulators.queueUrl,
    EVENT_QUEUE_URL: emulators.eventQueueUrl,
    EVENT_BUS: '',
    WEBHOOKS: 'off',
    EVENT_PAUSE_S: '5',
    EXPRESS_QUEUE_URL: emulators.expressQueueUrl,
    RETRY_PAUSE_S: '1',
    SLICE_MS: '2000',
    AUTH: 'open',
    CORS_ORIGINS: '',
    LOG_LEVEL: 'WARN',
    METRICS_NAMESPACE: '',
    FILES: './none/',
  } satisfies FunctionEnvironment
  const handler = spawn(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url), 'handler'], {
    env: { PATH: process.env.PATH, ...emulators.environment, ...environment },
    stdio: 'inherit',
  })
  const [code] = await once(handler, 'exit')
  return code
}

async function measureHandler(): Promise<never> {
  const { api } = await import('../functions/lambda/api.ts')
  const request = async (method: string, path: string, puzzles?: readonly string[]): Promise<string> => {
    const http = { method, path, protocol: 'HTTP/1.1', sourceIp: '', userAgent: '' }
    const event = {
      rawPath: path,
      headers: { 'content-type': 'application/json' },
      ...(puzzles && { body: JSON.stringify({ puzzles }) }),
      requestContext: { http },
    }
    const answer = await api(event as unknown as APIGatewayProxyEventV2)
    const { body = '' } = answer as APIGatewayProxyStructuredResultV2
    return body
  }
  const { id } = JSON.parse(await request('POST', '/jobs', [PUZZLE]))
  /** Of twenty requests one submits; every fourth of the others reads results, and the rest poll. */
  const nth = (place: number) =>
    place === 0
      ? request('POST', '/jobs', [PUZZLE])
      : request('GET', place % 4 === 0 ? `/jobs/${id}/results` : `/jobs/${id}`)

  for (let round = 1; round <= ROUNDS; round++) {
    for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => nth(place)))
    }
    // What is still being put away is no leak.
    await pause(300)
    globalThis.gc?.()
    console.log(`${round * REQUESTS} requests: ${(process.memoryUsage().heapUsed / 1e6).toFixed(2)} MB`)
  }
  process.exit()
}
