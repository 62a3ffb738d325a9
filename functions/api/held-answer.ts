import { setTimeout as pause } from 'node:timers/promises'

/**
 * Two looks are a quarter of the time waited so far apart, so that what an answer comes late by is in proportion: 39
 * looks in 20 s where each takes 3 ms.
 */
const SHARE_OF_WAIT = 1 / 4
const SHORTEST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 1_000
/**
 * What the looks of one held answer may take from the table, in read units: so many at once, and so many a second.
 * Then 20 s take 39 units where a look takes one, 240 where it takes 40, and a look of 250 comes at the end alone. An
 * owner holds 200 answers at most, as 100 requests in 10 s are let in: 2,500 units a second, of the 40,000 that a table
 * has by default.
 */
const UNITS_AT_ONCE = 8
const UNITS_A_SECOND = 10

interface Looks<T> {
  again(): Promise<T>
  willDo(seen: T): boolean
  /** What it took to see it, in read units. */
  unitsOf(seen: T): number
  /** Milliseconds since 1970. */
  readonly giveUpAt: number
  readonly now: () => number
}

/** Holds an answer: looks until what is seen will do or the time is up, and answers with what was seen last. */
export async function waitFor<T>(first: T, { again, willDo, unitsOf, giveUpAt, now }: Looks<T>): Promise<T> {
  const begunAt = now()
  let seen = first
  let spent = 0
  while (!willDo(seen) && now() < giveUpAt) {
    const waited = now() - begunAt
    const inProportion = Math.min(Math.max(waited * SHARE_OF_WAIT, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)
    // The next look will take about as much as the last one.
    const affordable = ((spent + unitsOf(seen) - UNITS_AT_ONCE) / UNITS_A_SECOND) * 1000 - waited
    await pause(Math.min(Math.max(inProportion, affordable), giveUpAt - now()))
    seen = await again()
    spent += unitsOf(seen)
  }
  return seen
}
