import type * as z from 'zod/mini'

/** A parsed request, or all that is wrong with it, each with its place. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly errors: string[] }

/** Of a request that is wrong all over, this many places are named. */
export const MAX_ERRORS_NAMED = 20
const MAX_SHOWN = 40

/** @param count how many there are, where only the first ones were kept */
export function refused(errors: readonly string[], count = errors.length): { ok: false; errors: string[] } {
  const left = count - MAX_ERRORS_NAMED
  const more = left > 0 ? [`and ${left} more`] : []
  return { ok: false, errors: [...errors.slice(0, MAX_ERRORS_NAMED), ...more] }
}

/** A value as a schema has it, or all that is wrong with it. */
export function parsedBy<T>(schema: z.ZodMiniType<T>, value: unknown): Parsed<T> {
  const parsed = schema.safeParse(value, { error: () => 'expected a JSON object' })
  return parsed.success ? { ok: true, value: parsed.data } : refused(parsed.error.issues.flatMap(describe))
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

function describe(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${shortened(key)}: unknown field`)
  return [issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message]
}
