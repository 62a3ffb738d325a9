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
import { bench, byTurns, median, processorMs, table, whole } from './measuring/bench.ts'
import { gridsOf, setNamed } from './measuring/puzzle-files.ts'

const QUESTION = { solutions: 2, kept: 1, backtrackLimit: Number.POSITIVE_INFINITY }
const GENERATED = 2_000

/**
 * For how many puzzles a second of one core's time what a job may ask to be included is computed: by itself, once the
 * puzzle is solved; in a worker, with all that a result takes; and on other sizes and under other rules. Beside it the
 * engine solves the same puzzles in the same rounds, so that figures of a busy machine can be read. Some of the hardest
 * puzzles take minutes to rate, and brute force as long for their counts, so `--include` chooses what workers are
 * measured with.
 */
export const inclusions = bench(
  { file: [], rounds: 7, most: 10_000, include: 'rating,minimal,canonical' },
  async ({ file, rounds, most, include: named }) => {
    const included = INCLUSION_NAMES.filter((name) => named.split(',').includes(name))
    const sets = file.map((path) => ({ path, lines: gridsOf(path, most) }))
    if (sets.length === 0) {
      const lines = [...puzzles({ rules: 'classic', size: 9, seed: 'bench' }).take(GENERATED)]
      sets.push({ path: 'generated_minimal', lines })
    }
    const columns: { readonly set: string; readonly rates: ReadonlyMap<string, readonly number[]> }[] = []
    for (const { path, lines } of sets) {
      columns.push({ set: setNamed(path, lines.length), rates: await byTurns(worksOn(lines, included), rounds) })
    }
    return {
      title: 'What a job may ask to be included',
      about: `Puzzles a second of processor time on one thread, medians of ${rounds} rounds by turns.`,
      sections: [
        table(
          ['', ...columns.map(({ set }) => set)],
          [...columns[0].rates.keys()].map((work) => [
            work,
            ...columns.map(({ rates }) => whole(median(rates.get(work) ?? []))),
          ]),
        ),
        'What takes searches, on generated minimal puzzles, each once:',
        table(['', 'puzzles', 'how many', 'a second'], SEARCHED.map(bySearching)),
      ],
    }
  },
)

function optionsOf(rules: RulesName, names?: readonly InclusionName[]): JobOptions {
  const options = { strategy: 'bit-parallel', rules, solutions: 2, backtrackLimit: 100_000_000 } as const
  return names ? { ...options, include: names } : options
}

/** The work on a set of classic puzzles, each as a function that answers with its rate. */
function worksOn(lines: readonly string[], included: readonly InclusionName[]): Record<string, () => number> {
  const engine = new Engine('classic')
  const bytes = new TextEncoder().encode(lines.join(''))
  const solveAll = () => {
    engine.room(lines.length, QUESTION).set(bytes)
    engine.run(Number.POSITIVE_INFINITY)
  }
  solveAll()
  const solutions = lines.map((_, i) => engine.solution(i, 0))
  const worker = (names?: readonly InclusionName[]) => () => {
    const chunk = { jobId: 'j', part: 1, number: 0, from: 0, redrive: 0, expiresAt: 0 }
    const entries = Puzzles.of(lines.map((text) => ({ text })))
    for (let left = entries; left.count > 0; ) {
      const { results, rest } = solveChunk(
        { ...chunk, options: optionsOf('classic', names), puzzles: left },
        () => false,
      )
      results.pack()
      left = rest?.puzzles ?? left.slice(0, 0)
    }
  }
  const minimal = (line: string, i: number) => {
    const work = redundantByEngine(line, solutions[i], 'classic')
    while (!work.next().done);
  }
  const works: Readonly<Record<string, () => void>> = {
    'the engine solves it': solveAll,
    minimal: () => lines.forEach(minimal),
    canonical: () => lines.forEach((line) => void canonicalGrid(line)),
    canonicalSolution: () => solutions.forEach((solution) => void canonicalGrid(solution)),
    'a worker, nothing included': worker(),
    ...Object.fromEntries(included.map((name) => [`a worker, ${name}`, worker([name])])),
  }
  const rateOf = (work: () => void) => () => {
    const before = processorMs()
    work()
    return (lines.length * 1000) / (processorMs() - before)
  }
  return Object.fromEntries(Object.entries(works).map(([name, work]) => [name, rateOf(work)]))
}

/** So many of each kind take some seconds. */
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

/** The work that takes searches, in puzzles a second, each once. */
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
