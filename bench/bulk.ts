import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { API_MEMORY_MB, WORKER_MEMORY_MB } from '../infra/settings.ts'
import { createClient } from '../shared/client/client.ts'
import { puzzles } from '../shared/sudoku/generate.ts'
import type { Usage } from './bulk/cost.ts'
import { busyLatency, idleLatency } from './bulk/latency.ts'
import { packingOf } from './bulk/packing.ts'
import { run } from './bulk/processes.ts'
import { type Measured, type Memory, type Observation, type PackedSet, reportOf } from './bulk/report.ts'
import { solveThrough, type Times, timesOf } from './bulk/rounds.ts'
import { type Service, startService } from './bulk/service.ts'

/**
 * Bulk jobs from command line to command line, beside the bare engine: time, what is stored,
 * what AWS would charge, memory, and how long a small job waits meanwhile.
 *
 *     npm run bench:bulk -- --count 1000000 --rounds 5 --out bench/results/bulk-MACHINE.md
 */

const { values: asked } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    file: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    // How many times the file is taken for the larger job whose memory is measured.
    times: { type: 'string', default: '10' },
    easy: { type: 'string' },
    minimal: { type: 'string' },
    out: { type: 'string' },
  },
})
const rounds = Number(asked.rounds)
const times = Number(asked.times)
/** What a worker still does when the last result has been read. */
const SETTLING_MS = 500
const GENERATED = 20_000
const LINE = 82

const folder = mkdtempSync(join(tmpdir(), 'sudoku-bulk-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const file = asked.file ?? (await generated(Number(asked.count)))
const count = statSync(file).size / LINE
/** As it was asked for, but for where files lie. */
const words = process.argv.slice(2).map((word) => basename(word))
const { times: taken, ...latency } = await timed()
const report = reportOf({
  command: ['npm run bench:bulk', ...(words.length > 0 ? ['--', ...words] : [])].join(' '),
  file: asked.file ? basename(asked.file) : 'generated, 25 clues',
  count,
  rounds,
  taken,
  packing: [packed('easy', asked.easy, 34), packed('minimal', asked.minimal, undefined)],
  observation: await observed(),
  memory: await remembered(),
  latency,
})
console.log(report)
if (asked.out) writeFileSync(asked.out, report)

async function generated(count: number): Promise<string> {
  said(`making ${count.toLocaleString('en')} puzzles`)
  const to = join(folder, 'puzzles.txt')
  await run('bin/sudoku.ts', ['generate', '--count', `${count}`, '--seed', '1', '--clues', '25'], { to })
  return to
}

async function timed(): Promise<{ times: Times } & Measured['latency']> {
  await using service = await startService()
  said(`${rounds} rounds of the engine and the service`)
  const times = await timesOf(service, file, folder, rounds)
  said('small jobs')
  const { first, idle } = await idleLatency(service.url)
  const busy = await busyLatency(service.url, () => solved(service))
  return { times, first, idle, busy }
}

/** How results of some puzzles are packed: of a file, or of generated ones. */
function packed(name: PackedSet['name'], of: string | undefined, clues: number | undefined): PackedSet {
  said(`packing ${name} puzzles`)
  const lines = of
    ? readFileSync(of, 'latin1').trim().split(/\r?\n/)
    : [...puzzles({ rules: 'classic', size: 9, clues, seed: 'bench' }).take(GENERATED)]
  return { name, of: of ? basename(of, '.txt') : 'generated', ...packingOf(lines, Math.max(rounds, 5)) }
}

/** One job, warm, with everything counted that AWS would charge for. */
async function observed(): Promise<Observation> {
  said('counting requests')
  await using service = await startService({ isObserved: true })
  await solved(service)
  await pause(SETTLING_MS)
  const before = service.cpuSeconds()
  service.begin()
  await solved(service)
  await pause(SETTLING_MS)
  const { metered, stored } = await service.end()
  const cpu = [...service.cpuSeconds()].map(([name, now]) => ({ name, cpu: now - (before.get(name) ?? 0) }))
  const cpuOf = (process: string) =>
    cpu.filter(({ name }) => name.startsWith(process)).reduce((sum, { cpu }) => sum + cpu, 0)
  const { api, worker } = metered.functions
  const usage: Usage = {
    ...metered,
    functions: [
      { name: 'api', memoryMb: API_MEMORY_MB, cpuSeconds: cpuOf('api'), ...api },
      { name: 'worker', memoryMb: WORKER_MEMORY_MB, cpuSeconds: cpuOf('worker'), ...worker },
    ],
  }
  return { usage, stored, bytesOut: metered.bytesOut }
}

/** A job of the file and one of it several times over, in processes that have done nothing before. */
async function remembered(): Promise<Memory> {
  await using service = await startService({ isObserved: true })
  said('memory')
  const once = await solved(service, file, true)
  const processes = service.peaksMb()
  said(`memory of ${times} times as many`)
  const many = join(folder, 'many.txt')
  for (let i = 0; i < times; i++) await pipeline(createReadStream(file), createWriteStream(many, { flags: 'a' }))
  const larger = await solved(service, many, true)
  if (larger.bytes !== times * once.bytes) throw new Error(`${times} times the puzzles gave other solutions`)
  const { value: job } = await createClient({ url: service.url }).listJobs().next()
  service.begin()
  await fetch(new URL(job?.links.self ?? '', service.url))
  const { metered } = await service.end()
  return {
    processes,
    commandLine: once.peakMb,
    times,
    larger: { commandLine: larger.peakMb, processes: service.peaksMb(), seconds: larger.seconds },
    poll: metered.reads,
  }
}

async function solved(service: Service, input = file, looksAtMemory = false) {
  const to = join(folder, 'solved.txt')
  const { seconds, peakMb } = await solveThrough(service, input, to, looksAtMemory)
  return { seconds, peakMb, bytes: statSync(to).size }
}

function said(what: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${what}`)
}
