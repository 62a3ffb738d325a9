import { groupedBy } from '../../grouped.ts'
import type { Constraint } from '../constraints/constraint.ts'
import { countOf, type DigitSet, lowestOf } from '../grid/digit-set.ts'
import type { Unit } from '../grid/units.ts'
import { cellsNamed, clauses, listed } from '../rating/words.ts'
import { seenFrom } from '../rules/rules.ts'
import { Filling, heldRules, type Pruner, type Removal } from './filling.ts'
import type { Position } from './position.ts'
import { kindOf } from './reasons.ts'
import { digitsNamed, factsInWords } from './rule-step.ts'
import { differenceInWords, gapWords, limitInWords, outOfBoundsWords, sumOf } from './sum-bounds.ts'
import { joining } from './unit-steps.ts'

/** Digits of a cell that stand in a sentence for what it can be; where there are more it is told what it cannot. */
const FEW = 3
/** So many cells in which a rule fails are still told, or more where each has one digit left. */
const MOST_FAILING = 4
const isConstraint = (by: Removal['by']): by is Constraint => typeof by === 'object' && 'prune' in by
const isUnit = (by: Removal['by']): by is Unit => typeof by === 'object' && !('prune' in by)
const doNot = (rule: string) => (/^(pairs|equal sums)/.test(rule) ? 'do not' : 'does not')

/** How it ends, and the cells that are told there. */
type End = readonly [words: string, ...cells: number[]]

/**
 * What follows from a digit in a cell, by a rule, until that cannot be: `If r1c5 is 6, r3c4 is 5, and r1c6 has no digit left, as
 * the white dot does not let it be 8, and r3c4 is 5`.
 *
 * @returns with the constraints and units that it rests on; undefined where no simple inferences refute it
 */
export function refutationOf(
  rule: Pruner,
  { rules, digits: placed, sets }: Position,
  seen: readonly (readonly number[])[],
  [cell, digit]: readonly [cell: number, digit: DigitSet],
): { readonly words: string; readonly by: ReadonlySet<Constraint | Unit> } | undefined {
  const start = sets.with(cell, digit)
  const log: Removal[] = []
  const filling = new Filling(rule, start, seen, log)
  if (filling.settle()) return undefined
  const { size } = rules
  const name = (one: number) => cellsNamed([one], size)
  // All rules of a grid may be more than a thousand constraints.
  const constraints = new Set(rule.constraints)
  const held = heldRules(rules).filter(({ constraints: [one] }) => constraints.has(one))
  /** `cage` where there is one alone, and otherwise where it is, too. */
  const called = ({ name: full, unshown }: Constraint) => {
    if (unshown) return `missing ${unshown.name}`
    return held.filter((other) => kindOf(other.name) === kindOf(full)).length > 1
      ? full.replace('the ', '')
      : kindOf(full)
  }
  const used = new Set<Constraint | Unit>()
  /** By removal, the digits of it that matter. */
  const needed = new Map<number, DigitSet>()
  const after = (count: number) => {
    const left = [...start]
    for (const { cell: one, gone } of log.slice(0, count)) left[one] &= ~gone
    return left
  }
  /** Notes what took digits from a cell, and what that rests on. */
  const need = (of: number, before: number, digits: DigitSet) => {
    for (const [i, { cell: one, gone }] of log.slice(0, before).entries()) {
      if (one !== of || (gone & digits) === 0) continue
      const isNew = !needed.has(i)
      needed.set(i, (needed.get(i) ?? 0) | digits)
      if (isNew) explain(i)
    }
  }
  const explain = (i: number) => {
    const { by, cell: one, gone } = log[i]
    if (typeof by === 'number') need(by, i, rules.digits)
    else if (!isConstraint(by)) needPlace(by, after(i + 1)[one], one, i)
    else needFor(by, i, (pruned) => (pruned.sets[one] & gone) === 0)
  }
  const needPlace = (unit: Unit, of: DigitSet, place: number, before: number) => {
    used.add(unit)
    for (const other of unit.cells) if (other !== place) need(other, before, of)
  }
  const pruned = (constraint: Constraint, all: readonly DigitSet[]) => {
    const one = new Filling({ cells: constraint.cells, constraints: [constraint], units: [] }, all)
    return one.settle() ? one : undefined
  }
  const needFor = (constraint: Constraint, before: number, holds: (pruned: Filling) => boolean) => {
    used.add(constraint)
    let now = after(before)
    for (const one of constraint.cells) {
      if (now[one] === start[one]) continue
      const all = now.with(one, start[one])
      const left = pruned(constraint, all)
      if (!left || holds(left)) now = all
      else need(one, before, rules.digits)
    }
  }

  /** The first two cells that would both be one digit, though they see each other. */
  const twins = (): readonly [one: number, other: number, before: number] | undefined => {
    const left = [...start]
    const filled = rule.cells.filter((one) => countOf(start[one]) === 1)
    for (const [i, { cell: one, gone }] of log.entries()) {
      left[one] &= ~gone
      if (countOf(left[one]) !== 1) continue
      const twin = filled.find((other) => left[other] === left[one] && seen[rule.cells.indexOf(other)]?.includes(one))
      if (twin !== undefined) return [twin, one, i + 1]
      filled.push(one)
    }
    return undefined
  }
  const end = (): End => {
    const both = twins()
    if (both) {
      const [one, other, before] = both
      for (const each of [one, other]) need(each, before, rules.digits)
      const [how] = joining(one, other, rules).filter(Boolean)
      const sees = `${name(other)}, which sees ${name(one)}${how ? ` (${how})` : ''}`
      return [`${sees}, would be ${digitsNamed(after(before)[one], 'or')}, too`, other]
    }
    const emptied = rule.cells.find((one) => filling.sets[one] === 0)
    if (emptied === undefined && filling.failed && !isConstraint(filling.failed)) {
      const { name: unit, cells } = filling.failed
      const lacking = lowestOf(rules.digits & ~cells.reduce((all, one) => all | filling.sets[one], 0))
      needPlace(filling.failed, lacking, -1, log.length)
      return [`${unit} has no place for ${digitsNamed(lacking, 'or')}`]
    }
    const last = emptied === undefined ? filling.failed : log.findLast(({ cell: one }) => one === emptied)?.by
    if (
      last !== undefined &&
      isConstraint(last) &&
      (emptied === undefined || emptied === cell || last.cells.length > 2)
    ) {
      // What it took away last it did as it was broken already.
      while (log.at(-1)?.by === last) log.pop()
      const words = placesWords(last)
      if (words) {
        used.add(last)
        return [words]
      }
      needFor(last, log.length, () => false)
      return brokenWords(last)
    }
    return emptyWords(emptied ?? cell)
  }
  /** Why digits that a rule asks for in some of its cells cannot stand there any more. */
  const placesWords = ({ form, cells, name: full }: Constraint): string | undefined => {
    const state = after(log.length)
    const placesOf = (digits: DigitSet) => cells.filter((one) => (state[one] & digits) !== 0)
    const needGone = (digits: DigitSet, from = cells) => {
      for (const one of from) need(one, log.length, state[one] & digits ? 0 : digits)
    }
    if (form?.type === 'quadruple') {
      const wanted = [...new Set(form.digits)].map((digit) => 1 << (digit - 1))
      const lacking = wanted.find((digit) => placesOf(digit).length === 0)
      if (lacking) {
        needGone(lacking)
        return `no cell of the quadruple could be ${digitsNamed(lacking, 'or')}`
      }
      const alone = groupedBy(
        wanted.filter((digit) => placesOf(digit).length === 1),
        (digit) => placesOf(digit)[0],
      )
      const [place, digits] = [...alone].find(([, all]) => all.length > 1) ?? []
      if (place === undefined || !digits) return undefined
      for (const digit of digits) needGone(digit)
      const both = digits.reduce((all, digit) => all | digit)
      return `the quadruple would need ${name(place)} for each of ${digitsNamed(both, 'and')}`
    }
    if (form?.type === 'row-indexer' || form?.type === 'column-indexer' || form?.type === 'numbered-room') {
      const own = cells.findIndex((one) => full.endsWith(` ${name(one)}`))
      const [indexer, pointedAt] = 'value' in form ? [cells[0], 1 << (form.value - 1)] : [cells[own], 1 << own]
      const place = cells.findIndex((one) => state[one] === pointedAt)
      if (place >= 0 && (state[indexer] & (1 << place)) === 0) {
        need(cells[place], log.length, rules.digits)
        needGone(1 << place, [indexer])
        const only = start[indexer] & (1 << place) ? '' : `, but it can only be ${digitsNamed(start[indexer], 'or')}`
        return `${name(indexer)} would have to be ${digitsNamed(1 << place, 'or')}${only}`
      }
      const pointed = cells.filter((_, i) => (state[indexer] & (1 << i)) !== 0)
      if (pointed.length > FEW || pointed.some((one) => (state[one] & pointedAt) !== 0)) return undefined
      need(indexer, log.length, rules.digits)
      needGone(pointedAt, pointed)
      return `${name(indexer)} points only at ${cellsNamed(pointed, size)}, where ${digitsNamed(pointedAt, 'or')} cannot stand`
    }
    if (form?.type === 'entropic-line') {
      const share = Math.round(size / 3)
      const [low, high] = [(1 << share) - 1, rules.digits & ~((1 << (size - share)) - 1)]
      const triples = cells.slice(2).map((_, i) => cells.slice(i, i + 3))
      for (const [kind, digits] of Object.entries({ low, middle: rules.digits & ~low & ~high, high })) {
        const turns = cells.filter((one) => (state[one] & ~digits) === 0)
        const pairs = turns.slice(1).map((other, i) => [turns[i], other])
        const near = pairs.find(([one, other]) => cells.indexOf(other) - cells.indexOf(one) < 3)
        const lacking = triples.find((three) => three.every((one) => (state[one] & digits) === 0))
        if (lacking) {
          needGone(digits, lacking)
          return `none of ${cellsNamed(lacking, size)} could be ${kind}`
        }
        if (!near) continue
        needGone(rules.digits & ~digits, near)
        return `both ${cellsNamed(near, size)} would be ${kind}`
      }
    }
    return undefined
  }
  const emptyWords = (emptied: number): End => {
    const single = log.findIndex(
      (one, i) => one.cell === emptied && isUnit(one.by) && countOf(after(i + 1)[emptied]) === 1,
    )
    const place = log[single]?.by
    const digit = after(single + 1)[emptied]
    const by = log.find(({ cell: one, gone }) => one === emptied && (gone & digit) !== 0)?.by
    if (single >= 0 && isUnit(place) && by !== undefined && !isUnit(by)) {
      needPlace(place, digit, emptied, single)
      need(emptied, log.length, digit)
      const is = digitsNamed(digit, 'or')
      const but = isConstraint(by) ? `the ${called(by)} ${doNot(called(by))} let it be that` : `${name(by)} is ${is}`
      return [`${name(emptied)} would be ${is} (its only place in ${place.name}), but ${but}`, emptied]
    }
    need(emptied, log.length, rules.digits)
    const causes = groupedBy(
      log.filter(({ cell: one }) => one === emptied),
      ({ by }) => (typeof by === 'object' ? by.name : by),
    )
    const words = [...causes.values()].map((all) => {
      const [{ by }] = all
      const gone = all.reduce((digits, one) => digits | one.gone, 0)
      if (typeof by === 'number') return `${name(by)} is ${digitsNamed(gone, 'or')}`
      const others = start[emptied] & ~gone
      if (!isConstraint(by)) return `${by.name} has no other place for ${digitsNamed(others, 'or')}`
      return others !== 0 && countOf(others) < countOf(gone)
        ? `the ${called(by)} lets it be only ${digitsNamed(others, 'or')}`
        : `the ${called(by)} ${doNot(called(by))} let it be ${digitsNamed(gone, 'or')}`
    })
    return [`${name(emptied)} has no digit left, as ${clauses(words)}`, emptied]
  }
  const brokenWords = (failed: Constraint): End => {
    const state = after(log.length)
    const sum = sumOf(failed)
    const sees = seen.length > 0 ? seenFrom(rules) : []
    const named = `the digits of the ${called(failed)}`
    const out = sum && outOfBoundsWords(sum, state, sees, size, named)
    if (out) return [out]
    const { cells } = failed
    const [other, ...more] = cells.filter((one) => one !== cell)
    if (other === undefined) return [`the ${called(failed)} ${doNot(called(failed))} let it be that`]
    if (more.length === 0) {
      log.push({ cell: other, gone: state[other], by: failed })
      return emptyWords(other)
    }
    const gap = sum && gapWords(sum, state, size, named)
    if (gap) return [gap]
    let now = state
    const failing = cells.filter((one) => {
      const all = now.with(one, rules.digits)
      if (pruned(failed, all)) return true
      now = all
      return false
    })
    const told = failing.filter((one) => one !== cell).map((one) => `${digitsNamed(state[one], 'or')} in ${name(one)}`)
    const isPlain = told.length <= MOST_FAILING || failing.every((one) => countOf(state[one]) === 1)
    if (told.length === 0 || !isPlain) return [`no way is left to fill ${failed.name}`]
    return [`the ${called(failed)} cannot be kept with ${listed(told)}`, ...failing]
  }

  const [ending, ...ends] = end()
  const endsWithCell = /, too$|no digit left|, but /.test(ending)
  // Each cell once, as it is when all that is needed of it has gone.
  const last = new Map([...needed.keys()].toSorted((a, b) => a - b).map((i) => [log[i].cell, i]))
  const causeOf = (one: number) => {
    const by = [...new Set([...needed.keys()].filter((i) => log[i].cell === one).map((i) => log[i].by))]
    const words = by.flatMap((cause) => {
      if (typeof cause === 'number') return joining(one, cause, rules).filter(Boolean)
      if (!isConstraint(cause)) return [`its only place in ${cause.name}`]
      const state = after(last.get(one) ?? 0)
      const isKnown = (other: number) => countOf(state[other]) === 1 && (last.has(other) || countOf(start[other]) === 1)
      const gone = log.reduce((all, { cell: of, by, gone }) => (of === one && by === cause ? all | gone : all), 0)
      const told = start.map((set, at) => (last.has(at) ? state[at] : set))
      const limit = limitInWords(cause, one, gone, told)
      const why = limit ? `${called(cause)}, ${limit}` : called(cause) + givensFor(cause, one, state)
      return [differenceInWords(cause, one, state, isKnown, size) ?? why]
    })
    return words.length > 0 ? ` (${listed([...new Set(words)])})` : ''
  }
  /** ` with 4 in r4c1`: the filled cells without which a constraint would take less from a cell. */
  const givensFor = (constraint: Constraint, of: number, state: readonly DigitSet[]) => {
    const whole = state.with(of, start[of])
    const left = pruned(constraint, whole)?.sets[of]
    const given = constraint.cells.filter((one) => {
      const wider = placed[one] > 0 && pruned(constraint, whole.with(one, rules.digits))
      return wider && wider.sets[of] !== left
    })
    if (given.length === 0 || given.length > FEW) return ''
    return ` with ${clauses(given.map((one) => `${digitsNamed(sets[one], 'or')} in ${name(one)}`))}`
  }
  const told = [...last]
    .filter(([one]) => one !== cell)
    .toSorted(([, a], [, b]) => a - b)
    .map(([one, i]) => {
      const left = after(i + 1)[one]
      const asked = [...needed].filter(([at]) => log[at].cell === one)
      const gone = asked.reduce((all, [at, digits]) => all | (log[at].gone & digits), 0)
      const isPart = asked.every(([, digits]) => digits !== rules.digits)
      const isNot = countOf(left) > FEW || (isPart && countOf(left) > 1 && countOf(gone) <= countOf(left))
      const can = isNot ? 'not ' : countOf(left) > 1 ? 'only ' : ''
      return { cell: one, is: `${can}${digitsNamed(isNot ? gone : left, 'or')}${causeOf(one)}` }
    })
    // Where a rule fails it is told what is left, and that is all that matters of what some cells are not.
    .filter(({ cell: one, is }) => !ends.includes(one) || (!endsWithCell && !is.startsWith('not')))
  // Only neighbours are told together, as what is told between others may be why.
  const runs: (typeof told)[] = []
  for (const fact of told) {
    if (runs.at(-1)?.[0].is === fact.is) runs.at(-1)?.push(fact)
    else runs.push([fact])
  }
  const facts = runs.flatMap((run) => factsInWords(run, size))
  const tail = ending.endsWith(', too') ? causeOf(ends[0]) : ''
  return {
    words: `If ${name(cell)} is ${digitsNamed(digit, 'or')}, ${clauses([...facts, ending + tail])}`,
    by: used,
  }
}
