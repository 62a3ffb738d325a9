import { NO_OUTCOMES, OUTCOME_COUNTERS, type OutcomeCounter, type OutcomeCounts, type Status } from './result.ts'

/** What a set of results adds to its job's counts. */
export interface Tallied {
  readonly outcomes: OutcomeCounts
  /** Solutions that came with their puzzles and are none. */
  readonly mismatches: number
  readonly backtracks: Backtracks
}

/** The backtracks of the puzzles that were searched. */
export interface Backtracks {
  readonly sum: number
  readonly max: number
  /** How many puzzles took 0, 1, 2–3, 4–7, … backtracks: the place is the number's length in bits. */
  readonly histogram: readonly number[]
}

export const NO_BACKTRACKS: Backtracks = { sum: 0, max: 0, histogram: [] }

/** Counts results one by one. */
export class Tally implements Tallied {
  readonly outcomes: Record<OutcomeCounter, number> = { ...NO_OUTCOMES }
  readonly backtracks = { sum: 0, max: 0, histogram: [] as number[] }
  mismatches = 0

  /** @param backtracks null where nothing was searched */
  add(status: Status, backtracks: number | null): void {
    this.outcomes[OUTCOME_COUNTERS[status]]++
    if (backtracks === null) return
    this.backtracks.sum += backtracks
    if (backtracks > this.backtracks.max) this.backtracks.max = backtracks
    const { histogram } = this.backtracks
    const place = bitsOf(backtracks)
    while (histogram.length <= place) histogram.push(0)
    histogram[place]++
  }
}

/** The sum of several counts. */
export function sumOf(all: Iterable<Tallied>): Tallied {
  const sum = new Tally()
  for (const { outcomes, mismatches, backtracks } of all) {
    for (const counter of Object.keys(outcomes) as OutcomeCounter[]) sum.outcomes[counter] += outcomes[counter]
    sum.mismatches += mismatches
    sum.backtracks.sum += backtracks.sum
    sum.backtracks.max = Math.max(sum.backtracks.max, backtracks.max)
    backtracks.histogram.forEach((count, place) => {
      sum.backtracks.histogram[place] = (sum.backtracks.histogram[place] ?? 0) + count
    })
  }
  return sum
}

function bitsOf(count: number): number {
  return count < 2 ** 32 ? 32 - Math.clz32(count) : 64 - Math.clz32(count / 2 ** 32)
}
