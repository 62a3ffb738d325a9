import type { Constraint } from '../constraints/constraint.ts'
import { plainSumOf } from '../constraints/sums.ts'
import { countOf, type DigitSet, digitIn, lowestOf } from '../grid/digit-set.ts'
import { clauses } from '../rating/words.ts'
import { Filling, type Removal } from './filling.ts'
import type { HeldRule } from './held-rule.ts'
import type { Position } from './position.ts'
import { outOfBoundsWords } from './reasons.ts'
import { cellsNamed, digitsNamed } from './rule-step.ts'

/** Digits of a cell that stand in a sentence for what it can be; where there are more it is told what it cannot. */
const FEW = 3
/** How it ends, and the cells that are told there. */
type End = readonly [words: string, ...cells: number[]]

/**
 * What follows from a digit in a cell, by a rule, until that cannot be: `If r1c5 is 6, r3c4 is 5, and r1c6 has no digit left, as
 * the white dot does not let it be 8, and r3c4 is 5`.
 *
 * @returns undefined where no simple inferences refute it
 */
export function refutationOf(
  rule: HeldRule,
  { rules, sets }: Position,
  seen: readonly (readonly number[])[],
  [cell, digit]: readonly [cell: number, digit: DigitSet],
): string | undefined {
  const start = sets.with(cell, digit)
  const log: Removal[] = []
  const filling = new Filling(rule, start, seen, log)
  if (filling.settle()) return undefined
  const { size } = rules
  const name = (one: number) => cellsNamed([one], size)
  const nameOf = (by: Removal['by']) =>
    typeof by === 'object' ? by.name : (rule.parts?.[1]?.names[0] ?? rule.names[0])
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
    else if (by === 'unit') needPlace(after(i + 1)[one], one, i)
    else needFor(by, i, (pruned) => (pruned.sets[one] & gone) === 0)
  }
  const needPlace = (of: DigitSet, place: number, before: number) => {
    for (const other of rule.whole) if (other !== place) need(other, before, of)
  }
  const needFor = (constraint: Constraint, before: number, holds: (pruned: Filling) => boolean) => {
    let now = after(before)
    for (const one of constraint.cells) {
      if (now[one] === start[one]) continue
      const all = now.with(one, start[one])
      const pruned = new Filling({ ...rule, constraints: [constraint], whole: [] }, all)
      if (!pruned.settle() || holds(pruned)) now = all
      else need(one, before, rules.digits)
    }
  }

  /** The first two cells that would both be one digit, though they see each other. */
  const twins = (): readonly [cells: readonly number[], before: number] | undefined => {
    const left = [...start]
    const filled = rule.cells.filter((one) => countOf(start[one]) === 1)
    for (const [i, { cell: one, gone }] of log.entries()) {
      left[one] &= ~gone
      if (countOf(left[one]) !== 1) continue
      const twin = filled.find((other) => left[other] === left[one] && seen[rule.cells.indexOf(other)]?.includes(one))
      if (twin !== undefined) return [[twin, one], i + 1]
      filled.push(one)
    }
    return undefined
  }
  const end = (): End => {
    const both = twins()
    if (both) {
      const [cells, before] = both
      for (const one of cells) need(one, before, rules.digits)
      const digits = digitsNamed(after(before)[cells[0]], 'or')
      return [`${cellsNamed(cells, size)}, which see each other, would both be ${digits}`, ...cells]
    }
    const emptied = rule.cells.find((one) => filling.sets[one] === 0)
    if (emptied !== undefined && emptied !== cell) return emptyWords(emptied)
    if (emptied === undefined && !filling.failed) {
      const lacking = lowestOf(rules.digits & ~rule.whole.reduce((all, one) => all | filling.sets[one], 0))
      needPlace(lacking, -1, log.length)
      return [`${nameOf('unit')} has no place for ${digitsNamed(lacking, 'or')}`]
    }
    const failed = filling.failed ?? log.findLast(({ cell: one }) => one === cell)?.by
    if (typeof failed !== 'object') return [`${nameOf('unit')} needs another digit in ${name(cell)}`]
    needFor(failed, log.length, () => false)
    return brokenWords(failed)
  }
  const emptyWords = (emptied: number): End => {
    need(emptied, log.length, rules.digits)
    const byCause = new Map<Removal['by'], DigitSet>()
    for (const { cell: one, gone, by } of log) if (one === emptied) byCause.set(by, (byCause.get(by) ?? 0) | gone)
    const causes = [...byCause].map(([by, gone]) => {
      if (typeof by === 'number') return `${name(by)} is ${digitsNamed(gone, 'or')}`
      if (by === 'unit') return `${nameOf(by)} needs another digit there`
      const others = start[emptied] & ~gone
      return others !== 0 && countOf(others) < countOf(gone)
        ? `${by.name} lets it be only ${digitsNamed(others, 'or')}`
        : `${by.name} does not let it be ${digitsNamed(gone, 'or')}`
    })
    return [`${name(emptied)} has no digit left, as ${clauses([...new Set(causes)])}`, emptied]
  }
  const brokenWords = (failed: Constraint): End => {
    const state = after(log.length)
    const out = outOfBoundsWords(failed, state.with(cell, digit))
    if (out) return [`${failed.name} ${out}`]
    const sum = plainSumOf(failed)
    if (!rule.parts && sum !== undefined && failed.cells.includes(cell) && countOf(digit) === 1) {
      const others = sum - digitIn(digit)
      return [`the other cells of ${failed.name} would have to come to ${others}, which their candidates never do`]
    }
    const [other, ...more] = failed.cells.filter((one) => one !== cell)
    if (other === undefined) return [`${failed.name} does not let it be that`]
    if (more.length > 0) return [`no way is left to fill ${failed.name}`]
    log.push({ cell: other, gone: state[other], by: failed })
    return emptyWords(other)
  }

  const [ending, ...ends] = end()
  // Each cell once, as it is when all that is needed of it has gone.
  const last = new Map([...needed.keys()].toSorted((a, b) => a - b).map((i) => [log[i].cell, i]))
  const told = [...last]
    .filter(([one]) => one !== cell && !ends.includes(one))
    .toSorted(([, a], [, b]) => a - b)
    .map(([one, i]) => {
      const left = after(i + 1)[one]
      const asked = [...needed].filter(([at]) => log[at].cell === one)
      const gone = asked.reduce((all, [at, digits]) => all | (log[at].gone & digits), 0)
      const isPart = asked.every(([, digits]) => digits !== rules.digits)
      const is =
        countOf(left) > FEW || (isPart && countOf(left) > 1)
          ? `is not ${digitsNamed(gone, 'or')}`
          : `is ${digitsNamed(left, 'or')}`
      const { by } = log[i]
      const why = typeof by === 'number' || !rule.parts ? '' : ` (${nameOf(by)})`
      return `${name(one)} ${is}${why}`
    })
  return `If ${name(cell)} is ${digitsNamed(digit, 'or')}, ${clauses([...told, ending])}`
}
