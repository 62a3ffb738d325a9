import { type Digits, type GridError, lineOf, parseGrid } from './grid.ts'
import { type Rules, type RulesName, rulesFor } from './rules.ts'
import type { Size } from './units.ts'

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
  const clash = clashIn(grid.digits, rules)
  if (clash) return { error: clash }
  return { rules, givens: grid.digits, marked: new Set(grid.marks.keys()), line: lineOf(grid.digits, grid.marks) }
}

/** The first two givens that clash, in words; cells count from 1. */
function clashIn(givens: Digits, rules: Rules): string | undefined {
  for (const unit of rules.units) {
    const seenAt = new Map<number, number>()
    for (const cell of unit.cells) {
      const digit = givens[cell]
      if (digit === 0) continue
      const earlier = seenAt.get(digit)
      if (earlier !== undefined) {
        return `cells ${earlier + 1} and ${cell + 1}: both hold ${digit} in ${unit.name}`
      }
      seenAt.set(digit, cell)
    }
  }
}
