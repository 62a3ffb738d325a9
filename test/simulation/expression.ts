import { isDeepStrictEqual } from 'node:util'

/**
 * DynamoDB's expressions, as far as the table uses them:
 *
 *     update      SET path = operand [± operand], … · ADD path :value, … · DELETE path :value, … · REMOVE path, …
 *     operand     path · :value · if_not_exists(path, operand) · size(path)
 *     condition   condition AND | OR condition · (condition) · operand = < <= > >= operand
 *                 attribute_exists(path) · attribute_not_exists(path) · contains(path, operand)
 *     path        name · #name · path.name
 */

/** The subject of an expression: attributes of an item by their names, and values by theirs. */
interface Given {
  /** Undefined where there is no such item. */
  readonly item: Attributes | undefined
  readonly names: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, unknown>>
}
export type Attributes = Record<string, unknown>

type Condition = (given: Given) => boolean
type Operand = (given: Given) => unknown
/** Changes a copy of the item, which itself stays as it was. */
type Action = (copy: Attributes, given: Given) => void
type Path = readonly string[]

/** An expression, and the names and values that it stands on. */
interface Expression<T> {
  readonly says: T
  /** `#name`s and `:value`s. */
  readonly uses: ReadonlySet<string>
}

/** DynamoDB's answer to what it cannot take. */
export class ValidationException extends Error {
  override name = 'ValidationException'
}

export const conditionIn = remembered((parser) => parser.condition())
/** The item after some actions; all of them see it as it was before. */
export const updateIn = remembered((parser) => parser.update())

/** There are few different expressions: each is parsed once. */
function remembered<T>(parse: (parser: Parser) => T): (text: string) => Expression<T> {
  const known = new Map<string, Expression<T>>()
  return (text) => {
    let expression = known.get(text)
    if (!expression) {
      const parser = new Parser(text)
      expression = { says: parse(parser), uses: parser.uses }
      parser.end()
      known.set(text, expression)
    }
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

const COMPARISONS: Readonly<Record<string, (left: unknown, right: unknown) => boolean>> = {
  '=': (left, right) => left !== undefined && isSame(left, right),
  '<': inOrder((left, right) => left < right),
  '<=': inOrder((left, right) => left <= right),
  '>': inOrder((left, right) => left > right),
  '>=': inOrder((left, right) => left >= right),
}

const TOKEN = /\s*(?:([#:]?\w+)|(<=|>=|[=<>(),.+-]))/y

class Parser {
  readonly uses = new Set<string>()
  readonly #text: string
  readonly #tokens: string[] = []
  #at = 0

  constructor(text: string) {
    this.#text = text
    TOKEN.lastIndex = 0
    while (TOKEN.lastIndex < text.trimEnd().length) {
      const from = TOKEN.lastIndex
      const token = TOKEN.exec(text)
      if (!token) throw new ValidationException(`found "${text.slice(from)}" in "${text}"`)
      this.#tokens.push(token[1] ?? token[2])
    }
  }

  update(): (given: Given & { readonly item: Attributes }) => Attributes {
    const actions: Action[] = []
    while (this.#tokens[this.#at] !== undefined) {
      const clause = (['SET', 'REMOVE', 'ADD', 'DELETE'] as const).find((word) => this.#takes(word))
      if (!clause) this.#unexpected('DELETE')
      actions.push(...this.#list(() => this.#action(clause)))
    }
    return (given) => {
      const item = copied(given.item)
      for (const act of actions) act(item, given)
      return item
    }
  }

  /** OR binds least. */
  condition(): Condition {
    const left = this.#conjunction()
    if (!this.#takes('OR')) return left
    const right = this.condition()
    return (given) => left(given) || right(given)
  }

  end(): void {
    if (this.#at < this.#tokens.length) this.#unexpected('its end')
  }

  #conjunction(): Condition {
    const left = this.#tokens[this.#at] === '(' ? this.#inBrackets(() => this.condition()) : this.#comparison()
    if (!this.#takes('AND')) return left
    const right = this.#conjunction()
    return (given) => left(given) && right(given)
  }

  #comparison(): Condition {
    for (const [name, exists] of [['attribute_exists', true] as const, ['attribute_not_exists', false] as const]) {
      if (!this.#takes(name)) continue
      const value = this.#inBrackets(() => this.#attribute())
      return (given) => (value(given) !== undefined) === exists
    }
    if (this.#takes('contains')) {
      const [whole, part] = this.#inBrackets(() => this.#pair())
      return (given) => membersOf(whole(given))?.has(part(given)) === true
    }
    const left = this.#operand()
    const sign = Object.keys(COMPARISONS).find((comparison) => this.#takes(comparison))
    if (!sign) return this.#unexpected('a comparison')
    const right = this.#operand()
    return (given) => COMPARISONS[sign](left(given), right(given))
  }

  #action(clause: 'SET' | 'REMOVE' | 'ADD' | 'DELETE'): Action {
    const path = this.#path()
    const on =
      (act: (within: Attributes, name: string, given: Given) => void): Action =>
      (copy, given) => {
        const { within, name } = placeOf(path, copy, given)
        act(within, name, given)
      }
    if (clause === 'REMOVE') return on((within, name) => delete within[name])
    if (clause === 'SET') {
      const value = this.#assigned()
      return on((within, name, given) => (within[name] = copied(needed(value(given)))))
    }
    const value = this.#value()
    if (clause === 'ADD') return on((within, name, { values }) => (within[name] = sum(within[name], values[value])))
    return on((within, name, { values }) => putOrRemove(within, name, difference(within[name], values[value])))
  }

  #assigned(): Operand {
    this.#expect('=')
    const left = this.#operand()
    const sign = this.#takes('+') ? 1 : this.#takes('-') ? -1 : 0
    if (sign === 0) return left
    const right = this.#operand()
    return (given) => {
      const [a, b] = [needed(left(given)), needed(right(given))]
      return typeof a === 'number' && typeof b === 'number' ? a + sign * b : wrongType()
    }
  }

  #operand(): Operand {
    if (this.#tokens[this.#at]?.startsWith(':')) {
      const name = this.#value()
      return ({ values }) => values[name]
    }
    if (this.#takes('size')) {
      const value = this.#inBrackets(() => this.#attribute())
      return (given) => membersOf(value(given))?.size
    }
    if (!this.#takes('if_not_exists')) return this.#attribute()
    const [value, otherwise] = this.#inBrackets(() => this.#pair())
    return (given) => value(given) ?? otherwise(given)
  }

  /** An attribute, and an operand behind a comma. */
  #pair(): readonly [Operand, Operand] {
    const value = this.#attribute()
    this.#expect(',')
    return [value, this.#operand()]
  }

  #attribute(): Operand {
    const path = this.#path()
    return ({ item, names }) => {
      let value: unknown = item
      for (const step of path) {
        if (!isMap(value)) return undefined
        value = value[nameOf(step, names)]
      }
      return value
    }
  }

  #path(): Path {
    const path = [this.#name()]
    while (this.#takes('.')) path.push(this.#name())
    return path
  }

  #name(): string {
    const name = this.#tokens[this.#at]
    if (!name || !/^#?\w+$/.test(name)) return this.#unexpected('a name')
    this.#at++
    if (name.startsWith('#')) this.uses.add(name)
    return name
  }

  #value(): string {
    const name = this.#tokens[this.#at]
    if (!name?.startsWith(':')) return this.#unexpected('a value')
    this.#at++
    this.uses.add(name)
    return name
  }

  #inBrackets<T>(inside: () => T): T {
    this.#expect('(')
    const found = inside()
    this.#expect(')')
    return found
  }

  #list<T>(one: () => T): T[] {
    const list = [one()]
    while (this.#takes(',')) list.push(one())
    return list
  }

  #takes(token: string): boolean {
    const isNext = this.#tokens[this.#at] === token
    if (isNext) this.#at++
    return isNext
  }

  #expect(token: string): void {
    if (!this.#takes(token)) this.#unexpected(token)
  }

  #unexpected(expected: string): never {
    throw new ValidationException(
      `found "${this.#tokens[this.#at] ?? 'its end'}" in "${this.#text}", expected ${expected}`,
    )
  }
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
