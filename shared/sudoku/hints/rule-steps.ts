import { capitalised } from '../../capitalised.ts'
import { countOf, type DigitSet } from '../grid/digit-set.ts'
import { cellsNamed, clauses, listed } from '../rating/words.ts'
import { onceForRules, seenFrom } from '../rules/rules.ts'
import { everyRule, Filling, type HeldRule, heldRules, type Pruner } from './filling.ts'
import type { Position } from './position.ts'
import { kindOf, plainlyGone, toldOf, whyOf } from './reasons.ts'
import { refutationOf } from './refutation.ts'
import { digitsNamed, eachGone, type Found, type Gone, leftInWords, MOST_TOLD } from './rule-step.ts'
import { beyondBounds, sumOf } from './sum-bounds.ts'

// Steps that rest on what a puzzle demands besides units.

/** What one rule tells by itself. */
export function oneRule(position: Position): Found | undefined {
  const { rules, digits } = position
  const open = heldRules(rules).filter(({ cells }) => cells.some((cell) => digits[cell] === 0))
  return shortest(open, (rule) => byOneRule(rule, position))
}

function byOneRule(rule: HeldRule, position: Position): Found | undefined {
  const [constraint] = rule.constraints
  const all = goneBy(rule, position)
  if (all.length === 0) return undefined
  const plain = plainlyGone(rule, position, all)
  const isCage = constraint.demand.kind === 'cage'
  // These say themselves what of the position matters to what their words explain.
  const saysAll = isCage || constraint.form?.type === 'x-sum' || constraint.form?.type === 'sandwich'
  if (plain.length > 0 && saysAll) return found('rule', rule, plain, whyOf(rule, position, plain))
  if (plain.length === 0) {
    // One of two cells tells what the other cannot be.
    if (isCage && rule.cells.length === 2) return plainly(rule, position, all)
    const told =
      // Cells that see each other differ: more goes than the rule alone tells.
      bounded('rule', rule, openIn(rule, position), position) ??
      fewWays('rule', { ...rule, cells: toldOf(rule, position) }, position)
    if (told) return told
    if (sumOf(constraint)) return oneRefuted('rule', rule, eachGone(all), position)
  }
  const atOnce = plainly(rule, position, all)
  if (wordsOf(atOnce.reason) <= LONG) return atOnce
  // One of its constraints at a time rests on less.
  for (const one of rule.constraints) {
    const part = { ...rule, constraints: [one], cells: one.cells }
    const gone = goneBy(part, position)
    if (gone.length > 0) return plainly(part, position, gone)
  }
  return atOnce
}

/** What a rule's words, and some facts of the position, explain all at once. */
function plainly(rule: HeldRule, position: Position, gone: Gone): Found {
  return found('rule', rule, gone, clauses([whyOf(rule, position, gone), ...factsFor(rule, position, gone)]))
}

/** What is beyond the bounds of a rule's sums. */
function bounded(technique: Found['technique'], rule: HeldRule, gone: Gone, position: Position): Found | undefined {
  const { sets, rules } = position
  const beyond = beyondBounds(rule.constraints, gone, sets, seenFrom(rules), rules.size)
  return beyond && found(technique, rule, beyond.gone, `${whyOf(rule, position, [])}, where ${beyond.words}`)
}

/** All candidates of a rule's empty cells. */
function openIn({ cells }: HeldRule, { digits, sets }: Position): Gone {
  return cells.flatMap((cell) => (digits[cell] === 0 ? [[cell, sets[cell]] as const] : []))
}

function goneBy(rule: HeldRule, position: Position): Gone {
  const filling = new Filling(rule, position.sets)
  return filling.settle() ? goneFrom(position, rule, filling.sets) : []
}

/** What the position lacks for the same to go: all else is given back cell by cell, as long as it goes. */
function factsFor(rule: HeldRule, position: Position, gone: Gone): string[] {
  const { digits: all } = position.rules
  let now = position.sets
  const follows = (sets: readonly DigitSet[]) => {
    const wider = new Filling(rule, sets)
    const isKept = wider.settle() && gone.every(([cell, digits]) => (wider.sets[cell] & digits) === 0)
    if (isKept) now = sets
    return isKept
  }
  const needed = rule.cells.filter((cell) => !follows(now.with(cell, all)))
  const lacking = () => needed.map((cell) => [cell, all & ~now[cell]] as const)
  for (const [cell, digit] of eachGone(lacking())) follows(now.with(cell, now[cell] | digit))
  return leftInWords(lacking(), position)
}

/**
 * What a candidate cannot be by each of some rules, as few ways are left to fill its cells, in which those that see each
 * other differ, or as what follows from it shows.
 */
export function ruleAndUnits(position: Position): Found | undefined {
  const { sets, rules } = position
  return shortest(heldRules(rules), (rule) => {
    const filling = new Filling(rule, sets, seenIn(position, rule))
    const gone = eachGone(openIn(rule, position)).filter((one) => !filling.with(...one).settle())
    return (
      bounded('rule-and-units', rule, gone, position) ??
      fewWays('rule-and-units', rule, position) ??
      oneRefuted('rule-and-units', rule, gone, position)
    )
  })
}

/** What a candidate cannot be by all that holds together, by what follows from it without further guesses. */
export function severalRules(position: Position): Found | undefined {
  const { sets, digits, rules } = position
  const all = everyRule(rules)
  const cells = all.cells.filter((cell) => digits[cell] === 0).toSorted((a, b) => countOf(sets[a]) - countOf(sets[b]))
  const guesses = eachGone(cells.map((cell) => [cell, sets[cell]])).slice(0, MOST_TRIED)
  const idle = new Filling(all, sets, everySeen(rules)).findIdle()
  const fillings = new Map<Guess, Filling>()
  const told = new Map<Guess, Found | undefined>()
  for (let rounds = 1; rounds <= MOST_ROUNDS; rounds++) {
    // What leads nowhere, now that all that follows is looked through once more.
    const best = shortest(guesses, (one) => {
      const filling = fillings.get(one) ?? idle.with(...one)
      fillings.set(one, filling)
      if (!told.has(one) && !filling.settle(1)) told.set(one, refutedByAll(one, position))
      return told.get(one)
    })
    if (best && wordsOf(best.reason) <= MOST_WORDS) return best
  }
  return undefined
}

type Guess = readonly [cell: number, digit: DigitSet]

function refutedByAll(one: Guess, position: Position): Found | undefined {
  const { rules } = position
  const told = refutationOf(everyRule(rules), position, everySeen(rules), one)
  if (!told) return undefined
  const held = heldRules(rules).filter(({ constraints }) => constraints.some((each) => told.by.has(each)))
  const units = [...told.by].filter((by) => !('prune' in by)).map(({ name }) => name)
  const names = [...held.filter(({ constraints: [each] }) => each.form).map(({ name }) => name), ...units]
  const whys = held.length <= 2 ? held.map((rule) => whyOf(rule, position, [])) : []
  const reason = sentences([...new Set(whys), told.words])
  const count = held.length > 0 ? held.length + units.length : Number.POSITIVE_INFINITY
  const technique = count === 1 ? 'rule-and-units' : count === 2 ? 'two-rules' : 'dynamic-contradiction-chains'
  const title = count === 1 && { title: capitalised(kindOf(held[0].name)) }
  return { technique, ...title, cells: [one[0]], units: names, gone: [one], reason }
}

/** Words of more are read by nobody. */
const MOST_WORDS = 100
/** So many times all rules are looked through before a digit is said to lead nowhere: more is no chain that a person follows. */
const MOST_ROUNDS = 4
/** The candidates that are tried in the search for a step; a person has given up long before. */
const MOST_TRIED = 1000

/** The shortest of what is found by each of some means, of so many at least, or the first that is short. */
export function shortest<Means>(
  all: Iterable<Means>,
  find: (by: Means) => Found | undefined,
  least = MOST_TRIES,
): Found | undefined {
  let best: Found | undefined
  let tries = 0
  for (const by of all) {
    const one = find(by)
    if (!one) continue
    if (!best || wordsOf(one.reason) < wordsOf(best.reason)) best = one
    if (wordsOf(one.reason) <= SHORT || (++tries >= least && wordsOf(best.reason) <= LONG)) break
  }
  return best
}

/** How many words a reason is to read; that a rule has no way left is as much work as many. */
function wordsOf(reason: string): number {
  return reason.split(' ').length + (reason.includes('no way') ? SHORT : 0)
}

/** A reason of so many words is understood at once. */
const SHORT = 40
/** One of more words is told after all others that are there. */
const LONG = 60
/** Steps by other rules that are looked at before one is told whose reason is longer. */
const MOST_TRIES = 6

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
  return found(technique, rule, gone, clauses([whyOf(rule, position, []), only].filter(Boolean)))
}

/** What is refuted most shortly of some candidates, and how. */
function oneRefuted(technique: Found['technique'], rule: HeldRule, gone: Gone, position: Position): Found | undefined {
  const seen = seenIn(position, rule)
  const all = gone.flatMap((one) => {
    const told = refutationOf(rule, position, seen, one)
    return told ? [{ one, words: told.words }] : []
  })
  const [best] = all.toSorted((a, b) => wordsOf(a.words) - wordsOf(b.words))
  return best && found(technique, rule, [best.one], sentences([whyOf(rule, position, []), best.words]))
}

function sentences(all: readonly string[]): string {
  const [first, ...others] = all.filter(Boolean)
  return [first, ...others.map(capitalised)].join('. ')
}

/** Lists of digits for more cells than these are read by nobody. */
const MOST_LISTED = 4

function found(technique: Found['technique'], rule: HeldRule, gone: Gone, reason: string): Found {
  const { name, cells, constraints } = rule
  // What holds between neighbours all over the grid is no place to look at.
  const units = constraints[0].form ? [name] : []
  return { technique, title: capitalised(kindOf(name)), cells, units, gone, reason }
}

function goneFrom({ sets }: Position, { cells }: HeldRule, left: readonly DigitSet[]) {
  return cells.filter((cell) => left[cell] !== sets[cell]).map((cell) => [cell, sets[cell] & ~left[cell]] as const)
}

const everySeen = onceForRules((rules) => seenIn({ rules }, everyRule(rules)))

/** For each cell of a rule, those of its cells that it sees. */
function seenIn({ rules }: Pick<Position, 'rules'>, { cells }: Pruner): readonly (readonly number[])[] {
  return cells.map((cell) => cells.filter((other) => seenFrom(rules)[cell].has(other)))
}
