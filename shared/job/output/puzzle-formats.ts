import { valueIn } from '../../checked.ts'
import { drawnRules } from '../../drawing/constraint-shapes.ts'
import { pictureOf } from '../../drawing/picture.ts'
import { ruleSentences } from '../../drawing/rule-sentences.ts'
import { fPuzzlesLinkOf, sudokuPadLinkOf, unknownToEditor } from '../../input/variants/f-puzzles-writer.ts'
import { issLinkOf, unknownToIss } from '../../input/variants/iss-writer.ts'
import type { VariantPuzzle } from '../../input/variants/variant-puzzle.ts'
import { ALL_SIZES, BOX_SHAPE, hasBoxes } from '../../sudoku/grid/units.ts'
import { parsePuzzleWith } from '../../sudoku/rules/puzzle-rules.ts'
import { csvField } from './csv-field.ts'

interface PuzzleFormat {
  readonly words: string
  readonly head?: string
  readonly write: (puzzle: VariantPuzzle) => string
  /** The same as fields of JSON. */
  readonly fields: (puzzle: VariantPuzzle) => object
  /** A warning of what not all of its readers understand, or of what it has no room for. */
  readonly notes?: (puzzle: VariantPuzzle) => readonly string[]
}

/** The formats in which puzzles have a line each, with all that they carry. */
export const LINK_FORMATS = ['fpuzzles', 'sudokupad', 'ndjson'] as const
export const PUZZLE_FORMATS = [...LINK_FORMATS, 'iss', 'csv', 'lines', 'grid', 'svg'] as const
export type PuzzleFormatName = (typeof PUZZLE_FORMATS)[number]

export const puzzleFormats: Readonly<Record<PuzzleFormatName, PuzzleFormat>> = {
  fpuzzles: /* @__PURE__ */ asText('links of f-puzzles', 'link', fPuzzlesLinkOf, (puzzle) =>
    unknownToEditor(puzzle).map((type) => `the editor of f-puzzles does not show ${type}; SudokuPad may`),
  ),
  sudokupad: /* @__PURE__ */ asText('links of SudokuPad', 'link', sudokuPadLinkOf),
  iss: /* @__PURE__ */ asText('links of Interactive Sudoku Solver', 'link', issLinkOf, (puzzle) =>
    unknownToIss(puzzle).map((what) => `Interactive Sudoku Solver has no ${what}`),
  ),
  ndjson: {
    words: 'JSON as the service takes it',
    write: (puzzle) => `${JSON.stringify(puzzle)}\n`,
    fields: (puzzle) => puzzle,
  },
  csv: {
    words: 'CSV with names and solutions',
    head: 'id,puzzle,solution\n',
    write: ({ id, solution, ...puzzle }) => {
      const whole = RULE_FIELDS.some((name) => puzzle[name] !== undefined) ? JSON.stringify(puzzle) : puzzle.puzzle
      return `${[id, whole, solution].map(csvField).join(',')}\n`
    },
    fields: (puzzle) => puzzle,
  },
  lines: /* @__PURE__ */ asText('bare cells, a puzzle a line', 'puzzle', ({ puzzle }) => puzzle, leftOut),
  grid: {
    words: 'grids row by row',
    write: ({ puzzle }) => gridOf(puzzle) ?? `${puzzle}\n`,
    fields: ({ puzzle }) => ({ grid: gridOf(puzzle) }),
    notes: leftOut,
  },
  svg: /* @__PURE__ */ asText('pictures with all that their rules draw', 'svg', svgOf),
}

/** A format that is one text for each puzzle, which is a field of JSON, too. */
function asText(
  words: string,
  field: string,
  textOf: (puzzle: VariantPuzzle) => string,
  notes: PuzzleFormat['notes'] = () => [],
): PuzzleFormat {
  const write = (puzzle: VariantPuzzle) => `${textOf(puzzle)}\n`
  return { words, write, fields: (puzzle) => ({ [field]: textOf(puzzle) }), notes }
}

/** A puzzle's text as a grid: blanks between its cells, and a blank line after each band; undefined if it is none. */
export function gridOf(text: string): string | undefined {
  const size = ALL_SIZES.find((side) => side * side === text.length)
  if (!size) return undefined
  const rows = Array.from({ length: size }, (_, row) => [...text.slice(row * size, (row + 1) * size)].join(' '))
  const bandRows = hasBoxes(size) ? BOX_SHAPE[size].rows : size
  return rows.map((row, i) => `${row}\n${(i + 1) % bandRows === 0 ? '\n' : ''}`).join('')
}

function svgOf({ puzzle: text, rules = [], ...own }: VariantPuzzle): string {
  const { rules: composed, givens, marks } = valueIn(parsePuzzleWith(own, text, rules))
  const cells = [...givens].map((digit, cell) => ({ digit, kind: 'given', mark: marks.get(cell) }))
  return pictureOf(drawnRules(composed), cells, ruleSentences(rules, own.negative))
}

const RULE_FIELDS = ['regions', 'rules', 'constraints', 'negative'] as const

/** The fields for which bare cells have no room. */
function leftOut(puzzle: VariantPuzzle): string[] {
  const left = RULE_FIELDS.filter((name) => puzzle[name] !== undefined)
  return left.length === 0 ? [] : [`bare cells leave out its ${left.join(' and ')}, so that it is another puzzle`]
}
