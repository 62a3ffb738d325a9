import { type Checked, refuse } from '../../checked.ts'
import { readArrows, readLayout, readPencilMarks } from './bare-formats.ts'
import { readFPuzzles } from './f-puzzles.ts'
import { readIss } from './iss.ts'
import { MAX_PAYLOAD_LENGTH, unescaped } from './payload.ts'
import type { Remarks } from './remarks.ts'
import { readSudokuPad } from './sudokupad.ts'
import { readCageNumbers, readSumoCue } from './sumocue.ts'
import type { VariantPuzzle } from './variant-puzzle.ts'

/** A way of writing a puzzle with more in it than cells, in one line. */
interface VariantFormat {
  /** Its description, for people. */
  readonly words: string
  /** A line of it, as far as it is short. */
  readonly example: string
  /** The puzzle; a refusal says what in it is not understood; undefined if the text is no such line. */
  read(text: string, remarks?: Remarks): Checked<VariantPuzzle> | undefined
}

/** The formats, of which the first that knows a text reads it. */
export const VARIANT_FORMATS = {
  fPuzzles: {
    words: 'a link of f-puzzles, or the payload of one, with the constraints of its editor',
    example:
      'https://f-puzzles.com/?load=N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3lwC6yQv3GCRYwTL5SBC8UJEgA1hDJkYGAMYk01QiB0xNYfCABKNAMIAmEKms2AzCBWlK1EADYQwriA%3D',
    read: readFPuzzles,
  },
  sudokuPad: {
    words: 'a link of SudokuPad whose id begins with `fpuz`, `fpuzzles`, `scl`, `ctc` or `scf`, or such an id',
    example: `https://sudokupad.app/scf5${'0'.repeat(80)}x`,
    read: readSudokuPad,
  },
  sumoCue: {
    words: 'a jigsaw, a killer or both of SumoCue, `SumoCueV1=0J0+0J0…`',
    example: `SumoCueV1=8+0${'=0'.repeat(79)}`,
    read: readSumoCue,
  },
  cageNumbers: {
    words:
      'a killer as `3x3::k:` (`3x3:d:k:` with both diagonals) and 81 numbers: 256 times the sum of a cage, and its id',
    example: `3x3::k:2048:2048:${Array.from({ length: 79 }, (_, cell) => `${cell + 2}:`).join('')}`,
    read: readCageNumbers,
  },
  iss: {
    words: 'constraints of Interactive Sudoku Solver, `.Cage~15~R1C1~R1C2`, or a link of it',
    example: '.Cage~15~R1C1~R1C2.~R1C3_4',
    read: readIss,
  },
  arrows: {
    words:
      'a killer in 81 characters: sums (`A` is 10, `a` is 36), and arrows `<` `>` `^` `v` to the next cell of a cage',
    example: `${'8<F<A<7<0'.repeat(9)}`,
    read: readArrows,
  },
  pencilMarks: {
    words: 'the candidates of 81 cells, nine characters each: one for a given, all for an empty cell',
    example: `5........${'123456789'.repeat(80)}`,
    read: readPencilMarks,
  },
  layout: {
    words: 'a jigsaw as its givens and then its layout, a character a cell each, or as the layout alone',
    example: `${'.'.repeat(16)}AAABACCBDCCBDDDB`,
    read: readLayout,
  },
} as const satisfies Readonly<Record<string, VariantFormat>>

const FORMATS: readonly VariantFormat[] = Object.values(VARIANT_FORMATS)

/** A link that was escaped as a whole. */
const ESCAPED_LINK = /^https?%/i

/**
 * The puzzle that a text holds in one of the formats in which puzzles with regions, rules and constraints travel. A refusal
 * says what in it is not understood and where, as nothing that may be a rule is dropped.
 *
 * @param remarks is told what comes with it for people
 * @returns undefined of a text in none of the formats
 */
export function readVariant(text: string, remarks?: Remarks): Checked<VariantPuzzle> | undefined {
  const bare = text.trim()
  const line = ESCAPED_LINK.test(bare) ? unescaped(bare) : bare
  if (line.length > MAX_PAYLOAD_LENGTH) {
    // Whatever it is: its beginning tells a format.
    const isFormat = FORMATS.some(({ read }) => read(line.slice(0, 200)) !== undefined)
    return isFormat ? refuse(`found ${line.length} characters, expected at most ${MAX_PAYLOAD_LENGTH}`) : undefined
  }
  for (const { read } of FORMATS) {
    const puzzle = read(line, remarks)
    if (puzzle) return puzzle
  }
}
