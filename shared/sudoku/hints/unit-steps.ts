import {
  bitOf,
  countOf,
  type DigitSet,
  differenceOf,
  digitIn,
  digitSet,
  hasDigit,
  intersectionOf,
  unionOf,
} from '../grid/digit-set.ts'
import { symbolOf } from '../grid/grid.ts'
import type { Unit } from '../grid/units.ts'
import { allOf, COUNT_WORDS, cellsNamed, listed, see, takeAll } from '../rating/words.ts'
import { onceForRules, seenFrom } from '../rules/rules.ts'
import type { Position } from './position.ts'
import { digitsNamed, type Found } from './rule-step.ts'

// Steps in units alone, on a grid of any size: singles, locked candidates, sets of two to four, and fish.

/** The units that hold every digit once, boxes first, as people look there. */
const wholeUnits = onceForRules(({ units, boxes, size }) => {
  const whole = units.filter(({ cells }) => cells.length === size)
  return [...whole.filter((unit) => boxes.includes(unit)), ...whole.filter((unit) => !boxes.includes(unit))]
})

/** A digit that has one place left in a unit: in the unit's last empty cell, or in another. */
export function hiddenSingle(position: Position, isLast: boolean): Found | undefined {
  for (const { name, cells } of wholeUnits(position.rules)) {
    const open = openDigits(position, cells)
    if ((open.length === 1) !== isLast) continue
    const single = open.find(({ places }) => places.length === 1)
    if (!single) continue
    const { digit, places } = single
    const reason = isLast
      ? `${cellsNamed(places, position.rules.size)} is the last empty cell of ${name}, which has every digit but ${symbolOf(digit)}`
      : onlyIn(name, places, bitOf(digit), position) + blockedBy(digit, cells, position)
    const technique = isLast ? 'full-house' : 'hidden-single'
    return { technique, cells: places, units: [name], placed: { cell: places[0], digit }, reason }
  }
  return undefined
}

export function nakedSingle({ rules, masks, digits, sets }: Position): Found | undefined {
  const cell = sets.findIndex((set, at) => digits[at] === 0 && countOf(set) === 1)
  if (cell < 0) return undefined
  const mask = masks.get(cell)
  const isAll = (rest: number) => mask === digitSet(rules.size, (digit) => digit % 2 === rest)
  const kind = isAll(0) ? 'even' : isAll(1) ? 'odd' : `one of ${digitsNamed(mask ?? 0, 'and')}`
  const rule = mask === undefined ? '' : `has to be ${kind} and `
  const reason = `${cellsNamed([cell], rules.size)} ${rule}can only be ${digitsNamed(sets[cell], 'or')}`
  const placed = { cell, digit: digitIn(sets[cell]) }
  return { technique: 'naked-single', cells: [cell], units: [], placed, reason }
}

/** A digit that a unit needs is confined to cells that all see another one. */
export function lockedCandidates(position: Position): Found | undefined {
  const { rules, sets } = position
  const seen = seenFrom(rules)
  for (const unit of wholeUnits(rules)) {
    for (const { digit, places } of openDigits(position, unit.cells)) {
      const [first, ...others] = places
      if (first === undefined) continue
      const losing = [...seen[first]].filter(
        (cell) =>
          hasDigit(sets[cell], digit) && !unit.cells.includes(cell) && others.every((place) => seen[place].has(cell)),
      )
      if (losing.length === 0) continue
      const crossing = rules.units.find(
        ({ cells }) => losing.some((cell) => cells.includes(cell)) && places.every((place) => cells.includes(place)),
      )
      const cells = losing.filter((cell) => crossing?.cells.includes(cell) ?? true)
      const joins = cells.flatMap((cell) => places.flatMap((place) => joining(cell, place, rules).filter(Boolean)))
      const where = crossing
        ? `${allOf(places.length)} in ${crossing.name}, so no other cell of ${crossing.name} can be ${symbolOf(digit)}`
        : `and ${see(cells, rules.size)} ${allOf(places.length)}${named(joins)}`
      return {
        technique: 'locked-candidates',
        cells: places,
        units: [unit.name, ...(crossing ? [crossing.name] : [])],
        gone: cells.map((cell) => [cell, bitOf(digit)]),
        reason: `${onlyIn(unit.name, places, bitOf(digit), position)}, ${where}`,
      }
    }
  }
  return undefined
}

/**
 * So many cells of a unit that have no more candidates between them, which the other cells lose; or, hidden, so many digits
 * that have no more places between them, which lose all other digits.
 */
export function setOf(count: 2 | 3 | 4, isHidden: boolean, position: Position): Found | undefined {
  const { rules, digits, sets } = position
  for (const { name, cells } of isHidden ? wholeUnits(rules) : rules.units) {
    const parts = isHidden
      ? openDigits(position, cells).map(({ digit, places }) => ({ where: places, what: bitOf(digit) }))
      : cells.filter((cell) => digits[cell] === 0).map((cell) => ({ where: [cell], what: sets[cell] }))
    const few = parts.filter(({ where, what }) => (isHidden ? where.length : countOf(what)) <= count)
    for (const chosen of combinations(few, count)) {
      const where = [...new Set(chosen.flatMap((part) => part.where))]
      const what = chosen.map((part) => part.what).reduce(unionOf)
      if (where.length !== count || countOf(what) !== count) continue
      const losing = isHidden ? where : cells.filter((cell) => digits[cell] === 0 && !where.includes(cell))
      const lost = isHidden ? differenceOf(rules.digits, what) : what
      const gone = losing
        .map((cell) => [cell, intersectionOf(sets[cell], lost)] as const)
        .filter(([, set]) => set !== 0)
      if (gone.length === 0) continue
      const reason = isHidden
        ? `${onlyIn(name, where, what, position)}, so ${takeAll(count)} and can be nothing else`
        : `${cellsNamed(where, rules.size)} can only be ${digitsNamed(what, 'or')}, so ${takeAll(count)} of ${name}`
      const technique = `${isHidden ? 'hidden' : 'naked'}-${SETS[count]}` as const
      return { technique, cells: where, digits: what, units: [name], gone, reason }
    }
  }
  return undefined
}

/** Columns in which a digit has places in as many rows only as they are, or rows alike: the rest of those lose it. */
export function fish(count: 2 | 3 | 4, { rules: { units, size }, sets }: Position): Found | undefined {
  const [rows, columns] = [units.slice(0, size), units.slice(size, 2 * size)]
  for (const [kinds, lines, crossing] of [
    ['columns rows', columns, rows],
    ['rows columns', rows, columns],
  ] as const) {
    const [kind, otherKind] = kinds.split(' ')
    for (let digit = 1; digit <= size; digit++) {
      const able = [...lines.entries()]
        .map(([at, { cells }]) => ({ at, places: [...cells.keys()].filter((i) => hasDigit(sets[cells[i]], digit)) }))
        .filter(({ places }) => places.length > 1 && places.length <= count)
      for (const chosen of combinations(able, count)) {
        const among = [...new Set(chosen.flatMap(({ places }) => places))].toSorted((a, b) => a - b)
        const own = chosen.map(({ at }) => at)
        const losing = among
          .flatMap((i) => crossing[i].cells.filter((_, at) => !own.includes(at)))
          .filter((cell) => hasDigit(sets[cell], digit))
        if (among.length > count || losing.length === 0) continue
        const [mine, theirs] = [own, among].map((all) => listed(all.map((i) => `${i + 1}`)))
        const name = symbolOf(digit)
        return {
          technique: FISH[count],
          cells: chosen.flatMap(({ at, places }) => places.map((i) => lines[at].cells[i])),
          units: [...own.map((i) => lines[i].name), ...among.map((i) => crossing[i].name)],
          gone: losing.map((cell) => [cell, bitOf(digit)]),
          reason: `${kind} ${mine} have room for ${name} only in ${otherKind} ${theirs}, so these ${COUNT_WORDS[count]} ${kind} put one ${name} into each of these ${COUNT_WORDS[count]} ${otherKind}, whose other cells cannot be ${name}`,
        }
      }
    }
  }
  return undefined
}

const FISH = { 2: 'x-wing', 3: 'swordfish', 4: 'jellyfish' } as const
const SETS = { 2: 'pair', 3: 'triplet', 4: 'quadruplet' } as const

/** Names the rules by which digits block cells that no such digit in their rows, columns and boxes does. */
function blockedBy(digit: number, cells: Unit['cells'], { rules, digits }: Position): string {
  const holders = [...digits.keys()].filter((cell) => digits[cell] === digit)
  const open = cells.filter((cell) => digits[cell] === 0)
  return named(
    open.flatMap((cell) => {
      const joins = holders.flatMap((holder) => joining(cell, holder, rules))
      return joins.includes('') ? [] : joins.slice(0, 1)
    }),
  )
}

/** The name of the first unit that two cells share, if they share one; an empty text for a row, a column or a box. */
export function joining(cell: number, other: number, { units, size }: Position['rules']): string[] {
  const first = units.findIndex(({ cells }) => cells.includes(cell) && cells.includes(other))
  return first < 0 ? [] : [first < 3 * size ? '' : units[first].name]
}

/** ` (cells a knight’s move apart)`: by which rules cells see others that are in no row, column and box with them. */
function named(units: readonly string[]): string {
  return units.length > 0 ? ` (${listed([...new Set(units)])})` : ''
}

/** `in row 3 only r3c2 and r3c5 can be 6` */
function onlyIn(name: string, cells: readonly number[], digits: DigitSet, { rules: { size } }: Position): string {
  return `in ${name} only ${cellsNamed(cells, size)} can be ${digitsNamed(digits, 'or')}`
}

/** The digits that a unit does not hold yet, with their places. */
function openDigits({ rules, digits, sets }: Position, cells: Unit['cells']) {
  const held = new Set(cells.map((cell) => digits[cell]))
  return Array.from({ length: rules.size }, (_, i) => i + 1)
    .filter((digit) => !held.has(digit))
    .map((digit) => ({ digit, places: cells.filter((cell) => hasDigit(sets[cell], digit)) }))
}

function* combinations<T>(items: readonly T[], count: number, chosen: readonly T[] = []): Generator<readonly T[]> {
  if (count === 0) yield chosen
  else
    for (let i = 0; i + count <= items.length; i++)
      yield* combinations(items.slice(i + 1), count - 1, [...chosen, items[i]])
}
