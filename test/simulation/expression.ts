/**
 * DynamoDB's expressions, as far as the table uses them:
 *
 *     update      SET path = operand [± operand], … · ADD path :value, … · DELETE path :value, … · REMOVE path, …
 *     operand     path · :value · if_not_exists(path, operand) · size(path)
 *     condition   condition AND | OR condition · NOT condition · (condition) · operand = <> < <= > >= operand
 *                 operand IN (operand, …) · attribute_exists(path) · attribute_not_exists(path) · contains(path, operand)
 *     path        name · #name · path.name
 */
export type Path = readonly string[]

export type Operand =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'size'; readonly path: Path }
  | { readonly kind: 'if_not_exists'; readonly path: Path; readonly otherwise: Operand }
  | { readonly kind: '+' | '-'; readonly left: Operand; readonly right: Operand }

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'not'; readonly condition: Condition }
  | { readonly kind: Comparison; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'in'; readonly operand: Operand; readonly among: readonly Operand[] }
  | { readonly kind: 'attribute_exists' | 'attribute_not_exists'; readonly path: Path }
  | { readonly kind: 'contains'; readonly path: Path; readonly operand: Operand }
const COMPARISONS = ['=', '<>', '<', '<=', '>', '>='] as const
export type Comparison = (typeof COMPARISONS)[number]

export type Action =
  | { readonly kind: 'set'; readonly path: Path; readonly operand: Operand }
  | { readonly kind: 'add' | 'delete'; readonly path: Path; readonly value: string }
  | { readonly kind: 'remove'; readonly path: Path }

/** An expression, and the names and values that it stands on. */
export interface Expression<T> {
  readonly says: T
  /** `#name`s and `:value`s. */
  readonly uses: ReadonlySet<string>
}

/** DynamoDB's answer to what it cannot take. */
export class ValidationException extends Error {
  override name = 'ValidationException'
}

export const conditionIn = remembered((parser) => parser.condition())
export const actionsIn = remembered((parser) => parser.actions())

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

const TOKEN = /\s*(?:([#:]?\w+)|(<=|>=|<>|[=<>(),.+-]))/y

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

  actions(): Action[] {
    const actions: Action[] = []
    while (this.#tokens[this.#at] !== undefined) {
      if (this.#takes('SET')) {
        do actions.push(this.#assignment())
        while (this.#takes(','))
        continue
      }
      if (this.#takes('REMOVE')) {
        do actions.push({ kind: 'remove', path: this.#path() })
        while (this.#takes(','))
        continue
      }
      const kind = this.#takes('ADD') ? 'add' : 'delete'
      if (kind === 'delete') this.#expect('DELETE')
      do actions.push({ kind, path: this.#path(), value: this.#value() })
      while (this.#takes(','))
    }
    return actions
  }

  /** OR binds least. */
  condition(): Condition {
    let left = this.#conjunction()
    while (this.#takes('OR')) left = { kind: 'or', left, right: this.#conjunction() }
    return left
  }

  end(): void {
    if (this.#at < this.#tokens.length) this.#unexpected('its end')
  }

  #conjunction(): Condition {
    let left = this.#negation()
    while (this.#takes('AND')) left = { kind: 'and', left, right: this.#negation() }
    return left
  }

  #negation(): Condition {
    if (this.#takes('NOT')) return { kind: 'not', condition: this.#negation() }
    if (!this.#takes('(')) return this.#comparison()
    const condition = this.condition()
    this.#expect(')')
    return condition
  }

  #comparison(): Condition {
    for (const kind of ['attribute_exists', 'attribute_not_exists'] as const) {
      if (this.#takes(kind)) return { kind, path: this.#inBrackets(() => this.#path()) }
    }
    if (this.#takes('contains')) {
      return this.#inBrackets(() => {
        const path = this.#path()
        this.#expect(',')
        return { kind: 'contains', path, operand: this.#operand() }
      })
    }
    const left = this.#operand()
    if (this.#takes('IN')) {
      return { kind: 'in', operand: left, among: this.#inBrackets(() => this.#list(() => this.#operand())) }
    }
    const kind = COMPARISONS.find((comparison) => this.#takes(comparison))
    return kind ? { kind, left, right: this.#operand() } : this.#unexpected('a comparison')
  }

  #assignment(): Action {
    const path = this.#path()
    this.#expect('=')
    const left = this.#operand()
    const kind = (['+', '-'] as const).find((sign) => this.#takes(sign))
    return { kind: 'set', path, operand: kind ? { kind, left, right: this.#operand() } : left }
  }

  #operand(): Operand {
    const next = this.#tokens[this.#at] ?? ''
    if (next.startsWith(':')) return { kind: 'value', name: this.#value() }
    if (this.#takes('size')) return this.#inBrackets(() => ({ kind: 'size', path: this.#path() }))
    if (!this.#takes('if_not_exists')) return { kind: 'path', path: this.#path() }
    return this.#inBrackets(() => {
      const path = this.#path()
      this.#expect(',')
      return { kind: 'if_not_exists', path, otherwise: this.#operand() }
    })
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
