import type * as z from 'zod/mini'

/** A parsed request, or all that is wrong with it, each with its place. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly errors: string[] }

/** Of a request that is wrong all over, this many places are named. */
const MAX_ERRORS_NAMED = 20

export function refused(errors: readonly string[]): { ok: false; errors: string[] } {
  const left = errors.length - MAX_ERRORS_NAMED
  const more = left > 0 ? [`and ${left} more`] : []
  return { ok: false, errors: [...errors.slice(0, MAX_ERRORS_NAMED), ...more] }
}

export function describe(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${key}: unknown field`)
  return [issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message]
}

/** A number in a query, or the text that is none, for a schema to refuse. */
export function numberIn(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text
}
