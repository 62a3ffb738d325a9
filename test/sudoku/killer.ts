import type { VariantConstraint } from '../../shared/sudoku/constraints/constraint-json.ts'
import { nameOfCell } from '../../shared/sudoku/grid/cell-name.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { puzzleWith } from './asked.ts'

export const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179'

/** A killer of {@link SOLVED}: walks from cell to cell that hold no digit twice, with their sums. */
export function killerOf(steps: readonly number[], longest: number): readonly VariantConstraint[] {
  const taken = new Set<number>()
  const cages: VariantConstraint[] = []
  let step = 0
  for (let first = 0; first < 81; first++) {
    if (taken.has(first)) continue
    const cage = [first]
    taken.add(first)
    for (let cell = first; cage.length < longest; ) {
      const beside = [cell % 9 < 8 ? cell + 1 : -1, cell + 9, cell % 9 > 0 ? cell - 1 : -1].filter(
        (next) => next >= 0 && next < 81 && !taken.has(next) && cage.every((other) => SOLVED[other] !== SOLVED[next]),
      )
      if (beside.length === 0) break
      cell = beside[steps[step++ % steps.length] % beside.length]
      cage.push(cell)
      taken.add(cell)
    }
    const sum = cage.reduce((all, cell) => all + Number(SOLVED[cell]), 0)
    cages.push({ type: 'cage', cells: cage.map((at) => nameOfCell(at, 9)), sum })
  }
  return cages
}

/** The same as a puzzle with some cells given. */
export function killerPuzzle(steps: readonly number[], longest: number, given: readonly number[]): Puzzle {
  const text = [...SOLVED].map((digit, cell) => (given.includes(cell) ? digit : '.')).join('')
  return puzzleWith({ constraints: killerOf(steps, longest) }, text)
}

/** Rules of a 4×4 puzzle without givens that has one solution. */
export const SMALL_KILLER = [
  { type: 'cage', cells: ['r1c1', 'r1c2', 'r2c1'], sum: 6 },
  { type: 'cage', cells: ['r1c3', 'r1c4', 'r2c4'], sum: 9 },
  { type: 'cage', cells: ['r3c1', 'r4c1'], sum: 6 },
  { type: 'cage', cells: ['r3c4', 'r4c4'], sum: 4 },
  { type: 'thermometer', cells: ['r3c2', 'r4c2', 'r3c3'] },
] as const

/** A 4×4 puzzle of named rules and others, with several solutions. */
export const MIXED_RULES = {
  puzzle: '.'.repeat(16),
  rules: ['diagonal'],
  constraints: [
    { type: 'cage', cells: ['r1c1', 'r1c2'], sum: 6 },
    { type: 'thermometer', cells: ['r3c2', 'r4c2', 'r3c3'] },
  ],
}
