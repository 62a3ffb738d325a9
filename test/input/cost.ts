import { expect } from 'vitest'

/** How many times as long the longer of two inputs is. */
const TIMES = 16
/** Below this, what is measured is more the collection of garbage than the reading. */
const LEAST_COST = 10_000

/** Expects that an input of some length, and one of more, are read in times that grow no faster than they do. */
export function expectToGrow<T>(inputOf: (length: number) => T, read: (input: T) => unknown, length: number): void {
  const [short, long] = [length, length * TIMES].map(inputOf)
  const cost = Math.max(LEAST_COST, ...[1, 2].map(() => costOf(() => read(short))))
  // Were it the square of the length, it would be 256 times as much.
  expect(costOf(() => read(long))).toBeLessThan(5 * TIMES * cost)
}

/** Processor time of a run, in microseconds. */
function costOf(run: () => void): number {
  const before = process.cpuUsage()
  run()
  return process.cpuUsage(before).user
}
