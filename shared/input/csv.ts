import { accept, type Checked, isObject, refuse } from '../checked.ts'
import { MAX_COLUMNS, MAX_LINE_LENGTH, MAX_RECORD_BYTES, MAX_RECORD_LINES } from '../job/limits.ts'
import type { Entry, PuzzlesBuilder } from '../job/puzzles.ts'
import { areSymbols } from '../sudoku/grid/grid.ts'
import { PLAIN_CELLS } from '../sudoku/grid/plain-grid.ts'
import { SIZES } from '../sudoku/grid/units.ts'
import { type EntryError, entryOf, entryWith, jsonIn, refusedEntry } from './entry.ts'
import { firstLinesIn, type InputHead, LIKENESS, type Syntax } from './syntax.ts'
import { byteText, CR, countLines, LF, linesEnd, lookInto, textAt } from './text.ts'

/** A record a puzzle (RFC 4180), under a header that names a column of puzzles, and maybe of ids and solutions. */
export const csv: Syntax = {
  words: 'CSV',
  mediaType: 'text/csv',
  example: (puzzle) => `id,puzzle\nmine-7,${puzzle}\n`,
  /** By its header. A column alone may be no more than a heading, where a grid stands below. */
  recognise: (head) => {
    const columns = columnsIn(head.bytes)
    if (columns) return columns.count > 1 || columns.isQuoted ? LIKENESS.surely : LIKENESS.perhaps
    return isTable(head) ? refuse(`found a table whose header names no column of puzzles, ${NO_HEADER}`) : LIKENESS.none
  },
  header: (head) => {
    const columns = columnsIn(head)
    return columns ? accept(columns.end) : refuse(NO_HEADER)
  },
  read,
  // Records of a puzzle and its solution, which they mostly are.
  expected: (body) => Math.ceil(body.length / (2 * (PLAIN_CELLS + 1))),
  /** At the end of a record. */
  cut: (unread, { bytes: most, puzzles }, _size, header) => {
    const text = byteText(unread)
    const quote = indexOf(text, '"', 0)
    // Most files have no quote, and up to the first one every line is a record.
    const unquoted = linesEnd(unread, Math.min(quote, most), puzzles)
    let end = unquoted === 0 ? 0 : text.lastIndexOf('\n', unquoted - 1) + 1
    if (unquoted < quote) return end
    const records = new CsvRecords(text, columnsIn(header)?.delimiter)
    for (let count = countLines(unread.subarray(0, end)); count < puzzles; count++) {
      const next = records.read(end)
      if (next > most || next === end) break
      end = next
    }
    return end
  },
}

/** The headings under which collections keep these columns, in lower case. */
const PUZZLE_HEADINGS = ['puzzle', 'puzzles', 'quiz', 'quizzes', 'question']
const SOLUTION_HEADINGS = ['solution', 'solutions', 'answer']
const ID_HEADINGS = ['id']

const NO_HEADER = `expected a header with one of the columns ${PUZZLE_HEADINGS.join(', ')}`

/** Programs put one of these between two fields, depending on where their users live. */
const DELIMITERS = [',', ';', '\t'] as const

/** Whether most lines, and more than one, have several fields of which one is a puzzle: read as anything else none of them would be one. */
function isTable(head: InputHead): boolean {
  const isRecord = (line: string) =>
    DELIMITERS.some((delimiter) => {
      const fields = line.slice(0, MAX_LINE_LENGTH).split(delimiter)
      return fields.length > 1 && fields.length < PLAIN_CELLS && fields.some(isGrid) && !IN_JSON.test(line)
    })
  const lines = firstLinesIn(head)
  const records = lines.filter(isRecord).length
  return records > 1 && 2 * records > lines.length
}

/** A text in JSON, with the comma behind it that it had in a list. */
const IN_JSON = /^\s*"[^"]*",\s*$/

function isGrid(field: string): boolean {
  const bare = field.trim().replaceAll('"', '')
  return SIZES.some((size) => bare.length === size * size) && areSymbols(bare)
}

function read(bytes: Uint8Array, puzzles: PuzzlesBuilder): void {
  const columns = columnsIn(bytes)
  if (!columns) throw new Error(NO_HEADER)
  const { marks, slice } = lookInto(bytes)
  const records = new CsvRecords(marks, columns.delimiter)
  const { places } = records
  const fieldAt = (column: number) => {
    if (column < 0 || 2 * column >= places.length) return ''
    const from = places[2 * column]
    const field = slice(from, places[2 * column + 1]).trim()
    return bytes[from - 1] === QUOTE ? field.replaceAll('""', '"') : field
  }
  const lengthAt = (column: number) => (column < 0 ? 0 : (places[2 * column + 1] ?? 0) - (places[2 * column] ?? 0))
  const first = columns.text.charCodeAt(0)
  const arePairs = columns.puzzle === 0 && columns.solution === 1 && columns.count === 2
  const comma = columns.delimiter.charCodeAt(0)
  let line = 1 + countLines(bytes.subarray(0, columns.end))
  for (let at = columns.end, next = 0; at < bytes.length && !puzzles.isOver; at = next, line += records.lines) {
    // Fields of two plain grids need not be looked for.
    const end = at + 2 * PLAIN_CELLS + 1
    const feed = bytes[end] === CR ? end + 1 : end
    const isPair = arePairs && bytes[at + PLAIN_CELLS] === comma && bytes[feed] === LF
    if (isPair && puzzles.addPlain(bytes, at, line, '', at + PLAIN_CELLS + 1)) {
      next = feed + 1
      records.lines = 1
      continue
    }
    next = records.read(at)
    // Where two files were put together; no puzzle begins as a heading does.
    const mayBeHeader = bytes[at] === first || bytes[at] === 0xef
    if (records.isBlank || (mayBeHeader && slice(at, next).trim() === columns.text)) continue
    const flaw = flawOf(records, columns.puzzle)
    if (flaw) {
      puzzles.add(refusedEntry({ message: flaw }, slice(at, next).trim()), line)
      continue
    }
    const id = fieldAt(columns.id)
    const from = places[2 * columns.puzzle]
    const given = lengthAt(columns.solution) > 0 ? places[2 * columns.solution] : undefined
    // A plain grid goes through as bytes, with a solution that is as long or without one.
    const isBare =
      lengthAt(columns.puzzle) === PLAIN_CELLS && (given === undefined || lengthAt(columns.solution) === PLAIN_CELLS)
    if (isBare && puzzles.addPlain(bytes, from, line, id, given)) continue
    const solution = fieldAt(columns.solution)
    const text = fieldAt(columns.puzzle)
    const entry = text.startsWith('{') ? entryInJson(text, id, solution) : entryWith(text, id, solution)
    puzzles.add(entry.ok ? entry.value : refusedEntry(entry.error, text), line)
  }
}

/** A puzzle that is an object of JSON, as it is in results where it brings rules; what other columns have goes before its own. */
function entryInJson(text: string, id: string, solution: string): Checked<Entry, EntryError> {
  const value = jsonIn(text)
  if (!isObject(value)) return refuse({ message: 'found no JSON, expected {"puzzle": "…"}' })
  return entryOf({ ...value, ...(id !== '' && { id }), ...(solution !== '' && { solution }) }, 'ignored')
}

/** Why a record holds no puzzle; undefined for most. */
function flawOf({ isBroken, places }: CsvRecords, column: number): string | undefined {
  if (isBroken) return 'a quote is missing, or stands where none may'
  const count = places.length / 2
  if (column >= count) return `found ${count} columns, expected the puzzle in column ${column + 1}`
}

/**
 * Which columns hold what, counted from 0, by the header, which is the first line that is not blank; -1 where no column
 * does, and undefined where none holds puzzles.
 */
function columnsIn(bytes: Uint8Array) {
  const head = byteText(bytes.subarray(0, MAX_RECORD_BYTES))
  for (const delimiter of DELIMITERS) {
    const header = new CsvRecords(head, delimiter)
    let start = 0
    /** Where the records under the header begin. */
    let end = head.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
    do {
      start = end
      end = header.read(end)
    } while (end < head.length && header.isBlank)
    const headingAt = (i: number) => textAt(bytes, header.places[2 * i], header.places[2 * i + 1])
    const headings = Array.from({ length: header.places.length / 2 }, (_, i) => headingAt(i).trim().toLowerCase())
    const columnOf = (names: readonly string[]) => headings.findIndex((heading) => names.includes(heading))
    const puzzle = columnOf(PUZZLE_HEADINGS)
    if (puzzle < 0 || header.isBroken) continue
    const [id, solution] = [columnOf(ID_HEADINGS), columnOf(SOLUTION_HEADINGS)]
    /** Whether the heading of puzzles, or the first record, stands in quotes, as neither a heading of a grid nor its rows do. */
    const isQuoted = bytes[header.places[2 * puzzle] - 1] === QUOTE || bytes[end] === QUOTE
    /** The header as it is written, without what ends its line. */
    const text = textAt(bytes, start, end).trim()
    return { puzzle, id, solution, count: headings.length, delimiter, isQuoted, text, end }
  }
}

/** In UTF-8, a character a byte. */
const BYTE_ORDER_MARK = '\xef\xbb\xbf'

const QUOTE = 34

/**
 * The records of a CSV file as RFC 4180 has it, one at a time. They are looked for in text of
 * a character a byte: there `indexOf` takes 11 ns a line of 163 characters, in the bytes 65.
 */
class CsvRecords {
  /** Where the fields of the last record begin and end, a pair a field; inside the quotes where it has some. */
  readonly places: number[] = []
  /** Whether a quote was missing, or stood where none may; the record was its first line then. */
  isBroken = false
  lines = 1
  readonly #text: string
  readonly #delimiter: string
  readonly #delimiterCode: number
  /** The next quote and delimiter from where they were last looked for. */
  #quote = -1
  #comma = -1

  constructor(text: string, delimiter: string = DELIMITERS[0]) {
    this.#text = text
    this.#delimiter = delimiter
    this.#delimiterCode = delimiter.charCodeAt(0)
  }

  get isBlank(): boolean {
    return this.places.length === 2 && this.places[0] === this.places[1]
  }

  /** Reads the record at a place, and gives the place of the next one. */
  read(start: number): number {
    this.isBroken = false
    this.lines = 1
    this.places.length = 0
    if (this.#quote < start) this.#quote = indexOf(this.#text, '"', start)
    const end = indexOf(this.#text, '\n', start)
    return this.#quote < end ? this.#readQuoted(start) : this.#readLine(start, end)
  }

  /** Without quotes a line is a record: 75 ns, where looking at each character took 235. */
  #readLine(start: number, end: number): number {
    let from = start
    while (this.places.length < 2 * MAX_COLUMNS) {
      if (this.#comma < from) this.#comma = indexOf(this.#text, this.#delimiter, from)
      if (this.#comma >= end) break
      this.places.push(from, this.#comma)
      from = this.#comma + 1
    }
    this.places.push(from, end > from && this.#text.charCodeAt(end - 1) === CR ? end - 1 : end)
    return Math.min(end + 1, this.#text.length)
  }

  #readQuoted(start: number): number {
    const text = this.#text
    const limit = Math.min(text.length, start + MAX_RECORD_BYTES)
    for (let at = start; ; at++) {
      const isQuoted = text.charCodeAt(at) === QUOTE
      const end = isQuoted ? this.#closingQuote(at + 1, limit) : fieldEnd(text, at, this.#delimiterCode)
      if (end < 0) return this.#breakAt(start)
      if (this.places.length < 2 * MAX_COLUMNS) this.places.push(isQuoted ? at + 1 : at, end)
      at = isQuoted ? end + 1 : end
      if (text.charCodeAt(at) === CR) at++
      if (at >= text.length) return text.length
      if (text.charCodeAt(at) === LF) return at + 1
      if (text.charCodeAt(at) !== this.#delimiterCode) return this.#breakAt(start)
    }
  }

  /** The quote that closes a field, two of them standing for one inside it; -1 if the field is never closed. */
  #closingQuote(at: number, limit: number): number {
    const text = this.#text
    for (; at < limit; at++) {
      const code = text.charCodeAt(at)
      if (code === LF && ++this.lines > MAX_RECORD_LINES) return -1
      if (code !== QUOTE) continue
      if (text.charCodeAt(at + 1) !== QUOTE) return at
      at++
    }
    return -1
  }

  #breakAt(start: number): number {
    const end = indexOf(this.#text, '\n', start)
    this.isBroken = true
    this.lines = 1
    this.places.length = 0
    this.places.push(start, end)
    return Math.min(end + 1, this.#text.length)
  }
}

/** The place of a character, or the end if it does not come. */
function indexOf(text: string, sought: string, from: number): number {
  const at = text.indexOf(sought, from)
  return at < 0 ? text.length : at
}

/** The end of a field without quotes: a delimiter, a line feed or the carriage return before that. */
function fieldEnd(text: string, start: number, delimiter: number): number {
  let at = start
  while (at < text.length && text.charCodeAt(at) !== delimiter && text.charCodeAt(at) !== LF) at++
  return at > start && text.charCodeAt(at) !== delimiter && text.charCodeAt(at - 1) === CR ? at - 1 : at
}
