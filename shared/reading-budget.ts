/**
 * What reading costs. All that reads what somebody sent takes its work off one budget, in units of some 10 ns on a
 * machine of 2026, which are counted and not measured: the same text is read or refused on every machine.
 */
export class TooComplex extends Error {}

/** Reading is synchronous, so that one reading at a time takes from it; without a budget it may take any. */
let left = Number.POSITIVE_INFINITY

/** @throws TooComplex where the budget is used up */
export function spend(units: number): void {
  left -= units
  if (left < 0) throw new TooComplex('reading this takes too much work')
}

/**
 * The work that reading a body may take. The killers that people set take up to 45 units a byte as links; what takes
 * more all along is refused, and so is what would take two seconds, as two megabytes of killers in arrows do.
 */
export function mostWork(bytes: number): number {
  return Math.min(MOST_WORK, LEAST_WORK + 60 * bytes)
}
const LEAST_WORK = 1_000_000
const MOST_WORK = 130_000_000

/** Reads with so much work. @throws TooComplex */
export function withinWork<T>(units: number, read: () => T): T {
  const before = left
  left = units
  try {
    return read()
  } finally {
    left = before
  }
}
