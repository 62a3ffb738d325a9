import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export const SAMPLE_EVERY_MS = 5_000
/** Growth below this, on the heap over the second half, counts as none. */
export const FLAT_MB_AN_HOUR = 12
const MB = 1024 * 1024
const LOOK_EVERY_MS = 20
/** How long a process may take to tell its memory. */
const PATIENCE_MS = 10_000

/** Megabytes that a process holds at a moment. */
interface Sample {
  /** Milliseconds since the start. */
  readonly at: number
  readonly rss: number
  /** The bytes in use on JavaScript's heap, and outside of it, after garbage was collected. */
  readonly heap: number
}

/** Samples of every process by its id, until a moment; processes write them into a folder. */
export async function sampled(
  pids: () => ReadonlyMap<string, number>,
  folder: string,
  until: number,
): Promise<ReadonlyMap<number, readonly Sample[]>> {
  const startedAt = Date.now()
  const samples = new Map<number, Sample[]>()
  while (Date.now() + SAMPLE_EVERY_MS < until) {
    await pause(SAMPLE_EVERY_MS)
    // One after the other, so that no two stand still at once.
    for (const pid of pids().values()) {
      const of = samples.get(pid) ?? []
      samples.set(pid, of)
      of.push(await sampleOf(pid, folder, Date.now() - startedAt))
    }
  }
  return samples
}

/** Has a process with the heap probe collect its garbage and tell its memory. */
async function sampleOf(pid: number, folder: string, at: number): Promise<Sample> {
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

/** RSS and heap at first, at half-time and at last with their slopes, as a table shows them. */
export function figuresOf(samples: readonly Sample[]): { readonly cells: string[]; readonly heapSlope: number } {
  const [rss, heap] = (['rss', 'heap'] as const).map((of) => {
    const floor = leastOfEachMinute(samples, of)
    const half = floor.slice(Math.floor(floor.length / 2))
    const slope = slopeOf(half, of)
    const levels = [floor[0], half[0], floor[floor.length - 1]].map((sample) => sample[of].toFixed(1))
    return { cells: [...levels, slope.toFixed(1)], slope }
  })
  return { cells: [...rss.cells, ...heap.cells], heapSlope: heap.slope }
}

/** The sample of each minute that has the least of something. */
function leastOfEachMinute(samples: readonly Sample[], of: 'rss' | 'heap'): Sample[] {
  const byMinute = Map.groupBy(samples, ({ at }) => Math.floor(at / 60_000))
  return [...byMinute.values()].map((all) => all.reduce((least, sample) => (sample[of] < least[of] ? sample : least)))
}

/** The least-squares slope of samples, in megabytes an hour. */
function slopeOf(samples: readonly Sample[], of: 'rss' | 'heap'): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const at = mean(samples.map((sample) => sample.at))
  const level = mean(samples.map((sample) => sample[of]))
  const covariance = mean(samples.map((sample) => (sample.at - at) * (sample[of] - level)))
  const variance = mean(samples.map((sample) => (sample.at - at) ** 2))
  return (covariance / variance) * 3_600_000
}
