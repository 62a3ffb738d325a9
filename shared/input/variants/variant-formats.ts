import { type Checked, refuse } from '../../checked.ts'
import { readArrows, readCageNumbers, readLayout, readPencilMarks, readSumoCue } from './bare-formats.ts'
import { readFPuzzles } from './f-puzzles.ts'
import { readIss } from './iss.ts'
import { MAX_PAYLOAD_LENGTH, unescaped } from './payload.ts'
import type { Remarks } from './remarks.ts'
import { readSudokuPad } from './sudokupad.ts'
import type { VariantPuzzle } from './variant-puzzle.ts'

/** The puzzle of a line with more in it than cells; a refusal says what in it is not understood; undefined of any other line. */
type VariantReader = (text: string, remarks?: Remarks) => Checked<VariantPuzzle> | undefined

/** The formats, of which the first that knows a text reads it; docs/rules.md tells what they look like. */
export const VARIANT_FORMATS = {
  fPuzzles: readFPuzzles,
  sudokuPad: readSudokuPad,
  sumoCue: readSumoCue,
  cageNumbers: readCageNumbers,
  iss: readIss,
  arrows: readArrows,
  pencilMarks: readPencilMarks,
  layout: readLayout,
} as const satisfies Readonly<Record<string, VariantReader>>

const READERS: readonly VariantReader[] = Object.values(VARIANT_FORMATS)

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
    const isFormat = READERS.some((read) => read(line.slice(0, 200)) !== undefined)
    return isFormat ? refuse(`found ${line.length} characters, expected at most ${MAX_PAYLOAD_LENGTH}`) : undefined
  }
  for (const read of READERS) {
    const puzzle = read(line, remarks)
    if (puzzle) return puzzle
  }
}
