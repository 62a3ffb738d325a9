import { accept, type Checked, refuse, shown } from '../../checked.ts'
import { bitOf, type DigitSet, digitSet, hasDigit } from '../grid/digit-set.ts'

/** A regular expression over digits, taken apart. */
export type Pattern =
  | { readonly kind: 'digit'; readonly digits: DigitSet }
  /** One part behind the other. */
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  /** One of the parts. */
  | { readonly kind: 'choice'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly least: number; readonly most: number }

export const MOST_CHARACTERS = 400
/** Digits that a pattern names, each as many times as it may be repeated: `(12){3}` has six. */
const MOST_PLACES = 300

/** The digits up to 25 as grids write them. */
const SYMBOLS = '123456789ABCDEFGHIJKLMNOP'

/** The digit that a character stands for; undefined where a grid of that size has no such digit. */
export function digitOf(symbol: string, size: number): number | undefined {
  const digit = symbol.length === 1 ? SYMBOLS.indexOf(symbol) + 1 : 0
  return digit >= 1 && digit <= size ? digit : undefined
}

/** Reads a text of digits, `13A`. A refusal names the character that is no digit, or that comes twice. */
export function digitsIn(text: string, size: number): Checked<DigitSet> {
  let digits = 0
  for (const symbol of text) {
    const digit = digitOf(symbol, size)
    if (digit === undefined) return refuse(`found ${shown(symbol)}, expected ${SYMBOLS[0]}–${SYMBOLS[size - 1]}`)
    if (hasDigit(digits, digit)) return refuse(`found ${symbol} twice`)
    digits += bitOf(digit)
  }
  return accept(digits)
}

/** Takes a pattern apart; a refusal says at which character it is wrong. */
export function parsePattern(text: string, size: number): Checked<Pattern> {
  if (text.length > MOST_CHARACTERS)
    return refuse(`found ${text.length} characters, expected at most ${MOST_CHARACTERS}`)
  try {
    const pattern = patternIn(text, size)
    const places = placesOf(pattern)
    return places > MOST_PLACES
      ? refuse(`found ${places} digits with all repetitions, expected at most ${MOST_PLACES}`)
      : accept(pattern)
  } catch (error) {
    if (error instanceof PatternError) return refuse(error.message)
    throw error
  }
}

/** How many digits there are once repetitions are written out. */
function placesOf(pattern: Pattern): number {
  if (pattern.kind === 'digit') return 1
  if (pattern.kind === 'repeat') return placesOf(pattern.part) * copiesOf(pattern)
  return pattern.parts.reduce((sum, part) => sum + placesOf(part), 0)
}

/** How many times a part is written down where its repetitions are; without end it is the last that comes again. */
export function copiesOf({ least, most }: { readonly least: number; readonly most: number }): number {
  return most === Number.POSITIVE_INFINITY ? Math.max(1, least) : most
}

class PatternError extends Error {}

function patternIn(text: string, size: number): Pattern {
  let at = 0
  const fail = (expected: string): never => {
    const found = at < text.length ? shown(text[at]) : 'the end'
    throw new PatternError(`character ${at + 1}: found ${found}, expected ${expected}`)
  }
  const takes = (symbol: string): boolean => {
    const isThere = text[at] === symbol
    if (isThere) at++
    return isThere
  }
  const digit = (): number => {
    const found = digitOf(text[at] ?? '', size)
    if (found === undefined) return fail(`1–${SYMBOLS[size - 1]} or one of . [ ( | ) * + ? {`)
    at++
    return found
  }
  const digitClass = (): DigitSet => {
    const isOther = takes('^')
    const held = new Set<number>()
    while (!takes(']')) {
      const from = digit()
      const to = takes('-') ? digit() : from
      for (let one = from; one <= to; one++) held.add(one)
    }
    return digitSet(size, (one) => held.has(one) !== isOther)
  }
  const atom = (): Pattern => {
    if (takes('.')) return { kind: 'digit', digits: digitSet(size) }
    if (takes('[')) return { kind: 'digit', digits: digitClass() }
    if (!takes('(')) return { kind: 'digit', digits: bitOf(digit()) }
    const part = choice()
    return takes(')') ? part : fail('a )')
  }
  const repeated = (part: Pattern): Pattern => {
    const repeat = (least: number, most: number) => repeated({ kind: 'repeat', part, least, most })
    if (takes('*')) return repeat(0, Number.POSITIVE_INFINITY)
    if (takes('+')) return repeat(1, Number.POSITIVE_INFINITY)
    if (takes('?')) return repeat(0, 1)
    if (!takes('{')) return part
    const [all, least, comma, most] = /^(\d{1,3})(,?)(\d{0,3})\}/.exec(text.slice(at, at + 9)) ?? []
    if (all === undefined || (comma === '' && most !== '')) return fail('{2}, {2,} or {2,4}')
    const bound = comma === '' ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most)
    if (bound < Number(least)) return fail(`at least ${least} at the end`)
    at += all.length
    return repeat(Number(least), bound)
  }
  const sequence = (): Pattern => {
    const parts: Pattern[] = []
    while (at < text.length && text[at] !== '|' && text[at] !== ')') parts.push(repeated(atom()))
    return { kind: 'sequence', parts }
  }
  const choice = (): Pattern => {
    const parts = [sequence()]
    while (takes('|')) parts.push(sequence())
    return parts.length === 1 ? parts[0] : { kind: 'choice', parts }
  }
  const pattern = choice()
  return at < text.length ? fail('no ) without its (') : pattern
}

/**
 * Whether digits match a pattern as a whole. It is the judge of what is pruned by an automaton that is made of the pattern,
 * and shares nothing with that: it goes through the pattern itself, each part from each place once.
 */
export function matches(pattern: Pattern, digits: readonly number[]): boolean {
  const known = new Map<Pattern, ReadonlySet<number>[]>()
  /** Where a part may end that begins at a place. */
  const endsOf = (part: Pattern, from: number): ReadonlySet<number> => {
    const byPlace = known.get(part) ?? []
    known.set(part, byPlace)
    byPlace[from] ??= work(part, from)
    return byPlace[from]
  }
  const afterAll = (part: Pattern, froms: ReadonlySet<number>) =>
    new Set([...froms].flatMap((at) => [...endsOf(part, at)]))
  const work = (part: Pattern, from: number): ReadonlySet<number> => {
    if (part.kind === 'digit')
      return new Set(from < digits.length && hasDigit(part.digits, digits[from]) ? [from + 1] : [])
    if (part.kind === 'choice') return new Set(part.parts.flatMap((one) => [...endsOf(one, from)]))
    if (part.kind === 'sequence') {
      return part.parts.reduce<ReadonlySet<number>>((froms, one) => afterAll(one, froms), new Set([from]))
    }
    let places: ReadonlySet<number> = new Set([from])
    for (let count = 0; count < part.least; count++) places = afterAll(part.part, places)
    const all = new Set(places)
    for (let count = part.least; count < part.most && places.size > 0; count++) {
      places = new Set([...afterAll(part.part, places)].filter((at) => !all.has(at)))
      for (const at of places) all.add(at)
    }
    return all
  }
  return endsOf(pattern, 0).has(digits.length)
}
