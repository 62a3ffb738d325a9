import { fPuzzlesLinkOf, unknownToEditor } from '../shared/input/variants/f-puzzles-writer.ts'
import type { VariantPuzzle } from '../shared/input/variants/variant-puzzle.ts'

/** A way to write puzzles with all that they carry, a line each. */
interface PuzzleForm {
  readonly write: (puzzle: VariantPuzzle) => string
  /** The same as fields of JSON. */
  readonly fields: (puzzle: VariantPuzzle) => object
  /** A warning of constraints that not all of its readers understand. */
  readonly notes: (puzzle: VariantPuzzle) => readonly string[]
}

export const PUZZLE_FORM_NAMES = ['fpuzzles', 'ndjson'] as const
export type PuzzleFormName = (typeof PUZZLE_FORM_NAMES)[number]

export const puzzleForms: Readonly<Record<PuzzleFormName, PuzzleForm>> = {
  fpuzzles: {
    write: fPuzzlesLinkOf,
    fields: (puzzle) => ({ link: fPuzzlesLinkOf(puzzle) }),
    notes: (puzzle) =>
      unknownToEditor(puzzle).map((type) => `the editor of f-puzzles does not show ${type}; SudokuPad may`),
  },
  ndjson: { write: (puzzle) => JSON.stringify(puzzle), fields: (puzzle) => puzzle, notes: () => [] },
}
