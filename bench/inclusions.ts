import { solveChunk } from '../shared/job/chunks/solve-chunk.ts'
import { INCLUSION_NAMES, type InclusionName } from '../shared/job/inclusions.ts'
import type { JobOptions } from '../shared/job/job.ts'
import { Puzzles } from '../shared/job/puzzles.ts'
import type { Size } from '../shared/sudoku/grid/units.ts'
import { puzzles } from '../shared/sudoku/making/generate.ts'
import type { RulesName } from '../shared/sudoku/rules/rules.ts'
import { bench, byTurns, median, processorMs, table, whole } from './measuring/bench.ts'
import { gridsOf, setNamed } from './measuring/puzzle-files.ts'

const GENERATED = 2_000

/**
 * How many puzzles a second of one core's time a worker solves with what a job may ask to be included: of sets of classic
 * ones, beside those with nothing included in the same rounds, so that figures of a busy machine can be read; and on other
 * sizes and under other rules. Some of the hardest puzzles take minutes to rate, and brute force as long for their counts,
 * so `--include` chooses what is measured.
 */
export const inclusions = bench(
  { file: [], rounds: 7, most: 10_000, include: 'rating,minimal,canonical' },
  async ({ file, rounds, most, include: named }) => {
    const included = INCLUSION_NAMES.filter((name) => named.split(',').includes(name))
    const sets = file.map((path) => ({ path, lines: gridsOf(path, most) }))
    if (sets.length === 0) sets.push({ path: 'generated_minimal', lines: generated('classic', 9, GENERATED) })
    const columns: { readonly set: string; readonly rates: ReadonlyMap<string, readonly number[]> }[] = []
    for (const { path, lines } of sets) {
      const works = [undefined, ...included].map((name) => [name ?? 'nothing', () => rateOf(lines, name)] as const)
      columns.push({ set: setNamed(path, lines.length), rates: await byTurns(Object.fromEntries(works), rounds) })
    }
    return {
      title: 'What a job may ask to be included',
      about: `Puzzles a second of a worker on one thread, in processor time; medians of ${rounds} rounds by turns.`,
      sections: [
        table(
          ['', ...columns.map(({ set }) => set)],
          [...columns[0].rates.keys()].map((work) => [
            work,
            ...columns.map(({ rates }) => whole(median(rates.get(work) ?? []))),
          ]),
        ),
        'What takes searches, on generated minimal puzzles, each once:',
        table(
          ['', 'puzzles', 'how many', 'a second'],
          SEARCHED.map(({ name, rules, size, count }) => {
            const rate = rateOf(generated(rules, size, count), name, rules)
            return [name, `${rules} ${size}×${size}`, String(count), rate.toPrecision(3)]
          }),
        ),
      ],
    }
  },
)

function generated(rules: RulesName, size: Size, count: number): string[] {
  return [...puzzles({ rules, size, seed: 'bench' }).take(count)]
}

/** How many puzzles a second a worker solves, from their text to packed results. */
function rateOf(lines: readonly string[], name: InclusionName | undefined, rules: RulesName = 'classic'): number {
  const how = { strategy: 'bit-parallel', rules, solutions: 2, backtrackLimit: 100_000_000 } as const
  const options: JobOptions = name ? { ...how, include: [name] } : how
  const chunk = { jobId: 'j', part: 1, number: 0, from: 0, redrive: 0, expiresAt: 0, options }
  const before = processorMs()
  for (let left = Puzzles.of(lines.map((text) => ({ text }))); left.count > 0; ) {
    const { results, rest } = solveChunk({ ...chunk, puzzles: left }, () => false)
    results.pack()
    left = rest?.puzzles ?? left.slice(0, 0)
  }
  return (lines.length * 1000) / (processorMs() - before)
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
