import type { Digits } from './grid.ts'
import type { Puzzle } from './puzzle.ts'

/**
 * The judge of every solution; it shares no code with any strategy.
 *
 * @returns what is wrong with the solution, or undefined where it fits the puzzle
 */
export function verify(puzzle: Puzzle, solution: Digits): string | undefined {
  const { rules, givens, marked } = puzzle
  if (solution.length !== givens.length) return `${solution.length} cells, expected ${givens.length}`
  for (let cell = 0; cell < solution.length; cell++) {
    const digit = solution[cell]
    if (digit < 1 || digit > rules.size) return `cell ${cell + 1} holds ${digit}`
    if (givens[cell] !== 0 && givens[cell] !== digit) return `cell ${cell + 1} holds ${digit}, given ${givens[cell]}`
    if (marked.has(cell) && (digit % 2 === 0) !== (rules.mark === 'even')) {
      return `cell ${cell + 1} holds ${digit}, marked ${rules.mark}`
    }
  }
  for (const unit of rules.units) {
    const held = new Set(unit.cells.map((cell) => solution[cell]))
    if (held.size !== rules.size) return `${unit.name} holds a digit twice`
  }
}
