import type { Sign } from '../constraints/constraint.ts'
import {
  type ConstraintOf,
  type ConstraintType,
  type OutsideClue,
  usualWhisper,
  type VariantConstraint,
} from '../constraints/constraint-json.ts'
import { nameOfCell } from '../grid/cell-name.ts'
import { countOf, type DigitSet, digitIn, digitSet, eachOf, lowestOf } from '../grid/digit-set.ts'
import { symbolOf } from '../grid/grid.ts'
import type { Size } from '../grid/units.ts'
import { cellsNamed, clauses, listed } from '../rating/words.ts'
import type { HeldRule } from './filling.ts'
import type { Position } from './position.ts'
import { digitsNamed, eachGone, type Gone, MOST_TOLD } from './rule-step.ts'
import { sideOf, sumOf } from './sum-bounds.ts'

/** What a rule is called in the title of a step: `cage` of `the cage at r1c1`. */
export function kindOf(name: string): string {
  const [, kind = name] = /^the (.+?) (?:at|from|between|of|left|right|above|below) /.exec(name) ?? []
  return kind
}

/** Why a rule takes candidates away: what it demands, in a sentence without its end; nothing where what follows says it better. */
export function whyOf(rule: HeldRule, position: Position, gone: Gone): string {
  const { form, unshown } = rule.constraints[0]
  const at: At = { rule: { ...rule, name: called(rule, position.rules.size) }, position, gone }
  if (unshown) {
    const { name: sign, value } = unshown
    return `${cellsNamed(rule.cells, position.rules.size)} have no ${sign} between them, so ${UNSHOWN[sign](value)}`
  }
  if (!form) return general(form, at)
  const why = WHY[form.type] as (form: VariantConstraint, at: At) => string
  return why(form, at)
}

/** `the thermometer r3c1-r2c2-r3c2`: a line or an area by its cells, so that it is found without the drawing. */
function called({ name, cells, constraints: [{ form }] }: HeldRule, size: Size): string {
  if (!form || /^(quadruple|minimum|maximum|.*-indexer)$/.test(form.type)) return name
  const own = 'cells' in form ? form.cells : 'lines' in form ? cells.map((cell) => nameOfCell(cell, size)) : undefined
  return own ? name.replace(/ at r\d+c\d+$/, ` ${own.join('-')}`) : name
}

/** Rules whose words are true of so many ways that what follows has to be searched for; sums are so, too, but for their bounds. */
const SEARCHED: readonly ConstraintType[] = ['sandwich', 'x-sum', 'skyscraper', 'lockout-line', 'sum-line', 'walk']

/** The candidates whose going the rule's words explain by themselves; for all others one has to search. */
export function plainlyGone({ constraints }: HeldRule, position: Position, gone: Gone): Gone {
  const [{ form, cells, demand }] = constraints
  const { sets } = position
  const only = (isPlain: (cell: number, digit: DigitSet) => boolean): Gone =>
    gone.flatMap(([cell, digits]) => {
      const plain = eachOf(digits).filter((one) => isPlain(cell, one))
      return plain.length > 0 ? [[cell, plain.reduce((all, one) => all | one)] as const] : []
    })
  const ways = demand.kind === 'cage' ? fewWaysOf(demand.sum, cells, position) : []
  if (ways.length > 0) return only((_, digit) => ways.every((way) => (way & digit) === 0))
  if (demand.kind === 'sum') return []
  if (demand.kind === 'cage') {
    const out = [1, -1].map((sign) =>
      only((cell, digit) => beyondOf(demand.sum, cells, sets, [cell, digit], sign).by > 0),
    )
    return out.find((some) => some.length > 0) ?? []
  }
  if (!form || !SEARCHED.includes(form.type)) return gone
  if (form.type === 'x-sum')
    return only((cell, digit) => cell === cells[0] && xSumBound(form.value, cells, digit, sets) !== undefined)
  const places = form.type === 'sandwich' ? sandwichPlaces(form.value, cells, position) : []
  const canEnd = new Set(places.flat())
  if (places.length === 0 || places.length > MOST_TOLD) return []
  return only((cell, digit) => (digit & endsOf(position)) !== 0 && !canEnd.has(cell))
}

/** The cells that a clue tells of once it is known how many these are. */
export function toldOf(
  { constraints: [{ form, cells }], cells: all }: HeldRule,
  position: Position,
): readonly number[] {
  const { digits } = position
  if (form?.type === 'x-sum' && digits[cells[0]] > 0) return cells.slice(0, digits[cells[0]])
  const places = form?.type === 'sandwich' ? sandwichPlaces(form.value, cells, position) : []
  if (places.length !== 1) return all
  const [from, to] = places[0].map((cell) => cells.indexOf(cell))
  return cells.slice(from, to + 1)
}

/** What pairs of neighbours do where a puzzle that shows all of a kind shows none. */
const UNSHOWN: Readonly<Record<Sign['name'], (value: number) => string>> = {
  X: (sum) => `they do not sum to ${sum}`,
  V: (sum) => UNSHOWN.X(sum),
  'white dot': (value) => `they do not differ by ${value}`,
  'black dot': (value) => (value === 2 ? 'they are not one twice the other' : `neither is ${value} times the other`),
}

interface At {
  readonly rule: HeldRule
  readonly position: Position
  readonly gone: Gone
}

/** A row for each kind of constraint; {@link general} where nothing plainer is to be said. */
const WHY: { readonly [T in ConstraintType]: (form: ConstraintOf<T>, at: At) => string } = {
  cage: ({ sum = 0 }, at) => cageWhy(sum, at),
  'little-killer': sumWhy,
  sandwich: (clue, { rule: { constraints }, position }) => {
    const places = sandwichPlaces(clue.value, constraints[0].cells, position)
    const named = places.map((ends) => cellsNamed(ends, position.rules.size))
    const { size } = position.rules
    // From 2 on, so many digits come to at least n (n + 3) / 2, and to at most n (2 size − 1 − n) / 2.
    const counts = [...Array(size - 1).keys()].filter(
      (n) => n * (n + 3) <= 2 * clue.value && 2 * clue.value <= n * (2 * size - 1 - n),
    )
    const many = `, so there are ${listed(counts.map(String), 'or')} of them, and 1 and ${symbolOf(size)} can only be in `
    const told = named.length > 0 && named.length <= MOST_TOLD ? many + listed(named, 'or') : ''
    return `in ${lineNamed(clue)} the digits between 1 and ${symbolOf(size)} sum to ${clue.value}${told}`
  },
  'x-sum': (clue, { rule: { constraints }, position: { rules, sets, digits }, gone }) => {
    const [{ cells }] = constraints
    const first = digits[cells[0]]
    if (first > 0)
      return `the first digit of ${lineOf(clue)} is ${symbolOf(first)}, so the ${first} digits from there on, itself among them, sum to ${clue.value}`
    // The highest of the digits that are too low stands for all of them, and so does the lowest of those that are too high.
    const bounds = eachOf(gone.find(([cell]) => cell === cells[0])?.[1] ?? 0).map(
      (digit) => [digit, xSumBound(clue.value, cells, digit, sets) ?? ''] as const,
    )
    const low = bounds.filter(([, bound]) => bound.startsWith('at most')).toReversed()
    const high = bounds.filter(([, bound]) => bound.startsWith('at least'))
    const told = [low, high].flatMap(([nearest, ...others], isHigh) => {
      if (!nearest) return []
      const more = others.length === 0 ? '' : isHigh ? ' or more' : ' or less'
      return [`if that is ${symbolOf(digitIn(nearest[0]))}${more}, they come to ${nearest[1]}`]
    })
    const all = clue.value === (rules.size * (rules.size + 1)) / 2 ? ', to which only all digits come' : ''
    const says = `the first digit of ${lineOf(clue)} says how many digits from there on, itself among them, sum to ${clue.value}${all}`
    return clauses([says, ...told])
  },
  skyscraper: (clue) =>
    clue.value === 1
      ? `the first digit of ${lineOf(clue)} is the highest, as no other may be higher than all before it`
      : `in ${lineOf(clue)} exactly ${clue.value} digits are seen, the first and each that is higher than all before it`,
  'numbered-room': (clue) =>
    `the first digit of ${lineOf(clue)} is the number of the cell, counted from there, that holds ${symbolOf(clue.value)}`,
  arrow: equalWhy,
  thermometer: (_, { rule }) => `digits rise along ${rule.name}, cell by cell`,
  'slow-thermometer': (_, { rule }) => `digits rise along ${rule.name} or stay the same`,
  palindrome: (_, { rule }) => `${rule.name} reads the same from both ends`,
  renban: ({ cells }, { rule }) => `${rule.name} holds ${cells.length} consecutive digits in any order`,
  whispers: ({ value }, { rule, position: { rules } }) =>
    `neighbours on ${rule.name} differ by at least ${value ?? usualWhisper(rules.size)}`,
  'region-sum-line': equalWhy,
  'entropic-line': (_, { rule, position: { rules } }) => {
    const third = Math.round(rules.size / 3)
    const [low, middle, high] = [
      [1, third],
      [third + 1, rules.size - third],
      [rules.size - third + 1, rules.size],
    ].map(([from, to]) => [...new Set([from, to].map(symbolOf))].join(to - from > 1 ? ' to ' : ' or '))
    return `any three cells in succession on ${rule.name} hold a low digit (${low}), a middle one (${middle}) and a high one (${high})`
  },
  'between-line': (_, { rule: { name, constraints }, position: { rules, sets } }) => {
    const [{ cells }] = constraints
    const isBelow = (cell: number, other: number) => sets[cell] < lowestOf(sets[other])
    const ends = cells.slice(0, 2)
    // What is above any other cell of the line is the higher end, and so is the one whose opposite is below any.
    const higher = ends.find((end, i) => cells.some((cell) => isBelow(cell, end) || isBelow(ends[1 - i], cell)))
    const which = higher === undefined ? '' : `, of which ${nameOfCell(higher, rules.size)} is the higher one`
    return `the digits of ${name} lie between those at its ends${which}`
  },
  'lockout-line': ({ value }, { rule, position: { rules } }) =>
    `the ends of ${rule.name} differ by at least ${value ?? usualWhisper(rules.size) - 1}, and its other digits lie outside the range from end to end`,
  'modular-line': ({ value = 3 }, { rule, position: { rules } }) => {
    const kinds = Array.from({ length: value }, (_, i) =>
      digitSet(rules.size, (digit) => (digit - 1 - i) % value === 0),
    )
    const told = listed(kinds.map((kind) => `one ${digitsNamed(kind, 'or')}`))
    return `of any ${value} cells in succession on ${rule.name} ${told.replace('one ', 'one is ')}`
  },
  'nabner-line': (_, { rule }) => `no two digits of ${rule.name} are equal or consecutive`,
  'zipper-line': equalWhy,
  'double-arrow': equalWhy,
  'sum-line': ({ value = 10 }, { rule }) => `${rule.name} falls into pieces that each sum to ${value}`,
  sum: sumWhy,
  'equal-sums': equalWhy,
  'greater-than': ({ cells: [higher, lower] }, at) => `${at.rule.name} shows that ${higher} is higher than ${lower}`,
  pairs: ({ allowed }, { rule: { name }, gone }) => {
    const digits = [...new Set(gone.flatMap(([, set]) => eachOf(set).map((digit) => symbolOf(digitIn(digit)))))]
    if (digits.length === 0) return ''
    if (digits.length > MOST_TOLD) return `${name} let only some digits stand beside each other`
    const told = digits.map((digit) => {
      const before = Object.keys(allowed).filter((first) => allowed[first].includes(digit))
      const only = (word: string, others: readonly string[]) =>
        others.length > 0 ? `only ${word} ${listed(others, 'or')}` : `${word} no digit`
      return `${digit} stand ${only('before', [...(allowed[digit] ?? '')])} and ${only('after', before)}`
    })
    return `${name} let ${clauses(told)}`
  },
  walk: ({ pattern }, { rule }) => {
    const inTurns = pattern && /^\(((\[13579\]|\[2468\])+)\)\+$/.exec(pattern)
    if (!inTurns)
      return `the digits along ${rule.name} match ${pattern && !/[:;]/.test(pattern) ? pattern : 'what it demands'}`
    const turns = [...inTurns[1].matchAll(/\[(\d)/g)].map(([, digit]) => (digit === '1' ? 'odd' : 'even'))
    return `the digits along ${rule.name} go ${[...turns, ...turns].join(', ')}`
  },
  difference: ({ value = 1 }, at) => `${at.rule.name} shows digits that differ by ${value}`,
  ratio: ({ value = 2 }, at) => `${at.rule.name} shows that one digit is ${value} times the other`,
  xv: ({ value }, at) => `${at.rule.name} shows digits that sum to ${{ X: 10, V: 5 }[value]}`,
  clone: (_, { rule: { constraints }, position: { rules } }) =>
    listed(constraints.map(({ cells }) => cells.map((cell) => nameOfCell(cell, rules.size)).join(' = '))),
  quadruple: ({ digits, cells }, { rule }) =>
    `${rule.name} holds ${listed(digits.toSorted((a, b) => a - b).map(symbolOf))} in its four cells ${listed(cells)}`,
  minimum: (_, { rule }) => `${rule.name} is lower than the cells beside, above and below it`,
  maximum: (_, { rule }) => `${rule.name} is higher than the cells beside, above and below it`,
  even: general,
  odd: general,
  candidates: general,
  'row-indexer': (_, { rule }) => {
    const [cell, row, column] = cellIn(rule.name)
    return `${cell} says in which row of column ${column} the ${symbolOf(row)} stands`
  },
  'column-indexer': (_, { rule }) => {
    const [cell, row, column] = cellIn(rule.name)
    return `${cell} says in which column of row ${row} the ${symbolOf(column)} stands`
  },
  'extra-region': general,
}

function sumWhy({ sum }: { readonly sum: number }, at: At): string {
  return at.rule.constraints[0].demand.kind === 'cage' ? cageWhy(sum, at) : `${at.rule.name} comes to ${sum}`
}

function endsOf({ rules: { size } }: Position): DigitSet {
  return 1 | (1 << (size - 1))
}

/** Each two cells in which 1 and the highest digit may stand, as what lies between may come to the sum. */
function sandwichPlaces(sum: number, cells: readonly number[], position: Position): (readonly number[])[] {
  const ends = endsOf(position)
  const { sets } = position
  const fillings = sets.map((set) => set & ~ends)
  return cells.flatMap((one, i) =>
    cells.slice(i + 1).flatMap((other, between) => {
      const inside = cells.slice(i + 1, i + 1 + between)
      const [first, last] = [ends & sets[one], ends & sets[other]]
      if (first === 0 || last === 0 || (first | last) !== ends) return []
      const [least, most] = rangeOfDifferent(inside, fillings)
      return least <= sum && sum <= most ? [[one, other]] : []
    }),
  )
}

/** `at least 12`: what an X-sum would come to with a first digit; undefined where that may be its sum. */
function xSumBound(
  sum: number,
  cells: readonly number[],
  digit: DigitSet,
  sets: readonly DigitSet[],
): string | undefined {
  const [least, most] = rangeOfDifferent(cells.slice(0, digitIn(digit)), sets.with(cells[0], digit))
  if (least > sum) return `at least ${least}`
  return most < sum ? `at most ${most}` : undefined
}

/** The least and the most that cells of a line come to, as bounds: by the extremes of each, and by so many different digits. */
function rangeOfDifferent(cells: readonly number[], sets: readonly DigitSet[]): readonly [least: number, most: number] {
  const digits = eachOf(cells.reduce((all, cell) => all | sets[cell], 0)).map(digitIn)
  const total = (all: readonly number[]) => all.reduce((sum, digit) => sum + digit, 0)
  if (digits.length < cells.length || cells.some((cell) => sets[cell] === 0)) return [Number.POSITIVE_INFINITY, 0]
  return [
    Math.max(total(cells.map((cell) => digitIn(lowestOf(sets[cell])))), total(digits.slice(0, cells.length))),
    Math.min(total(cells.map((cell) => digitIn(sets[cell]))), total(digits.slice(digits.length - cells.length))),
  ]
}

/** `the zipper line at r1c1 demands that r1c1 + r1c3 = r1c2`: parts that have the same sum. */
function equalWhy({ type }: VariantConstraint, { rule: { name, constraints }, position: { rules } }: At): string {
  const equations: string[] = []
  for (const constraint of constraints) {
    const sum = sumOf(constraint)
    const [part, other] = [1, -1].map((sign) => (sum ? sideOf(sum, sign, rules.size) : ''))
    const last = equations.pop()
    if (last?.endsWith(` = ${part}`)) equations.push(`${last} = ${other}`)
    else equations.push(...(last ? [last] : []), `${part} = ${other}`)
  }
  return `${name} ${type === 'equal-sums' ? 'demand' : 'demands'} that ${listed(equations)}`
}

/** The cell at the end of a rule's name, its row and its column. */
function cellIn(name: string): readonly [cell: string, row: number, column: number] {
  const [cell = '', row, column] = /r(\d+)c(\d+)$/.exec(name) ?? []
  return [cell, Number(row), Number(column)]
}

function general(_: unknown, { rule }: At): string {
  return `with any digit that goes ${rule.name} could not be kept`
}

function cageWhy(sum: number, { rule: { name, cells }, position, gone }: At): string {
  const digitsOf = (way: DigitSet) => eachOf(way).map((digit) => symbolOf(digitIn(digit)))
  const ways = fewWaysOf(sum, cells, position).map((way) => digitsOf(way).join(' + '))
  if (ways.length > 0) return `${name} of ${sum} can only be ${listed(ways, 'or')}`
  const digits = gone.reduce((all, [, set]) => all | set, 0)
  const beyond = [1, -1].map((sign) =>
    eachGone(gone)
      .map((one) => beyondOf(sum, cells, position.sets, one, sign))
      .toSorted((a, b) => a.by - b.by),
  )
  const [nearest] = beyond.find(([one]) => one && one.by > 0) ?? []
  if (!nearest) return `${name} comes to ${sum}`
  return `${name} of ${sum} has no ${digitsNamed(digits, 'or')}, as the others would be ${nearest.others}`
}

/** By how much a cage would be too high, or with the sign -1 too low, with a digit in a cell, beside the lowest or highest others. */
function beyondOf(
  sum: number,
  cells: readonly number[],
  sets: readonly DigitSet[],
  [cell, digit]: readonly [number, DigitSet],
  sign: number,
): { readonly others: string; readonly by: number } {
  const rest = cells.filter((one) => one !== cell)
  // The lowest different digits that they could hold between them beside this one, or the highest.
  const able = eachOf(rest.reduce((all, one) => all | sets[one], 0) & ~digit).map(digitIn)
  const others = (sign > 0 ? able : able.toReversed()).slice(0, rest.length)
  const by = sign * (others.reduce((all, one) => all + one, digitIn(digit)) - sum)
  return { others: `at ${sign > 0 ? 'least' : 'most'} ${others.join(' + ')}`, by }
}

/** The sets of digits with which a cage's cells come to its sum; none where they are too many to be told, or looked through. */
function fewWaysOf(sum: number, cells: readonly number[], { rules, sets }: Position): DigitSet[] {
  if (rules.size > 9) return []
  const union = cells.reduce((all, cell) => all | sets[cell], 0)
  const ways = Array.from({ length: union + 1 }, (_, set) => set).filter((set) => {
    if ((set & ~union) !== 0 || countOf(set) !== cells.length) return false
    const total = eachOf(set).reduce((all, digit) => all + digitIn(digit), 0)
    const placed = cells.reduce((all, cell) => all | (sets[cell] & set), 0)
    return total === sum && placed === set && cells.every((cell) => (sets[cell] & set) !== 0)
  })
  return ways.length <= MOST_TOLD ? ways : []
}

/** `row 3 from the right` */
function lineOf(clue: OutsideClue): string {
  return `${lineNamed(clue)} from the ${clue.from}`
}

function lineNamed({ row, column }: OutsideClue): string {
  return row !== undefined ? `row ${row}` : `column ${column}`
}
