import { setImmediate as turn } from 'node:timers/promises'

const MOST_ENTRIES = 100_000

/** How long each request takes from now on, as Node times them: to the last byte of its answer. */
export async function latencies(): Promise<() => Promise<string>> {
  performance.setResourceTimingBufferSize(MOST_ENTRIES)
  await entries()
  performance.clearResourceTimings()

  /** In milliseconds; polls that the service held are as long as it held them. */
  return async () => {
    const sorted = (await entries()).map(({ duration }) => duration).toSorted((a, b) => a - b)
    const [median = 0, most = 0] = [sorted[sorted.length >> 1], sorted.at(-1)]
    const [count, middle, end] = [
      `${sorted.length}`.padStart(3),
      median.toFixed().padStart(4),
      most.toFixed().padStart(5),
    ]
    return `requests ${count}  median ${middle} ms  slowest ${end} ms`
  }
}

/** Node writes them down a little after a body has been read. */
async function entries(): Promise<PerformanceEntryList> {
  await turn()
  return performance.getEntriesByType('resource')
}
