import type { PuzzlesBuilder } from '../job/puzzles.ts'
import { BOX_SHAPE, type BoxedSize, SIZES } from '../sudoku/grid/units.ts'
import { type BlockLine, lookAt } from './block-line.ts'
import { explain, isPuzzle, MOST_LINES } from './block-segmentation.ts'
import { cellsOfFormat, isAroundList } from './line-formats.ts'
import { LIKENESS, type Syntax, wholeLinesIn } from './syntax.ts'
import { lineEnd, lookInto, nextLine, type PieceLimits } from './text.ts'

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
  /** By a block of rows, or a section. */
  recognise: (head) => {
    const reader = new PuzzleReader(() => {}, head.size)
    for (const line of wholeLinesIn(head)) {
      reader.push(line)
      if (reader.foundRows) break
    }
    reader.finish()
    return reader.foundRows ? LIKENESS.likely : LIKENESS.none
  },
  read: readRows,
  cut: (bytes, limits, size) => cutRows(bytes, limits, size),
}

/** The readings of a text beside grids: each line as it counts, and which of the entries are told. */
export interface RowFilter {
  lineOf(line: string): string
  isTold(text: string): boolean
}

const ALL_ROWS: RowFilter = { lineOf: (line) => line, isTold: () => true }

export function readRows(
  bytes: Uint8Array,
  puzzles: Pick<PuzzlesBuilder, 'add' | 'isOver'>,
  size?: BoxedSize,
  { lineOf, isTold } = ALL_ROWS,
): void {
  const reader = new PuzzleReader((text, line) => isTold(text) && puzzles.add({ text }, line), size)
  const { slice } = lookInto(bytes)
  for (let at = 0; at < bytes.length && !puzzles.isOver; ) {
    const end = lineEnd(bytes, at)
    reader.push(lineOf(slice(at, end)))
    at = nextLine(bytes, end)
  }
  reader.finish()
}

/** As {@link Syntax.cut}; on the left side there is a puzzle, or an entry that is not told. */
export function cutRows(bytes: Uint8Array, most: PieceLimits, size?: BoxedSize, { lineOf } = ALL_ROWS): number {
  let cutAt = 0
  const reader = new PuzzleReader(() => {}, size)
  const { slice } = lookInto(bytes)
  // A line that goes on after these bytes may turn out to be anything.
  for (let at = 0, end = 0; at < bytes.length; at = nextLine(bytes, end)) {
    end = lineEnd(bytes, at)
    if (end + 1 >= bytes.length) break
    reader.push(lineOf(slice(at, end)), at)
    const { place, count } = reader.start
    if (place > most.bytes || count > most.puzzles) break
    if (count > 0) cutAt = place
  }
  return cutAt
}

/** The sections of SadMan's files; what stands in the others is no puzzle. */
const PUZZLE_SECTION = '[puzzle]'
const OTHER_SECTIONS = ['[state]', '[pencilmarks]']

interface ReadLine {
  readonly looked: BlockLine
  readonly written: string
  /** Where it begins. */
  readonly place: number
  /** From 1. */
  readonly number: number
}

/**
 * Reads puzzles line by line. A block is a run of lines without a blank one between them, and is understood as a
 * whole; of a long one the first half, as soon as the second one tells enough of what it is:
 *
 *     line    53..7....     one block of rows: one band        block → grids → found
 *     line    6..195...                                          └──▶ bands ──▶ found
 *     line    .98....6.
 *     line                  closes the block; two more bands make up the grid
 */
class PuzzleReader {
  /** Whether anything so far could only be read row by row, or stood in a section. */
  foundRows = false
  /** The last place from which a new reader finds what this one will find, and how many were found before it. */
  start = { place: 0, count: 0 }
  #count = 0
  readonly #found: (puzzle: string, line: number) => unknown
  readonly #size: BoxedSize | undefined
  /** The number of the line that is read, from 1. */
  #line = 0
  /** The lines that are not understood yet. */
  #block: ReadLine[] = []
  /** Rows of blocks that may make up one grid, its side, and the number of its first line. */
  #bands: { readonly rows: string[]; readonly width: BoxedSize; readonly number: number } | undefined
  #isSkipping = false

  /** @param found is told each puzzle, and the number of the line on which it begins */
  constructor(found: (puzzle: string, line: number) => unknown, size?: BoxedSize) {
    this.#found = found
    this.#size = size
  }

  /** Takes a line that begins at a place. */
  push(line: string, place = 0): void {
    this.#line++
    const section = line.includes('[') ? line.trim().toLowerCase() : ''
    if (section === PUZZLE_SECTION || OTHER_SECTIONS.includes(section)) {
      this.finish()
      this.foundRows = true
      this.#isSkipping = section !== PUZZLE_SECTION
    }
    if (this.#isSkipping) return
    if (this.#block.length === 0 && !this.#bands) this.start = { place, count: this.#count }
    if (section === PUZZLE_SECTION) return
    const content = contentOf(line)
    if (content === '' && !(line.length === BLANK_WIDTH && this.#isBlankRow())) this.#closeBlock()
    else if (content !== undefined) this.#take({ looked: lookAt(content), written: line, place, number: this.#line })
  }

  /** The rest at the end. */
  finish(): void {
    this.#closeBlock()
    this.#closeBands()
  }

  /** Whether a line of blanks may be a row of empty cells, since the lines above are rows with blanks. */
  #isBlankRow(): boolean {
    const { length } = this.#block
    return length > 0 && length < BLANK_WIDTH && this.#block.every(({ written }) => BLANK_ROW.test(written))
  }

  #take(line: ReadLine): void {
    if (this.#block.length === 0 && isPuzzle(line.looked, this.#size)) {
      // Whatever follows, it stands alone.
      this.#closeBands()
      this.#tell([line.looked.text], line.number)
      return
    }
    this.#block.push(line)
    if (this.#block.length === MOST_LINES) this.#understandHalf()
  }

  #understandHalf(): void {
    const begun = this.#explain(false)
    const end = begun.endBefore(MOST_LINES / 2)
    if (end === 0) {
      this.#closeBlock()
      return
    }
    this.#closeBands()
    for (const { lines, at } of begun.itemsOf(end)) this.#tell(lines, this.#block[at].number)
    this.#block = this.#block.slice(end)
    this.start = { place: this.#block[0].place, count: this.#count }
  }

  #explain(isWhole: boolean) {
    const looked = this.#block.map((line) => line.looked)
    return explain(looked, this.#size, isWhole)
  }

  #closeBlock(): void {
    const block = this.#block
    if (block.length === 0) return
    const rows = this.#size === undefined || this.#size === BLANK_WIDTH ? rowsWithBlanks(block) : undefined
    const items = rows ? [{ lines: rows, at: 0 }] : this.#explain(true).itemsOf(block.length)
    this.#block = []
    const [{ width, lines, at }] = items.length === 1 ? items : [{ lines: [], at: 0 }]
    if (width === undefined || lines.length >= width) {
      this.#closeBands()
      for (const item of items) this.#tell(item.lines, block[item.at].number)
    } else this.#addBand(lines, width, block[at].number)
  }

  /**
   * A grid that lacks rows may go on in the next block, with one row too many at most; but a block that is more than a
   * band, with a row too many, is a grid of its own that lacks rows, and takes none from the one behind it.
   */
  #addBand(rows: readonly string[], width: BoxedSize, number: number): void {
    if (rows.length > BOX_SHAPE[width].rows + 1) {
      this.#closeBands()
      this.#tell(rows, number)
      return
    }
    const sum = (this.#bands?.rows.length ?? 0) + rows.length
    // One row alone is a bad line, where it is not the last one of a grid.
    const goesOn = rows.length === 1 ? sum === width : sum <= width + 1
    if (width !== this.#bands?.width || !goesOn) this.#closeBands()
    this.#bands ??= { rows: [], width, number }
    this.#bands.rows.push(...rows)
    if (rows.length > 1) this.foundRows = true
    if (rows.length === 1 || this.#bands.rows.length >= width) this.#closeBands()
  }

  #closeBands(): void {
    if (this.#bands) this.#tell(this.#bands.rows, this.#bands.number)
    this.#bands = undefined
  }

  #tell(lines: readonly string[], number: number): void {
    if (lines.length > 1) this.foundRows = true
    this.#count++
    this.#found(lines.join('/'), number)
  }
}

/** The size of a grid whose empty cells may be typed as blanks; in other sizes nobody could say where a blank groups cells. */
const BLANK_WIDTH = 9
const BLANK_ROW = /^[1-9 ]{1,9}$/

/** The rows of such a grid, of which editors may have cut off the last blanks; undefined for any other block. */
function rowsWithBlanks(block: readonly ReadLine[]): string[] | undefined {
  const written = block.map((line) => line.written)
  if (written.length !== BLANK_WIDTH || !written.every((row) => BLANK_ROW.test(row))) return undefined
  // Without a blank they are a grid that lacks cells; and one that is never as wide may be groups of a smaller one.
  if (!written.some((row) => row.includes(' ')) || !written.some(({ length }) => length === BLANK_WIDTH))
    return undefined
  return written.map((row) => row.padEnd(BLANK_WIDTH).replaceAll(' ', '.'))
}

/** The cells of a line: none if it is blank, undefined for a comment or part of a frame. */
export function contentOf(written: string): string | undefined {
  // Millions of blank lines pack into a few kilobytes. With tabs between they may be a row of empty cells.
  if (written.trim() === '' && !written.includes('\t')) return ''
  if (!BEYOND_CELLS.test(written)) return written
  const formed = cellsOfFormat(written)
  if (formed !== undefined) return formed
  if (isAroundList(written)) return undefined
  // Frames are drawn in ASCII then.
  const line = BOX_DRAWING.test(written)
    ? written.replaceAll(UPRIGHT, '|').replaceAll(LEVEL, '-').replaceAll(CROSSINGS, '+')
    : written
  const hasStrokes = line.includes('|')
  const row = DELIMITERS.test(line) ? (rowOfFields(line) ?? (hasStrokes ? rowOfBoxes(line) : undefined)) : undefined
  // A byte order mark is white space to trim, at whatever line files were put together.
  const bare = row ?? (hasStrokes ? line.replaceAll('|', ' ') : line).trim()
  if (bare.startsWith('#') || isFrame(bare)) return undefined
  if (!hasStrokes) return bare
  // A line of strokes alone is part of a frame, and not blank.
  if (bare === '') return undefined
  // In a row of 36 an X is a digit.
  return bare.replaceAll(bare.replaceAll(/\s/g, '').length === 36 ? /[?·]/g : /[xX?·]/g, '.')
}

/** Anything in a line that is more than cells: most lines are cells alone, and need no other look. */
const BEYOND_CELLS = /[^0-9A-WYZa-wyz_.]/

/** Frames are drawn with these, too. */
const BOX_DRAWING = /[\u2500-\u257f]/
const UPRIGHT = /[│┃┆┇┊┋╎╏║]/g
const LEVEL = /[─━┄┅┈┉╌╍═]/g
const CROSSINGS = /[\u2500-\u257f]/g

/** The separators between the cells of a row that a spreadsheet has written, or a frame around each cell. */
const DELIMITERS = /[|,;\t]/

/** A row of a grid with a cell a field, of which empty ones are empty cells; undefined for any other line. */
function rowOfFields(line: string): string | undefined {
  if (line.length > MOST_OF_FIELDS) return undefined
  for (const delimiter of ['|', ';', ',', '\t']) {
    if (!line.includes(delimiter)) continue
    const fields = (delimiter === '|' ? line.trim().replace(/^\|/, '').replace(/\|$/, '') : line).split(delimiter)
    const size = SIZES.find((each) => each === fields.length)
    if (!size) continue
    // Without an empty one the cells of a row are told apart by commas and blanks anyway, and stay as they came.
    if (/[,\t]/.test(delimiter) && fields.every((field) => field.trim() !== '')) continue
    const cells = fields.map((field) => field.trim() || '.')
    const isRow = cells.every((cell) => cell.length === 1 || (size > 9 && /^\d\d$/.test(cell)))
    // Strokes alone are part of a frame, and four fields with nothing in them may be its boxes.
    const isDrawn = delimiter !== '|' || fields.every((field) => field !== '')
    const isEmpty = cells.every((cell) => cell === '.')
    if (isRow && (!isEmpty || (isDrawn && size >= 9))) return cells.join(' ')
  }
}

/** How wide a box of a row is drawn, where its first cell stands in it, and how far the next one is. */
const BOX_DRAWINGS: readonly [width: (cells: number) => number, first: number, step: number][] = [
  [(cells) => cells, 0, 1],
  [(cells) => 2 * cells - 1, 0, 2],
  [(cells) => 2 * cells + 1, 1, 2],
]

/** A row drawn with strokes between its boxes alone, and blanks for empty cells; undefined for any other line. */
function rowOfBoxes(line: string): string | undefined {
  if (line.length > MOST_OF_FIELDS) return undefined
  const framed = line.trimStart().startsWith('|') ? line.trimStart().slice(1) : line
  const fields = (framed.trimEnd().endsWith('|') ? framed.trimEnd().slice(0, -1) : framed).split('|')
  const last = fields.length - 1
  for (const size of SIZES) {
    const { columns } = BOX_SHAPE[size]
    if (fields.length * columns !== size) continue
    for (const [widthOf, first, step] of BOX_DRAWINGS) {
      const width = widthOf(columns)
      if (fields.some((field, i) => (i < last ? field.length !== width : field.trimEnd().length > width))) continue
      const boxes = fields.map((field) => field.slice(0, width).padEnd(width))
      const cells = boxes.flatMap((box) => Array.from({ length: columns }, (_, i) => box[first + i * step])).join('')
      const isAll = boxes.join('').replaceAll(' ', '') === cells.replaceAll(' ', '')
      // Without a blank the cells are told anyway, and stay as they came.
      if (isAll && cells.includes(' ') && (size === 36 ? WIDE_CELLS : CELLS).test(cells))
        return cells.replaceAll(' ', '.')
    }
  }
}

const CELLS = /^[ 1-9A-Pa-p]+$/
const WIDE_CELLS = /^[ 0-9A-Za-z]+$/

/** The characters of a row of the largest grids, a field a cell, with room for blanks. */
const MOST_OF_FIELDS = 200

/** `---+---`, `=====` or `*-----------*`; dashes alone may be empty cells, and are judged beside their neighbours. */
function isFrame(content: string): boolean {
  if (content.startsWith('*'))
    return content.length >= LEAST_STARRED && content.endsWith('*') && isMadeOf(content.slice(1, -1), '-')
  if (content.length <= MOST_OF_FIELDS && CANDIDATE_FRAME.test(content)) return true
  return isMadeOf(content, '-+= \t') && (content.includes('+') || content.includes('='))
}

/** Around and between rows of candidates: `.-----.-----.-----.`, `:-----+-----+-----:` and `'-----'-----'-----'`. */
const CANDIDATE_FRAME = /^[.:'*](?:-{5,}[.:'+*]){3}$/

/** Two stars, and eleven dashes between them. */
const LEAST_STARRED = 13

/** Whether a text has no other characters than these. A pattern would keep a place for each of them, and 16 million places overflow the stack. */
function isMadeOf(text: string, characters: string): boolean {
  for (let at = 0; at < text.length; at++) if (!characters.includes(text[at])) return false
  return true
}
