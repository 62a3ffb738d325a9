import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** Options with their defaults, which tell what they take: a number, a word, or a word as often as they are given. */
type Defaults = Readonly<Record<string, number | string | readonly string[]>>
type Asked<D extends Defaults> = {
  readonly [Name in keyof D]: D[Name] extends number ? number : D[Name] extends string ? string : readonly string[]
}

export interface Report {
  readonly title: string
  readonly about: string
  /** Paragraphs, tables and headings of Markdown. */
  readonly sections: readonly string[]
}

export interface Bench {
  readonly options: Defaults
  /** @throws {TypeError} if an option is unknown */
  run(words: readonly string[]): Promise<Report>
}

export function bench<const D extends Defaults>(
  options: D,
  report: (asked: Asked<D>) => Report | Promise<Report>,
): Bench {
  return {
    options,
    async run(words) {
      const isList = (name: string) => typeof options[name] === 'object'
      const known = Object.keys(options).map((name) => [name, { type: 'string', multiple: isList(name) }] as const)
      const { values } = parseArgs({ args: [...words], options: Object.fromEntries(known) })
      const asked = Object.entries(options).map(([name, usual]) => {
        const given = values[name] ?? usual
        return [name, typeof usual === 'number' ? Number(given) : given]
      })
      return report(Object.fromEntries(asked))
    },
  }
}

/** The load average of a machine that has nothing else to do. */
const QUIET = 1.5

/** Runs a bench, and answers with its report as a page of Markdown. */
export async function pageOf(name: string, bench: Bench, words: readonly string[]): Promise<string> {
  const [load] = loadavg()
  const others = load < QUIET ? '' : ', as others were at work on it all the time'
  const machine = `${cpus()[0].model.trim()}, ${availableParallelism()} cores; Node ${process.versions.node}; load average before: ${load.toFixed(1)}${others}`
  // As it was asked for, but for where files lie.
  const command = ['npm run bench --', name, ...words.map((word) => basename(word))].join(' ')
  const { title, about, sections } = await bench.run(words)
  const blocks = [
    `# ${title}, ${new Date().toISOString().slice(0, 10)}`,
    `${machine}. ${about} Made with \`${command}\`.`,
    ...sections,
  ]
  return `${blocks.join('\n\n')}\n`
}

/** A table of Markdown, whose first column is text and whose others are numbers. */
export function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** Tells whoever waits what is done now; standard output belongs to the report. */
export function say(what: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${what}`)
}

/** The processor time of this process, in milliseconds: compiling and collecting garbage are part of it. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export function median(values: readonly number[]): number {
  return ranked(values, 0.5)
}

/** The value below which a share of all lie. */
export function ranked(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]
}

/**
 * Measures one thing after the other, in every second round from the last to the first, so that a machine that slows
 * down slows all of them. A first round, which compiles the code, does not count.
 *
 * @returns what each came to, by its name, a value a round
 */
export async function byTurns<T>(
  measure: Readonly<Record<string, () => T | Promise<T>>>,
  rounds: number,
): Promise<ReadonlyMap<string, readonly T[]>> {
  const all = Object.entries(measure).map(([name, run]) => ({ name, run, values: [] as T[] }))
  for (let round = 0; round <= rounds; round++) {
    for (const { run, values } of round % 2 === 0 ? all : all.toReversed()) {
      const value = await run()
      if (round > 0) values.push(value)
    }
  }
  return new Map(all.map(({ name, values }) => [name, values]))
}

const CELLS = 81

/** The lines of a file, the first ones where there are more than asked for. */
export function linesOf(file: string, most = Number.POSITIVE_INFINITY): readonly string[] {
  return readFileSync(file, 'utf8').trim().split(/\r?\n/).slice(0, most)
}

/** Classic puzzles, whatever stands behind them in their lines. */
export function gridsOf(file: string, most?: number): readonly string[] {
  return linesOf(file, most).map((line) => line.slice(0, CELLS).replaceAll('0', '.'))
}

export function setNamed(file: string, count: number): string {
  return `${basename(file, '.txt')} (${count.toLocaleString('en')})`
}

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** A folder that goes when this process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sudoku-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Runs a script as npm would.
 *
 * @param to the file that takes its standard output
 * @returns the seconds from its start to its end
 * @throws if it ends otherwise than with 0, or with 1 and no words: then not every puzzle could be solved
 */
export async function run(script: string, args: readonly string[], to: string): Promise<number> {
  const output = openSync(to, 'w')
  const start = performance.now()
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    stdio: ['ignore', output, 'pipe'],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: `${ROOT}/node_modules/.cache/compile` },
  })
  closeSync(output)
  const end = () => child.kill()
  process.once('exit', end)
  const said = child.stderr && text(child.stderr)
  const [code] = await once(child, 'exit')
  const seconds = (performance.now() - start) / 1000
  const stderr = (await said) ?? ''
  process.off('exit', end)
  if (code !== 0 && (code !== 1 || stderr !== '')) throw new Error(`${script} ended with ${code}: ${stderr}`)
  return seconds
}
