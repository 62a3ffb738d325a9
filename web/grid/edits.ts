import { type RulesName, rulesNamed } from '../../shared/sudoku/rules/rules.ts'
import type { PuzzleText } from '../rules/puzzle-text.ts'
import { SYMBOLS } from './board.tsx'

/** A key's stroke: its character, the cell it goes to and the cell to go on with; or why it writes nothing. */
type KeyEdit = { readonly symbol: string; readonly cell: number; readonly cursor: number } | { readonly error: string }

/**
 * The meaning of a key at a cell; undefined if it means nothing to a grid. As in a text, typing leads on to the
 * next cell and Backspace leads back, so that a puzzle can be typed row by row as it is printed.
 */
export function writtenBy(key: string, puzzle: PuzzleText, cell: number): KeyEdit | undefined {
  const typed = (symbol: string) => ({ symbol, cell, cursor: Math.min(cell + 1, puzzle.text.length - 1) })
  if (SKIPPING.has(key) && !isDigit(key, puzzle)) return typed(EMPTY)
  if (key === 'Delete') return { symbol: EMPTY, cell, cursor: cell }
  if (key === 'Backspace') {
    const erased = puzzle.text[cell] === EMPTY ? Math.max(0, cell - 1) : cell
    return { symbol: EMPTY, cell: erased, cursor: erased }
  }
  if (!/^[0-9a-z]$/i.test(key)) return undefined
  const mark = markSymbol(puzzle)
  // Where E and O are digits, only the lower-case letter marks; once more takes the mark away.
  if (mark && (puzzle.size >= 16 ? key : key.toLowerCase()) === mark)
    return { symbol: puzzle.text[cell] === mark ? EMPTY : mark, cell, cursor: cell }
  const symbol = key.toUpperCase()
  if (isDigit(symbol, puzzle)) return typed(symbol)
  const { size } = puzzle
  const digits =
    size === 36 ? '1 to 9, A to Z, and 0 for 36' : size <= 9 ? `1 to ${size}` : `1 to 9 and A to ${SYMBOLS[size]}`
  return { error: `“${key}” is no digit of a ${size}×${size} grid: its digits are ${digits}.` }
}

function isDigit(symbol: string, { size }: PuzzleText): boolean {
  const digit = SYMBOLS.indexOf(symbol)
  return digit > 0 && digit <= size
}

const EMPTY = '.'
/** The keys for an empty cell: all that stand for one where puzzles are written down, where they are no digits. */
const SKIPPING = new Set(['0', '.', ' '])

/** The character that marks a cell under the puzzle's rules. */
export function markSymbol({ rules }: Pick<PuzzleText, 'rules'>): 'e' | 'o' | undefined {
  const { mark } = rulesNamed(rules)
  return mark && (mark === 'even' ? 'e' : 'o')
}

export function withSymbol(puzzle: PuzzleText, cell: number, symbol: string): PuzzleText {
  // The digits and notes were played on other givens.
  const { text, play: _, ...kind } = puzzle
  return { ...kind, text: text.slice(0, cell) + symbol + text.slice(cell + 1) }
}

/** How characters of a puzzle's text are said aloud that are no digits. */
export const SYMBOL_WORDS: Readonly<Record<string, string>> = {
  [EMPTY]: 'Empty.',
  e: 'Even digit only.',
  o: 'Odd digit only.',
}

/** The same digits under other rules, without the marks that those do not have. */
export function withRules(puzzle: PuzzleText, rules: RulesName): PuzzleText {
  const known = markSymbol({ rules })
  const { text, play: _, ...kind } = puzzle
  return { ...kind, rules, text: text.replaceAll(/[eo]/g, (mark) => (mark === known ? mark : EMPTY)) }
}
