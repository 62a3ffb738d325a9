import type { PuzzlesBuilder } from '../job/puzzles.ts'
import { BOX_SHAPE, SIZES, type Size } from '../sudoku/units.ts'
import { type Explanations, explain, isPuzzle, MOST_LINES } from './block.ts'
import { type BlockLine, lookAt } from './block-line.ts'
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
  const reader = new PuzzleReader(() => {}, size)
  const { slice } = lookInto(bytes)
  // A line that goes on after these bytes may turn out to be anything.
  for (let at = 0, end = 0; at < bytes.length; at = nextLine(bytes, end)) {
    end = lineEnd(bytes, at)
    if (end + 1 >= bytes.length) break
    reader.push(slice(at, end), at)
    const { place, count } = reader.start
    if (place > most || count > puzzles) break
    if (count > 0) cutAt = place
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

/** The sections of SadMan's files; what stands in the others is no puzzle. */
const PUZZLE_SECTION = '[puzzle]'
const OTHER_SECTIONS = ['[state]', '[pencilmarks]']

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
  readonly #found: (puzzle: string) => void
  readonly #size: Size | undefined
  /** The lines that are not understood yet, and where each begins. */
  #block: BlockLine[] = []
  #places: number[] = []
  /** Rows of blocks that may make up one grid, and its side. */
  #bands: string[] = []
  #bandsWidth: Size | undefined
  #isSkipping = false

  constructor(found: (puzzle: string) => void, size?: Size) {
    this.#found = found
    this.#size = size
  }

  /** Takes a line that begins at a place. */
  push(line: string, place = 0): void {
    const section = line.includes('[') ? line.trim().toLowerCase() : ''
    if (section === PUZZLE_SECTION || OTHER_SECTIONS.includes(section)) {
      this.finish()
      this.foundRows = true
      this.#isSkipping = section !== PUZZLE_SECTION
    }
    if (this.#isSkipping) return
    if (this.#block.length === 0 && this.#bands.length === 0) this.start = { place, count: this.#count }
    if (section === PUZZLE_SECTION) return
    const content = contentOf(line)
    if (content === '') this.#closeBlock()
    else if (content !== undefined) this.#take(lookAt(content), place)
  }

  /** What is left at the end. */
  finish(): void {
    this.#closeBlock()
    this.#closeBands()
  }

  #take(line: BlockLine, place: number): void {
    if (this.#block.length === 0 && isPuzzle(line, this.#size)) {
      // Whatever follows, it stands alone.
      this.#closeBands()
      this.#tell([line.text])
      return
    }
    this.#block.push(line)
    this.#places.push(place)
    if (this.#block.length === MOST_LINES) this.#understandHalf()
  }

  #understandHalf(): void {
    const explained = explain(this.#block, this.#size)
    const begun = explained.begun()
    const end = begun.endBefore(MOST_LINES / 2)
    if (end === 0) {
      this.#closeBlock(explained)
      return
    }
    this.#closeBands()
    for (const item of begun.itemsOf(end)) this.#tell(item.lines)
    this.#block = this.#block.slice(end)
    this.#places = this.#places.slice(end)
    this.start = { place: this.#places[0], count: this.#count }
  }

  #closeBlock(explained?: Explanations): void {
    if (this.#block.length === 0) return
    const { itemsOf } = (explained ?? explain(this.#block, this.#size)).whole()
    const items = itemsOf(this.#block.length)
    this.#block = []
    this.#places = []
    const [{ width, lines }] = items.length === 1 ? items : [{ lines: [] }]
    if (width === undefined || lines.length >= width) {
      this.#closeBands()
      for (const item of items) this.#tell(item.lines)
    } else this.#addBand(lines, width)
  }

  /**
   * A grid that lacks rows may go on in the next block, with one row too many at most; but a block that is more than a
   * band, with a row too many, is a grid of its own that lacks rows, and takes none from the one behind it.
   */
  #addBand(rows: readonly string[], width: Size): void {
    if (rows.length > BOX_SHAPE[width].rows + 1) {
      this.#closeBands()
      this.#tell(rows)
      return
    }
    const sum = this.#bands.length + rows.length
    // One row alone is a bad line, where it is not the last one of a grid.
    const goesOn = rows.length === 1 ? sum === width : sum <= width + 1
    if (width !== this.#bandsWidth || !goesOn) this.#closeBands()
    this.#bands.push(...rows)
    this.#bandsWidth = width
    if (rows.length > 1) this.foundRows = true
    if (rows.length === 1 || this.#bands.length >= width) this.#closeBands()
  }

  #closeBands(): void {
    if (this.#bands.length > 0) this.#tell(this.#bands)
    this.#bands = []
    this.#bandsWidth = undefined
  }

  #tell(lines: readonly string[]): void {
    if (lines.length > 1) this.foundRows = true
    this.#count++
    this.#found(lines.join('/'))
  }
}

/** What a line says of puzzles: nothing where it is blank, undefined for a comment or part of a frame. */
export function contentOf(written: string): string | undefined {
  const line = BOX_DRAWING.test(written) ? inAscii(written) : written
  const hasStrokes = line.includes('|')
  const row = DELIMITERS.test(line) ? rowOfFields(line) : undefined
  // A byte order mark is white space to trim, at whatever line files were put together.
  const bare = row ?? (hasStrokes ? line.replaceAll('|', ' ') : line).trim()
  if (bare.startsWith('#') || isFrame(bare)) return undefined
  if (!hasStrokes) return bare
  // A line of strokes alone is part of a frame, and not blank.
  return bare === '' ? undefined : bare.replaceAll('x', '.').replaceAll('X', '.')
}

/** Frames are drawn with these, too. */
const BOX_DRAWING = /[\u2500-\u257f]/
const UPRIGHT = /[│┃┆┇┊┋╎╏║]/g
const LEVEL = /[─━┄┅┈┉╌╍═]/g

/** A line of such a frame as it is drawn in ASCII. */
function inAscii(line: string): string {
  return line
    .replaceAll(UPRIGHT, '|')
    .replaceAll(LEVEL, '-')
    .replaceAll(/[\u2500-\u257f]/g, '+')
}

/** What stands between the cells of a row that a spreadsheet has written, or a frame around each cell. */
const DELIMITERS = /[|,;\t]/

/** A row of a grid with a cell a field, of which empty ones are empty cells; undefined of any other line. */
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

/** The characters of a row of the largest grids, a field a cell, with room for blanks. */
const MOST_OF_FIELDS = 200

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
