import { bitOf, countOf, differenceOf, digitIn, hasDigit, intersectionOf, unionOf } from '../grid/digit-set.ts'
import { symbolOf } from '../grid/symbols.ts'
import type { Unit } from '../grid/units.ts'
import { onceForRules, seenFrom } from '../rules/rules.ts'
import type { Position } from './position.ts'
import { cellsNamed, digitsNamed, type Found } from './rule-step.ts'

// Steps in units alone, on a grid of any size: singles, locked candidates, pairs and triplets.

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
      ? `${cellsNamed(places, position.rules.size)} is the last empty cell of ${name}`
      : `${symbolOf(digit)} has one place left in ${name}`
    const technique = isLast ? 'full-house' : 'hidden-single'
    return { technique, cells: places, units: [name], placed: { cell: places[0], digit }, reason }
  }
  return undefined
}

export function nakedSingle({ rules, digits, sets }: Position): Found | undefined {
  const cell = sets.findIndex((set, at) => digits[at] === 0 && countOf(set) === 1)
  if (cell < 0) return undefined
  const reason = `${cellsNamed([cell], rules.size)} has one candidate left`
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
      const where = crossing ? crossing.name : cellsNamed(places, rules.size, 'or')
      return {
        technique: 'locked-candidates',
        cells: places,
        units: [unit.name, ...(crossing ? [crossing.name] : [])],
        gone: cells.map((cell) => [cell, bitOf(digit)]),
        reason: `in ${unit.name} ${symbolOf(digit)} can only be in ${where}${crossing ? '' : `, which all see ${cellsNamed(cells, rules.size)}`}`,
      }
    }
  }
  return undefined
}

/**
 * So many cells of a unit that have no more candidates between them, which the other cells lose; or, hidden, so many digits
 * that have no more places between them, which lose all other digits.
 */
export function setOf(count: 2 | 3, isHidden: boolean, position: Position): Found | undefined {
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
      const [digitNames, cellNames] = [digitsNamed(what, 'and'), cellsNamed(where, rules.size)]
      const reason = `in ${name} ${isHidden ? `${digitNames} can only be in ${cellNames}` : `only ${digitNames} can be in ${cellNames}`}`
      const technique = `${isHidden ? 'hidden' : 'naked'}-${count === 2 ? 'pair' : 'triplet'}` as const
      return { technique, cells: where, digits: what, units: [name], gone, reason }
    }
  }
  return undefined
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
