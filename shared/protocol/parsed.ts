import type * as z from 'zod/mini'

/** A parsed request, or all that is wrong with it, each with its place. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | Refused
export interface Refused {
  readonly ok: false
  readonly errors: string[]
  /** Where nothing is wrong but that it asks for more than there is to be had. */
  readonly limit?: LimitName
}
/** What can be asked too much of. */
export type LimitName =
  | 'too-complex'
  | 'too-many-puzzles'
  | 'too-many-parts'
  | 'too-many-solutions'
  | 'too-many-backtracks'
  | 'unsupported-size'

/** Of a request that is wrong all over, this many places are named. */
export const MAX_ERRORS_NAMED = 20
const MAX_SHOWN = 40

/** @param count how many there are, where only the first ones were kept */
export function refused(errors: readonly string[], count = errors.length): Refused {
  const left = count - MAX_ERRORS_NAMED
  const more = left > 0 ? [`and ${left} more`] : []
  return { ok: false, errors: [...errors.slice(0, MAX_ERRORS_NAMED), ...more] }
}

export function overLimit(limit: LimitName, error: string): Refused {
  return { ok: false, errors: [error], limit }
}

/** A value as a schema has it, or all that is wrong with it. */
export function parsedBy<T>(schema: z.ZodMiniType<T>, value: unknown): Parsed<T> {
  const parsed = schema.safeParse(value, { error: () => 'expected a JSON object', reportInput: true })
  if (parsed.success) return { ok: true, value: parsed.data }
  const { issues } = parsed.error
  const [limit, ...others] = new Set(issues.map(limitOf))
  return { ...refused(issues.flatMap(describe)), ...(limit && others.length === 0 && { limit }) }
}

/** What came, as far as an error shows it: an answer has to stay smaller than 6 MB, whatever came. */
export function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

/** The parameters of a query, those of the named ones that are numbers as such; the others are for a schema to refuse. */
export function withNumbers(
  query: Readonly<Record<string, string>>,
  numbers: readonly string[],
): Record<string, string | number> {
  const isNumber = ([name, value]: [string, string]) => numbers.includes(name) && /^\d+$/.test(value)
  return Object.fromEntries(
    Object.entries(query).map((entry) => [entry[0], isNumber(entry) ? Number(entry[1]) : entry[1]]),
  )
}

/** By field, what it is asked too much of. */
const LIMITS: Readonly<Record<string, LimitName>> = {
  parts: 'too-many-parts',
  solutions: 'too-many-solutions',
  backtrackLimit: 'too-many-backtracks',
}

function limitOf({ code, path, input }: z.core.$ZodIssue): LimitName | undefined {
  const field = String(path[0])
  if (field === 'size' && Number.isInteger(input)) return 'unsupported-size'
  return code === 'too_big' && Object.hasOwn(LIMITS, field) ? LIMITS[field] : undefined
}

function describe(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${shortened(key)}: unknown field`)
  return [issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message]
}
