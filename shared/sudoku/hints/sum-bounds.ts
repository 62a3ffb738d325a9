import type { Constraint } from '../constraints/constraint.ts'
import { nameOfCell } from '../grid/cell-name.ts'
import { countOf, type DigitSet, digitIn, eachOf, lowestOf } from '../grid/digit-set.ts'
import type { Size } from '../grid/units.ts'
import { cellsNamed, clauses, listed } from '../rating/words.ts'
import { eachGone, type Gone, MOST_TOLD } from './rule-step.ts'

// What the cells of a sum come to at the least and at the most, where those that see each other differ.

/** For each cell, those that it must not be like. */
type Seen = readonly ReadonlySet<number>[]

type Sum = Pick<Constraint, 'cells'> & {
  readonly demand: { readonly sum: number; readonly weights: readonly number[] }
}

/** What a constraint sums up; undefined of any other demand. */
export function sumOf({ cells, demand }: Constraint): Sum | undefined {
  if (demand.kind === 'cage') return { cells, demand: { sum: demand.sum, weights: cells.map(() => 1) } }
  return demand.kind === 'sum' ? { cells, demand } : undefined
}

/** A sum solved for a cell that stands in it once: what the cell would be without the others, and how often each is added to that. */
function solvedFor(cell: number, constraint: Constraint) {
  const summed = sumOf(constraint)
  if (!summed) return undefined
  const { cells, demand } = summed
  const { sum, weights } = demand
  const sign = weights[cells.indexOf(cell)]
  if (sign !== 1 && sign !== -1) return undefined
  const all = cells.map((one, i) => ({ one, times: -sign * weights[i] }))
  return { total: sign * sum, others: all.filter(({ one }) => one !== cell) }
}

/**
 * `26 − 5 − 6`: how a cell of a sum follows from all others, or `26 − 5 is left for r1c1 and r1c2` where one of them is open,
 * too; undefined where several are.
 */
export function differenceInWords(
  constraint: Constraint,
  cell: number,
  sets: readonly DigitSet[],
  isKnown: (cell: number) => boolean,
  size: Size,
): string | undefined {
  const solved = solvedFor(cell, constraint)
  if (!solved) return undefined
  const { total, others } = solved
  const [open, ...more] = others.filter(({ one }) => !isKnown(one))
  if (more.length > 0 || others.some(({ times }) => Math.abs(times) !== 1)) return undefined
  // What is left is for both only where the open one is added as the cell itself is.
  if (open && open.times !== -1) return undefined
  const known = others.filter(({ one }) => isKnown(one))
  const words = termsInWords([total, ...known.map(({ one, times }) => times * digitIn(sets[one]))])
  if (words === '') return undefined
  return open ? `${words} is left for ${cellsNamed([cell, open.one], size)}` : words
}

/** `at most 26 − 5 − 6`: what a cell of a sum is at most, or at least, beside the others, where that is why digits go from it. */
export function limitInWords(
  constraint: Constraint,
  cell: number,
  gone: DigitSet,
  sets: readonly DigitSet[],
): string | undefined {
  const solved = solvedFor(cell, constraint)
  if (!solved) return undefined
  const { total, others } = solved
  for (const side of [1, -1]) {
    const terms = others.map(({ one, times }) => times * digitIn(times * side > 0 ? sets[one] : lowestOf(sets[one])))
    const limit = terms.reduce((all, term) => all + term, total)
    const isBeyond = side > 0 ? digitIn(lowestOf(gone)) > limit : digitIn(gone) < limit
    if (isBeyond) return `at ${side > 0 ? 'most' : 'least'} ${termsInWords([total, ...terms])}`
  }
  return undefined
}

/** `26 − 5 − 6`: what is added first. */
function termsInWords(terms: readonly number[]): string {
  const all = [...terms.filter((term) => term > 0), ...terms.filter((term) => term < 0)]
  return all.map((term, i) => `${i === 0 ? '' : term < 0 ? ' − ' : ' + '}${Math.abs(term)}`).join('')
}

/** `r1c1 + r1c2`: the side of an equation where weights have a sign. */
export function sideOf({ cells, demand: { weights } }: Sum, sign: number, size: Size): string {
  const named = cells.map((cell, i) => [weights[i] * sign, nameOfCell(cell, size)] as const)
  return named.flatMap(([times, cell]) => (times > 0 ? [times > 1 ? `${times} × ${cell}` : cell] : [])).join(' + ')
}

/** The digits, by place, with which a sum is the least, or with the sign -1 the most; undefined where no digits are left. */
function extremeOf({ cells, demand }: Sum, sets: readonly DigitSet[], seen: Seen, sign: number): number[] | undefined {
  const weights = demand.weights.map((weight) => weight * sign)
  const options = cells.map((cell, i) =>
    eachOf(sets[cell])
      .map(digitIn)
      .toSorted((a, b) => weights[i] * (a - b)),
  )
  // The best that the cells from each place on could do, if none saw another.
  const rest = [...cells.keys(), cells.length].map((from) =>
    options.slice(from).reduce((all, [best = 0], i) => all + weights[from + i] * best, 0),
  )
  const digits: number[] = []
  let best: number[] | undefined
  let least = Number.POSITIVE_INFINITY
  const place = (total: number) => {
    const i = digits.length
    if (total + rest[i] >= least) return
    if (i === cells.length) {
      best = [...digits]
      least = total
      return
    }
    for (const digit of options[i]) {
      if (digits.some((other, at) => other === digit && seen[cells[i]]?.has(cells[at]))) continue
      digits.push(digit)
      place(total + weights[i] * digit)
      digits.pop()
    }
  }
  place(0)
  return best
}

function totalOf({ demand: { weights } }: Sum, digits: readonly number[]): number {
  return digits.reduce((all, digit, i) => all + weights[i] * digit, 0)
}

/**
 * How a sum cannot be kept any more: `r1c1 + r1c2 comes to at least 1 + 2 = 3 and r4c4 to at most 2`; undefined where its
 * bounds do not say it. A sum without a second side is told by its name.
 */
export function outOfBoundsWords(
  sum: Sum,
  sets: readonly DigitSet[],
  seen: Seen,
  size: Size,
  name: string,
): string | undefined {
  for (const sign of [1, -1]) {
    const digits = extremeOf(sum, sets, seen, sign)
    if (!digits || sign * (totalOf(sum, digits) - sum.demand.sum) <= 0) continue
    const isKnown = sum.cells.every((one) => countOf(sets[one]) === 1)
    const [one, other] = [1, -1].flatMap((side) => {
      const named = sideOf(sum, side, size)
      const own = digits.filter((_, i) => sum.demand.weights[i] * side > 0)
      return named ? [{ named, told: boundInWords(partOf(sum, side), own, isKnown ? 0 : side * sign) }] : []
    })
    if (other) return `${one.named} comes to ${one.told} and ${other.named} to ${other.told}`
    return `${name} come to ${one.told}`
  }
  return undefined
}

/** `r1c1 + r1c2 comes to 10 and r4c4 + r5c5 to 7, 9 or 11`: how a sum within its bounds cannot be kept, if in few words. */
export function gapWords(sum: Sum, sets: readonly DigitSet[], size: Size, name: string): string | undefined {
  const [ones, others] = [1, -1].map((side) => totalsOf(partOf(sum, side), sets))
  const isKept = ones.some((total) => others.includes(total - sum.demand.sum))
  if (isKept || ones.length > MOST_TOLD || others.length > MOST_TOLD) return undefined
  const [told, otherTold] = [ones, others].map((totals) => listed(totals.map(String), 'or'))
  const [one, other] = [1, -1].map((side) => sideOf(sum, side, size))
  return other ? `${one} comes to ${told} and ${other} to ${otherTold}` : `${name} come to ${told}`
}

/** What the cells of a side may come to, each by itself. */
function totalsOf({ cells, demand: { weights } }: Sum, sets: readonly DigitSet[]): number[] {
  let totals = [0]
  for (const [i, cell] of cells.entries())
    totals = [...new Set(totals.flatMap((total) => eachOf(sets[cell]).map((one) => total + weights[i] * digitIn(one))))]
  return totals.toSorted((a, b) => a - b)
}

/** Sentences with more bounds are not understood at once. */
const MOST_BOUNDS = 2

/**
 * Those of some candidates with which one side of a sum is too much, or too little, for the other; and why. It is told what
 * both come to with the candidate that is beyond by least, or what it has to come to itself.
 */
export function beyondBounds(
  constraints: readonly Constraint[],
  all: Gone,
  sets: readonly DigitSet[],
  seen: Seen,
  size: Size,
): { readonly gone: Gone; readonly words: string } | undefined {
  const told: string[] = []
  const gone = new Map<number, DigitSet>()
  for (const sum of constraints.flatMap((constraint) => sumOf(constraint) ?? [])) {
    for (const sign of [1, -1]) {
      for (const side of [-1, 1]) {
        const part = partOf(sum, side)
        if (part.cells.length === 0 || told.length >= MOST_BOUNDS) continue
        const other = partOf(sum, -side)
        const others = extremeOf(other, sets, seen, -side * sign)
        if (!others) continue
        const beyond = eachGone(all).flatMap(([cell, one]) => {
          if (!part.cells.includes(cell) || ((gone.get(cell) ?? 0) & one) !== 0) return []
          const own = extremeOf(part, sets.with(cell, one), seen, side * sign)
          if (!own) return []
          const by = sign * (side * (totalOf(part, own) - totalOf(other, others)) - sum.demand.sum)
          return by > 0 ? [{ cell, one, own, by }] : []
        })
        for (const { cell, one } of beyond) gone.set(cell, (gone.get(cell) ?? 0) | one)
        const [nearest] = beyond.toSorted((a, b) => a.by - b.by)
        if (!nearest) continue
        const { cell, one, own } = nearest
        const [words, otherWords] = [boundInWords(part, own, side * sign), boundInWords(other, others, -side * sign)]
        const [named, otherNamed] = [part, other].map((of) => sideOf(of, 1, size))
        const wordsWith = `with ${digitIn(one)} in ${nameOfCell(cell, size)}`
        if (other.cells.length === 0) told.push(`${wordsWith} its digits come to ${words}`)
        else if (part.cells.length === 1 && sum.demand.sum === 0) told.push(`${otherNamed} comes to ${otherWords}`)
        else if (part.cells.length === 2 && other.cells.length === 1) told.push(`${otherNamed} is ${otherWords}`)
        else told.push(`${wordsWith} ${named} comes to ${words}, and ${otherNamed} to ${otherWords}`)
      }
    }
  }
  return told.length > 0 ? { gone: [...gone], words: clauses(told) } : undefined
}

/** One side of an equation where weights have a sign, by itself. */
function partOf({ cells, demand: { weights } }: Sum, side: number): Sum {
  const own = [...cells.keys()].filter((i) => weights[i] * side > 0)
  return { cells: own.map((i) => cells[i]), demand: { sum: 0, weights: own.map((i) => weights[i] * side) } }
}

/** `at least 1 + 2 = 3`, at the most where the sign is -1, and neither where it is 0. */
function boundInWords(sum: Sum, digits: readonly number[], sign: number): string {
  const told = digits
    .map((digit, i) => (sum.demand.weights[i] > 1 ? `${sum.demand.weights[i]} × ` : '') + digit)
    .join(' + ')
  const bound = sign === 0 ? '' : `at ${sign > 0 ? 'least' : 'most'} `
  return bound + told + (/\D/.test(told) ? ` = ${totalOf(sum, digits)}` : '')
}
