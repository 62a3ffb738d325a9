import * as z from 'zod/mini'
import type { Entry } from './job/chunk.ts'
import type { JobCounts, JobState } from './job/job.ts'
import {
  DEFAULT_BACKTRACK_LIMIT,
  defaultSolutions,
  type JobOptions,
  MAX_BACKTRACK_LIMIT,
  MAX_SOLUTIONS,
} from './job/options.ts'
import { type PuzzleResult, STATUSES, type Status } from './job/result.ts'
import { puzzlesIn } from './sudoku/puzzle-text.ts'
import { RULES_NAMES } from './sudoku/rules.ts'
import { STRATEGY_NAMES } from './sudoku/strategies/strategy.ts'
import { SIZES } from './sudoku/units.ts'

/** What crosses the wire: the shapes, and the parse of each request. */

/** A job as a client sees it. Times are ISO 8601. */
export interface JobView {
  readonly id: string
  readonly state: JobState
  readonly options: JobOptions
  readonly counts: JobCounts
  /** Over all puzzles searched so far. */
  readonly backtracks: { readonly sum: number; readonly max: number }
  readonly createdAt: string
  readonly finishedAt?: string
  readonly expiresAt: string
  readonly links: { readonly self: string; readonly results: string }
}

/** A stretch of a job's results, in input order. */
export interface ResultsPage {
  readonly results: readonly PuzzleResult[]
  /** Where to read on; null when the job's last result has been read. While the job runs the next page may be empty. */
  readonly next: string | null
}

/** An error as RFC 9457 has it. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail?: string
  /** For a request that does not fit: each place, and what was expected there. */
  readonly errors?: readonly string[]
}

/** A request to solve puzzles, as JSON. */
export interface JobRequest extends Partial<JobOptions> {
  readonly puzzles: readonly PuzzleInput[]
}
/** A grid as text (`53..7…`) or as rows of numbers, 0 or "." for empty; alone or with a name of the caller's. */
type PuzzleInput = GridInput | { readonly puzzle: GridInput; readonly id?: string }
type GridInput = string | readonly (readonly (number | string)[])[]

export interface ParsedJob {
  readonly options: JobOptions
  readonly entries: readonly Entry[]
}

/** A parsed request, or all that is wrong with it, each with its place. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly errors: string[] }

/** More than fit into a body, but for tiny grids and lines that are no puzzles. */
const MAX_PUZZLES = 100_000
const MAX_ID_LENGTH = 128
/** Twice the longest sensible way to write a 25×25 grid, in numbers with blanks between. */
const MAX_PUZZLE_LENGTH = 4096
const DEFAULT_PAGE_SIZE = 1000
const MAX_PAGE_SIZE = 10_000
const SHOWN_OF_REFUSED = 100
/** From -2, an even cell, and -1, an odd one, over 0, an empty one, to 25. */
const CELL_SYMBOLS = 'eo.123456789ABCDEFGHIJKLMNOP'
const LEAST_CELL_NUMBER = -2
/** Of a request that is wrong all over, this many places are named. */
const MAX_ERRORS_NAMED = 20

const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, { error: `expected one of ${words.join(', ')}` })
const wholeNumber = (from: number, to: number) => {
  const error = `expected a whole number from ${from} to ${to}`
  return z.int({ error }).check(z.gte(from, { error }), z.lte(to, { error }))
}

/** The options of a job as they are asked for; the OpenAPI file is made from them. */
export const jobOptionsSchema = z.strictObject({
  strategy: z._default(oneOf(STRATEGY_NAMES), 'bit-parallel'),
  rules: z._default(oneOf(RULES_NAMES), 'classic'),
  size: z.optional(z.literal([...SIZES], { error: `expected one of ${SIZES.join(', ')}` })),
  solutions: z.optional(wholeNumber(1, MAX_SOLUTIONS)),
  backtrackLimit: z._default(wholeNumber(0, MAX_BACKTRACK_LIMIT), DEFAULT_BACKTRACK_LIMIT),
})
// Puzzles are looked at one by one below: a schema of unions cannot say which cell is wrong, and is slower.
const jobRequestSchema = z.extend(jobOptionsSchema, { puzzles: z.array(z.unknown(), { error: 'expected an array' }) })

/** The job in a JSON body; its options are there, too, and not in the query. */
export function parseJobRequest(body: unknown, query: Readonly<Record<string, string>>): Parsed<ParsedJob> {
  const stray = Object.keys(query)
  if (stray.length > 0) return refused(stray.map((name) => `${name}: a JSON body takes its options inside`))
  const parsed = jobRequestSchema.safeParse(body, { error: () => 'expected a JSON object' })
  if (!parsed.success) return refused(parsed.error.issues.flatMap(describe))
  const { puzzles, ...options } = parsed.data
  const errors: string[] = []
  const entries: Entry[] = []
  puzzles.forEach((puzzle, i) => {
    const entry = entryOf(puzzle)
    if (typeof entry === 'string') errors.push(`puzzles[${i}]${entry}`)
    else entries.push(entry)
  })
  return errors.length > 0 ? refused(errors) : parsedJob(options, entries, 'puzzles')
}

/** The job in a text of puzzles, its options being the query parameters. */
export function parseJobText(text: string, query: Readonly<Record<string, string>>): Parsed<ParsedJob> {
  const numbers = ['size', 'solutions', 'backtrackLimit']
  const asked = Object.entries(query).map(([name, value]) => [name, numbers.includes(name) ? numberIn(value) : value])
  const parsed = jobOptionsSchema.safeParse(Object.fromEntries(asked))
  if (!parsed.success) return refused(parsed.error.issues.flatMap(describe))
  const entries = puzzlesIn(text, parsed.data.size).map((puzzle) => bounded({ text: puzzle }))
  return parsedJob(parsed.data, entries, 'the body')
}

/** What a reader of results asks for: how many a page, of which statuses, from where. */
export interface ResultsQuery {
  readonly limit: number
  readonly status: readonly Status[] | undefined
  readonly cursor: string | undefined
}
const resultsQuerySchema = z.strictObject({
  limit: z._default(wholeNumber(1, MAX_PAGE_SIZE), DEFAULT_PAGE_SIZE),
  status: z.optional(z.array(oneOf(STATUSES))),
  cursor: z.optional(z.string()),
})

export function parseResultsQuery(query: Readonly<Record<string, string>>): Parsed<ResultsQuery> {
  const { limit, status, ...rest } = query
  const parsed = resultsQuerySchema.safeParse({
    ...rest,
    ...(limit !== undefined && { limit: numberIn(limit) }),
    ...(status !== undefined && { status: status.split(',') }),
  })
  if (!parsed.success) return refused(parsed.error.issues.flatMap(describe))
  return { ok: true, value: { status: undefined, cursor: undefined, ...parsed.data } }
}

/** The seconds that `Prefer: wait=N` asks for, at most `most`; 0 where it does not. */
export function parseWait(prefer: string | undefined, most: number): number {
  const seconds = Number(/(?:^|,)\s*wait\s*=\s*"?(\d+)/i.exec(prefer ?? '')?.[1] ?? 0)
  return Math.min(seconds, most)
}

type AskedOptions = z.output<typeof jobOptionsSchema>

function parsedJob({ size, solutions, ...rest }: AskedOptions, entries: Entry[], where: string): Parsed<ParsedJob> {
  if (entries.length === 0) return refused([`${where}: expected at least one puzzle`])
  if (entries.length > MAX_PUZZLES) {
    return refused([`${where}: found ${entries.length} puzzles, expected at most ${MAX_PUZZLES}`])
  }
  const options = { ...rest, ...(size && { size }), solutions: solutions ?? defaultSolutions(rest.strategy) }
  return { ok: true, value: { options, entries } }
}

/** A puzzle as it may be written in JSON, or what is wrong with it and where. */
function entryOf(input: unknown): Entry | string {
  if (typeof input === 'string') return bounded({ text: input })
  if (Array.isArray(input)) return entryOfRows(input)
  if (typeof input !== 'object' || input === null)
    return `: found ${shown(input)}, expected a string, rows or an object`
  const { puzzle, id, ...others } = input as Record<string, unknown>
  const unknown = Object.keys(others)[0]
  if (unknown !== undefined) return `.${unknown}: unknown field`
  if (id !== undefined && typeof id !== 'string') return `.id: found ${shown(id)}, expected a string`
  if (id !== undefined && id.length > MAX_ID_LENGTH) return `.id: expected at most ${MAX_ID_LENGTH} characters`
  if (typeof puzzle !== 'string' && !Array.isArray(puzzle)) {
    return `.puzzle: found ${shown(puzzle)}, expected a string or rows`
  }
  const entry = entryOf(puzzle)
  return typeof entry === 'string' || id === undefined ? entry : { ...entry, id }
}

function entryOfRows(rows: readonly unknown[]): Entry | string {
  let cell = 0
  const lines: string[] = []
  for (const row of rows) {
    if (!Array.isArray(row)) return `: found ${shown(row)}, expected a row of numbers`
    let line = ''
    for (const found of row) {
      cell++
      const symbol = symbolOf(found)
      if (!symbol) return `: cell ${cell}: found ${shown(found)}, expected 1–${rows.length}, 0 or "."`
      line += symbol
    }
    lines.push(line)
  }
  return bounded({ text: lines.join('/') })
}

/** A cell of a row of numbers as it is written in text; undefined where it is no cell. */
function symbolOf(cell: unknown): string | undefined {
  if (typeof cell === 'string') return /^[\d.*_-]$/.test(cell) ? cell : undefined
  return Number.isInteger(cell) ? CELL_SYMBOLS[(cell as number) - LEAST_CELL_NUMBER] : undefined
}

/** One puzzle that is far too long is a bad puzzle, not a bad job. */
function bounded(entry: Entry): Entry {
  const { length } = entry.text
  if (length <= MAX_PUZZLE_LENGTH) return entry
  const refusal = `found ${length} characters, expected at most ${MAX_PUZZLE_LENGTH}`
  return { ...entry, text: `${entry.text.slice(0, SHOWN_OF_REFUSED)}…`, refused: refusal }
}

function refused(errors: readonly string[]): { ok: false; errors: string[] } {
  const left = errors.length - MAX_ERRORS_NAMED
  const more = left > 0 ? [`and ${left} more`] : []
  return { ok: false, errors: [...errors.slice(0, MAX_ERRORS_NAMED), ...more] }
}

function describe(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${key}: unknown field`)
  return [issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message]
}

function numberIn(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object'
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
