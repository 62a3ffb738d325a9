import type * as z from 'zod/mini'
import { accept, type Checked, type Refusal, refuse } from '../checked.ts'
import { unknownField } from '../input/entry.ts'
import { type ProblemError, pointerTo } from './problem-error.ts'

/** All that is wrong with a request. */
export interface RequestErrors {
  readonly errors: readonly ProblemError[]
  /** Where nothing is wrong but that it asks for more than there is to be had. */
  readonly limit?: LimitName
}

/** What can be asked too much of; each is a problem of its own. */
export type LimitName =
  | 'too-complex'
  | 'too-many-puzzles'
  | 'too-many-parts'
  | 'too-many-solutions'
  | 'too-many-backtracks'
  | 'unsupported-size'

/** Of a request that is wrong all over, this many places are named. */
const MAX_ERRORS_NAMED = 20

export function refuseRequest(errors: readonly ProblemError[]): Refusal<RequestErrors> {
  const left = errors.length - MAX_ERRORS_NAMED
  const more = left > 0 ? [{ detail: `and ${left} more` }] : []
  return refuse({ errors: [...errors.slice(0, MAX_ERRORS_NAMED), ...more] })
}

export function refuseExcess(limit: LimitName, error: ProblemError): Refusal<RequestErrors> {
  return refuse({ errors: [error], limit })
}

/** Where something is wrong: in a body of JSON, or in a query. */
type PlaceOf = (path: readonly PropertyKey[]) => Omit<ProblemError, 'detail'>
export const inBody: PlaceOf = (path) => ({ pointer: pointerTo(path) })
export const inQuery: PlaceOf = ([name, field]) => {
  if (name === undefined) return {}
  return { parameter: typeof field === 'string' ? `${String(name)}[${field}]` : String(name) }
}

/** A value as a schema has it. */
export function checkedBy<T>(schema: z.ZodMiniType<T>, value: unknown, placeOf: PlaceOf): Checked<T, RequestErrors> {
  const parsed = schema.safeParse(value, { error: () => 'expected a JSON object', reportInput: true })
  if (parsed.success) return accept(parsed.data)
  const { issues } = parsed.error
  const [limit, ...others] = new Set(issues.map(limitOf))
  const errors = issues.flatMap((issue) => describe(issue, placeOf))
  // Of a number, each bound that it breaks is an issue, and all of them say the same.
  const { error } = refuseRequest([...new Map(errors.map((each) => [JSON.stringify(each), each])).values()])
  return refuse({ ...error, ...(limit && others.length === 0 && { limit }) })
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

function describe(issue: z.core.$ZodIssue, placeOf: PlaceOf): ProblemError[] {
  if (issue.code !== 'unrecognized_keys') return [{ ...placeOf(issue.path), detail: issue.message }]
  return issue.keys.map((key) => {
    const { field, message } = unknownField(key, placeOf === inQuery ? 'parameter' : 'field')
    return { ...placeOf([...issue.path, ...(field === undefined ? [] : [field])]), detail: message }
  })
}
