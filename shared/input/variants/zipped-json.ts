import { accept, type Checked, refuse } from '../../checked.ts'

/**
 * SudokuPad's short way to write JSON, with what it leaves out:
 *
 *     names    without quotes, the usual ones in a letter or two; those that a puzzle is read by are in NAMES
 *     quotes   ' for ", unless the text has a " anyway; \' for '
 *     lists    nothing where an object without members stood: [,,{v:5}] begins with two of them, and [] has one
 *     words    t, f for true, false;  #0, #F, A1B2C3 for the colours #000000, #FFFFFF, #A1B2C3
 */
const NAMES: Readonly<Record<string, string>> = {
  a: 'arrows',
  ca: 'cages',
  ce: 'cells',
  cs: 'cellSize',
  l: 'lines',
  o: 'overlays',
  re: 'regions',
  t: 'title',
  u: 'underlays',
  v: 'value',
}

/**
 * The text that a quoted one stands for, in it or in JSON; names are whole. A refusal counts characters from 1.  */
export function unzipped(text: string): Checked<unknown> {
  try {
    return accept(JSON.parse(text))
  } catch {
    try {
      return accept(new ZippedReader(text).whole())
    } catch (error) {
      if (error instanceof ZippedError) return refuse(error.message)
      throw error
    }
  }
}

class ZippedError extends Error {}

/** Brackets in each other: those of puzzles are six deep, and ten thousand overflow a stack. */
const MOST_DEEP = 12

/** A character that ends what has no quotes. */
const ENDS = ',:]}'

class ZippedReader {
  readonly #text: string
  readonly #quote: string
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
    this.#quote = text.includes('"') ? '"' : "'"
  }

  whole(): unknown {
    const value = this.#value()
    if (this.#at < this.#text.length) this.#fail('the end')
    return value
  }

  #value(): unknown {
    const isDeep = this.#depth === MOST_DEEP
    if (isDeep && '[{'.includes(this.#text[this.#at])) this.#fail(`at most ${MOST_DEEP} brackets in each other`)
    this.#depth++
    try {
      if (this.#skip('{')) return this.#object()
      if (this.#skip('[')) return this.#list()
      return this.#text[this.#at] === this.#quote ? this.#string() : this.#word()
    } finally {
      this.#depth--
    }
  }

  #object(): unknown {
    const members: [string, unknown][] = []
    if (this.#skip('}')) return {}
    do {
      const name = this.#text[this.#at] === this.#quote ? this.#string() : this.#bare()
      if (!this.#skip(':')) this.#fail('a colon')
      const value = this.#value()
      members.push([Object.hasOwn(NAMES, name) ? NAMES[name] : name, value])
    } while (this.#skip(','))
    if (!this.#skip('}')) this.#fail('} or a comma')
    return Object.fromEntries(members)
  }

  #list(): unknown {
    const values: unknown[] = []
    do {
      const isEmpty = ',]'.includes(this.#text[this.#at] ?? ',')
      values.push(isEmpty ? {} : this.#value())
      if (this.#at >= this.#text.length) break
    } while (this.#skip(','))
    if (!this.#skip(']')) this.#fail('] or a comma')
    return values
  }

  #string(): string {
    const start = ++this.#at
    let end = start
    while (end < this.#text.length && this.#text[end] !== this.#quote) end += this.#text[end] === '\\' ? 2 : 1
    if (end >= this.#text.length) this.#fail('a quote at the end of a text')
    this.#at = end + 1
    const inner = this.#text.slice(start, end)
    try {
      return JSON.parse(`"${this.#quote === '"' ? inner : inner.replaceAll("\\'", "'")}"`)
    } catch {
      this.#at = start
      return this.#fail('a text')
    }
  }

  #word(): unknown {
    const start = this.#at
    const word = this.#bare()
    if (word === 't' || word === 'true') return true
    if (word === 'f' || word === 'false') return false
    if (word === 'null') return null
    // A colour, which says nothing to us.
    if (/^(?:#[0F]|[0-9a-f]{6})$/i.test(word)) return word
    if (/^-?\d{1,15}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?$/i.test(word)) return Number(word)
    this.#at = start
    return this.#fail('a value')
  }

  /** A value without quotes around it. */
  #bare(): string {
    const start = this.#at
    while (this.#at < this.#text.length && !ENDS.includes(this.#text[this.#at])) this.#at++
    return this.#text.slice(start, this.#at)
  }

  #skip(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #fail(expected: string): never {
    const found = this.#at < this.#text.length ? JSON.stringify(this.#text[this.#at]) : 'the end'
    throw new ZippedError(`character ${this.#at + 1}: found ${found}, expected ${expected}`)
  }
}
