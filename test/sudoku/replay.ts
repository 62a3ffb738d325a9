import { expect } from 'vitest'
import type { Step } from '../../shared/sudoku/grid/step.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'

/** Follows steps on a grid; an undo is of the latest placement that stands, and empties all cells filled since. */
export function replay({ givens }: Puzzle, steps: readonly Step[]) {
  const grid = givens.slice()
  const filled: Step[] = []
  let undone = 0
  for (const step of steps) {
    if (step.kind === 'undo') {
      const from = filled.findLastIndex(({ kind }) => kind === 'place')
      const last = filled.at(from)
      // There are too many steps for an assertion on each.
      if (from < 0 || last?.cell !== step.cell || last.digit !== step.digit)
        expect.fail(`${JSON.stringify(step)} follows ${JSON.stringify(last)}`)
      for (const { cell } of filled.splice(from)) grid[cell] = 0
      undone++
    } else {
      if (grid[step.cell] !== 0) expect.fail(`cell ${step.cell} is not empty before ${JSON.stringify(step)}`)
      grid[step.cell] = step.digit
      filled.push(step)
    }
  }
  return { grid, undone, standing: filled.filter(({ kind }) => kind === 'place') }
}
