import { fPuzzlesLinkOf, unknownToEditor } from '../shared/input/variants/f-puzzles-writer.ts'
import type { VariantPuzzle } from '../shared/input/variants/variant-puzzle.ts'

/** A way to write puzzles with all that they carry, a line each. */
interface PuzzleFormat {
  readonly write: (puzzle: VariantPuzzle) => string
  /** The same as fields of JSON. */
  readonly fields: (puzzle: VariantPuzzle) => object
  /** A warning of constraints that not all of its readers understand. */
  readonly notes: (puzzle: VariantPuzzle) => readonly string[]
}

export const PUZZLE_FORMATS = ['fpuzzles', 'ndjson'] as const
export type PuzzleFormatName = (typeof PUZZLE_FORMATS)[number]

export const puzzleFormats: Readonly<Record<PuzzleFormatName, PuzzleFormat>> = {
  fpuzzles: {
    write: fPuzzlesLinkOf,
    fields: (puzzle) => ({ link: fPuzzlesLinkOf(puzzle) }),
    notes: (puzzle) =>
      unknownToEditor(puzzle).map((type) => `the editor of f-puzzles does not show ${type}; SudokuPad may`),
  },
  ndjson: { write: (puzzle) => JSON.stringify(puzzle), fields: (puzzle) => puzzle, notes: () => [] },
}
