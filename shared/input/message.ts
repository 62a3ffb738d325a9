import { areSymbols, MARKS, parseGrid } from '../sudoku/grid/grid.ts'
import { cutRows, type RowFilter, readRows } from './grids.ts'
import { LIKENESS, type Syntax } from './syntax.ts'
import { linesIn } from './text.ts'

/**
 * One puzzle in a letter: what stands around it in sentences is no puzzle, and is left out. Only a short text with one
 * puzzle in it is told as that; in any other each line counts, so that none is lost in silence.
 */
export const message: Syntax = {
  words: 'a message with one puzzle in it',
  mediaType: 'text/plain',
  example: (puzzle) =>
    `Hello,\n\nhere is the puzzle that I could not solve:\n\n${puzzle.replaceAll(/.{9}/g, '$&\n')}\n`,
  /** By a sentence and one puzzle. */
  recognise: ({ bytes, isCut, size }) => {
    if (isCut || ![...linesIn(bytes)].some(isSentence)) return LIKENESS.none
    const found: string[] = []
    readRows(bytes, { isOver: false, add: ({ text }) => found.push(text) }, size, AMONG_SENTENCES)
    return found.length === 1 && parseGrid(found[0], MARKS, size).ok ? LIKENESS.surely : LIKENESS.none
  },
  read: (bytes, puzzles, size) => readRows(bytes, puzzles, size, AMONG_SENTENCES),
  cut: (bytes, limits, size) => cutRows(bytes, limits, size, AMONG_SENTENCES),
}

/** A reply repeats what it answers behind these. */
const QUOTED = /^(?:> ?)+/

const AMONG_SENTENCES: RowFilter = {
  lineOf: (line) => {
    const own = line.startsWith('>') ? line.replace(QUOTED, '') : line
    return isSentence(own) ? '' : own
  },
  isTold: (text) => {
    const cells = text.replaceAll(/[\s/,|]/g, '')
    if (cells.length < FEWEST_CELLS) return false
    const areCells = /^[0-9A-Pa-pxX.*_?-]+$/.test(cells) || (cells.length === 36 * 36 && areSymbols(cells))
    return areCells && /[0-9.]/.test(cells)
  },
}

/** Three words and blanks between; a comment is left out anyway. */
const WORDS = /\p{L}{2,30}[,.;:!?]?\s{1,3}\p{L}{2,30}[,.;:!?]?\s{1,3}\p{L}{2}/u
const LOOKED_AT = 300

function isSentence(line: string): boolean {
  return !line.startsWith('#') && WORDS.test(line.slice(0, LOOKED_AT))
}

/** A text of fewer characters may be a number that somebody writes down. */
const FEWEST_CELLS = 30
