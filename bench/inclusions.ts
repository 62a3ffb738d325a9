import { solveChunk } from '../shared/job/chunks/solve-chunk.ts'
import { INCLUSION_NAMES, type InclusionName } from '../shared/job/inclusions.ts'
import type { JobOptions } from '../shared/job/job.ts'
import { Puzzles } from '../shared/job/puzzles.ts'
import type { Size } from '../shared/sudoku/grid/units.ts'
import { puzzles } from '../shared/sudoku/making/generate.ts'
import type { RulesName } from '../shared/sudoku/rules/rules.ts'
import { bench, byTurns, gridsOf, median, processorMs, setNamed, table, whole } from './measuring.ts'

/**
 * How many puzzles a second of one core's time a worker solves with what a job may ask to be included: of sets of classic
 * ones, or of generated minimal ones of a size and rules, beside those with nothing included in the same rounds, so that
 * figures of a busy machine can be read. Some of the hardest puzzles take minutes to rate, and brute force as long for their
 * counts, so `--include` chooses what is measured.
 */
export const inclusions = bench(
  { file: [], rounds: 7, most: 10_000, include: 'rating,minimal,canonical', rules: 'classic', size: 9, count: 2_000 },
  async ({ file, rounds, most, include: named, count, ...kind }) => {
    const rules = kind.rules as RulesName
    const included = INCLUSION_NAMES.filter((name) => named.split(',').includes(name))
    const sets = file.map((path) => ({ path, lines: gridsOf(path, most) }))
    if (sets.length === 0) {
      const lines = [...puzzles({ rules, size: kind.size as Size, seed: 'bench' }).take(count)]
      sets.push({ path: `generated_minimal_${rules}_${kind.size}`, lines })
    }
    const columns: { readonly set: string; readonly rates: ReadonlyMap<string, readonly number[]> }[] = []
    for (const { path, lines } of sets) {
      const works = [undefined, ...included].map(
        (name) => [name ?? 'nothing', () => rateOf(lines, name, rules)] as const,
      )
      columns.push({ set: setNamed(path, lines.length), rates: await byTurns(Object.fromEntries(works), rounds) })
    }
    const cellsOf = (work: string) => columns.map(({ rates }) => whole(median(rates.get(work) ?? [])))
    const rows = [...columns[0].rates.keys()].map((work) => [work, ...cellsOf(work)])
    return {
      title: 'What a job may ask to be included',
      about: `Puzzles a second of a worker on one thread, in processor time; medians of ${rounds} rounds by turns.`,
      sections: [table(['', ...columns.map(({ set }) => set)], rows)],
    }
  },
)

/** How many puzzles a second a worker solves, from their text to packed results. */
function rateOf(lines: readonly string[], name: InclusionName | undefined, rules: RulesName): number {
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
