import type { ApiServices } from '../../functions/api/services.ts'
import { createApi } from '../../functions/api.ts'
import { createDeadLetter } from '../../functions/dead-letter.ts'
import { createWorker } from '../../functions/worker.ts'
import type { Items } from '../../shared/aws/items.ts'
import { emulated, eventOf } from '../functions/emulated.ts'

/** The API on emulators of its own, at a time and for an owner that tests choose. */
export interface ApiOnEmulators extends AsyncDisposable {
  /** Milliseconds since 1970. */
  now: number
  readonly table: ApiServices['table']
  /** All that is in the table, as it is. */
  readonly items: Items
  /** The read units of a piece of work. */
  readUnitsOf(work: () => Promise<unknown>): Promise<number>
  /** @param init with an owner, who is `one` where none is named; `nobody` is a stranger */
  request(path: string, init?: RequestInit & { owner?: string }): Promise<Response>
  /** Has a worker do all that is in the queue. */
  work(): Promise<void>
  /** Has all that is in the queue run out of attempts. */
  fail(): Promise<void>
}

export async function apiOnEmulators(
  more: Partial<Pick<ApiServices, 'limits' | 'origins' | 'queue' | 'now' | 'elapsed'>> = {},
): Promise<ApiOnEmulators> {
  const emulators = await emulated()
  const { table, items, as } = emulators
  const now = () => running.now
  const app: ReturnType<typeof createApi> = createApi({
    ...as.api,
    expressQueue: more.queue ?? as.api.queue,
    now,
    newId: () => crypto.randomUUID(),
    ownerOf: async (request) => {
      const owner = request.headers.get('x-owner') ?? 'one'
      return owner === 'nobody' ? undefined : owner
    },
    files: { read: async () => undefined },
    ...more,
  })
  const worker = createWorker({ ...as.worker, now, sliceMs: 1000 })
  const deadLetter = createDeadLetter({ ...as.deadLetter, now })
  const running: ApiOnEmulators = {
    now: Date.now(),
    table,
    items,
    async readUnitsOf(work) {
      const before = emulators.readUnits()
      await work()
      return emulators.readUnits() - before
    },
    request: async (path, { owner = 'one', headers, ...init } = {}) =>
      app.request(path, { ...init, headers: { ...headers, 'x-owner': owner } }),
    async work() {
      for (const chunk of await emulators.received()) await worker(eventOf([chunk]))
    },
    async fail() {
      for (const chunk of await emulators.received()) await deadLetter(eventOf([chunk]))
    },
    [Symbol.asyncDispose]: () => emulators[Symbol.asyncDispose](),
  }
  return running
}

export const json = (value: unknown, headers: Record<string, string> = {}) => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})
