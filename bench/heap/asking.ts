import { setTimeout as pause } from 'node:timers/promises'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { api } from '../../functions/lambda.ts'

/** Asks the API's handler in this process, and tells what its heap holds. */

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
const ROUNDS = 12
const REQUESTS = 4_000
const AT_ONCE = 20

async function ask(method: string, path: string, puzzles?: readonly string[]): Promise<string> {
  const http = { method, path, protocol: 'HTTP/1.1', sourceIp: '', userAgent: '' }
  const event = {
    rawPath: path,
    headers: { 'content-type': 'application/json' },
    ...(puzzles && { body: JSON.stringify({ puzzles }) }),
    requestContext: { http },
  }
  const { body = '' } = await api(event as unknown as APIGatewayProxyEventV2)
  return body
}

const { id } = JSON.parse(await ask('POST', '/jobs', [PUZZLE]))
/** One of twenty submits; of the others every fourth reads results. */
const request = (place: number) =>
  place === 0 ? ask('POST', '/jobs', [PUZZLE]) : ask('GET', place % 4 === 0 ? `/jobs/${id}/results` : `/jobs/${id}`)

for (let round = 1; round <= ROUNDS; round++) {
  for (let asked = 0; asked < REQUESTS; asked += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => request(place)))
  }
  // What is still being put away is no leak.
  await pause(300)
  globalThis.gc?.()
  console.log(`${round * REQUESTS} requests: ${(process.memoryUsage().heapUsed / 1e6).toFixed(2)} MB`)
}
process.exit()
