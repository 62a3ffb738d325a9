import { nameOfCell } from '../../shared/sudoku/grid/cell-name.ts'
import { type DigitSet, digitIn, eachOf } from '../../shared/sudoku/grid/digit-set.ts'
import type { Digits } from '../../shared/sudoku/grid/grid.ts'
import type { Claim, Excerpt, Lesson } from '../../shared/sudoku/grid/step.ts'
import type { Unit } from '../../shared/sudoku/grid/units.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { type Candidates, candidatesOf, nakedAndHiddenSingles } from '../../shared/sudoku/search/candidates.ts'
import type { StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { placeOf, SYMBOLS } from '../grid/board.tsx'
import { brokenWords } from '../rules/own-rules.ts'
import { capitalised, countOf, numberText } from '../ui/words.ts'
import type { Reason } from './inference.ts'
import { candidatesIn, type TriedGuess } from './search-state.ts'
import type { Frame } from './search-tape.ts'

const LIST = new Intl.ListFormat('en-GB')
const EITHER = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Says what is contradictory, if the frame is of a conflict. */
export function violationIn(
  puzzle: Puzzle,
  { last, digits, lesson }: Pick<Frame, 'last' | 'digits' | 'lesson'>,
): Reason | undefined {
  const violated = last?.kind === 'conflict' ? lesson?.violated : undefined
  if (!violated) return undefined
  if (violated.kind === 'constraint') {
    const broken = puzzle.rules.constraints[violated.constraint]
    return { words: `${capitalised(brokenWords(broken, digits))}.`, cells: new Set(broken.cells) }
  }
  const claims = violated.claims.first
  if (violated.kind === 'none-left') return noneLeft(puzzle, digits, claims)
  if (violated.kind === 'learned') {
    const words = `It breaks what was learned before: ${clauseWords(puzzle, violated.claims)}.`
    return { words, cells: cellsOf(claims) }
  }
  // Two claims exclude each other. Where the digit of one stands already, its other cells say nothing.
  const standing = claims.map(({ cells, ...claim }) => {
    const at = cells.find((cell) => digits[cell] === claim.digit)
    return { ...claim, cells: at === undefined || claim.isHeld ? cells : [at] }
  })
  return { words: bothWords(puzzle, claims), cells: cellsOf(standing) }
}

function noneLeft(puzzle: Puzzle, digits: Digits, claims: readonly Claim[]): Reason {
  const [first] = claims
  const cells = cellsOf(claims)
  if (claims.some(({ digit }) => digit !== first.digit)) {
    return { words: `No digit is left for ${wherePlain(puzzle, first)}.`, cells }
  }
  const digit = SYMBOLS[first.digit]
  // That the digit is not where two units cross, or else in one of the cells there: both fail.
  const crossing = claims.find(({ isHeld }) => !isHeld)
  if (crossing) {
    return { words: `${digit} has to be in ${wherePlain(puzzle, crossing)}, and has no place left there.`, cells }
  }
  const unit = unitWithout(puzzle, digits, first.digit, cells)
  const name = unit?.name ?? crossingOf(puzzle, [...cells])
  return { words: `${digit} has no place left in ${name}.`, cells: unit ? new Set(unit.cells) : cells }
}

/** The words on two claims that do not go together. */
function bothWords(puzzle: Puzzle, claims: readonly Claim[]): string {
  const [one, other] = claims.toSorted((a, b) => Number(a.isHeld) - Number(b.isHeld))
  const digit = SYMBOLS[one.digit]
  const there = wherePlain(puzzle, one)
  const elsewhere = wherePlain(puzzle, other)
  if (other.isHeld) return `${digit} would stand in ${there}, but outside ${elsewhere}.`
  if (one.digit !== other.digit) {
    const [first, second] = [one.digit, other.digit].toSorted((a, b) => a - b)
    return `${capitalised(there)} would hold both ${SYMBOLS[first]} and ${SYMBOLS[second]}.`
  }
  const [unit] = unitsAround(puzzle, [...one.cells, ...other.cells])
  return unit ? `${digit} would stand twice in ${unit.name}.` : `${digit} would stand in ${there} and in ${elsewhere}.`
}

/** Says in a few words what a search has learned; nothing if it starts again. */
export function learnedWords(puzzle: Puzzle, { learned }: Lesson): string {
  return learned ? `Learned: ${clauseWords(puzzle, learned)}.` : ''
}

/** How far a search jumps back. */
export function jumpWords({ rules }: Puzzle, { undone: { first, more } }: Lesson): string {
  const count = first.length + more
  if (count === 0) return 'No guess stands that could be taken back.'
  const cells = first.map(({ cell }) => nameOfCell(cell, rules.size))
  if (more > 0) cells.push(`${numberText(more)} more`)
  return `Takes back ${count === 1 ? '1 guess' : `${numberText(count)} guesses`}: ${LIST.format(cells)}.`
}

/**
 * A clause as people say it: that at least one of some claims holds means that one does if all others are wrong.
 * `r3c4 is not 7 if r8c1 is 2`
 */
function clauseWords(puzzle: Puzzle, { first: [one, ...others], more }: Excerpt<Claim>): string {
  const conditions = others.map((claim) => claimWords(puzzle, { ...claim, isHeld: !claim.isHeld }))
  if (more > 0) conditions.push(`${countOf(more, 'more condition')} ${more === 1 ? 'holds' : 'hold'}`)
  return `${claimWords(puzzle, one)}${conditions.length > 0 ? ` if ${LIST.format(conditions)}` : ''}`
}

/** `r1c1 is 3`, `none of 3, 4 or 5 is in the cage at r1c1` */
function claimWords(puzzle: Puzzle, { cells, digit, besides = [], isHeld }: Claim): string {
  if (cells.length === 1) {
    return `${nameOfCell(cells[0], puzzle.rules.size)} ${isHeld ? 'is' : 'is not'} ${SYMBOLS[digit]}`
  }
  const set = EITHER.format([digit, ...besides].map((each) => SYMBOLS[each]))
  const isIn = isHeld ? `${set} is in` : besides.length > 0 ? `none of ${set} is in` : `${set} is not in`
  return `${isIn} ${crossingOf(puzzle, cells)}`
}

function wherePlain(puzzle: Puzzle, { cells }: Claim): string {
  return cells.length === 1 ? placeOf(cells[0], puzzle.rules.size) : crossingOf(puzzle, cells)
}

/** Cells where two units cross, or a unit of no more: `row 3 of box 2`, `the cage at r1c1`. */
function crossingOf(puzzle: Puzzle, cells: readonly number[]): string {
  const around = unitsAround(puzzle, cells)
  const whole = around.find((unit) => unit.cells.length === cells.length)
  if (whole) return whole.name
  const pairs = around.flatMap((one, i) => around.slice(i + 1).map((other) => [one, other] as const))
  const isCrossing = ([one, other]: readonly [Unit, Unit]) =>
    one.cells.filter((cell) => other.cells.includes(cell)).length === cells.length
  const crossing = pairs.find(isCrossing) ?? around.slice(0, 2)
  return crossing.map(({ name }) => name).join(' of ')
}

/** The units that hold all of some cells. */
function unitsAround({ rules: { units } }: Puzzle, cells: readonly number[]): readonly Unit[] {
  return units.filter((unit) => cells.every((cell) => unit.cells.includes(cell)))
}

/** The unit in which a digit had these places left, and no others. */
function unitWithout(puzzle: Puzzle, digits: Digits, digit: number, cells: ReadonlySet<number>): Unit | undefined {
  const { units, size } = puzzle.rules
  const candidates = candidatesIn(puzzle, digits)
  const bit = 1 << (digit - 1)
  return units.find(
    (unit) =>
      unit.cells.length === size &&
      [...cells].every((cell) => unit.cells.includes(cell)) &&
      unit.cells.every((cell) => cells.has(cell) || (candidates[cell] & bit) === 0),
  )
}

function cellsOf(claims: readonly Claim[]): Set<number> {
  return new Set(claims.flatMap(({ cells }) => cells))
}

/** These look at one cell after the other: a reader would ask how they know that a digit has no place. */
const SEE_CELLS_ALONE: readonly StrategyName[] = ['brute-force', 'single-sweep', 'naked-singles', 'fewest-candidates']

/** The dead end, as the strategy sees it, of a guess that was taken back where the search itself has told no reason. */
export function deadEndOf(puzzle: Puzzle, { left }: Pick<Frame, 'left'>, strategy: StrategyName): Reason | undefined {
  if (!left) return undefined
  const { digits, tried } = left
  const candidates = candidatesOf({ ...puzzle, givens: digits })
  const seen = contradictionIn(candidates, !SEE_CELLS_ALONE.includes(strategy))
  if (tried.length === 0 && strategy === 'brute-force') return (seen && clashing(candidates, seen)) ?? seen
  if (tried.length === 0) return seen ?? foreseen(candidates)
  const words = `${triedWords(puzzle, tried)}${seen ? ` ${seen.words.slice(0, -1)} all the while.` : ''}`
  return { words, cells: new Set([...tried.map(({ cell }) => cell), ...(seen?.cells ?? [])]) }
}

/** Each way on was tried: all digits of a cell, or all places of a digit. */
function triedWords({ rules: { size } }: Puzzle, tried: readonly TriedGuess[]): string {
  const [{ cell, digit }] = tried
  if (tried.every((other) => other.cell === cell)) {
    const digits = LIST.format(tried.map(({ digit }) => SYMBOLS[digit]))
    return tried.length === 1
      ? `Only ${digits} was left for ${placeOf(cell, size)}, and led to a dead end.`
      : `All digits left for ${placeOf(cell, size)} led to dead ends: ${digits}.`
  }
  const places = LIST.format(tried.map(({ cell }) => placeOf(cell, size)))
  return `All places left for ${SYMBOLS[digit]} led to dead ends: ${places}.`
}

/**
 * What somebody can see on a grid: a cell without a digit, a digit without a place, a cell that two digits need.
 *
 * @param seesUnits whether digits without a place count, too
 */
function contradictionIn(candidates: Candidates, seesUnits = true): Reason | undefined {
  const { rules, digits } = candidates
  const { size, units, constraints, constraintsOf } = rules
  for (let cell = 0; cell < digits.length; cell++) {
    if (digits[cell] === 0 && candidates.at(cell) === 0) {
      return { words: `${capitalised(placeOf(cell, size))} has no digit left.`, cells: new Set([cell]) }
    }
    if (digits[cell] !== 0 && constraintsOf[cell].length > 0 && !candidates.keepsConstraintsOf(cell)) {
      const [first, ...others] = constraintsOf[cell].map((one) => constraints[one])
      const words = others.length === 0 ? brokenWords(first, digits) : `${first.name} cannot be kept`
      return { words: `${capitalised(words)}.`, cells: new Set(first.cells) }
    }
  }
  for (const [i, { name, cells }] of seesUnits ? units.entries() : []) {
    // A unit of fewer cells may do without a digit.
    if (cells.length < size) continue
    const empty = cells.filter((cell) => digits[cell] === 0)
    const needed = new Map<number, DigitSet>()
    for (const digit of eachOf(candidates.missingFrom(i))) {
      const [place, ...others] = empty.filter((cell) => candidates.at(cell) & digit)
      if (place === undefined)
        return { words: `${symbolOf(digit)} has no place left in ${name}.`, cells: new Set(cells) }
      if (others.length > 0) continue
      const other = needed.get(place)
      if (other !== undefined) {
        const both = `${symbolOf(other)} and ${symbolOf(digit)}`
        return { words: `${both} have only ${placeOf(place, size)} left in ${name}.`, cells: new Set([place]) }
      }
      needed.set(place, digit)
    }
  }
}

/** More digits than these are no sentence. */
const MOST_NAMED = 9

/** A cell into which no digit fits, as brute force finds it: each digit is tried, and clashes with one that stands. */
function clashing({ rules, digits }: Candidates, seen: Reason): Reason | undefined {
  const { size, units, unitsOf } = rules
  const [cell] = seen.cells
  const peers = unitsOf[cell].flatMap((unit) => units[unit].cells)
  const holders = Array.from({ length: size }, (_, i) => peers.find((peer) => digits[peer] === i + 1))
  const because = holders.filter((holder) => holder !== undefined)
  // A mark or a constraint may rule digits out, too; and a cell that is filled is in a constraint that cannot be kept.
  if (size > MOST_NAMED || because.length < size || digits[cell] !== 0) return undefined
  const held = because.map((holder, i) => `${i + 1} ${i === 0 ? 'is in' : 'in'} ${nameOfCell(holder, size)}`)
  return { words: `No digit fits into ${placeOf(cell, size)}: ${LIST.format(held)}.`, cells: seen.cells, because }
}

/** The dead end that single candidates and single places lead to, of a search that sees further than the grid. */
function foreseen(candidates: Candidates): Reason | undefined {
  if (nakedAndHiddenSingles(candidates)) return
  const seen = contradictionIn(candidates)
  return seen && { ...seen, words: `${countOf(candidates.filledCount, 'digit')} further on: ${seen.words}` }
}

const symbolOf = (digit: DigitSet) => SYMBOLS[digitIn(digit)]
