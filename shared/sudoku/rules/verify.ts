import { type Digits, parseGrid } from '../grid/grid.ts'
import type { Size } from '../grid/units.ts'
import { type Puzzle, parsePuzzle } from './puzzle.ts'
import type { RulesAsked } from './rules.ts'

/**
 * The judge of every solution; it shares no code with any strategy.
 *
 * @returns what is wrong with the solution, or undefined where it fits the puzzle
 */
export function verify(puzzle: Puzzle, solution: Digits): string | undefined {
  const { rules, givens, marks, masks } = puzzle
  if (solution.length !== givens.length) return `${solution.length} cells, expected ${givens.length}`
  for (let cell = 0; cell < solution.length; cell++) {
    const digit = solution[cell]
    if (digit < 1 || digit > rules.size) return `cell ${cell + 1} holds ${digit}`
    if (givens[cell] !== 0 && givens[cell] !== digit) return `cell ${cell + 1} holds ${digit}, given ${givens[cell]}`
  }
  for (const [cell, mark] of marks) {
    if ((solution[cell] % 2 === 0) !== (mark === 'even'))
      return `cell ${cell + 1} holds ${solution[cell]}, marked ${mark}`
  }
  for (const [cell, mask] of masks) {
    if (Math.floor(mask / 2 ** (solution[cell] - 1)) % 2 === 0)
      return `cell ${cell + 1} holds ${solution[cell]}, which it may not`
  }
  for (const unit of rules.units) {
    const held = new Set(unit.cells.map((cell) => solution[cell]))
    if (held.size !== unit.cells.length) return `${unit.name} holds a digit twice`
  }
  for (const constraint of rules.constraints) {
    const wrong = constraint.verify(solution)
    if (wrong !== undefined) return wrong
  }
}

/** The same of a puzzle and its solution as they are written; also where one of them cannot be read. */
export function verifyText(text: string, solution: string, rules: RulesAsked, size?: Size): string | undefined {
  const puzzle = parsePuzzle(text, rules, size)
  return puzzle.ok ? verifyWritten(puzzle.value, text, solution) : puzzle.error
}

/** The same of a solution as it is written, beside the text of its puzzle. */
export function verifyWritten(puzzle: Puzzle, text: string, solution: string): string | undefined {
  const grid = parseGrid(solution, [], puzzle.rules.size, text)
  return grid.ok ? verify(puzzle, grid.value.digits) : grid.error
}
