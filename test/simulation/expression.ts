import { isDeepStrictEqual } from 'node:util'

/**
 * DynamoDB's expressions, as far as the table uses them:
 *
 *     update      SET path = operand [± operand], … · ADD path :value, … · DELETE path :value, … · REMOVE path, …
 *     operand     path · :value · if_not_exists(path, operand) · size(path)
 *     condition   condition AND | OR condition · (condition) · operand = < <= > >= operand
 *                 attribute_exists(path) · attribute_not_exists(path) · contains(path, operand)
 *     path        name · #name · path.name
 *
 * They are nearly JavaScript: each is put into its words, with a function for each word of theirs, and compiled once.
 */

/** The subject of an expression: attributes of an item by their names, and values by theirs. */
interface Given {
  /** Undefined where there is no such item. */
  readonly item: Attributes | undefined
  readonly names: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, unknown>>
}
export type Attributes = Record<string, unknown>

/** DynamoDB's answer to what it cannot take. */
export class ValidationException extends Error {
  override name = 'ValidationException'
}

export const conditionIn = remembered(compiled<boolean>)
/** The item after some actions; all of them see it as it was before. */
export const updateIn = remembered((text) => {
  const clauses = text.split(/\b(SET|REMOVE|ADD|DELETE)\b/).slice(1)
  const actions = clauses.flatMap((clause, i) => (i % 2 === 0 ? actionsIn(clause, clauses[i + 1]) : []))
  if (actions.length === 0) throw new ValidationException(`found no action in "${text}"`)
  return (given: Given & { readonly item: Attributes }) => {
    const item = copied(given.item)
    for (const act of actions) act(item, given)
    return item
  }
})

/** There are few different expressions: each is compiled once. */
function remembered<T>(compile: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const expression = known.get(text) ?? compile(text)
    known.set(text, expression)
    return expression
  }
}

/** Bytes are never written to, and shared. */
export function copied<T>(value: T): T
export function copied(value: unknown): unknown {
  if (value instanceof Set) return new Set(value)
  if (Array.isArray(value)) return value.map((member) => copied(member))
  if (!isMap(value)) return value
  const copy: Attributes = {}
  for (const name in value) copy[name] = copied(value[name])
  return copy
}

/** The words of expressions beside names and values, and what each is in JavaScript. */
const WORDS: Readonly<Record<string, string>> = { AND: '&&', OR: '||' }
const FUNCTIONS = {
  attribute_exists: (value: unknown) => value !== undefined,
  attribute_not_exists: (value: unknown) => value === undefined,
  contains: (whole: unknown, part: unknown) => membersOf(whole)?.has(part) === true,
  size: (value: unknown) => membersOf(value)?.size,
  if_not_exists: (value: unknown, otherwise: unknown) => value ?? otherwise,
}
/** By sign, whether it holds between two operands. */
const COMPARISONS: Readonly<Record<string, (left: unknown, right: unknown) => boolean>> = {
  '=': (left, right) => left !== undefined && (left === right || isDeepStrictEqual(left, right)),
  '<': inOrder((left, right) => left < right),
  '<=': inOrder((left, right) => left <= right),
  '>': inOrder((left, right) => left > right),
  '>=': inOrder((left, right) => left >= right),
}

const PATH = /#?\b[A-Za-z_]\w*(?:\.#?\w+)*/
const OPERAND = new RegExp(`(?:(?:size|if_not_exists)\\([^()]*\\)|:\\w+|${PATH.source})`)
const COMPARED = new RegExp(`(${OPERAND.source})\\s*(<=|>=|[=<>])\\s*(${OPERAND.source})`, 'g')

function compiled<T>(text: string): (given: Given) => T {
  const compared = text.replaceAll(COMPARED, (_, left, sign, right) => `is['${sign}'](${left}, ${right})`)
  const script = compared.replaceAll(/'[^']*'|:\w+|#?\b[A-Za-z_]\w*(?:\.#?\w+)*/g, (word) => {
    if (word.startsWith("'") || word === 'is') return word
    if (word.startsWith(':')) return `given.values['${word}']`
    return WORDS[word] ?? (Object.hasOwn(FUNCTIONS, word) ? word : `at('${word}')`)
  })
  try {
    const run = new Function('given', 'at', 'is', ...Object.keys(FUNCTIONS), `return ${script}`)
    return (given) => run(given, (path: string) => attribute(path, given), COMPARISONS, ...Object.values(FUNCTIONS))
  } catch (cause) {
    throw new ValidationException(`found "${text}", which is no expression`, { cause })
  }
}

function attribute(path: string, { item, names }: Given): unknown {
  let value: unknown = item
  for (const step of path.split('.')) {
    if (!isMap(value)) return undefined
    value = value[nameOf(step, names)]
  }
  return value
}

/** Changes a copy of the item, which itself stays as it was. */
type Action = (copy: Attributes, given: Given) => void

const BEHIND_PATH: Readonly<Record<string, RegExp>> = { SET: /^=/, ADD: /^:\w+$/, DELETE: /^:\w+$/, REMOVE: /^$/ }

function actionsIn(clause: string, text: string): Action[] {
  // A comma within brackets stands between two operands.
  return text.split(/,(?![^(]*\))/).map((one): Action => {
    const [, path, rest] = /^\s*([#\w.]+)\s*(.*?)\s*$/.exec(one) ?? []
    if (!path || !BEHIND_PATH[clause].test(rest)) throw new ValidationException(`found "${clause} ${one}"`)
    const on =
      (act: (within: Attributes, name: string, given: Given) => void): Action =>
      (copy, given) => {
        const { within, name } = placeOf(path, copy, given)
        act(within, name, given)
      }
    if (clause === 'REMOVE') return on((within, name) => delete within[name])
    if (clause === 'ADD') return on((within, name, { values }) => (within[name] = sum(within[name], values[rest])))
    if (clause === 'DELETE')
      return on((within, name, { values }) => {
        const left = difference(within[name], values[rest])
        // DynamoDB has no empty sets.
        if (left && left.size > 0) within[name] = left
        else delete within[name]
      })
    const [left, sign, right] = rest.slice(1).split(/\s([+-])\s/)
    const value = compiled<unknown>(left)
    const other = right === undefined ? undefined : compiled<unknown>(right)
    return on((within, name, given) => {
      const a = needed(value(given))
      within[name] = other ? added(a, needed(other(given)), sign === '+' ? 1 : -1) : copied(a)
    })
  })
}

function added(a: unknown, b: unknown, times: number): number {
  return typeof a === 'number' && typeof b === 'number' ? a + times * b : wrongType()
}

function placeOf(path: string, item: Attributes, { names }: Given): { within: Attributes; name: string } {
  const steps = path.split('.').map((step) => nameOf(step, names))
  let within = item
  for (const step of steps.slice(0, -1)) {
    const next = within[step]
    if (!isMap(next))
      throw new ValidationException('The document path provided in the update expression is invalid for update')
    within = next
  }
  return { within, name: steps[steps.length - 1] }
}

function nameOf(step: string, names: Given['names']): string {
  return step.startsWith('#') ? names[step] : step
}

/** Numbers are compared with numbers, and texts with texts. */
function inOrder(holds: (left: number, right: number) => boolean) {
  return (left: unknown, right: unknown) =>
    (typeof left === 'number' || typeof left === 'string') &&
    typeof left === typeof right &&
    holds(left as number, right as number)
}

/** The members of a set: nothing else is asked for what it contains, or for its size. */
function membersOf(value: unknown): Set<unknown> | undefined {
  if (value === undefined || value instanceof Set) return value
  throw new Error('sizes and members are those of sets here')
}

function sum(there: unknown, added: unknown): unknown {
  if (typeof added === 'number' && (there === undefined || typeof there === 'number')) return (there ?? 0) + added
  if (added instanceof Set && (there === undefined || there instanceof Set)) return (there ?? new Set()).union(added)
  return wrongType()
}

function difference(there: unknown, taken: unknown): Set<unknown> | undefined {
  if (!(taken instanceof Set) || (there !== undefined && !(there instanceof Set))) return wrongType()
  return there?.difference(taken)
}

function needed(value: unknown): unknown {
  if (value === undefined) {
    throw new ValidationException('The provided expression refers to an attribute that does not exist in the item')
  }
  return value
}

function wrongType(): never {
  throw new ValidationException('An operand in the update expression has an incorrect data type')
}

function isMap(value: unknown): value is Attributes {
  if (typeof value !== 'object' || value === null) return false
  return !(value instanceof Set || value instanceof Uint8Array || Array.isArray(value))
}
