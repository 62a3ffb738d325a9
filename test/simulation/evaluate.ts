import { isDeepStrictEqual } from 'node:util'
import {
  type Action,
  type Comparison,
  type Condition,
  type Operand,
  type Path,
  ValidationException,
} from './expression.ts'

/** The subject of an expression: attributes of an item by their names, and values by theirs. */
export interface Given {
  /** Undefined where there is no such item. */
  readonly item: Attributes | undefined
  readonly names: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, unknown>>
}
export type Attributes = Record<string, unknown>

export function holds(condition: Condition, given: Given): boolean {
  switch (condition.kind) {
    case 'and':
      return holds(condition.left, given) && holds(condition.right, given)
    case 'or':
      return holds(condition.left, given) || holds(condition.right, given)
    case 'not':
      return !holds(condition.condition, given)
    case 'attribute_exists':
      return valueAt(condition.path, given) !== undefined
    case 'attribute_not_exists':
      return valueAt(condition.path, given) === undefined
    case 'contains':
      return contains(valueAt(condition.path, given), operandIn(condition.operand, given))
    case 'in': {
      const value = operandIn(condition.operand, given)
      return value !== undefined && condition.among.some((other) => isSame(value, operandIn(other, given)))
    }
    default:
      return compares(condition.kind, operandIn(condition.left, given), operandIn(condition.right, given))
  }
}

/** An item after some actions; all of them see it as it was before. */
export function changed(actions: readonly Action[], given: Given & { readonly item: Attributes }): Attributes {
  const item = copied(given.item) as Attributes
  for (const { path, ...action } of actions) {
    const { within, name } = placeOf(path, item, given)
    if (action.kind === 'remove') {
      delete within[name]
      continue
    }
    const value = action.kind === 'set' ? needed(operandIn(action.operand, given)) : given.values[action.value]
    if (action.kind === 'set') within[name] = copied(value)
    else if (action.kind === 'add') within[name] = sum(within[name], value)
    else putOrRemove(within, name, difference(within[name], value))
  }
  return item
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

function operandIn(operand: Operand, given: Given): unknown {
  switch (operand.kind) {
    case 'value':
      return given.values[operand.name]
    case 'path':
      return valueAt(operand.path, given)
    case 'size':
      return sizeOf(valueAt(operand.path, given))
    case 'if_not_exists':
      return valueAt(operand.path, given) ?? operandIn(operand.otherwise, given)
    default: {
      const left = needed(operandIn(operand.left, given))
      const right = needed(operandIn(operand.right, given))
      if (typeof left !== 'number' || typeof right !== 'number') return wrongType()
      return operand.kind === '+' ? left + right : left - right
    }
  }
}

/** The length of a set, a map or bytes, and the bytes of a text; nothing else has a size. */
function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (value instanceof Set) return value.size
  if (value instanceof Uint8Array) return value.length
  return isMap(value) ? Object.keys(value).length : undefined
}

function valueAt(path: Path, { item, names }: Given): unknown {
  let value: unknown = item
  for (const step of path) {
    if (!isMap(value)) return undefined
    value = value[nameOf(step, names)]
  }
  return value
}

function placeOf(path: Path, item: Attributes, { names }: Given): { within: Attributes; name: string } {
  let within = item
  for (const step of path.slice(0, -1)) {
    const next = within[nameOf(step, names)]
    if (!isMap(next))
      throw new ValidationException('The document path provided in the update expression is invalid for update')
    within = next
  }
  return { within, name: nameOf(path[path.length - 1], names) }
}

function nameOf(step: string, names: Given['names']): string {
  return step.startsWith('#') ? names[step] : step
}

function compares(comparison: Comparison, left: unknown, right: unknown): boolean {
  if (comparison === '<>') return !isSame(left, right)
  if (left === undefined || right === undefined) return false
  if (comparison === '=') return isSame(left, right)
  const isOrdered = (typeof left === 'number' || typeof left === 'string') && typeof left === typeof right
  if (!isOrdered) return false
  const [a, b] = [left, right] as [number, number]
  if (comparison === '<') return a < b
  if (comparison === '<=') return a <= b
  return comparison === '>' ? a > b : a >= b
}

function contains(whole: unknown, part: unknown): boolean {
  if (whole instanceof Set) return whole.has(part)
  return typeof whole === 'string' && typeof part === 'string' && whole.includes(part)
}

function sum(there: unknown, added: unknown): unknown {
  if (typeof added === 'number' && (there === undefined || typeof there === 'number')) return (there ?? 0) + added
  if (added instanceof Set && (there === undefined || there instanceof Set)) return (there ?? new Set()).union(added)
  return wrongType()
}

function difference(there: unknown, taken: unknown): unknown {
  if (!(taken instanceof Set) || (there !== undefined && !(there instanceof Set))) return wrongType()
  return there?.difference(taken)
}

/** DynamoDB has no empty sets. */
function putOrRemove(within: Attributes, name: string, value: unknown): void {
  if (value instanceof Set && value.size > 0) within[name] = value
  else delete within[name]
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

function isSame(a: unknown, b: unknown): boolean {
  return a === b || isDeepStrictEqual(a, b)
}
