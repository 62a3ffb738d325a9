import * as z from 'zod/mini'
import { accept, type Checked } from '../checked.ts'
import { entryOf, refusedEntry, shortened } from '../input/entry.ts'
import { INPUT_FORMATS, type InputFormat } from '../input/input-format.ts'
import { INCLUSION_NAMES } from '../job/inclusions.ts'
import { JOB_STATES, type JobOptions, type Labels, type Webhook } from '../job/job.ts'
import {
  DEFAULT_BACKTRACK_LIMIT,
  MAX_BACKTRACK_LIMIT,
  MAX_JOB_NAME_LENGTH,
  MAX_LIST_SIZE,
  MAX_METADATA_KEY_LENGTH,
  MAX_METADATA_KEYS,
  MAX_METADATA_LENGTH,
  MAX_PAGE_SIZE,
  MAX_PARTS,
  MAX_PUZZLES,
  MAX_SOLUTIONS,
  MAX_WEBHOOK_URL_LENGTH,
  mostBacktracks,
} from '../job/limits.ts'
import { RESULT_FORMATS, type ResultFormat } from '../job/output/result-media-types.ts'
import { PACKED } from '../job/packed/result-frames.ts'
import { type Puzzles, PuzzlesBuilder } from '../job/puzzles.ts'
import { STATUSES } from '../job/result.ts'
import { ER_RANGE, ER_RANGE_WORDS, parseErRange, type ResultFilter } from '../job/result-filter.ts'
import { ALL_SIZES, hasBoxes } from '../sudoku/grid/units.ts'
import { TECHNIQUE_NAMES } from '../sudoku/rating/technique-names.ts'
import { checkedSize, normalRules, RULES_NAMES } from '../sudoku/rules/rules.ts'
import { STRATEGY_NAMES } from '../sudoku/search/strategy-facts.ts'
import { checkedStrategy, STRATEGY_FIGURES } from '../sudoku/search/strategy-figures.ts'
import { checkedBy, inBody, inQuery, type RequestErrors, refuseExcess, refuseRequest } from './request-errors.ts'

/** The options of a job as they are asked for; the OpenAPI file is made from them. */
export const jobOptionsSchema = z.strictObject({
  strategy: z._default(oneOf(STRATEGY_NAMES), 'bit-parallel'),
  rules: z._default(
    z.union([oneOf(RULES_NAMES), z.array(oneOf(RULES_NAMES))], {
      error: `expected one of ${RULES_NAMES.join(', ')}, or a list of them`,
    }),
    'classic',
  ),
  size: z.optional(z.literal([...ALL_SIZES], { error: `expected one of ${ALL_SIZES.join(', ')}` })),
  solutions: z.optional(wholeNumber(1, MAX_SOLUTIONS)),
  backtrackLimit: z._default(wholeNumber(0, MAX_BACKTRACK_LIMIT), DEFAULT_BACKTRACK_LIMIT),
  include: z.optional(
    z.array(
      z.enum(INCLUSION_NAMES, {
        error: ({ input }) =>
          `found ${shortened(JSON.stringify(input) ?? 'nothing')}, expected one of ${INCLUSION_NAMES.join(', ')}`,
      }),
      { error: `expected a list of ${INCLUSION_NAMES.join(', ')}` },
    ),
  ),
})

const NAME_ERROR = `expected 1 to ${MAX_JOB_NAME_LENGTH} characters, and no control characters`
const METADATA_ERROR = `expected at most ${MAX_METADATA_KEYS} keys of 1 to ${MAX_METADATA_KEY_LENGTH} characters, with texts of at most ${MAX_METADATA_LENGTH}, without control characters`
// Written so that it means the same in the API's description, where patterns have no flags.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const NO_CONTROL = /^[^\u0000-\u001f\u007f-\u009f]*$/

/** What a job may be called by, and what may be kept with it. */
export const labelsSchema = z.strictObject({
  name: z.optional(
    z
      .string({ error: NAME_ERROR })
      .check(
        z.minLength(1, { error: NAME_ERROR }),
        z.maxLength(MAX_JOB_NAME_LENGTH, { error: NAME_ERROR }),
        z.regex(NO_CONTROL, { error: NAME_ERROR }),
      ),
  ),
  metadata: z.optional(
    z
      .record(
        z.string().check(z.minLength(1), z.maxLength(MAX_METADATA_KEY_LENGTH), z.regex(NO_CONTROL)),
        z.string({ error: METADATA_ERROR }).check(
          z.maxLength(MAX_METADATA_LENGTH, { error: METADATA_ERROR }),
          // In JSON inside of JSON each would be seven bytes, and a hundred jobs more than one answer takes.
          z.regex(NO_CONTROL, { error: METADATA_ERROR }),
        ),
        { error: METADATA_ERROR },
      )
      .check(z.refine((metadata) => Object.keys(metadata).length <= MAX_METADATA_KEYS, { error: METADATA_ERROR })),
  ),
})

const WEBHOOK_URL_ERROR = `expected an address of at most ${MAX_WEBHOOK_URL_LENGTH} characters`
const SECRET_ERROR = 'expected whsec_ and 24 to 64 bytes in base64'

/** Who is to be told of a job's end. It comes in a body alone: queries are written to logs, and its secret is none's business. */
export const webhookSchema = z.strictObject(
  {
    url: z
      .string({ error: WEBHOOK_URL_ERROR })
      .check(
        z.maxLength(MAX_WEBHOOK_URL_LENGTH, { error: WEBHOOK_URL_ERROR }),
        z.regex(/^https?:\/\/\S+$/, { error: WEBHOOK_URL_ERROR }),
      ),
    // 24 bytes are 32 characters of base64, and 64 are 88.
    secret: z
      .string({ error: SECRET_ERROR })
      .check(z.regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, { error: SECRET_ERROR })),
  },
  { error: 'expected an object with url and secret' },
)

// Puzzles are looked at one by one: a schema of unions cannot say which cell is wrong, and is slower.
const puzzlesSchema = z.array(z.unknown(), { error: 'expected an array' })
const jobRequestSchema = z.extend(jobOptionsSchema, {
  ...labelsSchema.shape,
  webhook: z.optional(webhookSchema),
  puzzles: z.optional(puzzlesSchema),
  open: z.optional(z.boolean({ error: 'expected true or false' })),
})

export interface ParsedJob {
  readonly options: JobOptions
  readonly labels: Labels
  readonly webhook?: Webhook | undefined
  /** Undefined where the job is to be opened for parts. */
  readonly puzzles: Puzzles | undefined
}

/** The job in a JSON body, which holds its options, too: a query may not. */
export function parseJobRequest(body: unknown, query: URLSearchParams): Checked<ParsedJob, RequestErrors> {
  const stray = [...new Set(query.keys())]
  if (stray.length > 0) {
    const detail = 'a JSON body takes its options inside'
    return refuseRequest(stray.map((name) => ({ parameter: shortened(name), detail })))
  }
  const request = checkedBy(jobRequestSchema, body, inBody)
  if (!request.ok) return request
  const { puzzles: inputs, open = false, name, metadata, webhook, ...asked } = request.value
  if (open && inputs)
    return refuseRequest([{ ...inBody(['puzzles']), detail: 'an open job takes its puzzles in parts' }])
  if (!open && !inputs) return refuseRequest([{ ...inBody(['puzzles']), detail: 'expected an array' }])
  const options = optionsOf(asked, inBody)
  if (!options.ok) return options
  const puzzles = inputs && puzzlesOf(inputs)
  if (puzzles && !puzzles.ok) return puzzles
  return accept({ options: options.value, labels: labelsOf({ name, metadata }), webhook, puzzles: puzzles?.value })
}

/** Those that are there, and no undefined ones. */
function labelsOf({ name, metadata }: Labels): Labels {
  return { ...(name !== undefined && { name }), ...(metadata && { metadata }) }
}

/** How the puzzles of a text are written. */
export const formatSchema = z.strictObject({ format: z.optional(oneOf(INPUT_FORMATS)) })

const textQuerySchema = z.extend(jobOptionsSchema, { ...labelsSchema.shape, ...formatSchema.shape })

/** What the query says of a job whose puzzles are no JSON. */
export interface TextQuery {
  readonly options: JobOptions
  readonly labels: Labels
  /** How the puzzles are written; told from the text where the query does not say it. */
  readonly format: InputFormat | undefined
}

export function parseTextQuery(query: URLSearchParams): Checked<TextQuery, RequestErrors> {
  const parsed = parseQuery(textQuerySchema, query, {
    numbers: ['size', 'solutions', 'backtrackLimit'],
    lists: ['rules', 'include'],
    objects: ['metadata'],
  })
  if (!parsed.ok) return parsed
  const { format, name, metadata, ...asked } = parsed.value
  const options = optionsOf(asked, inQuery)
  return options.ok ? accept({ options: options.value, labels: labelsOf({ name, metadata }), format }) : options
}

const partRequestSchema = z.strictObject({ puzzles: puzzlesSchema })

/** The puzzles in the JSON body of a part. */
export function parsePartRequest(body: unknown): Checked<Puzzles, RequestErrors> {
  const parsed = checkedBy(partRequestSchema, body, inBody)
  return parsed.ok ? puzzlesOf(parsed.value.puzzles) : parsed
}

export const partQuerySchema = z.extend(formatSchema, {
  line: z.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
})

/** How the puzzles of a part are written, and with which line of their file they begin, where its address says it. */
export function parsePartQuery(
  query: URLSearchParams,
): Checked<{ format?: InputFormat | undefined; line?: number | undefined }, RequestErrors> {
  return parseQuery(partQuerySchema, query, { numbers: ['line'] })
}

/** The number of a part in an address, which may be too high; undefined where it is none. */
export function parsePartNumber(text: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}

export const sealSchema = z.strictObject({ parts: wholeNumber(1, MAX_PARTS) })

/** How many parts a job that is to be sealed has. */
export function parseSeal(body: unknown): Checked<{ parts: number }, RequestErrors> {
  return checkedBy(sealSchema, body, inBody)
}

const DEFAULT_LIST_SIZE = 20

export const listQuerySchema = z.strictObject({
  limit: z._default(wholeNumber(1, MAX_LIST_SIZE), DEFAULT_LIST_SIZE),
  cursor: z.optional(z.string()),
  state: z.optional(z.array(oneOf(JOB_STATES)).check(z.minLength(1))),
  name: z.optional(z.string()),
})

export function parseListQuery(query: URLSearchParams): Checked<z.output<typeof listQuerySchema>, RequestErrors> {
  return parseQuery(listQuerySchema, query, { numbers: ['limit'], lists: ['state'] })
}

export const partsQuerySchema = z.strictObject({
  from: z._default(wholeNumber(1, MAX_PARTS), 1),
  limit: z._default(wholeNumber(1, MAX_LIST_SIZE), MAX_LIST_SIZE),
})

export function parsePartsQuery(query: URLSearchParams): Checked<z.output<typeof partsQuerySchema>, RequestErrors> {
  return parseQuery(partsQuerySchema, query, { numbers: ['from', 'limit'] })
}

/** What a reader of results asks for. */
export interface ResultsQuery extends ResultFilter {
  /** The place to begin with. */
  readonly from: number
  /** The line of the file to begin with, where that is behind the place; where it holds no puzzle, the first below that does. */
  readonly line: number | undefined
  /** How many results an answer may have. */
  readonly limit: number
  /** How they are to be written; the `Accept` header says it where this does not. */
  readonly format: ResultFormat | typeof PACKED | undefined
}

const DEFAULT_RESULTS = 1000

export const resultsQuerySchema = z.strictObject({
  from: z._default(wholeNumber(1, Number.MAX_SAFE_INTEGER), 1),
  line: z.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
  limit: z._default(wholeNumber(1, MAX_PAGE_SIZE), DEFAULT_RESULTS),
  status: z.optional(z.array(oneOf(STATUSES)).check(z.minLength(1))),
  er: z.optional(z.string().check(z.regex(ER_RANGE, { error: `expected ${ER_RANGE_WORDS}` }))),
  technique: z.optional(z.array(oneOf(TECHNIQUE_NAMES)).check(z.minLength(1))),
  format: z.optional(oneOf([...RESULT_FORMATS, PACKED])),
})

export function parseResultsQuery(query: URLSearchParams): Checked<ResultsQuery, RequestErrors> {
  const parsed = parseQuery(resultsQuerySchema, query, {
    numbers: ['from', 'line', 'limit'],
    lists: ['status', 'technique'],
  })
  if (!parsed.ok) return parsed
  const { er, ...asked } = parsed.value
  const range = er === undefined ? undefined : parseErRange(er)
  if (range && !range.ok) return refuseRequest([{ parameter: 'er', detail: range.error }])
  const filters = (['status', 'er', 'technique'] as const).filter((name) => parsed.value[name] !== undefined)
  if (asked.format === PACKED && filters.length > 0)
    return refuseRequest(filters.map((parameter) => ({ parameter, detail: 'packed results come as they are' })))
  return accept({ format: undefined, line: undefined, ...asked, ...(range && { er: range.value }) })
}

/** The seconds that `Prefer: wait=N` asks for, at most `most`; 0 where it does not. */
export function parseWait(prefer: string | undefined, most: number): number {
  const seconds = Number(/(?:^|,)\s*wait\s*=\s*"?(\d+)/i.exec(prefer ?? '')?.[1] ?? 0)
  return Math.min(seconds, most)
}

/** Puzzles of a list; what is none is a bad puzzle, as in a file, and harms no other. */
function puzzlesOf(inputs: readonly unknown[]): Checked<Puzzles, RequestErrors> {
  if (inputs.length > MAX_PUZZLES) {
    const detail = `found ${inputs.length} puzzles, expected at most ${MAX_PUZZLES}`
    return refuseExcess('too-many-puzzles', { ...inBody(['puzzles']), detail })
  }
  const puzzles = new PuzzlesBuilder(inputs.length)
  for (const input of inputs) {
    const entry = entryOf(input, 'refused')
    puzzles.add(entry.ok ? entry.value : refusedEntry(entry.error, JSON.stringify(input)))
  }
  return accept(puzzles.build())
}

function optionsOf(
  {
    strategy,
    rules,
    size,
    solutions = STRATEGY_FIGURES[strategy].solutions,
    backtrackLimit,
    include = [],
  }: z.output<typeof jobOptionsSchema>,
  placeOf: typeof inBody,
): Checked<JobOptions, RequestErrors> {
  // Without boxes it is the size of puzzles that bring regions.
  const known = size && checkedSize(rules, size, !hasBoxes(size))
  if (known && !known.ok) return refuseExcess('unsupported-size', { ...placeOf(['size']), detail: known.error })
  const taken = size && checkedStrategy(strategy, size)
  if (taken && !taken.ok) return refuseExcess('unsupported-size', { ...placeOf(['size']), detail: taken.error })
  const most = mostBacktracks(strategy, size ?? 9)
  // The default is for requests that name no limit: it is cut to what there is to be had.
  if (backtrackLimit > Math.max(most, DEFAULT_BACKTRACK_LIMIT)) {
    const expected = `expected at most ${most} for ${strategy}${size ? ` on ${size}×${size}` : ''}`
    const detail = `found ${backtrackLimit}, ${expected}`
    return refuseExcess('too-many-backtracks', { ...placeOf(['backtrackLimit']), detail })
  }
  const options = { strategy, rules: normalRules(rules), solutions, backtrackLimit: Math.min(backtrackLimit, most) }
  // In the order of their table, and each once: so the same wish is the same job.
  const included = INCLUSION_NAMES.filter((name) => include.includes(name))
  return accept({ ...options, ...(size && { size }), ...(included.length > 0 && { include: included }) })
}

/** The parameters of a query that are not one text each. */
interface QueryForm {
  /** Those that are whole numbers; what is none is for the schema to refuse. */
  readonly numbers?: readonly string[]
  /** Those that may have several values, each by itself (`status=solved&status=multiple`) or separated by commas. */
  readonly lists?: readonly string[]
  /** Those whose fields are parameters, as in `metadata[order]`: OpenAPI's `deepObject`. */
  readonly objects?: readonly string[]
}

/**
 * A query as a schema has it. Of a parameter that comes twice where there can be but one value, to take either would be
 * to guess.
 */
function parseQuery<T>(
  schema: z.ZodMiniType<T>,
  query: URLSearchParams,
  { numbers = [], lists = [], objects = [] }: QueryForm = {},
): Checked<T, RequestErrors> {
  const readAs = (name: string): unknown => {
    const values = query.getAll(name)
    if (lists.includes(name)) return values.flatMap((value) => value.split(','))
    return numbers.includes(name) && /^\d+$/.test(values[0]) ? Number(values[0]) : values[0]
  }
  const names = [...new Set(query.keys())]
  const repeated = names.filter((name) => !lists.includes(name) && query.getAll(name).length > 1)
  if (repeated.length === 0) {
    const values = new Map<string, unknown>()
    for (const name of names) {
      const [, object = '', field = ''] = /^([^[]*)\[(.*)\]$/s.exec(name) ?? []
      if (!objects.includes(object)) values.set(name, readAs(name))
      // As entries, so that no field is taken for the object's prototype.
      else values.set(object, Object.fromEntries([...Object.entries(values.get(object) ?? {}), [field, readAs(name)]]))
    }
    return checkedBy(schema, Object.fromEntries(values), inQuery)
  }
  return refuseRequest(
    repeated.map((name) => ({
      parameter: shortened(name),
      detail: `found ${query.getAll(name).length} values, expected one`,
    })),
  )
}

/** A word of a few, with an error that names them. */
function oneOf<const T extends readonly [string, ...string[]]>(words: T) {
  return z.enum(words, { error: `expected one of ${words.join(', ')}` })
}

function wholeNumber(from: number, to: number) {
  const error = `expected a whole number from ${from} to ${to}`
  return z.int({ error }).check(z.gte(from, { error }), z.lte(to, { error }))
}
