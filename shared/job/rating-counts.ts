import { TECHNIQUE_NAMES, type TechniqueName } from '../sudoku/rating/techniques.ts'
import type { Addition } from './inclusions.ts'

type Rating = NonNullable<Addition<'rating'>['rating']>

/** How many puzzles are how hard, of those that a job has rated. */
export interface RatingCounts {
  /** By ER in tenths: 45 for 4.5. */
  readonly er: Readonly<Record<number, number>>
  /** By the technique of the hardest step, which a puzzle has not that is full, or that no technique solves. */
  readonly technique: Readonly<Partial<Record<TechniqueName, number>>>
  /** Those of which no more is known than how hard they are at least; they count in neither of the others. */
  readonly atLeast: number
}

/** A rating in tenths, as it is counted: 4.5 is 45, whatever its last bits are. */
export function tenthsOf(rating: number): number {
  return Math.round(rating * 10)
}

/** Counts ratings one by one. */
export class RatingCounter implements RatingCounts {
  readonly er: Record<number, number> = {}
  readonly technique: Partial<Record<TechniqueName, number>> = {}
  atLeast = 0

  add({ er, technique }: Rating): void {
    if (er === undefined) {
      this.atLeast++
      return
    }
    const tenths = tenthsOf(er)
    this.er[tenths] = (this.er[tenths] ?? 0) + 1
    if (technique) this.technique[technique] = (this.technique[technique] ?? 0) + 1
  }
}

/** The sum of several counts, by rising ER and in the order of techniques: so the same sum is the same JSON. */
export function sumOfRatings(all: readonly RatingCounts[]): RatingCounts {
  const sum = (countIn: (counts: RatingCounts) => number | undefined) =>
    all.reduce((so, counts) => so + (countIn(counts) ?? 0), 0)
  const tenths = [...new Set(all.flatMap(({ er }) => Object.keys(er)))].map(Number).sort((a, b) => a - b)
  const techniques = TECHNIQUE_NAMES.filter((name) => all.some(({ technique }) => technique[name]))
  return {
    er: Object.fromEntries(tenths.map((key) => [key, sum(({ er }) => er[key])])),
    technique: Object.fromEntries(techniques.map((name) => [name, sum(({ technique }) => technique[name])])),
    atLeast: sum(({ atLeast }) => atLeast),
  }
}
