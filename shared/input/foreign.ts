import { type Entry, PuzzlesBuilder } from '../job/puzzles.ts'
import { MARKS, parseGrid } from '../sudoku/grid/grid.ts'
import { PLAIN_CELLS } from '../sudoku/grid/plain-grid.ts'
import type { InputHead, Syntax } from './syntax.ts'
import { byteText } from './text.ts'

/** The first entries of an input, by which it is told whether there are puzzles in it at all. */
const ENTRIES_LOOKED_AT = 64

/** If there are fewer, each says best what is wrong with it. */
const FEWEST_ENTRIES = 3

const MOST_SHOWN = 60

/** The cells of the smallest grid: of shorter lines nobody can say what they were meant for. */
const FEWEST_CELLS = 16

const EXPECTED =
  'expected a puzzle a line with nothing beside it, grids row by row, CSV with a column puzzle, or NDJSON with a field puzzle'

/**
 * The kind of an input that holds no puzzles, or holds them in a format that nobody here reads, so that each of its lines
 * would be a bad puzzle. Undefined where one of its first entries can be read, unless the file is one of a program, some
 * of whose lines may look like puzzles; and where nothing is wrong with them but their lengths.
 */
export function foreignFormat({ bytes, size }: InputHead, read: Syntax['read']): string | undefined {
  const program = kindAmong(OF_PROGRAMS, bytes)
  if (program) return `found ${program}, ${EXPECTED}`
  const builder = new PuzzlesBuilder(ENTRIES_LOOKED_AT, ENTRIES_LOOKED_AT)
  // A last line that the head cuts off is one bad entry at most.
  read(bytes, builder, size)
  const puzzles = builder.build()
  const isGrid = (text: string) => parseGrid(text, MARKS, size).ok
  if (puzzles.plain.length > 0) return undefined
  const entries = [...puzzles.slice(0, Math.min(puzzles.count, ENTRIES_LOOKED_AT))]
  if (entries.some(({ text }) => isGrid(text))) return undefined
  const kind = entries.length > 0 ? kindOf(bytes) : undefined
  if (kind) return `found ${kind}, ${EXPECTED}`
  const strange = entries.filter(isStrange)
  const isForeign = 2 * strange.length > entries.length && strange.some(({ text }) => text.length >= FEWEST_CELLS)
  // A puzzle beside which something stands is the same in one line as in many.
  const isFew =
    entries.length < FEWEST_ENTRIES &&
    !strange.some(({ text, refused }) => refused === undefined && GRID_AMONG_OTHERS.test(text))
  if (isFew || !isForeign) return undefined
  const [{ text, refused }] = strange
  const empty = FOREIGN.exec(text)?.[0]
  if (empty && refused === undefined && isGrid(text.replaceAll(empty, '.')))
    return `found ${JSON.stringify(empty)} in empty cells, expected one of 0 . * _ -`
  const lines = entries.length === 1 ? 'a line' : `${entries.length} lines`
  const count = puzzles.count > ENTRIES_LOOKED_AT ? `the first ${ENTRIES_LOOKED_AT} lines` : lines
  return `found no puzzle in ${count}, of which one is ${JSON.stringify(text.slice(0, MOST_SHOWN))}, ${EXPECTED}`
}

/** Characters of which neither cells nor the marks between them are made. */
const FOREIGN = /[^0-9A-Pa-p.*_\-\s,/|]/u
/** The same in a 36×36 grid. */
const FOREIGN_AND_LONG = /[^0-9A-Za-z.*_\-\s,/|]/u

/** A grid that stands in a line among other things: a number, a rating, the marks of a list; in a link it is its own. */
const GRID_AMONG_OTHERS = new RegExp(`(?<![=0-9A-Pa-p.*_-])[0-9.*_-]{${PLAIN_CELLS}}(?![0-9A-Pa-p.*_-])`)

/** Whether more than the length of an entry is wrong. */
function isStrange({ text, refused }: Entry): boolean {
  // A long text is cut short.
  if (refused !== undefined) return !text.endsWith('…')
  return (text.length < 36 * 36 ? FOREIGN : FOREIGN_AND_LONG).test(text) || GRID_AMONG_OTHERS.test(text)
}

type Kind = readonly [begins: string, words: string]

/** Files of other programs, told by a beginning that no puzzle has. */
const OF_PROGRAMS: readonly Kind[] = [
  ['pk\x03\x04', 'a zip archive, as .xlsx and .docx are, too: unpack it, or save it as text or CSV'],
  ['%pdf-', 'a PDF document: copy its puzzles into a text file'],
  ['{\\rtf', 'an RTF document: save it as text'],
]

/** Files that begin as a puzzle may, too: a killer in arrows does. */
const MARKUP: readonly Kind[] = [['<', 'HTML or XML: copy its puzzles into a text file']]

/** More than so many bytes in a hundred that no text has are not a slip. */
const MOST_CONTROLS = 1

function kindAmong(kinds: readonly Kind[], head: Uint8Array): string | undefined {
  const start = byteText(head.subarray(0, 100))
    .replace(/^[\s\xef\xbb\xbf]+/, '')
    .toLowerCase()
  return kinds.find(([begins]) => start.startsWith(begins))?.[1]
}

function kindOf(head: Uint8Array): string | undefined {
  const words = kindAmong(MARKUP, head)
  if (words) return words
  // Neither white space, an escape nor the end of a file as DOS had it.
  const controls = head.filter((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27)).length
  return 100 * controls > MOST_CONTROLS * head.length ? 'binary data' : undefined
}
