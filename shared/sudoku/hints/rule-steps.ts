import type { DigitSet } from '../grid/digit-set.ts'
import { clauses, listed } from '../rating/words.ts'
import { seenFrom } from '../rules/rules.ts'
import { Filling } from './filling.ts'
import { type HeldRule, heldRules, pairsOfRules } from './held-rule.ts'
import { MOST_TOLD, neededFor, neededInWords } from './needed.ts'
import type { Position } from './position.ts'
import { plainlyGone, saysAll, titleOf, toldOf, whyOf } from './reasons.ts'
import { refutationOf } from './refutation.ts'
import { cellsNamed, digitsNamed, eachGone, type Found, type Gone } from './rule-step.ts'

// Steps that rest on what a puzzle demands besides units.

/** What one rule tells by itself. */
export function oneRule(position: Position): Found | undefined {
  return shortest(toldByOne(position))
}

function* toldByOne(position: Position): Generator<Found> {
  for (const rule of heldRules(position.rules)) {
    const told = rule.cells.some((cell) => position.digits[cell] === 0) && byOneRule(rule, position)
    if (told) yield told
  }
}

function byOneRule(rule: HeldRule, position: Position): Found | undefined {
  const all = goneBy(rule, position)
  if (all.length === 0) return undefined
  const plain = plainlyGone(rule, position, all)
  if (plain.length > 0 && saysAll(rule)) return found('rule', rule, plain, whyOf(rule, position, plain))
  const few = plain.length === 0 ? fewWays('rule', { ...rule, cells: toldOf(rule, position) }, position) : undefined
  if (few) return few
  if (plain.length === 0 && /^(sum|cage)$/.test(rule.constraints[0].demand.kind)) {
    const atOnce = oneRefuted('rule', rule, all, position)
    return atOnce && !isUnsaid(atOnce.reason) ? atOnce : oneRefuted('rule', rule, eachGone(all), position)
  }
  const facts = factsFor(rule, position, all)
  if (facts.length === 0) return found('rule', rule, all, whyOf(rule, position, all))
  // By one constraint at a time, and for one cell, it rests on less.
  for (const one of rule.constraints) {
    const part = { ...rule, constraints: [one], cells: one.cells }
    const tellings = goneBy(part, position).map((gone) => ({ gone: [gone], told: factsFor(part, position, [gone]) }))
    const [best] = tellings.toSorted((a, b) => a.told.join().length - b.told.join().length)
    if (best) return found('rule', rule, best.gone, clauses([whyOf(rule, position, best.gone), ...best.told]))
  }
  return undefined
}

function goneBy(rule: HeldRule, position: Position): Gone {
  const filling = new Filling(rule, position.sets)
  return filling.settle() ? goneFrom(position, rule, filling.sets) : []
}

function factsFor(rule: HeldRule, position: Position, gone: Gone): string[] {
  const missing = neededFor(rule, position, (sets) => {
    const wider = new Filling(rule, sets)
    return wider.settle() && gone.every(([cell, digits]) => (wider.sets[cell] & digits) === 0)
  })
  return neededInWords(missing, position)
}

/** What follows where every way of filling a rule's cells is looked through, in which cells that see each other differ. */
export function ruleAndUnits(position: Position): Found | undefined {
  return shortest(refuted('rule-and-units', heldRules(position.rules), position))
}

/** What two rules that share a cell tell together, or a rule and a unit, by what follows from one candidate without further guesses. */
export function twoRules(position: Position): Found | undefined {
  return shortest(refuted('two-rules', pairsOfRules(position.rules), position))
}

/** The shortest of what is told, of so many at least, or the first that is short. */
export function shortest(all: Iterable<Found>, least = MOST_TRIES): Found | undefined {
  let best: Found | undefined
  let tries = 0
  for (const one of all) {
    if (!best || wordsOf(one.reason) < wordsOf(best.reason)) best = one
    if (wordsOf(one.reason) <= SHORT || (++tries >= least && wordsOf(best.reason) <= LONG)) break
  }
  return best
}

/** How many words a reason is to read; that a rule has no way left is as much work as many. */
function wordsOf(reason: string): number {
  return reason.split(' ').length + (isUnsaid(reason) ? SHORT : 0)
}

function isUnsaid(reason: string): boolean {
  return reason.includes('no way')
}

/** A reason of so many words is understood at once. */
const SHORT = 40
/** One of more words is told after all others that are there. */
const LONG = 60
/** Steps by other rules that are looked at before one is told whose reason is longer. */
const MOST_TRIES = 6

/** What a candidate cannot be by each of some rules, as few ways are left or as what follows from it shows. */
function* refuted(technique: Found['technique'], all: readonly HeldRule[], position: Position): Generator<Found> {
  const { digits, sets } = position
  let tried = 0
  for (const rule of all) {
    const seen = seenIn(position, rule)
    const open = rule.cells.filter((cell) => digits[cell] === 0)
    const gone = eachGone(open.map((cell) => [cell, sets[cell]])).filter(
      ([cell, digit]) => !new Filling(rule, sets.with(cell, digit), seen).settle(),
    )
    const told =
      gone.length > 0 || !rule.parts
        ? (fewWays(technique, rule, position) ?? oneRefuted(technique, rule, gone, position))
        : undefined
    if (told) yield told
    tried += open.length
    if (tried > MOST_CELLS) return
  }
}

/** The cells whose candidates are tried by rules together in the search for a step; a person has given up long before. */
const MOST_CELLS = 2000
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
  return found(technique, rule, gone, clauses([...whysOf(rule, position), only]))
}

/** What is refuted most shortly of some candidates, and how; those that are given together are so together. */
function oneRefuted(technique: Found['technique'], rule: HeldRule, gone: Gone, position: Position): Found | undefined {
  const seen = seenIn(position, rule)
  // One of two rules may do it alone, together with the units that join its cells to the others.
  const alone = (rule.parts ?? []).filter(({ constraints }) => constraints.length > 0)
  for (const by of [...alone.map((part) => ({ ...part, cells: rule.cells, whole: [] })), rule]) {
    const all = gone.flatMap((one) => {
      const words = refutationOf(by, position, seen, one)
      return words === undefined ? [] : [{ one, words }]
    })
    const [best] = all.toSorted((a, b) => wordsOf(a.words) - wordsOf(b.words))
    if (!best) continue
    const reason = `${clauses(whysOf(by, position))}. ${best.words}`
    return found(by === rule ? technique : 'rule-and-units', by, [best.one], reason)
  }
  return undefined
}

function whysOf(rule: HeldRule, position: Position): string[] {
  return [...new Set((rule.parts ?? [rule]).map((part) => whyOf(part, position, [])))]
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

/** For each cell of a rule, those of its cells that it sees. */
function seenIn({ rules }: Position, { cells }: HeldRule): readonly (readonly number[])[] {
  return cells.map((cell) => cells.filter((other) => seenFrom(rules)[cell].has(other)))
}
