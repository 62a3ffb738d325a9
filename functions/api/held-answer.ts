import { setTimeout as realPause } from 'node:timers/promises'
import type { Context } from 'hono'
import { MAX_WAIT_S } from '../../shared/job/limits.ts'
import { requestRateOf } from './admission.ts'
import type { ApiServices, OwnerEnv } from './services.ts'

/**
 * Two looks are a quarter of the time waited so far apart, so that what an answer comes late by is in proportion: 39
 * looks in 20 s where each takes 3 ms.
 */
const SHARE_OF_WAIT = 1 / 4
const SHORTEST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 1_000
/**
 * The read units that the looks of one held answer may take from the table: so many at once, and so many a second.
 * Then 20 s take 39 units where a look takes one, 80 where it takes 40, and a look of 250 comes at the end alone. What
 * they take counts towards the requests of their owner (`admission.ts`).
 */
const READ_UNITS_AT_ONCE = 24
const READ_UNITS_A_SECOND = 2
/** The read units a second of a client that polls without being held, if it pauses as it is told to. */
const READ_UNITS_A_SECOND_OF_POLLS = 20
/** A job's first second is held for nothing: most jobs of one grid end in it. */
const FREE_MS = 1_000
/** A held answer is paid for so long at a time: what that costs is lost where the answer comes before its end. */
const PLACE_MS = 5_000
/** So much of what its owner may send at once it takes at most. */
const SHARE_OF_PLACE = 1 / 4
/** What is to come in less than this is near, however short the wait. */
const NEAR_MS = 5_000
/** Clients that are not held pause for an eighth of what is left, so that what they learn comes late in proportion; within these bounds. */
const SHARE_OF_REST = 1 / 8
const SHORTEST_LEAVE_S = 5
const LONGEST_LEAVE_S = 30

/** Whether what somebody waits for is not to be expected while an answer is held. */
export function isFar(msLeft: number, waitMs = MAX_WAIT_S * 1000): boolean {
  return msLeft > Math.max(waitMs, NEAR_MS)
}

/**
 * How long clients are told to pause before the next look, which will take about as much.
 *
 * @param msLeft in how many milliseconds it may show what they wait for, where they should not look before that; 0 otherwise
 */
export function pauseAfterLook(readUnits: number, msLeft: number): { 'retry-after': string } {
  const inProportion = Math.ceil((msLeft * SHARE_OF_REST) / 1000)
  const leave = msLeft > 0 ? Math.min(Math.max(inProportion, SHORTEST_LEAVE_S), LONGEST_LEAVE_S) : 1
  return { 'retry-after': String(Math.max(leave, Math.ceil(readUnits / READ_UNITS_A_SECOND_OF_POLLS))) }
}

interface Looks<T> {
  again(): Promise<T>
  willDo(seen: T): boolean
  /** When the job was made: milliseconds since 1970. */
  readonly createdAt: number
  /** Milliseconds, from now on. */
  readonly waitMs: number
}

/**
 * Holds an answer: looks until what is seen will do or the time is up, and answers with what was seen last. It is not held
 * where that is far away, nor for longer than there is a place for it: a held answer keeps an instance of the function to
 * itself, and 80 that are not held cost as much as one that is held for 20 s. What its looks take counts as the request's.
 *
 * @param first says in how many milliseconds it may do
 * @returns what was seen last, and whether it was waited for as long as was asked
 */
export async function waitFor<T extends { readonly msLeft: number; readonly readUnits: number }>(
  services: ApiServices,
  c: Pick<Context<OwnerEnv>, 'var'> & { set(name: 'readUnits', units: number): void },
  first: T,
  { again, willDo, createdAt, waitMs }: Looks<T>,
): Promise<{ readonly seen: T; readonly isHeld: boolean }> {
  const { table, heldPolls: most, now, elapsed = now, pause = realPause } = services
  const { owner, readUnits = 0 } = c.var
  const begunAt = elapsed()
  let seen = first
  let spent = 0
  let paidMs = Math.max(0, FREE_MS - Math.max(0, now() - createdAt))
  let isHeld = true
  for (let waited = 0; !willDo(seen) && waited < waitMs; waited = elapsed() - begunAt) {
    const inProportion = Math.min(Math.max(waited * SHARE_OF_WAIT, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)
    // The next look will take about as much as the last one.
    const affordable = ((spent + seen.readUnits - READ_UNITS_AT_ONCE) / READ_UNITS_A_SECOND) * 1000 - waited
    const pauseMs = Math.min(Math.max(inProportion, affordable), waitMs - waited)
    const unpaid = waited + pauseMs - paidMs
    if (unpaid > 0) {
      const rate = requestRateOf(services, owner)
      const share = rate ? Math.max(1, Math.floor(rate.atOnce * SHARE_OF_PLACE)) * 1000 : PLACE_MS
      const more = Math.max(unpaid, Math.min(PLACE_MS, share, waitMs - paidMs))
      const place = () => table.placeToHold(owner, now(), more, { rate, most })
      // What cannot be paid for at the moment is not held.
      isHeld = !isFar(seen.msLeft, waitMs) && (await place().catch(() => false))
      if (!isHeld) break
      paidMs += more
    }
    await pause(pauseMs)
    seen = await again()
    spent += seen.readUnits
  }
  c.set('readUnits', readUnits + spent)
  return { seen, isHeld }
}
