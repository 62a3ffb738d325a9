import * as z from 'zod/mini'
import { INPUT_FORMATS, type InputFormat } from '../input/input-format.ts'
import type { JobOptions } from '../job/job.ts'
import {
  DEFAULT_BACKTRACK_LIMIT,
  MAX_BACKTRACK_LIMIT,
  MAX_LIST_SIZE,
  MAX_PAGE_SIZE,
  MAX_PARTS,
  MAX_PUZZLES,
  MAX_SOLUTIONS,
  mostBacktracks,
} from '../job/limits.ts'
import { type Puzzles, PuzzlesBuilder } from '../job/puzzles.ts'
import { STATUSES, type Status } from '../job/result.ts'
import { RESULT_FORMATS, type ResultFormat } from '../job/result-format.ts'
import { RULES_NAMES } from '../sudoku/rules.ts'
import { STRATEGIES, STRATEGY_NAMES } from '../sudoku/strategies/strategy-facts.ts'
import { SIZES } from '../sudoku/units.ts'
import { entryOf, type PuzzleInput } from './json-puzzle.ts'
import { MAX_ERRORS_NAMED, overLimit, type Parsed, parsedBy, refused, withNumbers } from './parsed.ts'

/** A word of a few, and a number between two, with errors that say so. */
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
const puzzlesSchema = z.array(z.unknown(), { error: 'expected an array' })
const jobRequestSchema = z.extend(jobOptionsSchema, {
  puzzles: z.optional(puzzlesSchema),
  open: z.optional(z.boolean({ error: 'expected true or false' })),
})
const partRequestSchema = z.strictObject({ puzzles: puzzlesSchema })

/** A request to solve puzzles, as JSON: they come with it, or in parts once the job is open. */
export interface JobRequest extends Partial<JobOptions> {
  readonly puzzles?: readonly PuzzleInput[]
  readonly open?: boolean
}

export interface ParsedJob {
  readonly options: JobOptions
  /** Undefined where the job is to be opened for parts. */
  readonly puzzles: Puzzles | undefined
}

/** The job in a JSON body; its options are there, too, and not in the query. */
export function parseJobRequest(body: unknown, query: Readonly<Record<string, string>>): Parsed<ParsedJob> {
  const stray = Object.keys(query)
  if (stray.length > 0) return refused(stray.map((name) => `${name}: a JSON body takes its options inside`))
  const parsed = parsedBy(jobRequestSchema, body)
  if (!parsed.ok) return parsed
  const { puzzles: inputs, open = false, ...options } = parsed.value
  if (open && inputs) return refused(['puzzles: an open job takes its puzzles in parts'])
  if (!open && !inputs) return refused(['puzzles: expected an array'])
  const known = optionsOf(options)
  if (!known.ok) return known
  const puzzles = inputs && puzzlesOf(inputs)
  if (puzzles && !puzzles.ok) return puzzles
  return { ok: true, value: { options: known.value, puzzles: puzzles?.value } }
}

const textQuerySchema = z.extend(jobOptionsSchema, { format: z.optional(oneOf(INPUT_FORMATS)) })

/** The options in a query, of a job whose puzzles are no JSON, and how they are written where that is said. */
export function parseTextQuery(
  query: Readonly<Record<string, string>>,
): Parsed<{ options: JobOptions; format: InputFormat | undefined }> {
  const parsed = parsedBy(textQuerySchema, withNumbers(query, ['size', 'solutions', 'backtrackLimit']))
  if (!parsed.ok) return parsed
  const { format, ...asked } = parsed.value
  const options = optionsOf(asked)
  return options.ok ? { ok: true, value: { options: options.value, format } } : options
}

/** The puzzles in the JSON body of a part. */
export function parsePartRequest(body: unknown): Parsed<Puzzles> {
  const parsed = parsedBy(partRequestSchema, body)
  return parsed.ok ? puzzlesOf(parsed.value.puzzles) : parsed
}

function puzzlesOf(inputs: readonly unknown[]): Parsed<Puzzles> {
  if (inputs.length > MAX_PUZZLES) {
    return overLimit('too-many-puzzles', `puzzles: found ${inputs.length} puzzles, expected at most ${MAX_PUZZLES}`)
  }
  const errors: string[] = []
  let wrong = 0
  const puzzles = new PuzzlesBuilder(inputs.length)
  inputs.forEach((input, i) => {
    const entry = entryOf(input)
    if (typeof entry !== 'string') puzzles.add(entry)
    else if (wrong++ < MAX_ERRORS_NAMED) errors.push(`puzzles[${i}]${entry}`)
  })
  return wrong > 0 ? refused(errors, wrong) : { ok: true, value: puzzles.build() }
}

function optionsOf({
  strategy,
  rules,
  size,
  solutions = STRATEGIES[strategy].solutions,
  backtrackLimit,
}: z.output<typeof jobOptionsSchema>): Parsed<JobOptions> {
  const most = mostBacktracks(strategy, size ?? 9)
  // The default is for whoever asks for nothing: it is cut to what there is to be had.
  if (backtrackLimit > Math.max(most, DEFAULT_BACKTRACK_LIMIT)) {
    const expected = `expected at most ${most} for ${strategy}${size ? ` on ${size}×${size}` : ''}`
    return overLimit('too-many-backtracks', `backtrackLimit: found ${backtrackLimit}, ${expected}`)
  }
  const options = { strategy, rules, solutions, backtrackLimit: Math.min(backtrackLimit, most) }
  return { ok: true, value: { ...options, ...(size && { size }) } }
}

/** What a reader of results asks for. */
interface ResultsQuery {
  /** The line to begin with. */
  readonly from: number
  /** How many a page. */
  readonly limit: number
  readonly status: readonly Status[] | undefined
  /** How they are to be written; the `Accept` header says it where this does not. */
  readonly format: ResultFormat | typeof PACKED | undefined
}

/** Results as they rest in the table, for programs that unpack them themselves; `result-frames.ts` draws them. */
export const PACKED = 'packed'
const DEFAULT_PAGE_SIZE = 1000
const DEFAULT_LIST_SIZE = 20

export const resultsQuerySchema = z.strictObject({
  from: z._default(wholeNumber(1, Number.MAX_SAFE_INTEGER), 1),
  limit: z._default(wholeNumber(1, MAX_PAGE_SIZE), DEFAULT_PAGE_SIZE),
  status: z.optional(z.array(oneOf(STATUSES)).check(z.minLength(1))),
  format: z.optional(oneOf([...RESULT_FORMATS, PACKED])),
})

export function parseResultsQuery(query: Readonly<Record<string, string>>): Parsed<ResultsQuery> {
  const { status } = query
  const parsed = parsedBy(resultsQuerySchema, {
    ...withNumbers(query, ['from', 'limit']),
    ...(status !== undefined && { status: status.split(',') }),
  })
  if (!parsed.ok) return parsed
  const { format, status: statuses } = parsed.value
  if (format === PACKED && statuses) return refused(['status: packed results come as they are'])
  return { ok: true, value: { status: undefined, format: undefined, ...parsed.value } }
}

export const listQuerySchema = z.strictObject({
  limit: z._default(wholeNumber(1, MAX_LIST_SIZE), DEFAULT_LIST_SIZE),
  cursor: z.optional(z.string()),
})

export function parseListQuery(
  query: Readonly<Record<string, string>>,
): Parsed<{ limit: number; cursor?: string | undefined }> {
  return parsedBy(listQuerySchema, withNumbers(query, ['limit']))
}

export const sealSchema = z.strictObject({ parts: wholeNumber(1, MAX_PARTS) })

/** How many parts a job that is to be sealed has. */
export function parseSeal(body: unknown): Parsed<{ parts: number }> {
  return parsedBy(sealSchema, body)
}

/** The number of a part in an address, which may be too high; undefined where it is none. */
export function parsePartNumber(text: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}

export const partQuerySchema = z.strictObject({ format: z.optional(oneOf(INPUT_FORMATS)) })

/** How the puzzles of a part are written, where its address says it. */
export function parsePartQuery(query: Readonly<Record<string, string>>): Parsed<{ format?: InputFormat | undefined }> {
  return parsedBy(partQuerySchema, query)
}

/** The seconds that `Prefer: wait=N` asks for, at most `most`; 0 where it does not. */
export function parseWait(prefer: string | undefined, most: number): number {
  const seconds = Number(/(?:^|,)\s*wait\s*=\s*"?(\d+)/i.exec(prefer ?? '')?.[1] ?? 0)
  return Math.min(seconds, most)
}
