import { accept, type Checked, refuse } from '../../checked.ts'
import {
  bitOf,
  type DigitSet,
  digitIn,
  eachOf,
  hasDigit,
  intersectionOf,
  maskOf,
  withoutDigit,
} from '../grid/digit-set.ts'
import { type Digits, type Grid, type Mark, parseGrid, textOf } from '../grid/grid.ts'
import type { Size, Unit } from '../grid/units.ts'
import { checkedSize, marksOf, type Rules, type RulesAsked, rulesFor } from './rules.ts'

/** A well-formed question: givens that do not clash, under rules. */
export interface Puzzle {
  readonly rules: Rules
  /** Digit of each cell; 0 where it is to be found. */
  readonly givens: Digits
  readonly marks: ReadonlyMap<number, Mark>
  /** The digits that a cell may hold whatever stands around it, where those are not all: what its mark says, say. */
  readonly masks: ReadonlyMap<number, DigitSet>
  /** The puzzle in the form that {@link textOf} writes. */
  readonly text: string
}

/** Reads a puzzle; a refusal says where the text is no grid or where its givens clash. */
export function parsePuzzle(text: string, rules: RulesAsked, size?: Size): Checked<Puzzle> {
  const grid = parseGridFor(rules, text, size)
  return grid.ok ? puzzleOf(rulesFor(rules, grid.value.size), grid.value) : grid
}

/** Reads a grid with the marks of some rules, and of a size that they are known on; its givens may clash. */
export function parseGridFor(rules: RulesAsked, text: string, size?: Size): Checked<Grid> {
  const grid = parseGrid(text, marksOf(rules), size)
  if (!grid.ok) return grid
  const known = checkedSize(rules, grid.value.size)
  return known.ok ? grid : refuse(`size: ${known.error}`)
}

/**
 * The puzzle that a grid is under some rules; a refusal says which of its givens clash.
 *
 * @param masks as in {@link Puzzle}, besides those that follow from marks
 */
export function puzzleOf(
  rules: Rules,
  { digits: givens, marks }: Pick<Grid, 'digits' | 'marks'>,
  masks: ReadonlyMap<number, DigitSet> = new Map(),
): Checked<Puzzle> {
  const all = masksOf(marks, rules.size)
  for (const [cell, mask] of masks) all.set(cell, intersectionOf(mask, all.get(cell) ?? mask))
  const puzzle = { rules, givens, marks, masks: all, text: textOf(givens, marks) }
  const [clash] = clashesIn(givens, rules)
  if (clash) {
    const { unit, digit, cells } = clash
    return refuse(`cells ${cells[0] + 1} and ${cells[1] + 1}: both hold ${digit} in ${unit.name}`)
  }
  for (const [cell, mask] of puzzle.masks) {
    const isLetIn = givens[cell] === 0 || hasDigit(mask, givens[cell])
    if (!isLetIn)
      return refuse(`cell ${cell + 1}: found ${givens[cell]}, expected ${eachOf(mask).map(digitIn).join(', ')}`)
  }
  // A clue of which only some cells are given is for the search to find out.
  const full = rules.constraints.filter(({ cells }) => cells.every((cell) => givens[cell] !== 0))
  const broken = full.map((constraint) => constraint.verify(givens)).find((wrong) => wrong !== undefined)
  return broken === undefined ? accept(puzzle) : refuse(broken)
}

export function masksOf(marks: ReadonlyMap<number, Mark>, size: Size): Map<number, DigitSet> {
  return new Map([...marks].map(([cell, mark]) => [cell, maskOf(mark, size)]))
}

/** The digits that each cell may hold whatever stands around it: its given, or what its mask leaves. */
export function digitsAllowed({ givens, rules, masks }: Puzzle): DigitSet[] {
  const allowed: DigitSet[] = []
  for (let cell = 0; cell < givens.length; cell++) {
    allowed.push(givens[cell] === 0 ? (masks.get(cell) ?? rules.digits) : bitOf(givens[cell]))
  }
  return allowed
}

/** The puzzle with any other digit in an empty cell. */
export function withoutDigitAt(puzzle: Puzzle, cell: number, digit: number): Puzzle {
  const others = withoutDigit(puzzle.masks.get(cell) ?? puzzle.rules.digits, digit)
  return { ...puzzle, masks: new Map([...puzzle.masks, [cell, others]]) }
}

/** Cells of one unit that hold the same digit. */
export interface Clash {
  readonly unit: Unit
  readonly digit: number
  /** Two or more, in the order of the unit. */
  readonly cells: readonly number[]
}

/** All clashes, unit by unit; in a unit the digit whose second cell comes first is the first. */
export function clashesIn(givens: Digits, rules: Rules): Clash[] {
  const clashing = rules.units.filter(({ cells }) => !areDifferent(cells, givens))
  return clashing.flatMap((unit) => {
    const cellsOf = (digit: number) => unit.cells.filter((cell) => givens[cell] === digit)
    const seconds = unit.cells.filter((cell) => givens[cell] !== 0 && cellsOf(givens[cell])[1] === cell)
    return seconds.map((cell) => ({ unit, digit: givens[cell], cells: cellsOf(givens[cell]) }))
  })
}

function areDifferent(cells: readonly number[], givens: Digits): boolean {
  let held: DigitSet = 0
  for (const cell of cells) {
    const digit = givens[cell]
    if (digit === 0) continue
    if (hasDigit(held, digit)) return false
    held += 2 ** (digit - 1)
  }
  return true
}
