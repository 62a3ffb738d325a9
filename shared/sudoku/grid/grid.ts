import { accept, type Checked, refuse } from '../../checked.ts'
import { SIZES, type Size } from './units.ts'

/** Digits of all cells, row by row; 0 is empty. */
export type Digits = Uint8Array

/** A demand on an empty cell: it must hold an even, or an odd, digit. */
export type Mark = (typeof MARKS)[number]
export const MARKS = ['even', 'odd'] as const

/** A grid as written: digits, and the marks of cells that carry one. */
export interface Grid {
  readonly size: Size
  readonly digits: Digits
  readonly marks: ReadonlyMap<number, Mark>
}

/**
 * As which symbol a number stands for a cell where grids are rows of numbers: -2 an even cell, -1 an odd one, 0 an empty one.
 *
 * @param side cells a side
 */
export function symbolOfNumber(number: number, side: number): string | undefined {
  return number > 25 && side !== 36 ? undefined : NUMBER_SYMBOLS[number - LEAST_NUMBER]
}

/** Whether a text, or a cell of a grid of so many cells, is made of characters that stand for cells. */
export function areSymbols(text: string, cells = text.length): boolean {
  return (cells === 36 * 36 ? WIDE_SYMBOLS : NARROW_SYMBOLS).test(text)
}

const NARROW_SYMBOLS = /^[0-9A-Pa-p.*_-]+$/
const WIDE_SYMBOLS = /^[0-9A-Za-z.*_-]+$/

/**
 * Digits above 9 are letters: A is 10, Z is 35. 36 is 0, so that a 36×36 grid in the digits 0 to 9 and A to Z, as other
 * programs write it, reads back as it came, whichever of them is the first. An empty cell has another symbol there.
 */
const ALL_SYMBOLS = '.123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0'
/** The same where a 0 is an empty cell. */
const SYMBOLS_WITHOUT_ZERO = ALL_SYMBOLS.slice(0, -1)
/** Those of the other sizes, on which Q to Z are never digits. */
const SYMBOLS = ALL_SYMBOLS.slice(0, 26)
const NUMBER_SYMBOLS = `eo${ALL_SYMBOLS}`
const LEAST_NUMBER = -2

/** The other way to write 16×16: from 0, so that 0 is 1 here, and F is 16. Its empty cells are no zeroes. */
const HEX_SYMBOLS = '.0123456789ABCDEF'
const EMPTY = new Set(['0', '.', '*', '_', '-'])
const MARK_TOKENS: Readonly<Record<string, Mark>> = { e: 'even', o: 'odd', '-2': 'even', '-1': 'odd' }
const MARK_SYMBOL: Readonly<Record<Mark, string>> = { even: 'e', odd: 'o' }

/**
 * Reads one grid. Three ways of writing it are told apart by what is found:
 * a character a cell (`53..7…`), with white space anywhere; numbers separated by
 * white space or commas (`5 3 0 0 7 … -2 …`); and either of them with `/` or line
 * ends between the rows. Empty: `0 . * _ -`. Digits above 9 are letters in the first
 * form, either in the second. `e` and `o` (-2 and -1s) mark even and odd
 * cells where `allowed` has them. A 16×16 grid with both 0 and another symbol for empty
 * cells is read as one of the digits 0 to F, which are 1 to 16 here. In a 36×36 grid a 0 is the digit 36, unless there are more
 * of them than rows and no other symbol for empty cells, or the grid is in numbers. On
 * sizes where E and O are digits, the lower-case letter is the mark and the capital the digit.
 *
 * A refusal counts cells and rows from 1, as a reader would, and says how many are needed.
 *
 * @param size cells a side; inferred from the number of cells when left out
 * @param besides a text in the same digits, as the puzzle of a solution is: that has no empty cells to tell them by
 */
export function parseGrid(text: string, allowed: readonly Mark[] = [], size?: Size, besides = ''): Checked<Grid> {
  // Most grids, in a quarter of the time.
  if ((size ?? 9) === 9 && PLAIN.test(text)) {
    const digits = new Uint8Array(text.length)
    for (let cell = 0; cell < text.length; cell++) {
      if (text[cell] !== '.') digits[cell] = text.charCodeAt(cell) - ZERO
    }
    return accept({ size: 9, digits, marks: new Map() })
  }
  const rows = text.split(/[/\n]/).filter((row) => row.trim() !== '')
  const tokenRows = tokensIn(rows)
  const tokens = tokenRows.flat()
  const found = size ?? SIZES.find((s) => s * s === tokens.length)
  const isWhole = found !== undefined && tokens.length === found * found
  if (!isWhole || (rows.length > 1 && tokenRows.some((row) => row.length !== found))) {
    return refuse(miscounted(text, tokenRows, size ?? (isWhole ? found : undefined)))
  }
  const symbols = symbolsFor(found, tokens, text, besides)
  // Some write digits above 35 so.
  const isSmall = (token: string) => /^[a-z]$/.test(token) && !markOf(token, allowed, 36)
  if (found === 36 && tokens.some(isSmall) && tokens.some((token) => /^[A-Z]$/.test(token))) {
    return refuse('found small letters beside capitals, which may be the same digits or others: numbers would tell')
  }
  const digits = new Uint8Array(tokens.length)
  const marks = new Map<number, Mark>()
  for (let cell = 0; cell < tokens.length; cell++) {
    const token = tokens[cell]
    const markHere = markOf(token, allowed, found)
    if (markHere) marks.set(cell, markHere)
    else {
      const digit = digitOf(token, symbols)
      if (digit === undefined || digit > found) {
        // In rows of numbers it came as the number, which a capital stands for.
        const number = /^[A-Z]$/.test(token) && digit ? ` (${digit})` : ''
        const expected = symbols === HEX_SYMBOLS ? '0–F or "."' : expectedIn(found, allowed)
        return refuse(`cell ${cell + 1}: found ${JSON.stringify(token)}${number}, expected ${expected}`)
      }
      digits[cell] = digit
    }
  }
  return accept({ size: found, digits, marks })
}

const PLAIN = /^[1-9.]{81}$/
const ZERO = '0'.charCodeAt(0)

/** A digit as grids have it: A is 10. */
export function symbolOf(digit: number): string {
  return ALL_SYMBOLS[digit]
}

/** A character a cell, `.` for empty: the form in which puzzles and solutions travel. */
export function textOf(digits: Digits, marks?: ReadonlyMap<number, Mark>): string {
  let text = ''
  for (let cell = 0; cell < digits.length; cell++) {
    const mark = marks?.get(cell)
    text += mark ? MARK_SYMBOL[mark] : ALL_SYMBOLS[digits[cell]]
  }
  return text
}

/** The same with 0 for empty, as some collections have it; where 0 is a digit empty cells stay as they are. */
export function withZeroes(text: string): string {
  return text.length === 36 * 36 ? text : text.replaceAll('.', '0')
}

/** The digits of a text written by {@link textOf}; for texts known to be good. */
export function digitsOf(text: string): Digits {
  const symbols = text.length === 36 * 36 ? ALL_SYMBOLS : SYMBOLS
  return Uint8Array.from(text, (symbol) => digitOf(symbol, symbols) ?? 0)
}

function tokensIn(rows: readonly string[]): string[][] {
  const wordRows = rows.map((row) => row.split(/[\s,]+/).filter((word) => word !== ''))
  const words = wordRows.flat()
  const isGrid = SIZES.some((size) => size * size === words.length)
  // Numbers differ in length, and few have three characters; groups are alike, but for one that lacks a cell.
  const threes = words.filter((word) => word.length === 3).length
  const areMixed = threes * 2 < words.length && words.some((word) => word.length !== words[0].length)
  const areNumbers = words.every((word) => word.length <= 3) && (isGrid || areMixed)
  // Otherwise blanks only group the characters: "530 070 000" is nine cells.
  return areNumbers ? wordRows : wordRows.map((row) => [...row.join('')])
}

/** The digits in which a grid is written: they are told by its size, and whether a 0 is one of them by its empty cells. */
function symbolsFor(size: Size, tokens: readonly string[], text: string, besides: string): string {
  if (size < 16 || size === 25 || tokens.some(({ length }) => length > 1))
    return size === 36 ? SYMBOLS_WITHOUT_ZERO : SYMBOLS
  if (size === 16) return isHex(text) || isHex(besides) ? HEX_SYMBOLS : SYMBOLS
  // No digit stands in a grid more often than once a row: more zeroes are empty cells.
  const isZeroDigit = /[.*_-]/.test(text) || tokens.filter((token) => token === '0').length <= size
  return isZeroDigit ? ALL_SYMBOLS : SYMBOLS_WITHOUT_ZERO
}

/** Whether the text of a 16×16 grid has digits from 0 to F: if it has two symbols for an empty cell, one of them is a digit. */
function isHex(text: string): boolean {
  return text.includes('0') && /[.*_-]/.test(text)
}

function digitOf(token: string, symbols: string): number | undefined {
  const isZeroDigit = symbols === HEX_SYMBOLS || symbols === ALL_SYMBOLS
  if (EMPTY.has(token) && !(isZeroDigit && token === '0')) return 0
  if (/^\d\d$/.test(token)) return Number(token)
  const digit = token.length === 1 ? symbols.indexOf(token.toUpperCase()) : -1
  return digit > 0 ? digit : undefined
}

function markOf(token: string, allowed: readonly Mark[], size: Size): Mark | undefined {
  // From 16 on, "E" (14) is a digit: only the lower-case letter marks there.
  const mark = MARK_TOKENS[size >= 16 ? token : token.toLowerCase()]
  return mark && allowed.includes(mark) ? mark : undefined
}

/** Says what is wrong with a grid that has too few cells, or too many, as somebody would who counts them. */
function miscounted(text: string, rows: readonly (readonly string[])[], size: Size | undefined): string {
  const count = rows.reduce((sum, row) => sum + row.length, 0)
  if (isProse(text, count)) {
    const quoted = JSON.stringify(text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text)
    return count === 0 ? 'there is no puzzle' : `there is no puzzle in ${quoted}`
  }
  // As wide as most rows are, or the one of which a few cells at most are missing or too many.
  const wide = SIZES.find((side) => 2 * rows.filter(({ length }) => length === side).length > rows.length)
  const near = SIZES.find((side) => Math.abs(side * side - count) <= side)
  const side = size ?? (rows.length > 1 ? (wide ?? near) : near)
  const are = count === 1 ? 'is' : 'are'
  if (side === undefined) return `${count} ${count === 1 ? 'cell is' : 'cells are'} there, and ${ALL_COUNTS} are needed`
  const odd = rows.length > 1 ? rows.flatMap((row, i) => (row.length === side ? [] : [i])) : []
  if (count === side * side) return `row ${odd[0] + 1} has ${rows[odd[0]].length} cells, ${side} are needed`
  const sum = `${side * side} cells are needed, ${count} ${are} there`
  if (rows.length > 1 && odd.length === 0) return `${sum}: ${rows.length} rows of ${side}`
  const told = odd.slice(0, MOST_ROWS_TOLD).map((i) => `row ${i + 1} has ${rows[i].length}`)
  return odd.length < rows.length && told.length > 0 ? `${sum}; ${told.join(', ')}` : sum
}

const MOST_ROWS_TOLD = 3

/** Not by a list formatter, as the first of a process loads its locale: 13 ms. */
const ALL_COUNTS = SIZES.map((side) => side * side)
  .join(', ')
  .replace(/, (\d+)$/, ' or $1')

/** From this length on letters may be the digits of a large grid. */
const MOST_OF_PROSE = 150

/** Whether a text is words, a link, or nothing at all. */
function isProse(text: string, count: number): boolean {
  const letters = text.match(/[^\W\d_A-Peo]|\p{L}{3}/gu)?.length ?? 0
  // A grid of letters has a digit below ten, or an empty cell, in nearly every row.
  const hasLettersOnly = count > MOST_OF_PROSE && !/[\d.*_-]/.test(text)
  return count === 0 || text.includes('://') || hasLettersOnly || (count <= MOST_OF_PROSE && 5 * letters > count)
}

const MOST_QUOTED = 60

function expectedIn(size: Size, allowed: readonly Mark[]): string {
  const digits = size <= 9 ? `1–${size}` : `1–9, A–${SYMBOLS_WITHOUT_ZERO[Math.min(size, 35)]}`
  const marks = allowed.map((mark) => `, "${MARK_SYMBOL[mark]}"`).join('')
  return `${digits}${marks}, 0 or "."`
}
