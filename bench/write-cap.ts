import { MAX_HELD_MS, retryPause } from '../functions/chunk-handler.ts'
import { WriteUnits } from '../infra/local/write-units.ts'
import { BULK_SHARE_OF_WRITES, MAX_ATTEMPTS, RETRY_PAUSE_S } from '../infra/settings/settings.ts'
import { PRICES } from '../infra/stack/cost.ts'
import { STAGES } from '../infra/stack/deployment.ts'
import { Random } from '../shared/random.ts'
import { bench, table, whole } from './measuring/bench.ts'

/** Bulk, and others' single grids meanwhile, on a table that takes so many write units a second. */
export interface CappedLoad {
  readonly unitsPerS: number
  /** Of them, those that large results may take; undefined where they take no turns. */
  readonly bulkPerS: number | undefined
  readonly workers: number
  readonly chunks: number
  /** Write units of a chunk's results, and of the item in which they are counted. */
  readonly chunkUnits: number
  readonly countUnits: number
  readonly solveMs: number
  /** One call to the table or the queue. */
  readonly callMs: number
  readonly gridsPerS: number
}

/** The SDK's client of DynamoDB tries a call so often; its pause after the first one that is throttled is at most so long. */
export const SDK_ATTEMPTS = 4
export const SDK_PAUSE_MS = 1_000
/** One by one: the request of its owner, what the owner has under way, the place in the list, and the job. */
const WRITES_OF_SUBMISSION = 4

/** Something that goes on in the model's time: it yields how many milliseconds it waits. */
type Process<Result = void> = Generator<number, Result>

interface Message {
  attempts: number
  /** Its results are in the table, and not counted yet. */
  isKept: boolean
}

/**
 * A model of the write cap. Like the handlers, a worker solves a chunk, asks for a turn, keeps the results and counts them,
 * and gives the chunk back where one of these fails. It is held against the real handlers in `test/faults/write-cap-model.test.ts`.
 */
export function underCap(load: CappedLoad, seed = 1) {
  const { chunks, callMs, bulkPerS = Number.POSITIVE_INFINITY } = load
  const random = new Random(seed, 0)
  const chance = () => random.next() / 2 ** 32
  /** Soonest last. */
  const due: { readonly at: number; readonly process: Process }[] = []
  let now = 0
  const units = new WriteUnits(load.unitsPerS, () => now)
  const waiting: Message[] = Array.from({ length: chunks }, () => ({ attempts: 0, isKept: false }))
  const seen = { deliveries: 0, failed: 0, heldMs: 0, endedAt: 0, grids: 0, gridsRefused: 0, slowestGridMs: 0 }
  let [left, restedAt, idle] = [chunks, 0, 0]

  for (let i = 0; i < load.workers; i++) start(worker())
  if (load.gridsPerS > 0) start(strangers())
  for (let next = due.pop(); next; next = due.pop()) {
    now = next.at
    const { done, value } = next.process.next()
    if (!done) start(next.process, value)
  }
  return { ...seen, refused: units.counts.refused, perChunk: seen.deliveries / chunks }

  function start(process: Process, delayMs = 0): void {
    const at = now + delayMs
    let [from, to] = [0, due.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (due[middle].at > at) from = middle + 1
      else to = middle
    }
    due.splice(from, 0, { at, process })
  }

  function* worker(): Process {
    for (;;) {
      yield callMs
      const message = waiting.pop()
      if (!message) break
      const startedAt = now
      seen.deliveries++
      message.attempts++
      const isDone = yield* handled(message, startedAt)
      seen.heldMs += now - startedAt
      if (!isDone && message.attempts < MAX_ATTEMPTS) start(comingAgain(message))
      else {
        if (!isDone) seen.failed++
        left--
        seen.endedAt = now
      }
    }
    idle++
  }

  function* handled(message: Message, startedAt: number): Process<boolean> {
    // Its job is read first.
    yield callMs
    if (!message.isKept) {
      yield load.solveMs
      if (load.bulkPerS !== undefined && !(yield* turn(startedAt))) return false
      if (!(yield* written(load.chunkUnits))) return false
      message.isKept = true
    }
    return yield* written(load.countUnits)
  }

  /** As `turnToWrite` in `shared/aws/owners.ts` has it. */
  function* turn(startedAt: number): Process<boolean> {
    if (!(yield* written(1))) return false
    if (restedAt > startedAt + MAX_HELD_MS) return false
    const begin = Math.max(now, restedAt)
    restedAt = begin + Math.ceil((load.chunkUnits * 1000) / bulkPerS)
    yield begin - now
    return true
  }

  function* comingAgain(message: Message): Process {
    yield retryPause(message.attempts, RETRY_PAUSE_S, chance()) * 1000
    waiting.push(message)
    if (idle > 0) start(worker())
    idle = Math.max(0, idle - 1)
  }

  /** A write with all of the SDK's tries. */
  function* written(size: number): Process<boolean> {
    for (let attempt = 0; attempt < SDK_ATTEMPTS; attempt++) {
      yield callMs + (attempt > 0 ? chance() * SDK_PAUSE_MS * 2 ** (attempt - 1) : 0)
      if (units.takeUnits(size)) return true
    }
    return false
  }

  function* strangers(): Process {
    while (left > 0) {
      yield 1000 / load.gridsPerS
      start(grid())
    }
  }

  function* grid(): Process {
    const submittedAt = now
    seen.grids++
    for (let i = 0; i < WRITES_OF_SUBMISSION; i++) {
      if (yield* written(1)) continue
      seen.gridsRefused++
      return
    }
    for (let attempt = 1; !(yield* written(1)); attempt++) yield retryPause(attempt, RETRY_PAUSE_S, chance()) * 1000
    seen.slowestGridMs = Math.max(seen.slowestGridMs, now - submittedAt)
  }
}

const MEMORY_GB = 1769 / 1024

/** `npm run bench -- write-cap`: four owners' millions on the table of `prod`, by that model. */
export const writeCap = bench({ owners: 4, millions: 25, perChunk: 13_889, grids: 50, solve: 160 }, (asked) => {
  const { bulkWorkers: workers, most } = STAGES.prod
  const puzzles = asked.owners * asked.millions * 1e6
  const chunks = Math.ceil(puzzles / asked.perChunk)
  const load = { unitsPerS: most.writes, workers, chunks, countUnits: 2, solveMs: asked.solve, callMs: 10 }
  const bulkPerS = BULK_SHARE_OF_WRITES * most.writes
  const rows = [
    ['250 KB, without turns', 250, undefined],
    ['250 KB, as it usually is', 250, bulkPerS],
    ['329 KB, the hardest known', 329, bulkPerS],
    ['381 KB, an item that is full', 381, bulkPerS],
  ] as const
  return {
    title: "The table's write cap",
    about: `A model (\`bench/write-cap.ts\`) of ${asked.owners} owners with ${asked.millions} million puzzles each, in ${chunks} chunks, ${workers} workers, ${most.writes} write units a second, and ${asked.grids} single grids a second of others.`,
    sections: [
      table(
        [
          'a chunk',
          'deliveries a chunk',
          'failed',
          'writes refused',
          'grids refused',
          'slowest grid',
          'minutes',
          'workers, US$ a million',
        ],
        rows.map(([name, chunkUnits, perS]) => {
          const of = underCap({ ...load, chunkUnits, bulkPerS: perS, gridsPerS: asked.grids })
          return [
            name,
            of.perChunk.toFixed(2),
            of.failed,
            whole(of.refused),
            `${((100 * of.gridsRefused) / of.grids).toFixed(1)}%`,
            `${(of.slowestGridMs / 1000).toFixed(2)} s`,
            (of.endedAt / 60_000).toFixed(1),
            ((of.heldMs / 1000) * MEMORY_GB * PRICES.gbSecond * (1e6 / puzzles)).toFixed(4),
          ]
        }),
      ),
    ],
  }
})
