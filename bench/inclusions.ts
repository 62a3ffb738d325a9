import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { include } from '../shared/job/chunks/including.ts'
import { solveChunk } from '../shared/job/chunks/solve-chunk.ts'
import { INCLUSION_NAMES, type InclusionName } from '../shared/job/inclusions.ts'
import type { JobOptions } from '../shared/job/job.ts'
import { Puzzles } from '../shared/job/puzzles.ts'
import type { Size } from '../shared/sudoku/grid/units.ts'
import { canonicalGrid } from '../shared/sudoku/kernels/canonical/canonical-grid.ts'
import { Engine } from '../shared/sudoku/kernels/engine/engine.ts'
import { puzzles } from '../shared/sudoku/making/generate.ts'
import { redundantByEngine } from '../shared/sudoku/making/minimality.ts'
import { parsePuzzle } from '../shared/sudoku/rules/puzzle.ts'
import type { RulesName } from '../shared/sudoku/rules/rules.ts'
import { strategies } from '../shared/sudoku/search/strategies.ts'
import { solve } from '../shared/sudoku/search/strategy.ts'
import { includedJob } from './bulk/included-job.ts'
import { besideRevision } from './bulk/other-revision.ts'
import { processorMs } from './rivals/contenders.ts'

/**
 * For how many puzzles a second of one core's time what a job may ask to be included is computed: by itself, once the
 * puzzle is solved; in a worker, with all that a result takes; and on other sizes and under other rules. Beside it the
 * engine solves the same puzzles in the same rounds, so that figures of a busy machine can be read. Medians.
 *
 *     npm run bench -- inclusions --file minimal.txt --file 17.txt --out bench/results/inclusions.md
 *
 * With `--job`, instead, a job of so many puzzles of a file (over and over, where it has fewer) goes through the service
 * on this machine: how long it takes, what is stored, and what AWS would charge for a million.
 *
 *     npm run bench -- inclusions --job 1000000 --file easy.txt --include rating,minimal,canonical
 *
 * With `--beside`, how long a worker takes for a job that includes nothing, as a multiple of what another revision takes
 * in the same rounds, which lies in that folder with its packages.
 *
 *     npm run bench -- inclusions --beside ../before --file easy.txt
 */

const { values: asked } = parseArgs({
  options: {
    file: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '7' },
    // Of a file; there may be millions.
    most: { type: 'string', default: '10000' },
    job: { type: 'string' },
    beside: { type: 'string' },
    include: { type: 'string', default: 'rating,minimal,canonical' },
    out: { type: 'string' },
  },
})
const ROUNDS = Number(asked.rounds)
/** What a worker is measured with. Some of the hardest puzzles take minutes to rate, and brute force as long for their counts. */
const INCLUDED = INCLUSION_NAMES.filter((name) => asked.include.split(',').includes(name))
const QUESTION = { solutions: 2, kept: 1, backtrackLimit: Number.POSITIVE_INFINITY }

function optionsOf(rules: RulesName, names?: readonly InclusionName[]): JobOptions {
  const options = { strategy: 'bit-parallel', rules, solutions: 2, backtrackLimit: 100_000_000 } as const
  return names ? { ...options, include: names } : options
}

/** Median rates of several pieces of work on so many puzzles each, in turn. */
function rates(works: Readonly<Record<string, { readonly count: number; run(): void }>>): Map<string, number> {
  const found = new Map(Object.keys(works).map((name) => [name, [] as number[]]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, { count, run }] of Object.entries(works)) {
      const before = processorMs()
      run()
      // The first round compiles the code.
      if (round > 0) found.get(name)?.push((count * 1000) / (processorMs() - before))
    }
  }
  return new Map([...found].map(([name, all]) => [name, all.toSorted((a, b) => a - b)[all.length >> 1]]))
}

function toTheEnd(work: Generator<unknown, unknown, void>): void {
  while (!work.next().done);
}

/** What is made of a set of classic puzzles. */
function ofSet(lines: readonly string[]): Map<string, number> {
  const count = lines.length
  const engine = new Engine('classic')
  const bytes = new TextEncoder().encode(lines.join(''))
  const solveAll = () => {
    engine.room(count, QUESTION).set(bytes)
    engine.run(Number.POSITIVE_INFINITY)
  }
  solveAll()
  const solutions = lines.map((_, i) => engine.solution(i, 0))
  const chunk = (names: readonly InclusionName[] | undefined, of: readonly string[]) => ({
    count: of.length,
    run() {
      const chunk = { jobId: 'j', part: 1, number: 0, from: 0, redrive: 0, expiresAt: 0 }
      const entries = Puzzles.of(of.map((text) => ({ text })))
      for (let puzzles = entries; puzzles.count > 0; ) {
        const { results, rest } = solveChunk({ ...chunk, options: optionsOf('classic', names), puzzles }, () => false)
        results.pack()
        puzzles = rest?.puzzles ?? puzzles.slice(0, 0)
      }
    },
  })
  return rates({
    'the engine solves it': { count, run: solveAll },
    minimal: {
      count,
      run: () => lines.forEach((line, i) => void toTheEnd(redundantByEngine(line, solutions[i], 'classic'))),
    },
    canonical: { count, run: () => lines.forEach((line) => void canonicalGrid(line)) },
    canonicalSolution: { count, run: () => solutions.forEach((solution) => void canonicalGrid(solution)) },
    'a worker, nothing included': chunk(undefined, lines),
    ...Object.fromEntries(INCLUDED.map((name) => [`a worker, ${name}`, chunk([name], lines)])),
  })
}

/** Of each kind, so few that they take some seconds. */
const SEARCHED: readonly {
  readonly name: InclusionName
  readonly rules: RulesName
  readonly size: Size
  readonly count: number
}[] = [
  { name: 'counts', rules: 'classic', size: 9, count: 100 },
  { name: 'minimal', rules: 'diagonal', size: 9, count: 100 },
  { name: 'minimal', rules: 'windoku', size: 9, count: 10 },
  { name: 'minimal', rules: 'classic', size: 16, count: 1 },
]

/** What takes searches, puzzles a second, each once. */
function bySearching({ name, rules, size, count }: (typeof SEARCHED)[number]): string[] {
  const texts = [...puzzles({ rules, size, seed: 'bench' }).take(count)]
  const searched = texts.map((text) => {
    const puzzle = parsePuzzle(text, rules, size)
    if (!puzzle.ok) throw new Error(puzzle.error)
    const { counts } = solve(strategies['bit-parallel'], puzzle.value, optionsOf(rules))
    const { solutionCount, backtracks, searchBacktracks } = counts
    const solutions = counts.solutions.map((digits) => [...digits].map((d) => d.toString(36).toUpperCase()).join(''))
    return { text, outcome: { status: 'solved', solutionCount, solutions, backtracks, searchBacktracks } as const }
  })
  const before = processorMs()
  for (const { text, outcome } of searched) {
    include({ text, outcome, options: optionsOf(rules, [name]), rules: undefined }, () => false)
  }
  return [name, `${rules} ${size}×${size}`, String(count), ((count * 1000) / (processorMs() - before)).toPrecision(3)]
}

const report =
  asked.beside !== undefined
    ? await besideReport(asked.beside)
    : asked.job !== undefined
      ? await includedJob(Number(asked.job), asked.include, asked.file)
      : ratesReport()
console.log(report)
if (asked.out) writeFileSync(asked.out, report)

function sets(): { name: string; lines: readonly string[] }[] {
  const found = asked.file.map((file) => ({
    name: basename(file, '.txt'),
    lines: readFileSync(file, 'latin1')
      .trim()
      .split(/\r?\n/)
      .slice(0, Number(asked.most))
      .map((line) => line.slice(0, 81).replaceAll('0', '.')),
  }))
  if (found.length > 0) return found
  const generated = puzzles({ rules: 'classic', size: 9, seed: 'bench' }).take(2_000)
  return [{ name: 'generated_minimal', lines: [...generated] }]
}

async function besideReport(folder: string): Promise<string> {
  const rows: string[] = []
  for (const { name, lines } of sets()) {
    const ratios = (await besideRevision(folder, lines, ROUNDS)).toSorted((a, b) => a - b)
    const [least, median, most] = [0, ROUNDS >> 1, ROUNDS - 1].map((i) => ratios[i].toFixed(3))
    rows.push(`| ${name} (${lines.length}) | ${median} | ${least} to ${most} |`)
  }
  return `| a worker’s time for a job that includes nothing, ${ROUNDS} rounds in turn | median | all |\n| --- | ---: | --- |\n${rows.join('\n')}\n`
}

function ratesReport(): string {
  const columns = sets().map(({ name, lines }) => ({ name: `${name} (${lines.length})`, found: ofSet(lines) }))
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const whole = (rate: number) => Math.round(rate).toLocaleString('en')
  return `# What a job may ask to be included, ${new Date().toISOString().slice(0, 10)}

${cpus()[0].model.trim()}, ${cpus().length} cores; Node ${process.versions.node}. Puzzles a second of processor time on one thread, medians of ${ROUNDS} rounds in turn. Made with \`npm run bench -- inclusions\`.

${row(['', ...columns.map(({ name }) => name)])}
${row(['---', ...columns.map(() => '---:')])}
${[...columns[0].found.keys()].map((name) => row([name, ...columns.map(({ found }) => whole(found.get(name) ?? 0))])).join('\n')}

What takes searches, on generated minimal puzzles, each once:

${row(['', 'puzzles', 'how many', 'a second'])}
${row(['---', '---', '---:', '---:'])}
${SEARCHED.map((kind) => row(bySearching(kind))).join('\n')}
`
}
