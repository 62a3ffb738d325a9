import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { BulkSolver } from '../shared/sudoku/engine/bulk-solver.ts'
import { createEngine } from '../shared/sudoku/engine/engine.ts'
import { createTwin } from '../shared/sudoku/engine/twin.ts'
import { type Contender, external, fromNpm, inProcess } from './contenders.ts'

/**
 * The engine beside its rivals: puzzles a second, each looking for a second solution, on one
 * thread; see rivals.md for who they are. Every round goes once through all contenders, so that
 * a machine that slows down slows all of them; the table has the medians.
 */

const { values: asked } = parseArgs({
  options: {
    file: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '7' },
    native: { type: 'string', multiple: true, default: [] },
    npm: { type: 'string' },
    out: { type: 'string' },
  },
})
if (asked.file.length === 0) {
  console.error('usage: npm run bench:engine -- --file PUZZLES.txt … (see bench/rivals.md)')
  process.exit(2)
}

const ENGINE = 'ours: engine'
const TWIN = 'ours: twin in TypeScript'
const columns: { set: string; figures: Map<string, number> }[] = []
for (const file of asked.file) {
  const puzzles = readFileSync(file, 'latin1').trim().split(/\r?\n/)
  const figures = await measured(await contendersFor(file, puzzles), Number(asked.rounds))
  columns.push({ set: `${basename(file, '.txt')} (${puzzles.length.toLocaleString('en')})`, figures })
  console.error(`${file}: ${[...figures].map(([name, rate]) => `${name} ${thousands(rate)}`).join(', ')}`)
}
const report = reportOf()
console.log(report)
if (asked.out) writeFileSync(asked.out, report)

async function contendersFor(file: string, puzzles: readonly string[]): Promise<Contender[]> {
  const native = asked.native.map((definition) => {
    const [, name, command] = /^([^=]+)=(.*)$/.exec(definition) ?? []
    return external(name, command, file)
  })
  return [
    ours(ENGINE, createEngine(), puzzles),
    ours(TWIN, createTwin(), puzzles),
    ...(await Promise.all(native)),
    ...(asked.npm ? await fromNpm(asked.npm, puzzles) : []),
  ]
}

function ours(name: string, solver: BulkSolver, puzzles: readonly string[]): Contender {
  const bytes = new TextEncoder().encode(puzzles.join(''))
  return inProcess(name, puzzles.length, () => {
    solver.room(puzzles.length, { solutions: 2, kept: 1, backtrackLimit: Number.POSITIVE_INFINITY }).set(bytes)
    solver.run(Number.POSITIVE_INFINITY)
  })
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
  const ratios = (name: string, against: (figures: Map<string, number>) => number) =>
    columns.map(({ figures }) => (figures.get(name) ?? 0) / against(figures))
  const lines = [
    `# Engine, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `${cpus()[0].model.trim()}, ${cpus().length} cores; Node ${process.versions.node}. Puzzles a second on one thread, looking for a second solution; medians of ${asked.rounds} interleaved rounds. Made with \`npm run bench:engine\`, see ../rivals.md.`,
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
  if (natives.length > 0) {
    const againstBest = ratios(ENGINE, best)
    const mean = Math.exp(againstBest.reduce((sum, ratio) => sum + Math.log(ratio), 0) / againstBest.length)
    lines.push(
      row(
        '**engine ÷ best native**',
        againstBest.map((ratio) => `**${ratio.toFixed(2)}**`),
      ),
    )
    if (natives.includes('tdoku')) {
      const tdoku = ratios(TWIN, (figures) => figures.get('tdoku') ?? 0)
      lines.push(
        row(
          'twin ÷ tdoku',
          tdoku.map((ratio) => ratio.toFixed(2)),
        ),
      )
    }
    lines.push(
      '',
      `Engine over the best native solver of each column: at least ${Math.min(...againstBest).toFixed(2)}, geometric mean ${mean.toFixed(2)}.`,
    )
  }
  return `${lines.join('\n')}\n`
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

function thousands(rate: number): string {
  return rate >= 10_000 ? `${Math.round(rate / 1000).toLocaleString('en')}k` : `${(rate / 1000).toFixed(2)}k`
}
