import { MAX_PUZZLE_LENGTH } from '../job/limits.ts'
import { SIZES, type BoxedSize as Size } from '../sudoku/grid/units.ts'

/** A line of a block, and what it could be. */
export interface BlockLine {
  readonly text: string
  readonly cells: number
  /** Dashes alone: a row of empty cells, or part of a frame. */
  readonly isRule: boolean
  /** Words, perhaps above a grid. */
  readonly hasWord: boolean
  /** The highest digit; 0 if there is no digit. */
  readonly top: number
  /** Cells that hold nothing that a grid of any size could. */
  readonly strange: number
}

/** A character that no grid holds. */
const NO_DIGIT = 255
/** By character code, the digit that a symbol is; 0 for empty cells and marks. */
const DIGITS = new Uint8Array(128).fill(NO_DIGIT)
/** The same in a row of 36. */
const WIDE_DIGITS = DIGITS.slice()
for (const [digit, symbol] of [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].entries()) {
  for (const digits of digit <= 25 ? [DIGITS, WIDE_DIGITS] : [WIDE_DIGITS]) {
    digits[symbol.charCodeAt(0)] = digit
    digits[symbol.toLowerCase().charCodeAt(0)] = digit
  }
}
for (const symbol of '.*_-eo') DIGITS[symbol.charCodeAt(0)] = WIDE_DIGITS[symbol.charCodeAt(0)] = 0

/** The characters of a heading: the lines of the largest grids have words in them, too. */
const MOST_OF_HEADING = 80

export function lookAt(text: string): BlockLine {
  if (text.length > MAX_PUZZLE_LENGTH) {
    return { text, cells: text.length, isRule: false, hasWord: false, top: 0, strange: text.length }
  }
  const symbols = symbolsIn(text)
  const digits = symbols.length === 36 ? WIDE_DIGITS : DIGITS
  let top = 0
  let strange = 0
  for (let i = 0; i < symbols.length; i++) {
    const digit =
      typeof symbols === 'string' ? (digits[symbols.charCodeAt(i)] ?? NO_DIGIT) : digitOf(symbols[i], digits)
    if (digit === NO_DIGIT) strange++
    else if (digit > top) top = digit
  }
  const isRule = text.startsWith('-') && top === 0 && !/[^-\s]/.test(text)
  // A row of digits up to 9 has no letter in it but marks.
  return { text, cells: symbols.length, isRule, hasWord: (strange > 0 || top > 9) && hasWordIn(text), top, strange }
}

/** "Grid 01" or "7. hard"; but no row of a large grid, which has letters among its digits. */
function hasWordIn(text: string): boolean {
  if (text.length > MOST_OF_HEADING) return false
  let letters = 0
  let inARow = 0
  let longest = 0
  for (let at = 0; at < text.length; at++) {
    const lower = text.charCodeAt(at) | 32
    if (lower >= LETTER_A && lower <= LETTER_Z) {
      letters++
      if (++inARow > longest) longest = inARow
      // A text of two letters and more begins with a word.
      if (inARow === 2 && at === 1) return true
    } else inARow = 0
  }
  return longest > 1 && 2 * letters > text.length
}

const LETTER_A = 97
const LETTER_Z = 122

/** The cells of a line as they are written: characters, or numbers with blanks or commas between. */
function symbolsIn(text: string): string | string[] {
  if (!/[\s,]/.test(text)) return text
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  // As many as a row has: "12 34" is a 4×4 row in two groups, not two numbers.
  const areNumbers = words.every((word) => word.length <= 2) && SIZES.some((size) => size === words.length)
  return areNumbers ? words : words.join('')
}

function digitOf(number: string, digits: Uint8Array): number {
  if (number === '-1' || number === '-2') return 0
  const digit = number.length === 1 ? digits[number.charCodeAt(0)] : Number(number)
  return digit >= 0 && digit <= SIZES[SIZES.length - 1] ? digit : NO_DIGIT
}

/** The side of the whole puzzles that have as many cells as a row: 4×4 as a row of 16×16, 6×6 as a row of 36×36. */
export function smallerOf(cells: number): Size | undefined {
  return cells === 16 ? 4 : cells === 36 ? 6 : undefined
}

/** Whether a line that may be a row, too, is a whole puzzle without a flaw. */
export function isCleanPuzzle(line: BlockLine): boolean {
  const side = smallerOf(line.cells)
  return side !== undefined && isClean(line, side)
}

/** Whether a line may be a row of a grid so wide, and has nothing that no cell of it may hold. */
export function isClean({ top, strange }: BlockLine, width: Size): boolean {
  return strange === 0 && top <= width
}
