import { type Faults, NO_FAULTS } from './faults.ts'
import { inWorld } from './outside.ts'
import { OWNER_HEADER, Service } from './service.ts'
import { World } from './world.ts'

/** Sixty-nine million backtracks: brute force gives it up long before. */
const PUZZLE = '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9'
/** A worker looks at the clock every 500 backtracks, so that with this many of them a slice has some three looks. */
const LOOK_MS = 500
const BACKTRACK_LIMIT = 700_000

/** A tenth of all sends done twice, a tenth of all messages delivered again though they are done. */
const TWICE: Faults = { ...NO_FAULTS, answerLost: 0.1, undeleted: 0.1 }

/**
 * How many messages one search of some 300 slices takes: undisturbed, and where a tenth of all calls and invocations lose
 * their answers.
 */
export async function messagesOfLongSearch(seed: number): Promise<readonly [undisturbed: number, disturbed: number]> {
  return [await messagesUnder(seed, NO_FAULTS), await messagesUnder(seed, TWICE)]
}

async function messagesUnder(seed: number, faults: Faults): Promise<number> {
  const world = new World(seed)
  // It is taken undisturbed, so that there is a search.
  const now: Faults = { ...NO_FAULTS }
  const service = new Service(world, now, LOOK_MS, 10_000)
  const body = JSON.stringify({ puzzles: [PUZZLE], strategy: 'brute-force', backtrackLimit: BACKTRACK_LIMIT })
  const headers = { 'content-type': 'application/json', [OWNER_HEADER]: 'Ann', 'idempotency-key': 'long' }
  let isTaken = false
  await inWorld(world, fetch, async () => {
    service.request('/jobs', { method: 'POST', headers, body }, (answer) => {
      isTaken = answer?.status === 202
      Object.assign(now, faults)
    })
    await world.run()
  })
  const part = await service.table.getPart('job-1', 1)
  if (!isTaken || part?.outcomes.aborted !== 1) throw new Error('the search did not come to its limit')
  return service.queues.sent
}
