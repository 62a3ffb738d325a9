/** Processor time of a run, in microseconds. */
export function costOf(run: () => void): number {
  const before = process.cpuUsage()
  run()
  return process.cpuUsage(before).user
}

/** How many times as long the longer of two inputs is. */
export const TIMES = 16
/** Below this, what is measured is more the collection of garbage than the reading. */
export const LEAST_COST = 10_000
