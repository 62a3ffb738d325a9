import { type Checked, type Refusal, refuse } from '../checked.ts'
import { unknownField } from '../input/entry.ts'
import { checkedObject, type Fault, type Fields, type ObjectOf } from '../json-schema.ts'
import { type ProblemError, pointerTo } from './problem-error.ts'

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
