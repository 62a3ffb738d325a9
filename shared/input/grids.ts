import { MAX_PUZZLE_LENGTH } from '../job/limits.ts'
import type { PuzzlesBuilder } from '../job/puzzles.ts'
import { BOX_SHAPE, SIZES, type Size } from '../sudoku/units.ts'
import { type InputHead, LIKENESS, type Likeness, type Syntax, wholeLinesIn } from './syntax.ts'
import { lineEnd, linesIn, lookInto, nextLine, type PieceLimits } from './text.ts'

/**
 * Grids row by row, with blank lines or headings between them (and, as the texts print them, blank lines between the
 * bands of one grid); and puzzles a line between. Lines that begin with `#` and frames drawn with `|`, `-`, `=` and
 * `+` are left out; inside a frame `X` is an empty cell, as Simple Sudoku writes it. Where there are sections, as in
 * SadMan's files, only those headed `[Puzzle]` count.
 */
export const grids: Syntax = {
  words: 'grids row by row',
  mediaType: 'text/plain',
  example: (puzzle) => `${puzzle.replaceAll(/.{9}/g, '$&\n')}\n`,
  recognise,
  read,
  cut,
  holdsPuzzle,
}

/** By a block of rows, or a section. */
function recognise(head: InputHead): Likeness {
  const reader = new PuzzleReader(() => {}, head.size)
  for (const line of wholeLinesIn(head)) {
    reader.push(line)
    if (reader.foundRows) break
  }
  reader.finish()
  return reader.foundRows ? LIKENESS.likely : LIKENESS.none
}

function read(bytes: Uint8Array, puzzles: PuzzlesBuilder, size?: Size): void {
  const reader = new PuzzleReader((text) => puzzles.add({ text }), size)
  const { slice } = lookInto(bytes)
  for (let at = 0; at < bytes.length && !puzzles.isOver; ) {
    const end = lineEnd(bytes, at)
    reader.push(slice(at, end))
    at = nextLine(bytes, end)
  }
  reader.finish()
}

/** As `Syntax` has it; on the left side there is a puzzle. */
function cut(bytes: Uint8Array, { bytes: most, puzzles }: PieceLimits, size?: Size): number {
  let cutAt = 0
  let count = 0
  const reader = new PuzzleReader(() => count++, size)
  const { slice } = lookInto(bytes)
  // A line that goes on after these bytes may turn out to be anything.
  for (let at = 0, end = 0; at <= most; at = nextLine(bytes, end)) {
    end = lineEnd(bytes, at)
    if (end + 1 >= bytes.length) break
    if (reader.push(slice(at, end)) && count > 0 && count <= puzzles) cutAt = at
    if (count > puzzles) break
  }
  return cutAt
}

function holdsPuzzle(piece: Uint8Array, size?: Size): boolean {
  let isFound = false
  const reader = new PuzzleReader(() => {
    isFound = true
  }, size)
  for (const line of linesIn(piece)) {
    reader.push(line)
    if (isFound) return true
  }
  reader.finish()
  return isFound
}

/** Enough lines to tell rows from puzzles, however long the block. */
const LINES_LOOKED_AT = 32

/**
 * Reads puzzles line by line. A block is a run of lines without a blank one between them,
 * and is taken as a whole for rows or for puzzles; a long block is closed early, where a
 * grid ends, so that never more than some dozens of lines wait to be understood:
 *
 *     line    53..7....     one block of rows: one band        block → grids → found
 *     line    6..195...                                          └──▶ bands ──▶ found
 *     line    .98....6.
 *     line                  closes the block; two more bands make up the grid
 */
class PuzzleReader {
  /** Whether anything so far could only be read row by row, or stood in a section. */
  foundRows = false
  readonly #found: (puzzle: string) => void
  readonly #size: Size | undefined
  /** The lines of a block that is too short yet to be understood. */
  #block: string[] = []
  /** The grids of a block of rows, once it is understood; their side, and lines so far. */
  #grids: string[][] = []
  #width: Size | undefined
  #lines = 0
  /** Rows of blocks of one band each that may make up one grid, and its side. */
  #bands: string[] = []
  #bandsWidth: Size | undefined
  #isSkipping = false

  constructor(found: (puzzle: string) => void, size?: Size) {
    this.#found = found
    this.#size = size
  }

  /** Takes a line; true where a new reader that begins with this line finds what this one will find. */
  push(line: string): boolean {
    const section = sectionOf(line)
    if (section !== undefined) return this.#enter(section)
    if (this.#isSkipping) return false
    const content = contentOf(line)
    if (content === '') this.#closeBlock()
    else if (content !== undefined && this.#isFull() && !isRule(content, this.#width)) this.#closeBlock()
    const isStart = this.#block.length === 0 && this.#width === undefined && this.#bands.length === 0
    if (content) this.#take(content)
    return isStart
  }

  /** What is left at the end. */
  finish(): void {
    this.#closeBlock()
    this.#closeBands()
  }

  #enter(section: string): boolean {
    this.finish()
    this.foundRows = true
    this.#isSkipping = section.toLowerCase() !== 'puzzle'
    return !this.#isSkipping
  }

  #take(content: string): void {
    this.#lines++
    if (this.#width) addRow(this.#grids, content, this.#width)
    else this.#block.push(content)
    if (this.#block.length === LINES_LOOKED_AT) this.#understand()
  }

  /** Whether a long block may end here: its last grid is complete, or has only its heading. */
  #isFull(): boolean {
    const rows = this.#grids.at(-1)?.length
    return this.#lines >= LINES_LOOKED_AT && (rows === this.#width || rows === 0)
  }

  /** Takes a block for rows, or each line of it for a puzzle. */
  #understand(): void {
    const block = this.#block
    this.#block = []
    this.#width = rowWidth(block, this.#size)
    if (this.#width) {
      this.foundRows ||= block.length > 1
      this.#grids = [[]]
      for (const line of block) addRow(this.#grids, line, this.#width)
    } else {
      this.#lines = 0
      this.#closeBands()
      for (const line of block) this.#found(line)
    }
  }

  #closeBlock(): void {
    if (this.#block.length > 0) this.#understand()
    const width = this.#width
    if (width === undefined) return
    const grids = this.#grids.filter((rows) => rows.length > 0)
    this.#grids = []
    this.#width = undefined
    this.#lines = 0
    const isBand = grids.length === 1 && grids[0].length === BOX_SHAPE[width].rows
    if (!isBand || width !== this.#bandsWidth) this.#closeBands()
    if (isBand) {
      this.#bands.push(...grids[0])
      this.#bandsWidth = width
      if (this.#bands.length === width) this.#closeBands()
    } else for (const rows of grids) this.#found(rows.join('/'))
  }

  #closeBands(): void {
    if (this.#bands.length > 0) this.#found(this.#bands.join('/'))
    this.#bands = []
    this.#bandsWidth = undefined
  }
}

/** Puts a line to the grid that it belongs to. A row that is too long or too short stays with its grid, and spoils no other. */
function addRow(grids: string[][], line: string, width: Size): void {
  const grid = grids[grids.length - 1]
  if (isRule(line, width)) return
  // "Grid 01": no grid has two letters in a row that are no digits of its size.
  if (width < 16 && /[a-z]{2}/i.test(line) && cellsIn(line) !== width) {
    if (grid.length > 0) grids.push([])
  } else if (grid.length === width) grids.push([line])
  else grid.push(line)
}

/** A line of dashes that is no row of empty cells. */
function isRule(line: string, width: Size | undefined): boolean {
  return line.startsWith('-') && isMadeOf(line, '- \t') && cellsIn(line) !== width
}

/** The side of the grids that a block's lines are rows of; undefined where each line is a puzzle. */
function rowWidth(lines: readonly string[], size?: Size): Size | undefined {
  const widths = lines.map(cellsIn)
  // Most lines decide, so that one bad line does not turn its neighbours into something else.
  return (size ? [size] : SIZES).find((width) => {
    if (widths.filter((found) => found === width).length * 2 <= widths.length) return false
    // Sixteen cells are also a whole 4×4 puzzle; a grid of 16×16 has a digit that no 4×4 has.
    return width !== 16 || size === 16 || lines.some((line) => /[5-9A-G]/i.test(line))
  })
}

function cellsIn(line: string): number {
  if (line.length > MAX_PUZZLE_LENGTH || !/[\s,]/.test(line)) return line.length
  const words = line.split(/[\s,]+/).filter((word) => word !== '')
  // As many as a row has: "12 34" is a 4×4 row in two groups, not two numbers.
  const areNumbers = words.every((word) => word.length <= 2) && SIZES.some((size) => size === words.length)
  return areNumbers ? words.length : words.join('').length
}

/** The name of the section that a line begins; undefined where it begins none. */
function sectionOf(line: string): string | undefined {
  if (!line.includes('[')) return undefined
  const heading = line.trim()
  const name = heading.slice(1, -1).toLowerCase()
  const isSection = heading.startsWith('[') && heading.endsWith(']') && name !== '' && isMadeOf(name, LETTERS)
  return isSection ? name : undefined
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz '

/** What a line says of puzzles: nothing where it is blank, undefined for a comment or part of a frame. */
export function contentOf(line: string): string | undefined {
  // A byte order mark is white space to trim, at whatever line files were put together.
  const bare = line.includes('|') ? line.replaceAll('|', ' ').trim() : line.trim()
  if (bare.startsWith('#') || isFrame(bare)) return undefined
  if (!line.includes('|')) return bare
  // A line of strokes alone is part of a frame, and not blank.
  return bare === '' ? undefined : bare.replaceAll('x', '.').replaceAll('X', '.')
}

/** `---+---`, `=====` or `*-----------*`; dashes alone may be empty cells, and are judged beside their neighbours. */
function isFrame(content: string): boolean {
  if (content.startsWith('*'))
    return content.length >= LEAST_STARRED && content.endsWith('*') && isMadeOf(content.slice(1, -1), '-')
  return isMadeOf(content, '-+= \t') && (content.includes('+') || content.includes('='))
}

/** Two stars, and eleven dashes between them. */
const LEAST_STARRED = 13

/** Whether a text has no other characters than these. A pattern would keep a place for each of them, and 16 million places overflow the stack. */
function isMadeOf(text: string, characters: string): boolean {
  for (let at = 0; at < text.length; at++) if (!characters.includes(text[at])) return false
  return true
}
