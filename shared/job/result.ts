import { type Field, type ObjectOf, ref } from '../json-schema.ts'
import type { VariantConstraint } from '../sudoku/constraints/constraint-json.ts'
import { PAIR_TYPES } from '../sudoku/constraints/relation.ts'
import type { Engine } from '../sudoku/kernels/engine/engine.ts'
import type { TechniqueName } from '../sudoku/rating/techniques.ts'
import { RULES_NAMES } from '../sudoku/rules/rules.ts'
import { KEPT_SOLUTIONS, type SearchCounts, type SearchEnd } from '../sudoku/search/strategy.ts'
import { STRATEGY_NAMES } from '../sudoku/search/strategy-facts.ts'
import type { IncludedFields } from './inclusions.ts'

/** How a puzzle ended; docs/api.md says what each means. */
export const STATUSES = ['solved', 'multiple', 'no-solution', 'invalid', 'aborted', 'failed', 'cancelled'] as const
export type Status = (typeof STATUSES)[number]

/** A field of a result, and the place of its column in CSV; it has none where that is left out. */
interface ResultField extends Field {
  readonly csv?: number
}

/**
 * The fields of a result. The type, the packed results' reader, the columns of CSV, the API's description and
 * `docs/result-fields.md` follow from this table.
 */
export const RESULT_FIELDS = {
  line: {
    csv: 1,
    type: 'integer',
    minimum: 1,
    description:
      'The line of the file or text on which the puzzle begins, blank lines, comments and a header counted. Its place where it came in a list, or in a part that did not say where it begins.',
  },
  place: { csv: 14, type: 'integer', minimum: 1, description: "The puzzle's place in the job, over all its parts." },
  id: { csv: 2, optional: true, type: 'string', description: 'The name that it was submitted with.' },
  puzzle: {
    csv: 3,
    type: 'string',
    description:
      'A character a cell, `.` for empty; as it came where it could not be read. With rules that could not be read, and in CSV with any of its own, the object of JSON that has them.',
  },
  regions: {
    optional: true,
    type: 'string',
    description: 'Those that it came with, a character a cell, alike for the cells of one region.',
  },
  rules: {
    optional: true,
    type: 'array',
    items: { enum: RULES_NAMES },
    description: 'Those that it came with, besides those of the job.',
  },
  constraints: {
    optional: true,
    type: 'array',
    items: /* @__PURE__ */ ref<VariantConstraint>('Constraint'),
    description: 'Those that it came with.',
  },
  negative: {
    optional: true,
    type: 'array',
    items: { enum: PAIR_TYPES },
    description: 'The kinds of pairs of which all are shown, so that other neighbours are no such pair.',
  },
  status: {
    csv: 4,
    enum: STATUSES,
    description:
      '`solved` · `multiple`: two or more solutions were found · `no-solution` · `invalid`: no grid, or givens that clash · `aborted`: its backtrack limit was reached · `failed`: out of attempts · `cancelled`.',
  },
  strategy: { csv: 5, enum: STRATEGY_NAMES, description: 'How it was searched.' },
  unique: {
    csv: 6,
    type: ['boolean', 'null'],
    description:
      'Whether the solution is the only one; null where only one was asked for, or where it was not found out.',
  },
  solutionCount: {
    csv: 7,
    type: ['integer', 'null'],
    minimum: 0,
    description: 'Solutions found, at most as many as were asked for; null where nothing was searched.',
  },
  solution: { csv: 11, optional: true, type: 'string', description: 'The first solution, a character a cell.' },
  solutions: {
    optional: true,
    type: 'array',
    items: { type: 'string' },
    minItems: 2,
    maxItems: KEPT_SOLUTIONS,
    description: 'Where several were found: the first hundred.',
  },
  backtracks: {
    csv: 8,
    type: ['integer', 'null'],
    minimum: 0,
    description:
      'Placements that the search made and undid until it found its first solution, or in all if it found none; null where nothing was searched.',
  },
  searchBacktracks: {
    csv: 9,
    type: ['integer', 'null'],
    minimum: 0,
    description: 'The same of the whole search.',
  },
  searchVersion: {
    csv: 10,
    type: 'integer',
    minimum: 1,
    description: 'Raised when a change to a strategy moves its counts: those of one version compare.',
  },
  givenIsCorrect: {
    csv: 12,
    optional: true,
    type: 'boolean',
    description: 'Whether the solution that came with the puzzle is one; left out where none came.',
  },
  reason: {
    csv: 13,
    optional: true,
    type: 'string',
    description:
      'Why it is `invalid` or `failed`, or why the given solution is not one: where, what came, what was expected.',
  },
} as const satisfies Readonly<Record<string, ResultField>>

export type PuzzleResult = ObjectOf<typeof RESULT_FIELDS> & IncludedFields

export function csvColumns(): (keyof typeof RESULT_FIELDS)[] {
  const fields: [string, ResultField][] = Object.entries(RESULT_FIELDS)
  const placed = fields.flatMap(([name, { csv }]) => (csv === undefined ? [] : [{ name, csv }]))
  return placed.toSorted((a, b) => a.csv - b.csv).map(({ name }) => name as keyof typeof RESULT_FIELDS)
}

/** A job's puzzles by the status of their results; with `pending` they add up to `total`. */
export type OutcomeCounts = Readonly<Record<Status, number>>

export const NO_OUTCOMES = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ STATUSES.map((status) => [status, 0]),
) as OutcomeCounts

/** The outcome of a puzzle, without its place and name. */
export interface Outcome {
  readonly status: Status
  readonly solutionCount: number
  /** The solutions that are kept, a character a cell. */
  readonly solutions: readonly string[]
  readonly backtracks: number | null
  readonly searchBacktracks: number | null
  readonly reason?: string | undefined
}

/** How a puzzle ended whose search ended so, with as many solutions found. */
export function statusOf(end: SearchEnd, solutionCount: number): Status {
  if (end === 'limit') return 'aborted'
  if (solutionCount === 0) return 'no-solution'
  return solutionCount > 1 ? 'multiple' : 'solved'
}

export function outcomeOf(end: SearchEnd, counts: SearchCounts): Outcome {
  return { status: statusOf(end, counts.solutionCount), ...counts.state() }
}

/** The outcome of a plain grid that the engine has done; undefined where it is no puzzle. */
export function outcomeIn(engine: Engine, grid: number): Outcome | undefined {
  const { end, ...counts } = engine.outcome(grid)
  if (end === 'clash' || end === 'character') return undefined
  const status = statusOf(end === 'limit' ? 'limit' : 'enough', counts.solutionCount)
  return { status, ...counts, solutions: engine.solutions(grid, KEPT_SOLUTIONS) }
}

/** Whether a puzzle's solution is the only one; null where so few were asked for, or found, that nobody knows. */
export function uniqueness(status: Status, solutionCount: number, asked: number): boolean | null {
  if (status === 'solved') return asked > 1 ? true : null
  return solutionCount > 1 ? false : null
}

/** The outcome of a puzzle that no search was made for. */
export function unsearched(status: 'invalid' | 'failed' | 'cancelled', reason?: string): Outcome {
  return { status, solutionCount: 0, solutions: [], backtracks: null, searchBacktracks: null, reason }
}

/** The counts that a set of results adds to those of its job. */
export interface ResultCounts {
  readonly outcomes: OutcomeCounts
  /** Solutions that came with their puzzles and do not solve them. */
  readonly mismatches: number
  readonly backtracks: Backtracks
  readonly ratings?: RatingCounts | undefined
}

export interface Backtracks {
  readonly sum: number
  readonly max: number
  /** How many puzzles took 0, 1, 2–3, 4–7, … backtracks: the place is the number's length in bits. */
  readonly histogram: readonly number[]
}

export const NO_BACKTRACKS: Backtracks = { sum: 0, max: 0, histogram: [] }

export class ResultCounter implements ResultCounts {
  readonly outcomes: Record<Status, number> = { ...NO_OUTCOMES }
  readonly backtracks = { sum: 0, max: 0, histogram: [] as number[] }
  mismatches = 0
  ratings: ReturnType<typeof noRatings> | undefined

  /** @param backtracks null where nothing was searched */
  add(status: Status, backtracks: number | null): void {
    this.outcomes[status]++
    if (backtracks === null) return
    this.backtracks.sum += backtracks
    if (backtracks > this.backtracks.max) this.backtracks.max = backtracks
    const { histogram } = this.backtracks
    const place = backtracks < 2 ** 32 ? 32 - Math.clz32(backtracks) : 64 - Math.clz32(backtracks / 2 ** 32)
    while (histogram.length <= place) histogram.push(0)
    histogram[place]++
  }

  /** The rating of the result that was added last; null if it has no rating. */
  addRating(rating: IncludedFields['rating']): void {
    if (!rating) return
    const { er, technique } = rating
    this.ratings ??= noRatings()
    if (er === undefined) this.ratings.atLeast++
    else addTo(this.ratings.er, { [tenthsOf(er)]: 1 })
    if (er !== undefined && technique) addTo(this.ratings.technique, { [technique]: 1 })
  }
}

export function sumOf(all: readonly ResultCounts[]): ResultCounts {
  const sum = new ResultCounter()
  for (const { outcomes, mismatches, backtracks, ratings } of all) {
    addTo(sum.outcomes, outcomes)
    sum.mismatches += mismatches
    sum.backtracks.sum += backtracks.sum
    sum.backtracks.max = Math.max(sum.backtracks.max, backtracks.max)
    backtracks.histogram.forEach((count, place) => {
      sum.backtracks.histogram[place] = (sum.backtracks.histogram[place] ?? 0) + count
    })
    if (!ratings) continue
    sum.ratings ??= noRatings()
    addTo(sum.ratings.er, ratings.er)
    addTo(sum.ratings.technique, ratings.technique)
    sum.ratings.atLeast += ratings.atLeast
  }
  const { outcomes, mismatches, backtracks, ratings } = sum
  return { outcomes, mismatches, backtracks, ...(ratings && { ratings }) }
}

/** Adds counts to those of the same names. */
function addTo<Name extends PropertyKey>(sums: Partial<Record<Name, number>>, counts: Readonly<typeof sums>): void {
  for (const name of Object.keys(counts) as Name[]) sums[name] = (sums[name] ?? 0) + (counts[name] ?? 0)
}

/** How many puzzles are how hard, of those that a job has rated. */
export interface RatingCounts {
  /** By ER in tenths: 45 for 4.5. */
  readonly er: Readonly<Record<number, number>>
  /** By the technique of the hardest step, which a puzzle has not that is full, or that no technique solves. */
  readonly technique: Readonly<Partial<Record<TechniqueName, number>>>
  /** Those of which no more is known than how hard they are at least; they count in neither of the others. */
  readonly atLeast: number
}

function noRatings() {
  return { er: {}, technique: {}, atLeast: 0 } satisfies RatingCounts
}

/** A rating in tenths, as it is counted: 4.5 is 45, whatever its last bits are. */
export function tenthsOf(rating: number): number {
  return Math.round(rating * 10)
}
