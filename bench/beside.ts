import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { puzzles } from '../shared/sudoku/making/generate.ts'
import type { RulesName } from '../shared/sudoku/rules/rules.ts'
import { servedBy } from './beside/served.ts'
import { type Question, solverOf } from './beside/solver.ts'
import { bench, say, table, whole } from './measuring/bench.ts'
import { run, temporaryFolder } from './measuring/processes.ts'
import { gridsOf } from './measuring/puzzle-files.ts'
import { byTurns, median } from './measuring/turns.ts'

/** Something that both checkouts are to do: how it is prepared in one, and then done once. */
interface Task {
  readonly set: string
  readonly puzzles: number
  readonly prepare: (root: string) => Promise<Prepared>
}

export interface Prepared extends AsyncDisposable {
  /** Does it once. */
  once(): Promise<Turn>
}

interface Turn {
  readonly cpuSeconds: number
  /** Both have to find this alike. */
  readonly found: string
}

const HERE = resolve(import.meta.dirname, '..')
/** So often a job has each of the puzzles that are generated for it. */
const TIMES = 20
const SETS = ['engine', 'learning', 'variants', 'bulk'] as const

/**
 * This checkout beside another one, by turns, in processor time. Nothing is known of how the other one is built but what
 * it offers to everybody: the solver of its package, which each runs in a process of its own, and its command line, with
 * the service that this starts. Both have to find the same solutions.
 *
 * `--file`: more puzzles for the engine, a line each, or for a job of variants, as NDJSON. `--count`: of the bulk job.
 */
export const beside = bench(
  { other: '', only: SETS.join(','), rounds: 7, count: 100_000, file: [] },
  async ({ other, only, rounds, count, file }) => {
    if (other === '') throw new Error('--other: expected the folder of another checkout, with its packages')
    const folder = temporaryFolder()
    const asked = SETS.filter((name) => only.split(',').includes(name))
    const rows: (string | number)[][] = []
    for (const name of asked) {
      for (const { set, puzzles, prepare } of await TASKS[name]({ folder, count, files: file })) {
        say(`${name}, ${set}`)
        await using here = await prepare(HERE)
        await using there = await prepare(resolve(other))
        const taken = await byTurns({ here: () => here.once(), other: () => there.once() }, rounds)
        const [ours, others] = [taken.get('here') ?? [], taken.get('other') ?? []]
        if (new Set([...ours, ...others].map(({ found }) => found)).size > 1)
          throw new Error(`${set}: the two found other solutions`)
        const ratios = ours.map(({ cpuSeconds }, round) => cpuSeconds / others[round].cpuSeconds)
        const ofMillion = (turns: readonly Turn[]) =>
          ((median(turns.map(({ cpuSeconds }) => cpuSeconds)) * 1e6) / puzzles).toPrecision(3)
        rows.push([
          ...[`${name}: ${set}`, whole(puzzles), ofMillion(ours), ofMillion(others)],
          `**${median(ratios).toFixed(3)}**`,
          `${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`,
        ])
        say(`${rows[rows.length - 1].join(' | ')}`)
      }
    }
    const heads = ['', 'puzzles', 'here, µs a puzzle', 'other, µs a puzzle', 'here ÷ other', 'of all rounds']
    return {
      title: 'This checkout beside another',
      about: `Processor time, medians of ${rounds} rounds by turns after one that does not count; below 1, this checkout is the faster one. Both found the same solutions.`,
      sections: [table(heads, rows)],
    }
  },
)

interface Asked {
  readonly folder: string
  readonly count: number
  readonly files: readonly string[]
}

const TASKS: Readonly<Record<(typeof SETS)[number], (asked: Asked) => Promise<readonly Task[]>>> = {
  async engine({ files }) {
    const sets = {
      'generated, minimal': generated('classic', 9, undefined, 20_000),
      'generated, 30 clues': generated('classic', 9, 30, 20_000),
      'generated diagonals, minimal': generated('diagonal', 9, undefined, 2_000),
      ...Object.fromEntries(files.filter((file) => !isNdjson(file)).map((file) => [basename(file), gridsOf(file)])),
    }
    return Object.entries(sets).map(([set, lines]) =>
      solving(set, { puzzles: lines, options: { rules: set.includes('diagonal') ? 'diagonal' : 'classic' } }),
    )
  },
  async learning() {
    const options = { strategy: 'learning' } as const
    return [
      solving('generated, minimal', { puzzles: generated('classic', 9, undefined, 1_000), options }),
      solving('generated 16×16, 102 clues', { puzzles: generated('classic', 16, 102, 40), options }),
    ]
  },
  async variants({ folder, files }) {
    const named = (['windoku', 'anti-knight'] as const).map((rules) =>
      solving(`generated ${rules}, minimal`, { puzzles: generated(rules, 9, undefined, 100), options: { rules } }),
    )
    const made: Task[] = []
    for (const [rules, count] of Object.entries({ killer: 300, jigsaw: 300 })) {
      const to = join(folder, `${rules}.ndjson`)
      const how = ['generate', '--rules', rules, '--count', `${count}`, '--seed', '1', '--format', 'ndjson']
      await run('bin/sudoku.ts', how, { to })
      // Over and over, as a start of the command line takes as long as some hundreds of them.
      writeFileSync(to, readFileSync(to, 'utf8').repeat(TIMES))
      made.push(job(`a job of generated ${rules}s`, to, TIMES * count, folder))
    }
    const given = files.filter(isNdjson).map((file) => {
      const count = readFileSync(file, 'utf8').trim().split('\n').length
      return job(`a job of ${basename(file)}`, file, count, folder)
    })
    return [...named, ...made, ...given]
  },
  async bulk({ folder, count }) {
    const file = join(folder, 'bulk.txt')
    await run('bin/sudoku.ts', ['generate', '--count', `${count}`, '--seed', '1', '--clues', '25'], { to: file })
    return [job('a job of generated puzzles, 25 clues', file, count, folder)]
  },
}

function isNdjson(file: string): boolean {
  return file.endsWith('.ndjson')
}

function generated(rules: RulesName, size: 9 | 16, clues: number | undefined, count: number): readonly string[] {
  return [...puzzles({ rules, size, clues, seed: 'bench' }).take(count)]
}

/** Puzzles by the solver of the package. */
function solving(set: string, question: Question): Task {
  return { set, puzzles: question.puzzles.length, prepare: (root) => solverOf(root, question) }
}

/** A file through the service, by the command line: the processor time of both. */
function job(set: string, file: string, puzzles: number, folder: string): Task {
  return { set, puzzles, prepare: (root) => servedBy(root, file, folder) }
}
