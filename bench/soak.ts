import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { MAIN, startService } from './bulk/service.ts'
import { loadOn } from './load/clients.ts'
import { machine } from './load/report.ts'
import { leastOfEachMinute, type Sample, sampleOf, slopeOf } from './soak/memory.ts'

/**
 * Whether memory grows while jobs and polls go on and on: a steady stream of both, and samples of every process.
 * Ends with 1 where a function's memory is not flat, or a request fails.
 *
 *     npm run bench:soak -- --minutes 10 --out bench/results/soak-MACHINE.md
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

const begun = machine()
const folder = mkdtempSync(join(tmpdir(), 'sudoku-soak-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const script = new URL('./soak/service-process.ts', import.meta.url)
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

${begun}. Made with \`npm run bench:soak${words.length > 0 ? ` -- ${words.join(' ')}` : ''}\`: ${minutes} minutes, ${LOAD.submitters} submitters, ${LOAD.pollers} pollers, a dead letter a second; ${count.toLocaleString('en')} requests, ${jobs.toLocaleString('en')} jobs of 1 to 10,000 puzzles, **${requests.errors.length} errors**.

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
