import { cpus } from 'node:os'
import { type Cost, costsOf, dollarsOf, type Read, readUnits, type Usage } from './cost.ts'
import type { Latency } from './latency.ts'
import type { Packing } from './packing.ts'
import type { Times } from './rounds.ts'
import type { Stored } from './service-process.ts'

/** All that was measured, as Markdown. */

export interface Measured {
  readonly command: string
  readonly file: string
  readonly count: number
  readonly rounds: number
  readonly taken: Times
  readonly packing: readonly PackedSet[]
  readonly observation: Observation
  readonly memory: Memory
  readonly latency: { readonly first: Latency; readonly idle: Latency; readonly busy: Latency }
}

export interface PackedSet extends Packing {
  readonly name: 'easy' | 'minimal'
  readonly of: string
}

export interface Observation {
  readonly usage: Usage
  readonly stored: Readonly<Record<string, Stored>>
  readonly bytesOut: number
}

export interface Memory {
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

/** One message and one item a puzzle, at the same prices. */
const PLAIN_DOLLARS = 0.87
/** Puzzles a second, native, as the README has them. */
const TDOKU = { easy: 1_125_000, minimal: 439_000 }
const KINDS: Readonly<Record<string, string>> = {
  results: 'results',
  job: 'the job and its parts',
  owner: 'its place in the list of jobs',
  key: 'its idempotency key',
}

export function reportOf(measured: Measured): string {
  const { command, file, count, rounds } = measured
  const sections = [
    `# Bulk jobs, ${new Date().toISOString().slice(0, 10)}`,
    `${cpus()[0].model.trim()}, ${cpus().length} cores; Node ${process.versions.node}. ${number(count)} puzzles (${file}), ${rounds} interleaved rounds after one that does not count. Made with \`${command}\`.`,
    ...timeOf(measured),
    ...storedOf(measured),
    ...packingOf(measured.packing),
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

function packingOf(sets: readonly PackedSet[]): string[] {
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(0)}%`
  return [
    '## Packing and unpacking results',
    table(
      ['puzzles', 'solve, ns', 'pack, ns', 'unpack, ns', 'pack and unpack ÷ solve', "÷ tdoku's solve"],
      sets.map(({ name, of, solve, encode, decode }) => [
        `${name} (${of})`,
        number(solve),
        number(encode),
        number(decode),
        percent(encode + decode, solve),
        percent(encode + decode, 1e9 / TDOKU[name]),
      ]),
    ),
  ]
}

function costOf({ observation: { usage, bytesOut }, count }: Measured): string[] {
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
    `From the requests and bytes of one warm run, at the prices of us-east-1 in November 2026; ${PLAIN_DOLLARS} with a message and an item a puzzle. Computing is CPU time as measured here, waiting what invocations took beyond it, with everything on this machine. Not in it: data transfer out (${number((bytesOut / count) * 1e6)} bytes of answers), keeping what is stored, logs and traces, cold starts, and that Lambda polls queues while they are empty.`,
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
