import { accept, type Checked, isObject, type Refusal, refuse, shortened } from '../checked.ts'
import { entryOf, refusedEntry, unknownField } from '../input/entry.ts'
import { INPUT_FORMATS, type InputFormat } from '../input/input-format.ts'
import { GENERATE_FIELDS, makingOptionsOf, puzzlesToMake } from '../job/asked-puzzles.ts'
import { INCLUSION_NAMES } from '../job/inclusions.ts'
import { JOB_STATES, type JobOptions, type Labels, type Webhook } from '../job/job.ts'
import * as limits from '../job/limits.ts'
import { RESULT_FORMATS } from '../job/output/result-media-types.ts'
import { PACKED } from '../job/packed/result-frames.ts'
import { type Puzzles, PuzzlesBuilder } from '../job/puzzles.ts'
import { STATUSES } from '../job/result.ts'
import { ER_RANGE, ER_RANGE_WORDS, parseErRange, type ResultFilter } from '../job/result-filter.ts'
import { checkedObject, type Fault, type Field, type Fields, type ObjectOf } from '../json-schema.ts'
import { TooComplex } from '../reading-budget.ts'
import { ALL_SIZES, hasBoxes } from '../sudoku/grid/units.ts'
import {
  DEFAULT_RULE_SET,
  HUMAN_TECHNIQUE_NAMES,
  RULE_SET_NAMES,
  TECHNIQUE_NAMES,
} from '../sudoku/rating/techniques.ts'
import { checkedSize, normalRules, RULES_NAMES } from '../sudoku/rules/rules.ts'
import { STRATEGY_NAMES } from '../sudoku/search/strategy-facts.ts'
import { checkedStrategy, STRATEGY_FIGURES } from '../sudoku/search/strategy-figures.ts'
import { type ProblemError, pointerTo } from './problem-error.ts'

const RULES = { type: 'string', enum: RULES_NAMES } as const

export const JOB_OPTION_FIELDS = {
  strategy: { type: 'string', enum: STRATEGY_NAMES, default: 'bit-parallel' },
  rules: {
    anyOf: [RULES, { type: 'array', items: RULES }],
    default: 'classic',
    expected: `one of ${RULES_NAMES.join(', ')}, or a list of them`,
  },
  size: { type: 'integer', enum: ALL_SIZES, optional: true },
  solutions: { ...wholeNumber(1, limits.MAX_SOLUTIONS), optional: true },
  backtrackLimit: { ...wholeNumber(0, limits.MAX_BACKTRACK_LIMIT), default: limits.DEFAULT_BACKTRACK_LIMIT },
  include: { type: 'array', items: { type: 'string', enum: INCLUSION_NAMES }, optional: true },
  ruleSet: { type: 'string', enum: RULE_SET_NAMES, optional: true },
  level: { ...someOf(HUMAN_TECHNIQUE_NAMES), optional: true },
} as const satisfies Fields

/** A pattern, which means the same in the API's description, where it has no flags. */
const NO_CONTROL = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$'
const METADATA_WORDS = `at most ${limits.MAX_METADATA_KEYS} keys of 1 to ${limits.MAX_METADATA_KEY_LENGTH} characters, with texts of at most ${limits.MAX_METADATA_LENGTH}, without control characters`

export const LABEL_FIELDS = {
  name: {
    type: 'string',
    minLength: 1,
    maxLength: limits.MAX_JOB_NAME_LENGTH,
    pattern: NO_CONTROL,
    optional: true,
    expected: `1 to ${limits.MAX_JOB_NAME_LENGTH} characters, and no control characters`,
  },
  metadata: {
    type: 'object',
    propertyNames: { type: 'string', minLength: 1, maxLength: limits.MAX_METADATA_KEY_LENGTH, pattern: NO_CONTROL },
    // In JSON inside of JSON each control character would be seven bytes, and a hundred jobs more than one answer takes.
    additionalProperties: {
      type: 'string',
      maxLength: limits.MAX_METADATA_LENGTH,
      pattern: NO_CONTROL,
      expected: METADATA_WORDS,
    },
    maxProperties: limits.MAX_METADATA_KEYS,
    optional: true,
    expected: METADATA_WORDS,
  },
} as const satisfies Fields

/** The address that is told of a job's end. It comes in a body alone: queries are written to logs, and its secret is for nobody else. */
export const WEBHOOK_FIELDS = {
  url: {
    type: 'string',
    maxLength: limits.MAX_WEBHOOK_URL_LENGTH,
    pattern: '^https?:\\/\\/\\S+$',
    expected: `an address that begins with https://, of at most ${limits.MAX_WEBHOOK_URL_LENGTH} characters`,
    description:
      'The address, by https. It may not lead to a private network. A service on your own machine calls that machine alone, by http, too.',
  },
  secret: {
    type: 'string',
    // 24 bytes are 32 characters of base64, and 64 are 88.
    pattern: '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$',
    expected: 'whsec_ and 24 to 64 bytes in base64',
    description: 'The key that signs what is sent. It is kept until the job expires, and shown to nobody.',
  },
} as const satisfies Fields

// Puzzles are looked at one by one: a schema of unions cannot say which cell is wrong, and is slower.
const PUZZLES = { type: 'array' } as const
const JOB_REQUEST_FIELDS = {
  ...JOB_OPTION_FIELDS,
  ...LABEL_FIELDS,
  webhook: {
    type: 'object',
    properties: WEBHOOK_FIELDS,
    optional: true,
    expected: 'an object with url and secret',
  },
  puzzles: { ...PUZZLES, optional: true },
  generate: { type: 'object', properties: GENERATE_FIELDS, optional: true, expected: 'an object with count' },
  open: { type: 'boolean', optional: true },
} as const satisfies Fields

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
  const request = checkedBy(JOB_REQUEST_FIELDS, body, inBody)
  if (!request.ok) return request
  const { puzzles: inputs, generate, open = false, name, metadata, webhook, ...asked } = request.value
  if (open && (inputs || generate)) {
    const field = inputs ? 'puzzles' : 'generate'
    return refuseRequest([{ ...inBody([field]), detail: 'an open job takes its puzzles in parts' }])
  }
  if (inputs && generate)
    return refuseRequest([{ ...inBody(['generate']), detail: 'found puzzles beside it, expected one of them' }])
  if (!open && !inputs && !generate) return refuseRequest([{ ...inBody(['puzzles']), detail: 'expected an array' }])
  const puzzles = generate ? toMake(generate, asked) : inputs && puzzlesOf(inputs)
  if (puzzles && !puzzles.ok) return puzzles
  // Puzzles that are wished for by somebody's techniques are rated by these, unless the job says otherwise.
  const { ruleSet, level } = asked.ruleSet || asked.level ? asked : (generate ?? {})
  const options = optionsOf({ ...asked, ...(ruleSet && { ruleSet }), ...(level && { level }) }, inBody)
  if (!options.ok) return options
  const { count: _, ...wish } = generate ?? {}
  return accept({
    options: { ...options.value, ...(generate && { generate: wish }) },
    labels: { name, metadata },
    webhook,
    puzzles: puzzles?.value,
  })
}

/** The puzzles that a job is to make, by a wish that can be. Its rules are those of each puzzle, and not of the job. */
function toMake(
  { count, ...wish }: ObjectOf<typeof GENERATE_FIELDS>,
  { rules, size }: Pick<ObjectOf<typeof JOB_OPTION_FIELDS>, 'rules' | 'size'>,
): Checked<Puzzles, RequestErrors> {
  const ofJob = size !== undefined ? 'size' : rules !== 'classic' ? 'rules' : undefined
  if (ofJob) return refuseRequest([{ ...inBody([ofJob]), detail: 'expected inside of generate' }])
  const options = makingOptionsOf(wish, 0)
  if (options.ok) return accept(puzzlesToMake(count))
  const { field, detail } = options.error
  return refuseRequest([{ ...inBody(field === undefined ? ['generate'] : ['generate', field]), detail }])
}

/** The options of a job by themselves, as a program has them that solves where it is. */
export function parseJobOptions(asked: unknown): Checked<JobOptions, RequestErrors> {
  const options = checkedBy(JOB_OPTION_FIELDS, asked, inBody)
  return options.ok ? optionsOf(options.value, inBody) : options
}

export const FORMAT_FIELDS = {
  format: { type: 'string', enum: INPUT_FORMATS, optional: true },
} as const satisfies Fields

const TEXT_QUERY_FIELDS = { ...JOB_OPTION_FIELDS, ...LABEL_FIELDS, ...FORMAT_FIELDS } as const satisfies Fields

/** The query of a job whose puzzles are not JSON; their format is told from the text where the query does not say it. */
export function parseTextQuery(
  query: URLSearchParams,
): Checked<Pick<ParsedJob, 'options' | 'labels'> & { readonly format: InputFormat | undefined }, RequestErrors> {
  const parsed = parseQuery(TEXT_QUERY_FIELDS, query)
  if (!parsed.ok) return parsed
  const { format, name, metadata, ...asked } = parsed.value
  const options = optionsOf(asked, inQuery)
  return options.ok ? accept({ options: options.value, labels: { name, metadata }, format }) : options
}

export function parsePartRequest(body: unknown): Checked<Puzzles, RequestErrors> {
  const parsed = checkedBy({ puzzles: PUZZLES }, body, inBody)
  return parsed.ok ? puzzlesOf(parsed.value.puzzles) : parsed
}

const FROM_ONE = wholeNumber(1, Number.MAX_SAFE_INTEGER)

/** More lines than any file has; those of a part that begins there are numbers still. */
const MAX_LINE = 1_000_000_000_000

/** How the puzzles of a part are written, and with which line of their file they begin, where its address says it. */
export const PART_QUERY_FIELDS = {
  ...FORMAT_FIELDS,
  line: { ...wholeNumber(1, MAX_LINE), optional: true },
} as const satisfies Fields

export const SEAL_FIELDS = {
  parts: { ...wholeNumber(1, limits.MAX_PARTS), description: 'How many parts the job has; they are numbered from 1.' },
} as const satisfies Fields

const DEFAULT_LIST_SIZE = 20

/** A job as the list has it: when it was made, and its id. */
const LISTED = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z_[\\w-]{1,64}$'

export const LIST_QUERY_FIELDS = {
  limit: { ...wholeNumber(1, limits.MAX_LIST_SIZE), default: DEFAULT_LIST_SIZE },
  from: { type: 'string', pattern: LISTED, optional: true, expected: '`next` of the answer before' },
  state: { ...someOf(JOB_STATES), optional: true },
  name: { type: 'string', optional: true },
} as const satisfies Fields

export const PARTS_QUERY_FIELDS = {
  from: { ...wholeNumber(1, limits.MAX_PARTS), default: 1 },
  limit: { ...wholeNumber(1, limits.MAX_LIST_SIZE), default: limits.MAX_LIST_SIZE },
} as const satisfies Fields

export const RESULTS_QUERY_FIELDS = {
  from: { ...FROM_ONE, default: 1 },
  /** The line of the file to begin with, where that is behind the place; where it holds no puzzle, the first below that does. */
  line: { ...FROM_ONE, optional: true },
  /** By default an answer ends where a stored item does. */
  limit: { ...wholeNumber(1, limits.MAX_PAGE_SIZE), optional: true },
  status: { ...someOf(STATUSES), optional: true },
  er: { type: 'string', pattern: ER_RANGE.source, optional: true, expected: ER_RANGE_WORDS },
  technique: { ...someOf(TECHNIQUE_NAMES), optional: true },
  format: { type: 'string', enum: [...RESULT_FORMATS, PACKED], optional: true },
} as const satisfies Fields

export type ResultsQuery = Omit<ObjectOf<typeof RESULTS_QUERY_FIELDS>, 'er'> & ResultFilter

export function parseResultsQuery(query: URLSearchParams): Checked<ResultsQuery, RequestErrors> {
  const parsed = parseQuery(RESULTS_QUERY_FIELDS, query)
  if (!parsed.ok) return parsed
  const { er, ...asked } = parsed.value
  const range = er === undefined ? undefined : parseErRange(er)
  if (range && !range.ok) return refuseRequest([{ parameter: 'er', detail: range.error }])
  const filters = (['status', 'er', 'technique'] as const).filter((name) => parsed.value[name] !== undefined)
  if (asked.format === PACKED && filters.length > 0)
    return refuseRequest(filters.map((parameter) => ({ parameter, detail: 'packed results come as they are' })))
  return accept({ ...asked, ...(range && { er: range.value }) })
}

/** The seconds that `Prefer: wait=N` asks for, as far as an answer is held; 0 where it does not. */
export function parseWait(prefer: string | undefined): number {
  const seconds = Number(/(?:^|,)\s*wait\s*=\s*"?(\d+)/i.exec(prefer ?? '')?.[1] ?? 0)
  return Math.min(seconds, limits.MAX_WAIT_S)
}

/** Puzzles of a list; an item that is not a puzzle is a bad one, as in a file, and harms no other. */
function puzzlesOf(inputs: readonly unknown[]): Checked<Puzzles, RequestErrors> {
  if (inputs.length > limits.MAX_PUZZLES) {
    const detail = `found ${inputs.length} puzzles, expected at most ${limits.MAX_PUZZLES}`
    return refuseExcess('too-many-puzzles', { ...inBody(['puzzles']), detail })
  }
  const puzzles = new PuzzlesBuilder(inputs.length)
  try {
    for (const input of inputs) {
      const entry = entryOf(input, 'refused')
      puzzles.add(entry.ok ? entry.value : refusedEntry(entry.error, JSON.stringify(input)))
    }
    return accept(puzzles.build())
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error
    return refuseExcess('too-complex', { ...inBody(['puzzles', puzzles.count]), detail: error.message })
  }
}

function optionsOf(asked: ObjectOf<typeof JOB_OPTION_FIELDS>, placeOf: PlaceOf): Checked<JobOptions, RequestErrors> {
  const { strategy, rules, size, backtrackLimit, include = [], level } = asked
  const { solutions = STRATEGY_FIGURES[strategy].solutions, ruleSet = level ? 'human-1' : DEFAULT_RULE_SET } = asked
  // Without boxes it is the size of puzzles that bring regions.
  for (const taken of size ? [checkedSize(rules, size, !hasBoxes(size)), checkedStrategy(strategy, size)] : [])
    if (!taken.ok) return refuseExcess('unsupported-size', { ...placeOf(['size']), detail: taken.error })
  const most = limits.mostBacktracks(strategy, { size: size ?? 9 })
  // The default is for requests that name no limit: it is cut to what there is to be had.
  if (backtrackLimit > Math.max(most, limits.DEFAULT_BACKTRACK_LIMIT)) {
    const expected = `expected at most ${most} for ${strategy}${size ? ` on ${size}×${size}` : ''}`
    const detail = `found ${backtrackLimit}, ${expected}`
    return refuseExcess('too-many-backtracks', { ...placeOf(['backtrackLimit']), detail })
  }
  if (level && ruleSet !== 'human-1')
    return refuseRequest([{ ...placeOf(['level']), detail: `found it with ${ruleSet}, expected human-1` }])
  const options = { strategy, rules: normalRules(rules), solutions, backtrackLimit: Math.min(backtrackLimit, most) }
  // In the order of their table, and each once: so the same wish is the same job.
  const included = INCLUSION_NAMES.filter((name) => include.includes(name))
  return accept({
    ...options,
    ...(size && { size }),
    ...(included.length > 0 && { include: included }),
    ...(ruleSet !== DEFAULT_RULE_SET && { ruleSet }),
    ...(level && { level }),
  })
}

/**
 * A query as a table of fields has it. A whole number is read from its digits. A list has its values each by itself
 * (`status=solved&status=multiple`) or separated by commas. The fields of an object are parameters, as in
 * `metadata[order]`: OpenAPI's `deepObject`. If a parameter comes twice where there can be but one value, to take either
 * would be to guess. A misspelt parameter, or one for another address, is not passed over.
 */
export function parseQuery<const F extends Fields>(
  fields: F,
  query: URLSearchParams,
): Checked<ObjectOf<F>, RequestErrors> {
  const fieldNamed = (name: string): Field | undefined => (Object.hasOwn(fields, name) ? fields[name] : undefined)
  const isList = (field: Field | undefined) => field?.type === 'array' || field?.anyOf !== undefined
  const names = [...new Set(query.keys())]
  const repeated = names.filter((name) => !isList(fieldNamed(name)) && query.getAll(name).length > 1)
  if (repeated.length > 0) {
    const detailOf = (name: string) => `found ${query.getAll(name).length} values, expected one`
    return refuseRequest(repeated.map((name) => ({ parameter: shortened(name), detail: detailOf(name) })))
  }
  const values = new Map<string, unknown>()
  for (const name of names) {
    const all = query.getAll(name)
    const [first] = all
    const [, object = '', key = ''] = /^([^[]*)\[(.*)\]$/s.exec(name) ?? []
    const field = fieldNamed(name)
    if (fieldNamed(object)?.type === 'object') {
      const before = values.get(object) ?? {}
      // As entries, so that no field is taken for the object's prototype; a text that came before stays one, and is refused.
      if (isObject(before)) values.set(object, Object.fromEntries([...Object.entries(before), [key, first]]))
    } else if (isList(field)) {
      const listed = all.flatMap((value) => value.split(','))
      values.set(name, listed)
    } else values.set(name, field?.type === 'integer' && /^\d+$/.test(first) ? Number(first) : first)
  }
  return checkedBy(fields, Object.fromEntries(values), inQuery)
}

function someOf<const W extends readonly string[]>(words: W) {
  return { type: 'array', items: { type: 'string', enum: words }, minItems: 1 } as const
}

function wholeNumber(minimum: number, maximum: number) {
  return { type: 'integer', minimum, maximum } as const
}

/** All that is wrong with a request. */
export interface RequestErrors {
  readonly errors: readonly ProblemError[]
  /** Where nothing is wrong but that it asks for more than there is to be had. */
  readonly limit?: LimitName
}

/** The limits that a request may exceed; each is a problem of its own. */
export type LimitName =
  | 'too-complex'
  | 'too-many-puzzles'
  | 'too-many-parts'
  | 'too-many-solutions'
  | 'too-many-backtracks'
  | 'unsupported-size'

/** If a request is wrong all over, this many places are named. */
const MAX_ERRORS_NAMED = 20

function refuseRequest(errors: readonly ProblemError[]): Refusal<RequestErrors> {
  const left = errors.length - MAX_ERRORS_NAMED
  const more = left > 0 ? [{ detail: `and ${left} more` }] : []
  return refuse({ errors: [...errors.slice(0, MAX_ERRORS_NAMED), ...more] })
}

function refuseExcess(limit: LimitName, error: ProblemError): Refusal<RequestErrors> {
  return refuse({ errors: [error], limit })
}

type PlaceOf = (path: readonly PropertyKey[]) => Omit<ProblemError, 'detail'>
export const inBody: PlaceOf = (path) => ({ pointer: pointerTo(path) })
const inQuery: PlaceOf = ([name, field]) => {
  if (name === undefined) return {}
  return { parameter: typeof field === 'string' ? `${String(name)}[${field}]` : String(name) }
}

/** An object as a table of fields has it, or a problem for each thing that is wrong with it. */
export function checkedBy<const F extends Fields>(
  fields: F,
  value: unknown,
  placeOf: PlaceOf,
): Checked<ObjectOf<F>, RequestErrors> {
  const checked = checkedObject(fields, value)
  if (checked.ok) return checked
  const [limit, ...others] = new Set(checked.error.map(limitOf))
  const { error } = refuseRequest(checked.error.map((fault) => describe(fault, placeOf)))
  return refuse({ ...error, ...(limit && others.length === 0 && { limit }) })
}

/** By field, what it is asked too much of. */
const LIMITS: Readonly<Record<string, LimitName>> = {
  parts: 'too-many-parts',
  solutions: 'too-many-solutions',
  backtrackLimit: 'too-many-backtracks',
}

function limitOf({ kind, path, found }: Fault): LimitName | undefined {
  const field = String(path[0])
  if (field === 'size' && Number.isInteger(found)) return 'unsupported-size'
  return kind === 'excess' && Object.hasOwn(LIMITS, field) ? LIMITS[field] : undefined
}

function describe({ kind, path, detail }: Fault, placeOf: PlaceOf): ProblemError {
  if (kind !== 'unknown') return { ...placeOf(path), detail }
  const { field, message } = unknownField(detail, placeOf === inQuery ? 'parameter' : 'field')
  return { ...placeOf([...path, ...(field === undefined ? [] : [field])]), detail: message }
}
