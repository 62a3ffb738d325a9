import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { solve, solveAll } from '../package/solver.ts'
import type { EngineRules } from '../shared/sudoku/kernels/engine/engine.ts'
import { Engine } from '../shared/sudoku/kernels/engine/engine.ts'
import { puzzles } from '../shared/sudoku/making/generate.ts'
import { parsePuzzle } from '../shared/sudoku/rules/puzzle.ts'
import { LearningSearch } from '../shared/sudoku/search/learning.ts'
import { type Contender, engineRulesNamed, external, fromNpm, inProcess, processorMs } from './rivals/contenders.ts'

/**
 * The engine beside its rivals: puzzles a second, each looking for a second solution, on one
 * thread; see rivals.md for who they are. Every round goes once through all contenders, so that
 * a machine that slows down slows all of them; the table has the medians. With `--rules diagonal`
 * it stands beside the search that learns, which would search in its place.
 */

const { values: asked } = parseArgs({
  options: {
    rules: { type: 'string', default: 'classic' },
    file: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '7' },
    native: { type: 'string', multiple: true, default: [] },
    npm: { type: 'string' },
    out: { type: 'string' },
  },
})
/** Native programs tell their rates by the clock on the wall; without them, others may use the machine, too. */
const clock = asked.native.length > 0 ? () => performance.now() : processorMs
const rules = engineRulesNamed(asked.rules)
const GENERATED: Readonly<Record<EngineRules, number>> = { classic: 20_000, diagonal: 2_000 }
const ENGINE = 'ours: engine'
const LEARNING = 'ours: learning'
const QUESTION = { solutions: 2, kept: 1, backtrackLimit: Number.POSITIVE_INFINITY }
const columns: { set: string; figures: Map<string, number>; oneUs: Map<string, number> }[] = []
const folder = mkdtempSync(join(tmpdir(), 'sudoku-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true }))
for (const file of asked.file.length > 0 ? asked.file : generatedSets()) {
  const lines = readFileSync(file, 'latin1').trim().split(/\r?\n/)
  const figures = await measured(await contendersFor(file, lines), Number(asked.rounds))
  const oneUs = rules === 'classic' ? new Map<string, number>() : timesOfOne(lines, Number(asked.rounds))
  columns.push({ set: `${basename(file, '.txt')} (${lines.length.toLocaleString('en')})`, figures, oneUs })
  console.error(`${file}: ${[...figures].map(([name, rate]) => `${name} ${thousands(rate)}`).join(', ')}`)
}
const report = reportOf()
console.log(report)
if (asked.out) writeFileSync(asked.out, report)

/** Where no files are given: what the generator makes, minimal puzzles and easier ones. */
function generatedSets(): string[] {
  return [undefined, 30].map((clues) => {
    const file = join(folder, `generated_${clues ? `${clues}_clues` : 'minimal'}.txt`)
    const lines = puzzles({ rules, size: 9, clues, seed: 'bench' }).take(GENERATED[rules])
    writeFileSync(file, `${[...lines].join('\n')}\n`)
    return file
  })
}

async function contendersFor(file: string, puzzles: readonly string[]): Promise<Contender[]> {
  const native = asked.native.map((definition) => {
    const [, name, command] = /^([^=]+)=(.*)$/.exec(definition) ?? []
    return external(name, command, file)
  })
  const npm = asked.npm ? [...ofPackage(puzzles), ...(await fromNpm(asked.npm, puzzles, clock))] : []
  return [ours(puzzles), ...(rules === 'classic' ? [] : [learning(puzzles)]), ...(await Promise.all(native)), ...npm]
}

function ours(puzzles: readonly string[]): Contender {
  const engine = new Engine(rules)
  const bytes = new TextEncoder().encode(puzzles.join(''))
  return inProcess(
    ENGINE,
    puzzles.length,
    () => {
      engine.room(puzzles.length, QUESTION).set(bytes)
      engine.run(Number.POSITIVE_INFINITY)
    },
    clock,
  )
}

function learning(puzzles: readonly string[]): Contender {
  const solve = byLearning(puzzles)
  return inProcess(LEARNING, puzzles.length, solve, clock, 1)
}

/** Solves the puzzle of a number; it was parsed before. */
function byLearning(puzzles: readonly string[]): (index: number) => void {
  const parsed = puzzles.map((text) => {
    const puzzle = parsePuzzle(text, rules, 9)
    if (!puzzle.ok) throw new Error(puzzle.error)
    return puzzle.value
  })
  return (index) => new LearningSearch(parsed[index], QUESTION).run(Number.POSITIVE_INFINITY)
}

/**
 * The time of the puzzle in the middle, each solved alone, in microseconds: of each puzzle the median of its rounds, by
 * the clock, as processor time is told in milliseconds.
 */
function timesOfOne(puzzles: readonly string[], rounds: number): Map<string, number> {
  const engine = new Engine(rules)
  const encoded = puzzles.map((text) => new TextEncoder().encode(text))
  const byEngine = (index: number) => {
    engine.room(1, QUESTION).set(encoded[index])
    engine.run(Number.POSITIVE_INFINITY)
  }
  const solvers = [
    { name: ENGINE, solve: byEngine, repeats: 20 },
    { name: LEARNING, solve: byLearning(puzzles), repeats: 1 },
  ]
  const times = solvers.map(() => puzzles.map(() => [] as number[]))
  for (let round = 0; round < rounds; round++)
    for (const index of puzzles.keys())
      for (const [i, { solve, repeats }] of solvers.entries()) {
        const start = performance.now()
        for (let left = repeats; left > 0; left--) solve(index)
        times[i][index].push(((performance.now() - start) * 1000) / repeats)
      }
  return new Map(solvers.map(({ name }, i) => [name, median(times[i].map(median))]))
}

/** The package's solver, as programs use it: strings in, strings out. */
function ofPackage(puzzles: readonly string[]): Contender[] {
  return [
    inProcess('ours: solve()', puzzles.length, (from) => solve(puzzles[from]), clock, 1),
    inProcess(
      'ours: solveAll(), stops at the first',
      puzzles.length,
      (from, to) => solveAll(puzzles.slice(from, to)),
      clock,
      1000,
    ),
  ]
}

/** Median puzzles a second of each, after a round that does not count. */
async function measured(contenders: readonly Contender[], rounds: number): Promise<Map<string, number>> {
  const rates = new Map(contenders.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round <= rounds; round++) {
    for (const { name, round: run } of contenders) {
      const rate = await run()
      if (round > 0) rates.get(name)?.push(rate)
    }
  }
  for (const { close } of contenders) close()
  return new Map([...rates].map(([name, all]) => [name, median(all)]))
}

function reportOf(): string {
  const names = [...columns[0].figures.keys()]
  const natives = names.filter((name) => asked.native.some((definition) => definition.startsWith(`${name}=`)))
  const row = (name: string, cells: readonly string[]) => `| ${name} | ${cells.join(' | ')} |`
  const best = (figures: Map<string, number>) => Math.max(...natives.map((name) => figures.get(name) ?? 0))
  const lines = [
    `# Engine${rules === 'classic' ? '' : ` on ${rules} grids`}, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `${cpus()[0].model.trim()}, ${cpus().length} cores; Node ${process.versions.node}. Puzzles a second${asked.native.length > 0 ? '' : ' of processor time'} on one thread, looking for a second solution; medians of ${asked.rounds} interleaved rounds. Made with \`npm run bench -- engine${rules === 'classic' ? '' : ` -- --rules ${rules}`}\`, see ../rivals.md.`,
    '',
    row(
      'solver',
      columns.map(({ set }) => set),
    ),
    row(
      '---',
      columns.map(() => '---:'),
    ),
    ...names.map((name) =>
      row(
        name,
        columns.map(({ figures }) => thousands(figures.get(name) ?? 0)),
      ),
    ),
  ]
  if (rules !== 'classic') {
    lines.push(
      row(
        '**engine ÷ learning**',
        columns.map(({ figures }) => ratio(figures, ENGINE, LEARNING)),
      ),
      ...[ENGINE, LEARNING].map((name) =>
        row(
          `${name}, the puzzle in the middle`,
          columns.map(({ oneUs }) => `${oneUs.get(name)?.toFixed(1)} µs`),
        ),
      ),
      row(
        '**learning ÷ engine**',
        columns.map(({ oneUs }) => ratio(oneUs, LEARNING, ENGINE)),
      ),
    )
  }
  if (natives.length > 0) {
    const againstBest = columns.map(({ figures }) => (figures.get(ENGINE) ?? 0) / best(figures))
    const mean = Math.exp(againstBest.reduce((sum, ratio) => sum + Math.log(ratio), 0) / againstBest.length)
    lines.push(
      row(
        '**engine ÷ best native**',
        againstBest.map((ratio) => `**${ratio.toFixed(2)}**`),
      ),
    )
    lines.push(
      '',
      `Engine over the best native solver of each column: at least ${Math.min(...againstBest).toFixed(2)}, geometric mean ${mean.toFixed(2)}.`,
    )
  }
  return `${lines.join('\n')}\n`
}

function ratio(figures: ReadonlyMap<string, number>, above: string, below: string): string {
  return `**${((figures.get(above) ?? 0) / (figures.get(below) ?? 1)).toFixed(1)}**`
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

function thousands(rate: number): string {
  return rate >= 10_000 ? `${Math.round(rate / 1000).toLocaleString('en')}k` : `${(rate / 1000).toFixed(2)}k`
}
