import { nameOfCell } from '../../shared/sudoku/grid/cell-name.ts'
import { type DigitSet, digitIn, eachOf } from '../../shared/sudoku/grid/digit-set.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { type Candidates, candidatesOf, nakedAndHiddenSingles } from '../../shared/sudoku/search/candidates.ts'
import type { StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { placeOf, SYMBOLS } from '../grid/board.tsx'
import { brokenWords } from '../rules/own-rules.ts'
import { capitalised, countOf } from '../ui/words.ts'
import type { TriedGuess } from './search-state.ts'
import type { Frame } from './search-tape.ts'

/** Why a guess had to be taken back. */
export interface DeadEnd {
  /** A sentence: `Row 1 column 9 has no digit left.` */
  readonly words: string
  /** The cells of which it is true. */
  readonly cells: readonly number[]
  /** The cells whose digits it follows from, where each of them is named. */
  readonly because?: readonly number[]
}

/** These look at one cell after the other: a reader would ask how they know that a digit has no place. */
const SEE_CELLS_ALONE: readonly StrategyName[] = ['brute-force', 'single-sweep', 'naked-singles', 'fewest-candidates']

/** The dead end, as the strategy sees it, of a guess that was taken back where the search itself has told no reason. */
export function deadEndOf(puzzle: Puzzle, { left }: Pick<Frame, 'left'>, strategy: StrategyName): DeadEnd | undefined {
  if (!left) return undefined
  const { digits, tried } = left
  const candidates = candidatesOf({ ...puzzle, givens: digits })
  const seen = contradictionIn(candidates, !SEE_CELLS_ALONE.includes(strategy))
  if (tried.length === 0 && strategy === 'brute-force') return (seen && clashing(candidates, seen)) ?? seen
  if (tried.length === 0) return seen ?? foreseen(candidates)
  const words = `${triedWords(puzzle, tried)}${seen ? ` ${seen.words.slice(0, -1)} all the while.` : ''}`
  return { words, cells: [...new Set([...tried.map(({ cell }) => cell), ...(seen?.cells ?? [])])] }
}

const LIST = new Intl.ListFormat('en-GB')

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
function contradictionIn(candidates: Candidates, seesUnits = true): DeadEnd | undefined {
  const { rules, digits } = candidates
  const { size, units, constraints, constraintsOf } = rules
  for (let cell = 0; cell < digits.length; cell++) {
    if (digits[cell] === 0 && candidates.at(cell) === 0) {
      return { words: `${capitalised(placeOf(cell, size))} has no digit left.`, cells: [cell] }
    }
    if (digits[cell] !== 0 && constraintsOf[cell].length > 0 && !candidates.keepsConstraintsOf(cell)) {
      const [first, ...others] = constraintsOf[cell].map((one) => constraints[one])
      const words = others.length === 0 ? brokenWords(first, digits) : `${first.name} cannot be kept`
      return { words: `${capitalised(words)}.`, cells: first.cells }
    }
  }
  for (const [i, { name, cells }] of seesUnits ? units.entries() : []) {
    // A unit of fewer cells may do without a digit.
    if (cells.length < size) continue
    const empty = cells.filter((cell) => digits[cell] === 0)
    const needed = new Map<number, DigitSet>()
    for (const digit of eachOf(candidates.missingFrom(i))) {
      const [place, ...others] = empty.filter((cell) => candidates.at(cell) & digit)
      if (place === undefined) return { words: `${symbolOf(digit)} has no place left in ${name}.`, cells }
      if (others.length > 0) continue
      const other = needed.get(place)
      if (other !== undefined) {
        const both = `${symbolOf(other)} and ${symbolOf(digit)}`
        return { words: `${both} have only ${placeOf(place, size)} left in ${name}.`, cells: [place] }
      }
      needed.set(place, digit)
    }
  }
}

/** More digits than these are no sentence. */
const MOST_NAMED = 9

/** A cell into which no digit fits, as brute force finds it: each digit is tried, and clashes with one that stands. */
function clashing({ rules, digits }: Candidates, { cells: [cell] }: DeadEnd): DeadEnd | undefined {
  const { size, units, unitsOf } = rules
  const peers = unitsOf[cell].flatMap((unit) => units[unit].cells)
  const holders = Array.from({ length: size }, (_, i) => peers.find((peer) => digits[peer] === i + 1))
  const because = holders.filter((holder) => holder !== undefined)
  // A mark or a constraint may rule digits out, too; and a cell that is filled is in a constraint that cannot be kept.
  if (size > MOST_NAMED || because.length < size || digits[cell] !== 0) return undefined
  const held = because.map((holder, i) => `${i + 1} ${i === 0 ? 'is in' : 'in'} ${nameOfCell(holder, size)}`)
  return { words: `No digit fits into ${placeOf(cell, size)}: ${LIST.format(held)}.`, cells: [cell], because }
}

/** The dead end that single candidates and single places lead to, of a search that sees further than the grid. */
function foreseen(candidates: Candidates): DeadEnd | undefined {
  if (nakedAndHiddenSingles(candidates)) return
  const seen = contradictionIn(candidates)
  return seen && { ...seen, words: `${countOf(candidates.filledCount, 'digit')} further on: ${seen.words}` }
}

const symbolOf = (digit: DigitSet) => SYMBOLS[digitIn(digit)]
