import { countOf, type DigitSet, digitIn, eachOf } from '../grid/digit-set.ts'
import type { Size } from '../grid/units.ts'
import { clauses, listed } from '../rating/words.ts'
import { seenFrom } from '../rules/rules.ts'
import { Filling } from './filling.ts'
import { type HeldRule, heldRules, pairsOfRules } from './held-rule.ts'
import { MOST_TOLD, neededFor, neededInWords } from './needed.ts'
import type { Position } from './position.ts'
import { outOfBoundsWords, plainlyGone, saysAll, titleOf, toldOf, whyOf } from './reasons.ts'
import { cellsNamed, digitsNamed, type Found, type Gone } from './rule-step.ts'

// Steps that rest on what a puzzle demands besides units.

/** What one rule tells by itself. */
export function oneRule(position: Position): Found | undefined {
  for (const rule of heldRules(position.rules)) {
    if (rule.cells.every((cell) => position.digits[cell] > 0)) continue
    const filling = new Filling(rule, position.sets)
    const all = filling.settle() ? goneFrom(position, rule, filling.sets) : []
    if (all.length === 0) continue
    const plain = plainlyGone(rule, position, all)
    const told = plain.length === 0 ? fewWays('rule', { ...rule, cells: toldOf(rule, position) }, position) : undefined
    if (told) return told
    const gone = plain.length === 0 ? all : plain
    if (plain.length === 0 && rule.constraints[0].demand.kind === 'sum')
      return oneRefuted('rule', rule, gone, position, true)
    const why = whyOf(rule, position, gone)
    if (plain.length > 0 && saysAll(rule)) return found('rule', rule, gone, why)
    const needed = neededFor(rule, position, [], (sets) => {
      const wider = new Filling(rule, sets)
      return wider.settle() && areGone(gone, wider.sets)
    })
    return found('rule', rule, gone, clauses([why, ...neededInWords(needed, position)]))
  }
  return undefined
}

/** What follows where every way of filling a rule's cells is looked through, in which cells that see each other differ. */
export function ruleAndUnits(position: Position): Found | undefined {
  return byWays('rule-and-units', heldRules(position.rules), MOST_FOR_ONE, position)
}

/** What two rules that share a cell tell together, or a rule and a unit, by what follows from one candidate without further guesses. */
export function twoRules(position: Position): Found | undefined {
  const told = byWays('two-rules', pairsOfRules(position.rules), 1, position)
  // At last what nobody can tell in a line: that all ways of filling one rule's cells were tried.
  return told ?? byWays('rule-and-units', heldRules(position.rules), MOST_FOR_ONE, position, true)
}

function byWays(
  technique: Found['technique'],
  all: readonly HeldRule[],
  mostForOne: number,
  position: Position,
  isLast = false,
): Found | undefined {
  const fuel = { left: MOST_WAYS }
  for (const rule of all) {
    const gone = refuted(position, rule, fuel, mostForOne)
    if (gone.length === 0) continue
    const told = fewWays(technique, rule, position) ?? oneRefuted(technique, rule, gone, position, isLast)
    if (told) return told
  }
  return undefined
}

/** The ways that are begun in the search for a step; a person has given up long before. */
const MOST_WAYS = 10_000
/** The same for one candidate: where it is not refuted by then it stays. */
const MOST_FOR_ONE = 60
/** The nodes of a search for all ways, before they are too many to tell. */
const MOST_WAYS_AGAIN = 500

/** What goes as few ways are left to fill a rule's cells, all of which are told. */
function fewWays(technique: Found['technique'], rule: HeldRule, position: Position): Found | undefined {
  const { digits, sets, rules } = position
  const open = rule.cells.filter((cell) => digits[cell] === 0)
  if (open.length < 2 || open.length > MOST_LISTED) return undefined
  const ways = new Filling(rule, sets, seenIn(position, rule)).ways(MOST_TOLD, { left: MOST_WAYS_AGAIN })
  if (!ways) return undefined
  const left = [...sets]
  for (const cell of open) left[cell] = ways.reduce((all, way) => all | way[rule.cells.indexOf(cell)], 0)
  const gone = goneFrom(position, rule, left)
  if (gone.length === 0) return undefined
  const told = ways.map((way) => open.map((cell) => digitsNamed(way[rule.cells.indexOf(cell)], 'or')).join('-'))
  const only = `with their candidates ${cellsNamed(open, rules.size)} can only be ${listed(told, 'or')}, in this order`
  return found(technique, rule, gone, clauses([...whysOf(rule, position, gone), only]))
}

/** The first candidate with which a rule cannot be kept, and what would follow from it. */
function oneRefuted(
  technique: Found['technique'],
  rule: HeldRule,
  all: Gone,
  position: Position,
  isLast: boolean,
): Found | undefined {
  const { rules } = position
  const seen = seenIn(position, rule)
  const tried = all.flatMap(([cell, digits]) =>
    eachOf(digits).map((digit) => {
      const filling = new Filling(rule, position.sets.with(cell, digit), seen)
      const then = filling.settle() ? undefined : [...filling.changed].filter(([, set]) => countOf(set) < 2)
      return { cell, digit, then, filling }
    }),
  )
  const length = ({ then }: (typeof tried)[number]) => then?.length ?? Number.POSITIVE_INFINITY
  const [{ cell, digit, then, filling }] = tried.toSorted((one, other) => length(one) - length(other))
  if (!then && !isLast) return undefined
  const gone = [[cell, digit]] as const
  const needed = neededFor(
    rule,
    position,
    seen,
    (sets, sight) => !new Filling(rule, sets.with(cell, digit), sight).canBeKept({ left: MOST_FOR_ONE }, []),
  )
  const facts = neededInWords(needed, position)
  const why = [...whysOf(rule, position, gone), ...(facts.length > MOST_TOLD && then ? [] : facts)]
  const assumed = [cell, digit] as const
  why.push(
    then
      ? followingWords(rule, assumed, { then, filling, missing: [...needed.missing.keys()] }, position)
      : `with ${filledWords(assumed, rules.size)} there is no way to fill the others`,
  )
  return found(technique, rule, gone, clauses(why))
}

type Filled = readonly [cell: number, digits: DigitSet]

function filledWords([cell, digits]: Filled, size: Size): string {
  return `${cellsNamed([cell], size)}=${digitsNamed(digits, 'or')}`
}

interface Following {
  /** In the order in which they follow: cells with one digit left, and at most one with none. */
  readonly then: readonly Filled[]
  readonly filling: Filling
  /** Cells that the refutation rests on. */
  readonly missing: readonly number[]
}

/** `with r1c2=2 → r1c3=1 nothing would be left for r1c5`: how what follows from an assumption ends. */
function followingWords(
  rule: HeldRule,
  assumed: Filled,
  { then, filling, missing }: Following,
  { rules }: Position,
): string {
  const [cell, digit] = assumed
  // A cell that empties the assumed one is as empty itself, and what is told of it is seen sooner.
  const [emptied] = then.find(([, set]) => set === 0) ?? []
  const empty = emptied === cell ? missing.find((one) => one !== cell) : emptied
  const filled = [assumed, ...then.filter(([one, set]) => set !== 0 && one !== empty)]
  const chain = (upTo?: number) =>
    `with ${filled
      .slice(0, upTo)
      .map((one) => filledWords(one, rules.size))
      .join(' → ')}`
  // One rule may fill two cells that see each other: that is seen sooner than what it leads to.
  for (const [place, [one, set]] of filled.entries()) {
    const twin = filled.slice(0, place).find(([other, its]) => its === set && seenFrom(rules)[other].has(one))
    if (twin)
      return `${chain(place + 1)}, ${cellsNamed([twin[0], one], rules.size)} would both be ${digitsNamed(set, 'or')}`
  }
  if (empty === undefined) return `${chain()} ${brokenWords(filling, rule, cell, digitIn(digit))}`
  return `${chain()} nothing would be left for ${cellsNamed([empty], rules.size)}`
}

/** `the sum at r1c1 would come to at least 12`: what no longer can be kept once a digit is assumed in a cell. */
function brokenWords({ failed, sets }: Filling, { names, parts }: HeldRule, assumed: number, digit: number): string {
  if (!failed) return `${parts?.[1]?.names[0] ?? names[0]} would lack a digit`
  const { name, cells, demand } = failed
  const isPlainSum = demand.kind === 'cage' || (demand.kind === 'sum' && demand.weights.every((weight) => weight === 1))
  if (parts || !isPlainSum || !cells.includes(assumed))
    return `${name} ${outOfBoundsWords(failed, sets) ?? 'would have no way left'}`
  return `the other cells of ${name} would have to come to ${demand.sum - digit}, which their candidates never do`
}

function whysOf(rule: HeldRule, position: Position, gone: Gone): string[] {
  const whys = rule.parts?.map((part) => whyOf(part, position, [])) ?? [whyOf(rule, position, gone)]
  return [...new Set(whys)]
}

/** Lists of digits for more cells than these are read by nobody. */
const MOST_LISTED = 4

function found(technique: Found['technique'], rule: HeldRule, gone: Gone, reason: string): Found {
  const { names, cells } = rule
  return { technique, ...(names.length === 1 && { title: titleOf(names[0]) }), cells, units: names, gone, reason }
}

function goneFrom({ sets }: Position, { cells }: HeldRule, left: readonly DigitSet[]) {
  return cells.filter((cell) => left[cell] !== sets[cell]).map((cell) => [cell, sets[cell] & ~left[cell]] as const)
}

/** The candidates in a rule's cells with which it cannot be kept. */
function refuted(position: Position, rule: HeldRule, fuel: { left: number }, mostForOne: number) {
  const { digits, sets } = position
  const seen = seenIn(position, rule)
  const shown = Array.from(sets, () => 0)
  const left = [...sets]
  for (const cell of rule.cells.filter((one) => digits[one] === 0)) {
    for (const digit of eachOf(sets[cell])) {
      if ((shown[cell] & digit) !== 0) continue
      if (fuel.left <= 0) return []
      const own = { left: mostForOne }
      if (!new Filling(rule, sets.with(cell, digit), seen).canBeKept(own, shown)) left[cell] &= ~digit
      fuel.left -= mostForOne - Math.max(0, own.left)
    }
  }
  return goneFrom(position, rule, left)
}

/** For each cell of a rule, those of its cells that it sees. */
function seenIn({ rules }: Position, { cells }: HeldRule): readonly (readonly number[])[] {
  return cells.map((cell) => cells.filter((other) => seenFrom(rules)[cell].has(other)))
}

/** Whether all that goes has gone. */
function areGone(gone: Gone, left: readonly DigitSet[]): boolean {
  return gone.every(([cell, digits]) => (left[cell] & digits) === 0)
}
