import { useEffect, useRef } from 'preact/hooks'
import { type RulesName, rulesFor } from '../../shared/sudoku/rules.ts'
import type { PuzzleText } from '../address.ts'
import { SYMBOLS } from './board.tsx'

/** What a key writes: a character of a puzzle's line, into which cell, and where the cursor is then; or why it writes nothing. */
type Written = { readonly symbol: string; readonly cell: number; readonly cursor: number } | { readonly error: string }

/**
 * What pressing a key means at a cell; undefined where it means nothing to a grid. As in a text, what is typed
 * leads on to the next cell and Backspace goes back, so that a puzzle is typed row by row as it is printed.
 */
export function writtenBy(key: string, puzzle: PuzzleText, cell: number): Written | undefined {
  const typed = (symbol: string) => ({ symbol, cell, cursor: Math.min(cell + 1, puzzle.line.length - 1) })
  if (SKIPPING.has(key)) return typed(EMPTY)
  if (key === 'Delete') return { symbol: EMPTY, cell, cursor: cell }
  if (key === 'Backspace') {
    const erased = puzzle.line[cell] === EMPTY ? Math.max(0, cell - 1) : cell
    return { symbol: EMPTY, cell: erased, cursor: erased }
  }
  if (!/^[1-9a-z]$/i.test(key)) return undefined
  const mark = markSymbol(puzzle)
  // Where E and O are digits, only the lower-case letter marks.
  if (mark && (puzzle.size >= 16 ? key : key.toLowerCase()) === mark)
    return { symbol: toggledMark(puzzle, cell), cell, cursor: cell }
  const symbol = key.toUpperCase()
  const digit = SYMBOLS.indexOf(symbol)
  if (digit > 0 && digit <= puzzle.size) return typed(symbol)
  return { error: `“${key}” is no digit of a ${puzzle.size}×${puzzle.size} grid: its digits are ${digitsOf(puzzle)}.` }
}

const EMPTY = '.'
/** What stands for an empty cell where puzzles are written down. */
const SKIPPING = new Set(['0', '.', ' '])

/** The character that marks a cell under a puzzle's rules. */
export function markSymbol({ rules, size }: PuzzleText): 'e' | 'o' | undefined {
  const { mark } = rulesFor(rules, size)
  return mark && (mark === 'even' ? 'e' : 'o')
}

/** A mark, or nothing where there is one already. */
function toggledMark(puzzle: PuzzleText, cell: number): string {
  const mark = markSymbol(puzzle)
  return mark === undefined || puzzle.line[cell] === mark ? EMPTY : mark
}

export function withSymbol(puzzle: PuzzleText, cell: number, symbol: string): PuzzleText {
  const { line } = puzzle
  return { ...puzzle, line: line.slice(0, cell) + symbol + line.slice(cell + 1) }
}

/** How a character of a line is said aloud. */
export function symbolWords(symbol: string): string {
  return MARK_WORDS[symbol] ?? symbol
}

const MARK_WORDS: Readonly<Record<string, string>> = { [EMPTY]: 'Empty.', e: 'Even digit only.', o: 'Odd digit only.' }

/** The same digits under other rules; marks that those do not know are gone. */
export function withRules(puzzle: PuzzleText, rules: RulesName): PuzzleText {
  const kept = markSymbol({ ...puzzle, rules })
  return { ...puzzle, rules, line: puzzle.line.replaceAll(/[eo]/g, (mark) => (mark === kept ? mark : EMPTY)) }
}

function digitsOf({ size }: PuzzleText): string {
  return size <= 9 ? `1 to ${size}` : `1 to 9 and A to ${SYMBOLS[size]}`
}

/** Undo, redo and paste work wherever on the page nothing else is being written. */
export function usePageKeys(keys: PageKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const isWriting = ({ target }: Event) => target instanceof Element && target.closest('input, textarea') !== null
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isWriting(event)) return
      const key = event.key.toLowerCase()
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
      if (!isRedo && key !== 'z') return
      event.preventDefault()
      if (isRedo) latest.current.redo()
      else latest.current.undo()
    }
    const onPaste = (event: ClipboardEvent) => {
      if (isWriting(event)) return
      event.preventDefault()
      latest.current.paste(event.clipboardData?.getData('text/plain') ?? '')
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('paste', onPaste)
    }
  }, [])
}

interface PageKeys {
  undo(): void
  redo(): void
  paste(text: string): void
}
