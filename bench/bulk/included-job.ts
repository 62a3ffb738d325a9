import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { createClient } from '../../shared/client/client.ts'
import { type Cost, costsOf, dollarsOf } from './cost.ts'
import { machine, type Run, run, type Service } from './service.ts'
import { observed } from './usage.ts'

const MILLION = 1_000_000
/** So many puzzles of it go through the service first, so that the compiled code is warm. */
const WARM_UP = 1_000

/**
 * A report of a job of so many puzzles that includes something, through the service on this machine.
 *
 * @param include as the command line takes it
 * @param files of which puzzles are taken in turn, a line each, and over and over
 */
export async function includedJob(count: number, include: string, files: readonly string[]): Promise<string> {
  const before = machine()
  const lines = files.flatMap((file) =>
    readFileSync(file, 'latin1')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.slice(0, 81)),
  )
  if (lines.length === 0) throw new Error('--job needs a --file')
  const folder = mkdtempSync(join(tmpdir(), 'sudoku-included-'))
  try {
    const file = join(folder, 'puzzles.txt')
    await writeLines(file, lines, count)
    const warmUp = join(folder, 'few.txt')
    await writeLines(warmUp, lines, Math.min(WARM_UP, count))
    const solve = (service: Service, of: string): Promise<Run> => {
      const words = ['solve', of, '--url', service.url, '--include', include, '--format', 'ndjson']
      return run('bin/sudoku.ts', words, { to: join(folder, 'results.ndjson') })
    }
    let taken: Run | undefined
    let ratings: Awaited<ReturnType<typeof ratingsOf>>
    const { usage, stored } = await observed(
      (service) => solve(service, warmUp),
      async (service) => {
        taken = await solve(service, file)
        ratings = await ratingsOf(service)
      },
    )
    const bytes = Object.values(stored).reduce((sum, of) => sum + of.bytes, 0)
    const perMillion = (of: number) => (of / count) * MILLION
    const costs = costsOf(usage).map((cost) => ({
      ...cost,
      units: perMillion(cost.units),
      dollars: perMillion(cost.dollars),
    }))
    const worker = usage.functions.find(({ name }) => name === 'worker')?.cpuSeconds ?? 0
    const seconds = taken?.seconds ?? Number.NaN
    return `# A job of ${number(count)} with ${include}

Puzzles of ${files.map((file) => basename(file)).join(', ')}. ${before}.

${number(count)} puzzles took **${seconds.toFixed(1)} s** from command line to command line, ${number(count / seconds)} a second; workers ${worker.toFixed(1)} s of processor time, ${number(count / worker)} puzzles a second of it. A million would take ${number(perMillion(seconds))} s here.

Stored: ${number(bytes)} bytes, **${(bytes / count).toFixed(1)} a puzzle** (results ${((stored.results?.bytes ?? 0) / count).toFixed(1)}), in ${number(Object.values(stored).reduce((sum, { items }) => sum + items, 0))} items.${ratings ? ` Rated ${ratings}.` : ''}

What AWS would charge for a million of them:

| | unit | units | US$ |
| --- | ---: | ---: | ---: |
${costs.map(rowOf).join('\n')}
| **all** | | | **${dollarsOf(costs).toFixed(3)}** |
`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The ratings of the job that was submitted last, in a few words. */
async function ratingsOf({ url }: Service): Promise<string | undefined> {
  const { value: job } = await createClient({ url }).listJobs().next()
  const er = job?.ratings?.er ?? []
  if (er.length === 0) return undefined
  const all = er.reduce((sum, { puzzles }) => sum + puzzles, 0)
  const from = (least: number) => er.filter((of) => of.er >= least).reduce((sum, { puzzles }) => sum + puzzles, 0)
  return `${number(all)}, of which ${number(from(7))} at 7.0 or more, and ${number(from(9))} at 9.0 or more`
}

async function writeLines(file: string, lines: readonly string[], count: number): Promise<void> {
  const to = createWriteStream(file)
  for (let begin = 0; begin < count; begin += lines.length) {
    to.write(`${lines.slice(0, count - begin).join('\n')}\n`)
  }
  await finished(to.end())
}

function rowOf({ what, unit, units, dollars }: Cost): string {
  return `| ${what} | ${unit} | ${units < 100 ? units.toFixed(2) : number(units)} | ${dollars.toFixed(5)} |`
}

function number(value: number): string {
  return Math.round(value).toLocaleString('en')
}
