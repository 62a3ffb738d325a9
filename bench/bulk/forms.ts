import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createClient } from '../../shared/client/client.ts'
import { byTurns, median, table } from '../measuring/bench.ts'
import { run } from '../measuring/processes.ts'
import { linesOf } from '../measuring/puzzle-files.ts'
import { MAIN, type Service, startService } from './service.ts'

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
export async function formsTable(file: string, folder: string, rounds: number): Promise<string> {
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
