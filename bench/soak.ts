import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { MAIN, machine, startService } from './bulk/service.ts'
import { loadOn } from './clients.ts'

/**
 * Whether memory grows while jobs and polls go on and on: a steady stream of both, and samples of every process.
 * Ends with 1 where a function's memory is not flat, or a request fails.
 *
 *     npm run bench -- soak --minutes 10 --out bench/results/soak-MACHINE.md
 */

const { values: asked } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, out: { type: 'string' } },
})
const minutes = Math.min(Number(asked.minutes), 10)
/** Until every function has started; does not count. */
const WARM_UP_S = 10
const SAMPLE_EVERY_MS = 5_000
const LOAD = { pollers: 24, submitters: 4, seconds: minutes * 60, pauseMs: 250, isPatient: true }
/** What counts as flat: less than this on the heap, over the second half. */
const FLAT_MB_AN_HOUR = 12
const MB = 1024 * 1024
const LOOK_EVERY_MS = 20
/** How long a process may take to tell its memory. */
const PATIENCE_MS = 10_000

const begun = machine()
const folder = mkdtempSync(join(tmpdir(), 'sudoku-soak-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const script = new URL('./soak/soaked-service.ts', import.meta.url)
await using service = await startService({ script, env: { HEAP_FOLDER: folder } })
await loadOn(service.url, { ...LOAD, submitters: 8, pauseMs: 0, seconds: WARM_UP_S })
const loaded = loadOn(service.url, LOAD)
const samples = await sampled(Date.now() + minutes * 60_000)
const requests = await loaded
const report = reportOf()
console.log(report)
if (asked.out) writeFileSync(asked.out, report)

/** Samples of every process, until a moment. */
async function sampled(until: number): Promise<Map<number, Sample[]>> {
  const startedAt = Date.now()
  const samples = new Map<number, Sample[]>()
  while (Date.now() + SAMPLE_EVERY_MS < until) {
    await pause(SAMPLE_EVERY_MS)
    // One after the other, so that no two stand still at once.
    for (const pid of service.pids().values()) {
      const of = samples.get(pid) ?? []
      samples.set(pid, of)
      of.push(await sampleOf(pid, folder, Date.now() - startedAt))
    }
  }
  return samples
}

function reportOf(): string {
  const taken = requests.taken()
  const count = taken.reduce((sum, { count }) => sum + count, 0)
  const jobs = taken.filter(({ kind }) => kind.startsWith('submit')).reduce((sum, { count }) => sum + count, 0)
  const rows = [...service.pids()].map(([name, pid]) => {
    const all = samples.get(pid) ?? []
    const [rss, heap] = (['rss', 'heap'] as const).map((of) => {
      const floor = leastOfEachMinute(all, of)
      const half = floor.slice(Math.floor(floor.length / 2))
      const figures = [floor[0], half[0], floor.at(-1) as Sample].map((sample) => sample[of].toFixed(1))
      return { figures, slope: slopeOf(half, of) }
    })
    const isData = name === MAIN
    const isFlat = heap.slope < FLAT_MB_AN_HOUR
    if (!isFlat && !isData) process.exitCode = 1
    const verdict = isData ? 'holds the data' : isFlat ? 'flat' : '**grows**'
    const cells = [name, ...rss.figures, rss.slope.toFixed(0), ...heap.figures, heap.slope.toFixed(1), verdict]
    return `| ${cells.join(' | ')} |`
  })
  if (requests.errors.length > 0) process.exitCode = 1
  const words = process.argv.slice(2).map((word) => basename(word))
  return `# Soak, ${new Date().toISOString().slice(0, 10)}

${begun}. Made with \`npm run bench -- soak${words.length > 0 ? ` -- ${words.join(' ')}` : ''}\`: ${minutes} minutes, ${LOAD.submitters} submitters, ${LOAD.pollers} pollers, a dead letter a second; ${count.toLocaleString('en')} requests, ${jobs.toLocaleString('en')} jobs of 1 to 10,000 puzzles, **${requests.errors.length} errors**.

Megabytes in the first minute, at half-time and in the last minute; slopes in megabytes an hour, by least squares over the
second half. RSS is what the process holds; the heap is what is in use on it and outside of it after a collection of garbage,
which a sample forces every ${SAMPLE_EVERY_MS / 1000} s. Of each minute the least counts: the others hold what a request or
a chunk is just being made of. Flat is what grows by less than ${FLAT_MB_AN_HOUR} MB an hour on the heap.

| process | RSS first | half | last | slope | heap first | half | last | slope | |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
${rows.join('\n')}

The process with front, AWS and event source keeps the emulated table and queues in its memory: every job, its results
and its idempotency key, for seven days as the cloud would. That is data and not a leak, and in the cloud lies in DynamoDB.
${requests.errors
  .slice(0, 20)
  .map((error) => `\n- ${error}`)
  .join('')}`
}

/** Megabytes that a process holds at a moment. */
interface Sample {
  /** Milliseconds since the start. */
  readonly at: number
  readonly rss: number
  /** What is in use on JavaScript's heap, and outside of it, after a collection of garbage. */
  readonly heap: number
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
