import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Megabytes that a process holds at a moment. */
export interface Sample {
  /** Milliseconds since the start. */
  readonly at: number
  readonly rss: number
  /** What is in use on JavaScript's heap, and outside of it, after a collection of garbage. */
  readonly heap: number
}

const MB = 1024 * 1024
const LOOK_EVERY_MS = 20
const PATIENCE_MS = 10_000

/** Has a process with the heap probe collect its garbage and tell its memory. */
export async function sampleOf(pid: number, folder: string, at: number): Promise<Sample> {
  const file = join(folder, `${pid}.json`)
  // Before the collection: what the process holds by itself.
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
  process.kill(pid, 'SIGUSR2')
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    await pause(LOOK_EVERY_MS)
    const told = readWhole(file)
    if (!told) continue
    rmSync(file)
    return { at, rss: Number(kilobytes) / 1024, heap: (told.heapUsed + told.external) / MB }
  }
  throw new Error(`process ${pid} does not tell its memory`)
}

function readWhole(file: string): NodeJS.MemoryUsage | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Not there yet, or being written.
    return undefined
  }
}

/** The sample of each minute that has the least of something. */
export function leastOfEachMinute(samples: readonly Sample[], of: 'rss' | 'heap'): Sample[] {
  const byMinute = Map.groupBy(samples, ({ at }) => Math.floor(at / 60_000))
  return [...byMinute.values()].map((all) => all.reduce((least, sample) => (sample[of] < least[of] ? sample : least)))
}

/** The least-squares slope of samples, in megabytes an hour. */
export function slopeOf(samples: readonly Sample[], of: 'rss' | 'heap'): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const at = mean(samples.map((sample) => sample.at))
  const level = mean(samples.map((sample) => sample[of]))
  const covariance = mean(samples.map((sample) => (sample.at - at) * (sample[of] - level)))
  const variance = mean(samples.map((sample) => (sample.at - at) ** 2))
  return (covariance / variance) * 3_600_000
}
