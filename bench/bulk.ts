import { createReadStream, createWriteStream, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { createClient } from '../shared/client/client.ts'
import { type Read, readUnits } from './bulk/cost.ts'
import { MAIN, type Service, startService } from './bulk/service.ts'
import { busyLatency, idleLatency, type Latency, solveThrough, type Times, timesOf } from './bulk/times.ts'
import { ABOUT_COSTS, costTable, type Observation, observed, storedTable } from './bulk/usage.ts'
import { bench, byTurns, median, type Report, say, table, whole } from './measuring/bench.ts'
import { run, temporaryFolder } from './measuring/processes.ts'
import { gridsOf, linesOf } from './measuring/puzzle-files.ts'

const CLUES = 25

/**
 * Bulk jobs from command line to command line, beside the bare engine: time, what is stored, what AWS would charge,
 * memory, and how long a small job waits meanwhile. A file with fewer puzzles than `--count` is taken over and over;
 * without one they are generated. `--times`: the job whose memory is measured is so many times as large.
 *
 * With `--forms all` only the forms are measured in which people write many puzzles.
 */
export const bulk = bench(
  { count: 1_000_000, file: '', rounds: 5, times: 10, forms: '' },
  async ({ count, file, rounds, times, forms }) => {
    const folder = temporaryFolder()
    say(`${whole(count)} puzzles`)
    const puzzles = join(folder, 'puzzles.txt')
    if (file === '') {
      const how = ['generate', '--count', `${count}`, '--seed', '1', '--clues', `${CLUES}`]
      await run('bin/sudoku.ts', how, { to: puzzles })
    } else writePuzzles(gridsOf(file), count, puzzles)
    const job = { count, file: puzzles, folder }
    const of = file === '' ? `generated, ${CLUES} clues` : basename(file)
    await run('package/build.ts', [], { to: '/dev/null' })
    if (forms !== '') return formsReport(job, of, rounds)
    const { times: taken, ...latency } = await timed(job, rounds)
    say('counting requests')
    const observation = await observed((service) => solveThrough(service, puzzles, join(folder, 'solved.txt')))
    return {
      title: 'Bulk jobs',
      about: `${whole(count)} puzzles (${of}), ${rounds} rounds by turns after one that does not count.`,
      sections: [
        ...timeOf(taken, count),
        ...costOf(observation, count),
        ...memoryOf(await remembered(job, times), count),
        ...latencyOf(latency, count),
      ],
    }
  },
)

interface Job {
  readonly count: number
  /** Its puzzles, a line each. */
  readonly file: string
  /** Takes results. */
  readonly folder: string
}

function writePuzzles(lines: readonly string[], count: number, to: string): void {
  writeFileSync(to, '')
  for (let begin = 0; begin < count; begin += lines.length)
    writeFileSync(to, `${lines.slice(0, count - begin).join('\n')}\n`, { flag: 'a' })
}

async function formsReport({ count, file, folder }: Job, of: string, rounds: number): Promise<Report> {
  say('forms')
  return {
    title: 'Forms of many puzzles',
    about: `${whole(count)} puzzles (${of}), medians of ${rounds} rounds by turns after one that does not count.`,
    sections: [
      'Processor time in microseconds a puzzle: the command line alone, on all cores; the command line with the service, by process; and the service where the text itself is sent, in gzip. ÷: in lines of LF it is 1.',
      await formsTable(file, folder, rounds),
    ],
  }
}

async function timed({ file, folder }: Job, rounds: number) {
  await using service = await startService()
  say(`${rounds} rounds of the engine, the package and the service`)
  const times = await timesOf(service, file, folder, rounds)
  say('small jobs')
  const { first, idle } = await idleLatency(service.url)
  const busy = await busyLatency(service.url, () => solveThrough(service, file, join(folder, 'solved.txt')))
  return { times, first, idle, busy }
}

type Memory = Awaited<ReturnType<typeof remembered>>

/** A job of the file and one of it several times over, in processes that have done nothing before. */
async function remembered({ file, folder }: Job, times: number) {
  await using service = await startService(true)
  say('memory')
  const solved = join(folder, 'solved.txt')
  const once = await solveThrough(service, file, solved, true)
  const bytes = statSync(solved).size
  const processes = service.peaksMb()
  say(`memory of ${times} times as many`)
  const many = join(folder, 'many.txt')
  for (let i = 0; i < times; i++) await pipeline(createReadStream(file), createWriteStream(many, { flags: 'a' }))
  const larger = await solveThrough(service, many, solved, true)
  if (statSync(solved).size !== times * bytes) throw new Error(`${times} times the puzzles gave other solutions`)
  const { value: job } = await createClient({ url: service.url }).listJobs().next()
  await service.begin()
  await fetch(new URL(job?.links.self ?? '', service.url))
  const { metered } = await service.end()
  return {
    processes,
    commandLine: once.peakMb,
    times,
    larger: { commandLine: larger.peakMb, processes: service.peaksMb(), seconds: larger.seconds },
    // The read units of one poll of the larger job.
    poll: metered.reads,
  }
}

function timeOf({ engine, here, service, cpu }: Times, count: number): string[] {
  const total = [...cpu.values()].reduce((sum, seconds) => sum + seconds, 0)
  const perMillion = (seconds: number) => ((seconds / count) * 1e6).toFixed(2)
  const row = (what: string, seconds: number) => [what, seconds.toFixed(2), whole(count / seconds)]
  return [
    '## Time',
    table(
      ['', 'seconds', 'puzzles a second'],
      [
        row('the engine alone: its solving', engine.solving),
        row('the engine alone: its process, one core, file to file', engine.whole),
        row('the command line of the package, all cores, file to file', here),
        row('through the service, command line to command line', service),
      ],
    ),
    `The command line takes **${(here / engine.whole).toFixed(2)} times** as long as the engine's process. Through the service it takes **${(service / engine.whole).toFixed(2)} times** as long, ${(service / engine.solving).toFixed(2)} times as long as its solving. Byte for byte the same solutions.`,
    'Where it goes, in seconds of CPU time a million puzzles:',
    table(
      ['process', 'CPU s'],
      [...[...cpu].map(([name, seconds]) => [name, perMillion(seconds)]), ['**all**', `**${perMillion(total)}**`]],
    ),
    `All is ${(total / engine.cpu).toFixed(2)} times what the engine's process takes, ${perMillion(engine.cpu)}.`,
  ]
}

function costOf(observation: Observation, count: number): string[] {
  return [
    '## Stored',
    storedTable(observation, count),
    'As DynamoDB counts items: names and values, keys among them.',
    '## What AWS would charge for a million puzzles',
    costTable(observation, count),
    ABOUT_COSTS,
  ]
}

function memoryOf(remembered: Memory, count: number): string[] {
  const { processes, commandLine, times, larger, poll } = remembered
  const names = [...larger.processes.keys()].filter((name) => /^(api|worker)/.test(name))
  const sum = (of: (read: Read) => number) => whole(poll.reduce((all, read) => all + of(read), 0))
  return [
    '## Memory',
    'The most that each process held, in MB:',
    table(
      ['process', `${whole(count)} puzzles`, `${whole(times * count)} puzzles`],
      [
        ['command line', commandLine.toFixed(0), larger.commandLine.toFixed(0)],
        ...names.map((name) => [
          ...[name, processes.get(name)?.toFixed(0) ?? '', larger.processes.get(name)?.toFixed(0) ?? ''],
        ]),
      ],
    ),
    `The larger job took ${larger.seconds.toFixed(1)} s. One poll of it reads ${sum(({ items }) => items)} items of ${sum(({ bytes }) => bytes)} bytes in all: ${sum(readUnits)} read units.`,
  ]
}

function latencyOf({ first, idle, busy }: Record<'first' | 'idle' | 'busy', Latency>, count: number): string[] {
  const row = (when: string, { median, worst, samples }: Latency) => [when, ...[median, worst, samples].map(whole)]
  return [
    "## A small job's wait",
    'Milliseconds from the POST of one puzzle to its result in the hands of the client:',
    table(
      ['', 'median', 'worst', 'jobs'],
      [
        row('nothing else, the first, which starts its worker', first),
        row('nothing else', idle),
        row(`begun while ${whole(count)} puzzles are on their way`, busy),
      ],
    ),
  ]
}

/** A way in which many puzzles are written: what stands above them, and the line of each. */
interface Form {
  readonly head?: string
  readonly isGzipped?: true
  line(puzzle: string, solution: string, place: number): string
}

const FORMS: Readonly<Record<string, Form>> = {
  'lines, LF': { line: (puzzle) => `${puzzle}\n` },
  'lines, CRLF': { line: (puzzle) => `${puzzle}\r\n` },
  'lines, 0 for empty': { line: (puzzle) => `${puzzle.replaceAll('.', '0')}\n` },
  'lines, blanks behind': { line: (puzzle) => `${puzzle}  \n` },
  'lines, one of them bad': { line: (puzzle, _, place) => (place === BAD ? 'x\n' : `${puzzle}\n`) },
  'lines, gzip': { isGzipped: true, line: (puzzle) => `${puzzle}\n` },
  'id,puzzle': { head: 'id,puzzle\n', line: (puzzle, _, place) => `${place},${puzzle}\n` },
  'puzzle,comment': { head: 'puzzle,comment\n', line: (puzzle, _, place) => `${puzzle},${place % 9}.${place % 7}\n` },
  'quizzes,solutions': {
    head: 'quizzes,solutions\n',
    line: (puzzle, solution) => `${puzzle.replaceAll('.', '0')},${solution}\n`,
  },
  'id,puzzle,solution': {
    head: 'id,puzzle,solution\n',
    line: (puzzle, solution, place) => `${place},${puzzle},${solution}\n`,
  },
}
const BAD = 1_000
/** As many puzzles with solutions as a part of the command line has. */
const PART = 28_000

/** Processor seconds of each process, by its name. */
type Cpu = ReadonlyMap<string, number>

/** What each form of the same puzzles takes of each process, in microseconds a puzzle. The package has to be built. */
async function formsTable(file: string, folder: string, rounds: number): Promise<string> {
  await using service = await startService()
  const puzzles = linesOf(file)
  const solved = join(folder, 'solved.txt')
  await run('dist/sudoku.js', ['solve', file], { to: solved })
  const solutions = linesOf(solved)
  const measured = Object.entries(FORMS).flatMap(([name, form]) => {
    const text = (from: number, to: number) =>
      (form.head ?? '') +
      puzzles
        .slice(from, to)
        .map((puzzle, i) => form.line(puzzle, solutions[from + i], from + i))
        .join('')
    const written = join(folder, `${name.replaceAll(/\W/g, '-')}.txt`)
    const whole = text(0, puzzles.length)
    writeFileSync(written, form.isGzipped ? gzipSync(whole) : whole)
    const solve = async (...words: string[]) => {
      const to = join(folder, 'form.txt')
      const { cpuSeconds } = await run('dist/sudoku.js', ['solve', written, ...words], { to })
      const found = linesOf(to)
      const other = found.findIndex((line, i) => line !== solutions[i] && line !== 'invalid')
      if (found.length !== puzzles.length || other >= 0) throw new Error(`${name}: other solutions`)
      return cpuSeconds
    }
    return [
      [`${name} alone`, async () => new Map([['alone', await solve()]])] as const,
      [
        `${name} sent`,
        () => servedBy(service, async () => ['command line', await solve('--url', service.url)]),
      ] as const,
      [`${name} text`, () => servedBy(service, () => sendText(service.url, puzzles.length, text))] as const,
    ]
  })
  const turns = await byTurns<Cpu>(Object.fromEntries(measured), rounds)
  const taken = (name: string, process: string) =>
    (median((turns.get(name) ?? []).map((cpu) => cpu.get(process) ?? 0)) / puzzles.length) * 1e6
  const rows = Object.keys(FORMS).map((name) => {
    const sent = ['command line', 'api', 'worker', MAIN].map((process) => taken(`${name} sent`, process))
    const text = ['api', 'worker'].map((process) => taken(`${name} text`, process))
    return { name, alone: taken(`${name} alone`, 'alone'), sent, all: sum(sent), text, textAll: sum(text) }
  })
  const [first] = rows
  return table(
    ['', 'alone', '÷', ...['command line', 'api', 'workers', 'front', 'all'], '÷', ...['api', 'workers'], '÷'],
    rows.map(({ name, alone, sent, all, text, textAll }) => [
      ...[name, alone.toFixed(2), (alone / first.alone).toFixed(2)],
      ...[...sent, all].map((value) => value.toFixed(2)),
      `**${(all / first.all).toFixed(2)}**`,
      ...text.map((value) => value.toFixed(2)),
      (textAll / first.textAll).toFixed(2),
    ]),
  )
}

/** The processor time of the service while something is done, its workers together, and what else is told of it. */
async function servedBy(service: Service, work: () => Promise<readonly [string, number] | undefined>): Promise<Cpu> {
  const before = service.cpuSeconds()
  const told = await work()
  const cpu = new Map(told ? [told] : [])
  for (const [name, seconds] of service.cpuSeconds()) {
    const process = name.startsWith('worker') ? 'worker' : name
    cpu.set(process, (cpu.get(process) ?? 0) + seconds - (before.get(name) ?? 0))
  }
  return cpu
}

/** Sends puzzles as somebody does who has no client: as text in gzip, part by part. */
async function sendText(url: string, count: number, text: (from: number, to: number) => string): Promise<undefined> {
  const client = createClient({ url })
  const job = await client.createJob({ open: true })
  let part = 0
  for (let from = 0; from < count; from += PART) {
    await client.putPart(job.id, ++part, gzipSync(text(from, from + PART)), { encoding: 'gzip' })
  }
  await client.sealJob(job.id, part)
  for await (const { counts } of client.watchJob(job.id))
    if (counts.invalid > 1) throw new Error('more than one is bad')
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
