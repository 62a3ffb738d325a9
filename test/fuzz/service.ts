import { gzipSync } from 'node:zlib'
import { createApi } from '../../functions/api.ts'
import { createDeadLetter } from '../../functions/dead-letter.ts'
import { forHttpApi } from '../../functions/http-event.ts'
import { createWorker } from '../../functions/worker.ts'
import type { Queue } from '../../shared/aws/queue.ts'
import { tableOf } from '../../shared/aws/table.ts'
import { type ChunkMessage, chunkIn } from '../../shared/job/chunks/chunk.ts'
import { emulated, eventOf } from '../functions/emulated.ts'
import { itemsOn, simulatedItems } from '../simulation/simulated-items.ts'

/** The functions on an emulated table and a queue in memory, with a clock that runs from look to look. */
export interface Service extends AsyncDisposable {
  readonly handler: ReturnType<typeof forHttpApi>
  /** Milliseconds since 1970. */
  now: number
  /** Messages that nobody has taken yet. */
  readonly waiting: ChunkMessage[]
  /** Has a worker, or what closes dead letters, do the first of the messages. */
  work(most: number, by?: 'worker' | 'deadLetter'): Promise<void>
}

/** Every look at the clock takes so long: who waits for a change soon gives up. */
const TICK_MS = 5_000
/** SQS takes no more. */
const MAX_MESSAGE_BYTES = 1024 * 1024
const START = Date.parse('2030-01-01T00:00:00Z')
/** The header that says whose a request is. */
export const OWNER = 'x-owner'

/** @param on a table in memory, or the embedded DynamoDB, which takes ten times as long and refuses what only it knows */
export async function fuzzedService(on: 'memory' | 'emulator' = 'memory'): Promise<Service> {
  const emulators = on === 'emulator' ? await emulated() : undefined
  const table = emulators?.table ?? tableOf(itemsOn(simulatedItems()))
  const waiting: ChunkMessage[] = []
  const queue: Queue = {
    async send(messages) {
      for (const message of messages) {
        if (message.body.length + message.puzzles.length > MAX_MESSAGE_BYTES)
          throw new Error('SQS takes no such message')
        waiting.push(message)
      }
    },
  }
  let ids = 0
  const now = () => {
    service.now += TICK_MS
    return service.now
  }
  const files = new Map(
    Object.entries({ 'index.html': '<!doctype html>', 'docs.html': '<!doctype html>', 'openapi.json': '{}' }).map(
      ([name, text]) => [`${name}.gz`, new Uint8Array(gzipSync(text))],
    ),
  )
  const api = createApi({
    table,
    queue,
    expressQueue: queue,
    now,
    newId: () => `job-${++ids}`,
    ownerOf: async (request) => request.headers.get(OWNER) ?? 'one',
    files: { read: async (name) => files.get(name) },
  })
  const functions = {
    worker: createWorker({ table, queue, now: Date.now, sliceMs: 20 }),
    deadLetter: createDeadLetter({ table, queue, now: Date.now }),
  }
  const service: Service = {
    handler: forHttpApi(api),
    now: START,
    waiting,
    async work(most, by = 'worker') {
      const taken = waiting.splice(0, most)
      for (const message of taken) {
        const { batchItemFailures } = await functions[by](eventOf([chunkIn(message)]))
        if (batchItemFailures.length > 0) throw new Error(`the ${by} failed: ${message.body}`)
      }
    },
    [Symbol.asyncDispose]: async () => emulators?.[Symbol.asyncDispose](),
  }
  return service
}
