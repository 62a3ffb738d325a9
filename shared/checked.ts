/**
 * The answer of code whose input may be wrong: the value, or the reason why there is no value. It is the one way here to refuse;
 * what must not happen throws.
 */
export type Checked<T, Refused = string> = Accepted<T> | Refusal<Refused>

export interface Accepted<T> {
  readonly ok: true
  readonly value: T
}

/** An error says where, what came and what was expected: `cell 40: found "x", expected 1–9, 0 or "."`. */
export interface Refusal<Refused = string> {
  readonly ok: false
  readonly error: Refused
}

/** Without a value where there is nothing to be had but the consent. */
export function accept(): Accepted<void>
export function accept<T>(value: T): Accepted<T>
export function accept<T>(value?: T): Accepted<T | undefined> {
  return { ok: true, value }
}

export function refuse<Refused>(error: Refused): Refusal<Refused> {
  return { ok: false, error }
}

/** The value of what is known to have one; throws where it has none. */
export function valueIn<T>(checked: Checked<T>): T {
  if (!checked.ok) throw new Error(checked.error)
  return checked.value
}

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** How a value that came is shown in an error. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  // A program may hand over what no JSON has.
  return typeof value === 'bigint' ? 'a bigint' : shortened(JSON.stringify(value) ?? `a ${typeof value}`)
}

/** What came as a text, whatever it is. `String` throws on an object whose `toString` is no function, as JSON may have it. */
export function textIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : shown(value)
}

export function mismatch(expected: string, found: unknown): string {
  return `found ${shown(found)}, expected ${expected}`
}

const MOST_SHOWN = 40

/** A text that came, as far as an error shows it: an answer has to stay smaller than 6 MB, whatever came. */
export function shortened(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}
