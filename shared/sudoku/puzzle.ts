import { type Digits, type GridError, lineOf, parseGrid } from './grid.ts'
import { type Rules, type RulesName, rulesFor } from './rules.ts'
import type { Size, Unit } from './units.ts'

/** A well-formed question: givens that do not clash, under rules. */
export interface Puzzle {
  readonly rules: Rules
  /** Digit of each cell; 0 where it is to be found. */
  readonly givens: Digits
  /** Which cells carry the rules' mark. */
  readonly marked: ReadonlySet<number>
  /** The puzzle in the form that {@link lineOf} writes. */
  readonly line: string
}

/** Reads a puzzle; an error says where the text is no grid or where its givens clash. */
export function parsePuzzle(text: string, rulesName: RulesName, size?: Size): Puzzle | GridError {
  const variant = rulesFor(rulesName, size ?? 9)
  const grid = parseGrid(text, variant.mark, size)
  if ('error' in grid) return grid
  const rules = rulesFor(rulesName, grid.size)
  const [clash] = clashesIn(grid.digits, rules)
  if (clash) return { error: wordsFor(clash) }
  return { rules, givens: grid.digits, marked: new Set(grid.marks.keys()), line: lineOf(grid.digits, grid.marks) }
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
  const clashes: (Clash & { readonly cells: number[] })[] = []
  for (const unit of rules.units) {
    const seenAt = new Map<number, number>()
    for (const cell of unit.cells) {
      const digit = givens[cell]
      if (digit === 0) continue
      const earlier = seenAt.get(digit)
      if (earlier === undefined) {
        seenAt.set(digit, cell)
        continue
      }
      const known = clashes.find((clash) => clash.unit === unit && clash.digit === digit)
      if (known) known.cells.push(cell)
      else clashes.push({ unit, digit, cells: [earlier, cell] })
    }
  }
  return clashes
}

/** The first two givens of a clash; cells count from 1. */
function wordsFor({ unit, digit, cells: [first, second] }: Clash): string {
  return `cells ${first + 1} and ${second + 1}: both hold ${digit} in ${unit.name}`
}
