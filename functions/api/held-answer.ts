import { setTimeout as pause } from 'node:timers/promises'

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

/** How long clients are told to pause before the next look, which will take about as much. */
export function pauseAfterLook(readUnits: number): { 'retry-after': string } {
  return { 'retry-after': String(Math.max(1, Math.ceil(readUnits / READ_UNITS_A_SECOND_OF_POLLS))) }
}

interface Looks<T> {
  again(): Promise<T>
  willDo(seen: T): boolean
  /** The read units that it took to see it. */
  readUnitsOf(seen: T): number
  /** Told what the looks have taken together, without the first. */
  onTaken(readUnits: number): void
  /** Milliseconds, from now on. */
  readonly waitMs: number
  readonly elapsed: () => number
}

/** Holds an answer: looks until what is seen will do or the time is up, and answers with what was seen last. */
export async function waitFor<T>(
  first: T,
  { again, willDo, readUnitsOf, onTaken, waitMs, elapsed }: Looks<T>,
): Promise<T> {
  const begunAt = elapsed()
  let seen = first
  let spent = 0
  for (let waited = 0; !willDo(seen) && waited < waitMs; waited = elapsed() - begunAt) {
    const inProportion = Math.min(Math.max(waited * SHARE_OF_WAIT, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)
    // The next look will take about as much as the last one.
    const affordable = ((spent + readUnitsOf(seen) - READ_UNITS_AT_ONCE) / READ_UNITS_A_SECOND) * 1000 - waited
    await pause(Math.min(Math.max(inProportion, affordable), waitMs - waited))
    seen = await again()
    spent += readUnitsOf(seen)
  }
  onTaken(spent)
  return seen
}
