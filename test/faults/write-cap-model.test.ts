import { expect, it } from 'vitest'
import { type CappedLoad, SDK_ATTEMPTS, SDK_PAUSE_MS, underCap } from '../../bench/write-cap.ts'
import { createApi } from '../../functions/api.ts'
import { createWorker } from '../../functions/worker.ts'
import { WriteUnits } from '../../infra/local/write-units.ts'
import { MAX_ATTEMPTS, RETRY_PAUSE_S, SLICE_MS } from '../../infra/settings/settings.ts'
import type { Items } from '../../shared/aws/items.ts'
import { tableOf } from '../../shared/aws/table.ts'
import type { ChunkMessage } from '../../shared/job/chunks/chunk.ts'
import { OWNER_LIMITS } from '../../shared/job/limits.ts'
import { Random } from '../../shared/random.ts'
import { GRID } from '../api/grids.ts'
import { eventOf, jobOf } from '../functions/emulated.ts'
import { inWorld } from '../simulation/outside.ts'
import { itemsOn, simulatedItems } from '../simulation/simulated-items.ts'
import { World } from '../simulation/world.ts'

/** Texts that are no puzzles, and that do not deflate: results as large as those of thousands of grids, in no time. */
const TEXTS_A_CHUNK = 6
const TEXT_LENGTH = 8_000

/** Items on a table that takes so much: calls take their time, and are tried as the SDK tries them. */
function cappedItems(world: World, items: Items, units: WriteUnits, callMs: number): Items {
  const write = async <T>(size: number, act: () => Promise<T>): Promise<T> => {
    for (let attempt = 0; attempt < SDK_ATTEMPTS; attempt++) {
      await world.pause(callMs + (attempt > 0 ? world.chance.fraction() * SDK_PAUSE_MS * 2 ** (attempt - 1) : 0))
      if (units.takeUnits(size)) return act()
    }
    throw Object.assign(new Error('throttled'), { $metadata: {} })
  }
  const read = async <T>(act: () => Promise<T>): Promise<T> => {
    await world.pause(callMs)
    return act()
  }
  const sizeOf = ({ packed }: Record<string, unknown>) => Math.ceil(((packed as Uint8Array)?.length ?? 1) / 1024)
  return {
    ...items,
    get: (key) => read(() => items.get(key)),
    queryFrom: (...of) => read(() => items.queryFrom(...of)),
    put: (item, ...on) => write(sizeOf(item), () => items.put(item, ...on)),
    update: (...of) => write(1, () => items.update(...of)),
    updateAndGet: (...of) => write(1, () => items.updateAndGet(...of)),
  }
}

/** The real handlers under a load, in a world of its own time. */
async function handlersUnder(load: CappedLoad, seed: number) {
  const world = new World(seed)
  const stored = itemsOn(simulatedItems())
  const random = new Random('texts', seed)
  const text = () => Array.from({ length: TEXT_LENGTH }, () => String.fromCharCode(48 + random.below(75))).join('')
  const [one] = await jobOf(tableOf(stored), Array.from({ length: TEXTS_A_CHUNK }, text), { perChunk: TEXTS_A_CHUNK })
  const bulk: { sent: ChunkMessage | typeof one; attempts: number }[] = []
  for (let i = 0; i < load.chunks; i++) {
    const [{ jobId }] = await jobOf(tableOf(stored), Array(TEXTS_A_CHUNK).fill(''), { perChunk: TEXTS_A_CHUNK })
    bulk.push({ sent: { ...one, jobId }, attempts: 0 })
  }
  const units = new WriteUnits(load.unitsPerS, () => world.clock())
  const table = tableOf(cappedItems(world, stored, units, load.callMs))
  const seen = { deliveries: 0, failed: 0, grids: 0, gridsRefused: 0, endedAt: 0 }
  const express: typeof bulk = []
  let left = load.chunks
  const now = () => world.clock()
  const begun = world.now
  const queue = { send: () => Promise.reject(new Error('nothing is left to be sent')) }
  /** Works on a message until it is done. @returns how often it was delivered */
  const workOn = async (queued: typeof bulk, isBulk: boolean) => {
    for (let message = queued.shift(); message; message = queued.shift()) {
      const { sent } = message
      message.attempts++
      if (isBulk) seen.deliveries++
      let pauseS = 0
      const giveBack = async (_: object, inS: number) => {
        pauseS = inS
      }
      const retries = { received: { giveBack }, firstPauseS: RETRY_PAUSE_S }
      const worker = createWorker({ table, queue, now, sliceMs: SLICE_MS, retries, bulkWritesPerS: load.bulkPerS })
      if (isBulk) await world.pause(load.callMs + load.solveMs)
      const { batchItemFailures } = await worker(eventOf([sent], message.attempts))
      const again = batchItemFailures.length > 0 && (!isBulk || message.attempts < MAX_ATTEMPTS) && message
      if (again) world.after(pauseS * 1000, () => take(queued, again, isBulk))
      else if (isBulk) {
        seen.failed += batchItemFailures.length
        left--
        seen.endedAt = world.now - begun
      }
    }
    if (isBulk) idle++
  }
  let idle = 0
  const take = (queued: typeof bulk, message: (typeof bulk)[number], isBulk: boolean) => {
    queued.push(message)
    if (isBulk && idle === 0) return
    if (isBulk) idle--
    world.start('worker', () => workOn(queued, isBulk))
  }
  const api = createApi({
    table,
    queue,
    expressQueue: {
      send: async (all) => {
        for (const sent of all) take(express, { sent, attempts: 0 }, false)
      },
    },
    now,
    newId: () => `grid-${seen.grids}`,
    ownerOf: async (request) => request.headers.get('x-owner') ?? undefined,
    limits: OWNER_LIMITS,
    files: { read: async () => undefined },
  })
  const grid = async () => {
    const headers = { prefer: 'wait=20', 'content-type': 'text/plain', 'x-owner': `owner-${seen.grids}` }
    const { status } = await api.request('/jobs', { method: 'POST', headers, body: GRID })
    if (status >= 500) seen.gridsRefused++
  }
  const strangers = async () => {
    while (left > 0) {
      await world.pause(1000 / load.gridsPerS)
      seen.grids++
      world.start('grid', grid)
    }
  }
  await inWorld(world, fetch, async () => {
    for (let i = 0; i < load.workers; i++) world.start('worker', () => workOn(bulk, true))
    world.start('strangers', strangers)
    await world.run()
  })
  return { ...seen, perChunk: seen.deliveries / load.chunks }
}

const LOAD = { chunks: 60, chunkUnits: 36, countUnits: 1, solveMs: 20, callMs: 10, gridsPerS: 2 }

it.each<[string, boolean, Omit<CappedLoad, keyof typeof LOAD>]>([
  ['with room for all workers', false, { unitsPerS: 200, bulkPerS: 160, workers: 12 }],
  ['with more workers than find a turn', true, { unitsPerS: 80, bulkPerS: 64, workers: 30 }],
  ['without turns', true, { unitsPerS: 80, bulkPerS: undefined, workers: 30 }],
])('%s, the model of the write cap has as many deliveries and refusals as the handlers', async (_, isAgain, of) => {
  const load = { ...LOAD, ...of }
  const [model, real] = [underCap(load), await handlersUnder(load, 1)]
  expect(real.perChunk > 1.2).toBe(isAgain)
  expect(real.grids).toBeGreaterThan(10)
  expect(Math.abs(model.perChunk / real.perChunk - 1)).toBeLessThan(0.15)
  expect(Math.abs(model.gridsRefused / model.grids - real.gridsRefused / real.grids)).toBeLessThan(0.1)
})
