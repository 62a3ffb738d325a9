import * as z from 'zod/mini'
import { INPUT_FORMATS, type InputFormat } from '../input/input-format.ts'
import {
  DEFAULT_BACKTRACK_LIMIT,
  MAX_BACKTRACK_LIMIT,
  MAX_PUZZLES,
  MAX_SOLUTIONS,
  mostBacktracks,
} from '../job/limits.ts'
import { defaultSolutions, type JobOptions } from '../job/options.ts'
import { type Puzzles, PuzzlesBuilder } from '../job/puzzles.ts'
import { RULES_NAMES } from '../sudoku/rules.ts'
import { STRATEGY_NAMES } from '../sudoku/strategies/strategy.ts'
import { SIZES } from '../sudoku/units.ts'
import { entryOf, type PuzzleInput } from './json-puzzle.ts'
import { MAX_ERRORS_NAMED, overLimit, type Parsed, parsedBy, refused, withNumbers } from './parsed.ts'
import { oneOf, wholeNumber } from './schemas.ts'

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
  solutions = defaultSolutions(strategy),
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
