import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createClient } from '../shared/client/client.ts'
import { type Cost, costsOf, dollarsOf, type Read, readUnits } from './bulk/cost.ts'
import { run, type Service, startService } from './bulk/service.ts'
import { busyLatency, idleLatency, type Latency, solveThrough, type Times, timesOf } from './bulk/times.ts'
import { type Observation, observed } from './bulk/usage.ts'

/**
 * Bulk jobs from command line to command line, beside the bare engine: time, what is stored,
 * what AWS would charge, memory, and how long a small job waits meanwhile.
 *
 *     npm run bench -- bulk --count 1000000 --rounds 5 --out bench/results/bulk-MACHINE.md
 */

const { values: asked } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    file: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    // How many times the file is taken for the larger job whose memory is measured.
    times: { type: 'string', default: '10' },
    out: { type: 'string' },
  },
})
const rounds = Number(asked.rounds)
const times = Number(asked.times)
const LINE = 82
/** One message and one item a puzzle, at the same prices. */
const PLAIN_DOLLARS = 0.87
const KINDS: Readonly<Record<string, string>> = {
  results: 'results',
  job: 'the job and its parts',
  owner: 'its place in the list of jobs',
  key: 'its idempotency key',
}

const folder = mkdtempSync(join(tmpdir(), 'sudoku-bulk-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const file = asked.file ?? (await generated(Number(asked.count)))
const count = statSync(file).size / LINE
/** As it was asked for, but for where files lie. */
const words = process.argv.slice(2).map((word) => basename(word))
const { times: taken, ...latency } = await timed()
const report = reportOf({
  command: ['npm run bench -- bulk', ...(words.length > 0 ? ['--', ...words] : [])].join(' '),
  file: asked.file ? basename(asked.file) : 'generated, 25 clues',
  count,
  rounds,
  taken,
  observation: await counted(),
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

/** One job, warm, with everything counted that AWS would charge for. */
function counted(): Promise<Observation> {
  said('counting requests')
  return observed(solved, solved)
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

interface Measured {
  readonly command: string
  readonly file: string
  readonly count: number
  readonly rounds: number
  readonly taken: Times
  readonly observation: Observation
  readonly memory: Memory
  readonly latency: { readonly first: Latency; readonly idle: Latency; readonly busy: Latency }
}

interface Memory {
  readonly processes: ReadonlyMap<string, number>
  readonly commandLine: number
  readonly times: number
  readonly larger: {
    readonly commandLine: number
    readonly processes: ReadonlyMap<string, number>
    readonly seconds: number
  }
  /** What one poll of the larger job reads. */
  readonly poll: readonly Read[]
}

function reportOf(measured: Measured): string {
  const { command, file, count, rounds } = measured
  const sections = [
    `# Bulk jobs, ${new Date().toISOString().slice(0, 10)}`,
    `${cpus()[0].model.trim()}, ${cpus().length} cores; Node ${process.versions.node}. ${number(count)} puzzles (${file}), ${rounds} interleaved rounds after one that does not count. Made with \`${command}\`.`,
    ...timeOf(measured),
    ...storedOf(measured),
    ...costOf(measured),
    ...memoryOf(measured),
    ...latencyOf(measured),
  ]
  return `${sections.join('\n\n')}\n`
}

function timeOf({ taken, count }: Measured): string[] {
  const { engine, service, ratios, cpu } = taken
  const total = [...cpu.values()].reduce((sum, seconds) => sum + seconds, 0)
  const perMillion = (seconds: number) => ((seconds / count) * 1e6).toFixed(2)
  return [
    '## Time',
    table(
      ['', 'seconds', 'puzzles a second'],
      [
        ['the engine alone: its solving', engine.solving.toFixed(2), number(count / engine.solving)],
        [
          'the engine alone: its process, one core, file to file',
          engine.whole.toFixed(2),
          number(count / engine.whole),
        ],
        ['through the service, command line to command line', service.toFixed(2), number(count / service)],
      ],
    ),
    `Through the service it takes **${(service / engine.whole).toFixed(2)} times** as long as the engine's process (rounds: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}), ${(service / engine.solving).toFixed(2)} times as long as its solving. Byte for byte the same solutions.`,
    'Where it goes, in seconds of CPU time a million puzzles:',
    table(
      ['process', 'CPU s'],
      [...[...cpu].map(([name, seconds]) => [name, perMillion(seconds)]), ['**all**', `**${perMillion(total)}**`]],
    ),
  ]
}

function storedOf({ observation: { stored }, count }: Measured): string[] {
  const all = Object.values(stored).reduce((sum, { bytes }) => sum + bytes, 0)
  return [
    '## Stored',
    table(
      ['', 'items', 'bytes', 'bytes a puzzle'],
      [
        ...Object.entries(stored).map(([kind, { items, bytes }]) => [
          KINDS[kind] ?? kind,
          number(items),
          number(bytes),
          (bytes / count).toFixed(3),
        ]),
        ['**all**', '', `**${number(all)}**`, `**${(all / count).toFixed(2)}**`],
      ],
    ),
    'As DynamoDB counts items: names and values, keys among them.',
  ]
}

function costOf({ observation: { usage }, count }: Measured): string[] {
  const costs = costsOf(usage).map((cost) => ({
    ...cost,
    units: (cost.units / count) * 1e6,
    dollars: (cost.dollars / count) * 1e6,
  }))
  const total = dollarsOf(costs)
  const rowOf = ({ what, unit, units, dollars }: Cost) => [
    what,
    unit,
    units < 100 ? units.toFixed(2) : number(units),
    dollars.toFixed(5),
  ]
  return [
    '## What AWS would charge for a million puzzles',
    table(['', 'unit', 'units', 'US$'], [...costs.map(rowOf), ['**all**', '', '', `**${total.toFixed(4)}**`]]),
    `From the requests and bytes of one warm run, at the prices of us-east-1 in November 2026; ${PLAIN_DOLLARS} with a message and an item a puzzle. Computing is CPU time as measured here, waiting what invocations took beyond it, with everything on this machine. What is stored is kept for nine days, of which two are DynamoDB's to delete it; 5% of invocations are traced. Not in it: cold starts, and that Lambda polls queues while they are empty.`,
  ]
}

function memoryOf({ memory: { processes, commandLine, times, larger, poll }, count }: Measured): string[] {
  const names = [...larger.processes.keys()].filter((name) => /^(api|worker)/.test(name))
  const bytes = poll.reduce((sum, read) => sum + read.bytes, 0)
  const items = poll.reduce((sum, read) => sum + read.items, 0)
  const units = poll.reduce((sum, read) => sum + readUnits(read), 0)
  return [
    '## Memory',
    'The most that each process held, in MB:',
    table(
      ['process', `${number(count)} puzzles`, `${number(times * count)} puzzles`],
      [
        ['command line', commandLine.toFixed(0), larger.commandLine.toFixed(0)],
        ...names.map((name) => [
          name,
          processes.get(name)?.toFixed(0) ?? '',
          larger.processes.get(name)?.toFixed(0) ?? '',
        ]),
      ],
    ),
    `The larger job took ${larger.seconds.toFixed(1)} s. One poll of it reads ${number(items)} items of ${number(bytes)} bytes in all: ${number(units)} read units.`,
  ]
}

function latencyOf({ latency: { first, idle, busy }, count }: Measured): string[] {
  const rowOf = (when: string, { median, worst, samples }: Latency) => [
    when,
    number(median),
    number(worst),
    number(samples),
  ]
  return [
    "## A small job's wait",
    'Milliseconds from the POST of one puzzle to its result in the hands of the client:',
    table(
      ['', 'median', 'worst', 'jobs'],
      [
        rowOf('nothing else, the first, which starts its worker', first),
        rowOf('nothing else', idle),
        rowOf(`begun while ${number(count)} puzzles are on their way`, busy),
      ],
    ),
  ]
}

/** The first column is text, the others are numbers. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

function number(value: number): string {
  return Math.round(value).toLocaleString('en')
}
