import { keyIn } from '../../functions/api/admission.ts'
import type { ApiServices } from '../../functions/api/services.ts'
import { createApi } from '../../functions/api.ts'
import type { Items } from '../../shared/aws/items.ts'
import { tableOf } from '../../shared/aws/table.ts'
import { createClient } from '../../shared/client/client.ts'
import { type Job, newPart } from '../../shared/job/job.ts'
import { OWNER_LIMITS } from '../../shared/job/limits.ts'
import { inWorld } from './outside.ts'
import { itemsOn, type SimulatedItems, simulatedItems } from './simulated-items.ts'
import { type Task, World } from './world.ts'

/**
 * A model of many who watch jobs at once: the client and the API are the real ones, each instance of the API with a memory
 * of its own, and answers one request at a time, as on Lambda. The table is simulated, workers are only what they would
 * write, and no gateway turns anybody away.
 */
interface Watched {
  readonly watchers: number
  /** The share of the jobs that end while they are watched, at any moment; the others take from ten minutes to ten hours. */
  readonly ending: number
  readonly minutes: number
}

/** Watchers of one owner; and all of them to one place for an answer that is held, as 5,000 would be to the 300 of `prod`. */
const [OF_ONE_OWNER, TO_ONE_PLACE] = [50, 5_000 / 300]

/** What watching took, by watcher and minute where not said otherwise. */
interface Watching {
  readonly requests: number
  readonly refused: number
  readonly instanceSeconds: number
  readonly reads: number
  readonly writes: number
  /** The most instances that were busy at once, and the most of one owner that were busy for over a second. */
  readonly mostInstances: number
  readonly mostHeldOfOwner: number
  /** Jobs that ended, those of them whose watcher has seen it, and by how many seconds the last came late. */
  readonly ended: number
  readonly seen: number
  readonly latestS: number
  /**
   * The most by which a watcher came later than the pause that it was told, with an eighth more by chance, in seconds. One
   * that was refused then comes when its client tries again, and does not count.
   */
  readonly overdueS: number
}

const MINUTE = 60_000
/** Within so long all begin to watch; no job ends before that. */
const BEGIN_MS = 11_000
/** The processor's time of a poll on the 0.29 of one that the API has. */
const BUSY_MS = 15
/** A request's way to an instance, and a call's to the table, there and back. */
const [NETWORK_MS, TABLE_MS] = [20, 5]
/** The chunks of a job, each counted when it is done. */
const CHUNKS = 100
const OPTIONS = { strategy: 'bit-parallel', rules: 'classic', solutions: 2, backtrackLimit: 1 } as const

export async function watched(of: Watched, seed: number): Promise<Watching> {
  const world = new World(seed, false, Number.POSITIVE_INFINITY)
  const stored = simulatedItems()
  const calls = { reads: 0, writes: 0 }
  const makeTable = () => tableOf(itemsFrom(world, stored, calls))
  const service = new Instances(world, makeTable, Math.ceil(of.watchers / TO_ONE_PLACE))
  const watchers = await jobsOf(world, stored, of)
  const until = world.now + of.minutes * MINUTE
  await inWorld(world, service.fetch, async () => {
    for (const watcher of watchers)
      world.start('watcher', () => watch(world, watcher), {}, world.chance.below(BEGIN_MS - 1_000))
    world.after(of.minutes * MINUTE, () => service.stop())
    await world.run()
  })
  const ended = watchers.filter(({ endsAt }) => endsAt < until - 40_000)
  const seen = ended.filter(({ seenAt }) => seenAt !== undefined)
  const late = seen.map(({ endsAt, seenAt = endsAt, toldMs }) => ({ ms: seenAt - endsAt, toldMs }))
  const overdue = late.map(({ ms, toldMs }) => (toldMs === undefined ? 0 : ms - toldMs * (9 / 8)))
  const each = (count: number) => count / (of.watchers * of.minutes)
  return {
    requests: each(service.requests),
    refused: each(service.refused),
    instanceSeconds: each(service.busyMs / 1000),
    reads: each(calls.reads),
    writes: each(calls.writes),
    mostInstances: service.most,
    mostHeldOfOwner: service.mostHeldOfOwner,
    ended: ended.length,
    seen: seen.length,
    latestS: Math.max(...late.map(({ ms }) => ms)) / 1000,
    overdueS: Math.max(...overdue) / 1000,
  }
}

/** A job, who watches it, and what they have seen. */
interface Watcher {
  readonly id: string
  readonly key: string
  readonly endsAt: number
  seenAt?: number
  /** The pause that was asked for last; undefined since the watcher was refused, until it sees the end. */
  toldMs: number | undefined
}

async function watch(world: World, watcher: Watcher): Promise<void> {
  const client = createClient({
    url: 'http://service',
    key: watcher.key,
    isPatient: true,
    fetch: async (address, init) => {
      const response = await fetch(address, init)
      const told = response.headers.get('retry-after')
      // The answer that shows the end tells no pause, so that what was told before it stays.
      if (response.status === 429) watcher.toldMs = undefined
      else if (told !== null) watcher.toldMs = response.headers.has('preference-applied') ? 0 : Number(told) * 1000
      return response
    },
  })
  for await (const { state } of client.watchJob(watcher.id)) if (state === 'completed') watcher.seenAt = world.now
}

/** Jobs that began some time ago, and what workers write of them from now on. */
async function jobsOf(world: World, stored: SimulatedItems, of: Watched): Promise<Watcher[]> {
  const { chance, now } = world
  const table = tableOf(itemsOn(stored))
  const owners = Array.from({ length: Math.ceil(of.watchers / OF_ONE_OWNER) }, (_, i) => `owner-${i}`)
  const keys = await Promise.all(owners.map((owner) => table.mintKey(owner, '', now)))
  const watchers: Watcher[] = []
  for (let i = 0; i < of.watchers; i++) {
    const isEnding = chance.is(of.ending)
    const leftMs = isEnding ? chance.between(BEGIN_MS, of.minutes * MINUTE) : 10 * MINUTE * 60 ** chance.fraction()
    // It has run for a tenth of its time, or for most of it.
    const createdAt = now - leftMs * 10 ** (2 * chance.fraction() - 1)
    const [id, endsAt, expiresAt] = [`job-${i}`, now + leftMs, Math.ceil(now / 1000) + 86_400]
    const job: Job = { id, owner: owners[i % owners.length], options: OPTIONS, createdAt, expiresAt, sealed: 1 }
    const part = {
      number: 1,
      total: 100 * CHUNKS,
      perChunk: 100,
      digest: '',
      format: 'json',
      state: 'accepted',
    } as const
    await table.putJob(job, newPart(part, createdAt))
    const paceMs = (endsAt - createdAt) / CHUNKS
    const count = (done: number, at: number) =>
      stored.update(
        { pk: `job#${id}`, sk: 'job' },
        {
          update: 'SET solved = :solved, updatedAt = :at, startedAt = :from',
          values: { ':solved': 100 * done, ':at': at, ':from': createdAt },
        },
      )
    const before = Math.floor((now - createdAt) / paceMs)
    if (before > 0) count(before, createdAt + before * paceMs)
    for (let done = before + 1; done <= CHUNKS; done++) {
      const at = createdAt + done * paceMs
      if (at < now + of.minutes * MINUTE) world.after(at - now, () => count(done, at))
    }
    watchers.push({ id, key: keys[i % keys.length], endsAt, toldMs: 0 })
  }
  return watchers
}

/** The instances of the API: a request takes one that is idle, or a new one. */
class Instances {
  requests = 0
  refused = 0
  busyMs = 0
  most = 0
  mostHeldOfOwner = 0
  readonly #world: World
  readonly #makeTable: () => ReturnType<typeof tableOf>
  readonly #heldPolls: number
  readonly #idle: ReturnType<typeof createApi>[] = []
  readonly #heldOf = new Map<string, number>()
  #busy = 0
  #isOver = false

  constructor(world: World, makeTable: () => ReturnType<typeof tableOf>, heldPolls: number) {
    this.#world = world
    this.#makeTable = makeTable
    this.#heldPolls = heldPolls
  }

  /** Requests are answered no more. */
  stop(): void {
    this.#isOver = true
  }

  readonly fetch: typeof fetch = async (address, init = {}) => {
    const world = this.#world
    const task = world.task as Task
    await world.pause(NETWORK_MS)
    // Nobody hears of it, and nothing more is left to happen.
    if (this.#isOver) return world.pause(0).then(() => new Promise<Response>(() => task.waiting++))
    const { pathname, search } = address as URL
    const response = await this.#answered(task, pathname + search, init)
    this.requests++
    if (response.status === 429) this.refused++
    return response
  }

  #answered(task: Task, path: string, init: RequestInit): Promise<Response> {
    const world = this.#world
    const begunAt = world.now
    const api = this.#idle.pop() ?? this.#newApi()
    this.most = Math.max(this.most, ++this.#busy)
    const owner = new Headers(init.headers).get('authorization') ?? ''
    const held = { isLong: false, isOver: false }
    world.after(1_100, () => {
      if (held.isOver) return
      held.isLong = true
      const count = (this.#heldOf.get(owner) ?? 0) + 1
      this.#heldOf.set(owner, count)
      this.mostHeldOfOwner = Math.max(this.mostHeldOfOwner, count)
    })
    task.waiting++
    const { promise, resolve } = Promise.withResolvers<Response>()
    const work = async () => {
      await world.pause(BUSY_MS)
      return api.request(path, init)
    }
    world.start('api', work, {
      ended: (outcome) => {
        if (!('value' in outcome)) throw outcome.error
        this.busyMs += world.now - begunAt
        this.#busy--
        held.isOver = true
        if (held.isLong) this.#heldOf.set(owner, (this.#heldOf.get(owner) ?? 0) - 1)
        this.#idle.push(api)
        world.after(
          NETWORK_MS,
          () => {
            task.waiting--
            resolve(outcome.value)
          },
          task,
        )
      },
    })
    return promise
  }

  #newApi(): ReturnType<typeof createApi> {
    const table = this.#makeTable()
    const services: Partial<ApiServices> = {
      table,
      now: () => this.#world.now,
      limits: OWNER_LIMITS,
      heldPolls: this.#heldPolls,
      ownerOf: (request) => table.holderOf(keyIn(request) ?? '', this.#world.now),
      lastOwnerOf: (request) => table.lastHolderOf(keyIn(request) ?? ''),
    }
    return createApi(services as ApiServices)
  }
}

/** A table at some distance, whose calls are counted. */
function itemsFrom(world: World, stored: SimulatedItems, calls: { reads: number; writes: number }): Items {
  const items = itemsOn(stored)
  return new Proxy(items, {
    get:
      (_, name: keyof Items) =>
      async (...of: never[]) => {
        await world.pause(TABLE_MS)
        calls[/^(put|update|updateAndGet|remove)$/.test(name) ? 'writes' : 'reads']++
        return (items[name] as (...of: never[]) => Promise<unknown>)(...of)
      },
  })
}
