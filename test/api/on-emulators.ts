import { afterAll, beforeAll, expect } from 'vitest'
import type { ApiServices } from '../../functions/api/services.ts'
import { createDeadLetter } from '../../functions/dead-letter.ts'
import { createWorker } from '../../functions/worker.ts'
import type { Items } from '../../shared/aws/items.ts'
import { newPart } from '../../shared/job/job.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { emulated, eventOf } from '../functions/emulated.ts'
import { type Asked, asDescribed } from './ask.ts'
import { GRID } from './grids.ts'

/** The API on emulators of its own, at a time and for an owner that tests choose. */
export interface ApiOnEmulators extends AsyncDisposable {
  /** Milliseconds since 1970. */
  now: number
  /** Whose requests these are, where a request does not say; `nobody` is a stranger. */
  owner: string
  readonly table: ApiServices['table']
  /** All that is in the table, as it is. */
  readonly items: Items
  /** The read units of a piece of work. */
  readUnitsOf(work: () => Promise<unknown>): Promise<number>
  request(path: string, init?: RequestInit & { owner?: string }): Promise<Response>
  /** Sends JSON, if there is any to send, and reads what is answered. */
  ask<T = JobView>(method: string, path: string, body?: object, init?: Init): Promise<Asked<T>>
  /** Opens a job, and puts as many parts of some puzzles into it. */
  opened(parts?: number, puzzles?: readonly string[]): Promise<string>
  /** Opens a job with parts as large as they get, which have begun: 2,000 chunks each. */
  openedLarge(parts: number): Promise<string>
  /** Has a worker do all that is in the queue. */
  work(): Promise<void>
  /** Has all that is in the queue run out of attempts. */
  fail(): Promise<void>
}

interface Init {
  readonly owner?: string
  readonly headers?: Record<string, string>
}
type More = Partial<Pick<ApiServices, 'limits' | 'heldPolls' | 'origins' | 'queue' | 'now' | 'elapsed' | 'pause'>>

/** One that all tests of a file share. */
export function apiForAll(more: More = {}): ApiOnEmulators {
  const api = {} as ApiOnEmulators
  beforeAll(async () => void (await apiOnEmulators(more, api)))
  afterAll(() => api[Symbol.asyncDispose]())
  return api
}

export async function apiOnEmulators(more: More = {}, running = {} as ApiOnEmulators): Promise<ApiOnEmulators> {
  const emulators = await emulated()
  const { table, items, as } = emulators
  const now = () => running.now
  const app = emulators.api({
    ...as.api,
    expressQueue: more.queue ?? as.api.queue,
    now,
    ownerOf: async (request) => {
      const owner = request.headers.get('x-owner') ?? ''
      return owner === 'nobody' ? undefined : owner
    },
    ...more,
  })
  const worker = createWorker({ ...as.worker, now, sliceMs: 1000 })
  const deadLetter = createDeadLetter({ ...as.deadLetter, now })
  return Object.assign(running, {
    now: Date.now(),
    owner: 'one',
    table,
    items,
    async readUnitsOf(work) {
      const before = emulators.readUnits()
      await work()
      return emulators.readUnits() - before
    },
    request: async (path, { owner = running.owner, headers, ...init } = {}) =>
      app.request(path, { ...init, headers: { ...headers, 'x-owner': owner } }),
    async ask(method, path, body, { headers = {}, ...init } = {}) {
      const sent = { method, ...init, ...(body ? json(body, headers) : { headers }) }
      return asDescribed(await running.request(path, sent), path, method)
    },
    async opened(parts = 0, puzzles = [GRID]) {
      const { id } = (await running.ask('POST', '/jobs', { open: true })).body
      const put = (_: unknown, i: number) => running.ask('PUT', `/jobs/${id}/parts/${i + 1}`, { puzzles })
      const answers = await Promise.all(Array.from({ length: parts }, put))
      expect(answers.map(({ status }) => status)).toEqual(Array(parts).fill(201))
      return id
    },
    async openedLarge(parts) {
      const id = await running.opened()
      const record = await table.getJob(id)
      const done = new Map(Array.from({ length: 2_000 }, (_, chunk) => [chunk, 9]))
      const of = { total: 20_000, perChunk: 10, digest: '', format: 'json', state: 'accepted' } as const
      for (let number = 1; record && number <= parts; number++)
        await table.putPart(record.job, { ...newPart({ ...of, number }, running.now), done })
      return id
    },
    async work() {
      for (const chunk of await emulators.received()) await worker(eventOf([chunk]))
    },
    async fail() {
      for (const chunk of await emulators.received()) await deadLetter(eventOf([chunk]))
    },
    [Symbol.asyncDispose]: () => emulators[Symbol.asyncDispose](),
  } satisfies ApiOnEmulators)
}

export const json = (value: unknown, headers: Record<string, string> = {}) => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})
