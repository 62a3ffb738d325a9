import { accept, type Checked, refuse } from '../checked.ts'
import { CR, LF, textAt } from './text.ts'

/** A document has to be one of these; both may be broken into lines in any way. */
const EXPECTED = 'expected a list of puzzles, {"puzzles": […]} and nothing beside it, or a puzzle a line'

/** The bytes that tell a document: its first brackets, and blanks between. */
export const DOCUMENT_HEAD_BYTES = 1000

/** Whether a text is one JSON document, as programs write their files, and not a value a line. */
export function isDocument(input: Uint8Array): boolean {
  const head = textAt(input, 0, Math.min(input.length, DOCUMENT_HEAD_BYTES)).trimStart()
  // A list of Python has a name, other quotes and other brackets.
  const text = head.replace(LIST_NAME, '').replaceAll('(', '[').replaceAll("'", '"')
  const inner = text.slice(1).trimStart()
  if (text.startsWith('{')) return inner.startsWith('"puzzles"') || /^\{[ \t]*[\r\n]\s*"/.test(text)
  // Rows of numbers without commas, as numpy prints them.
  if (!text.startsWith('[') || /^\[\s*\[\s*\d+\.?\s+\d/.test(text)) return false
  // One list of all cells, and not a row of it.
  if (/^\[\s*\d+\s*,[^\]]*\]?$/.test(text.trimEnd())) return true
  // A puzzle alone may be an array of rows, each an array of cells; so a list of such begins with three brackets.
  const isDeep = inner.startsWith('[') && inner.slice(1).trimStart().startsWith('[')
  // One of Python is no line of JSON, unless other lists stand below it.
  const isOfPython = LIST_NAME.test(head) || /\bNone\b/.test(head)
  if (isOfPython && inner.startsWith('[') && !/\n\s*(?:\w+\s*=\s*)?\[\s*\[/.test(text)) return true
  return isDeep || '"{]'.includes(inner.charAt(0)) || /^\[[ \t]*(\[[^[\]]*\][ \t]*,?[ \t]*)?[\r\n]/.test(text)
}

/** `grid = `, before a list. */
const LIST_NAME = /^[A-Za-z_]\w*\s*=\s*(?=\[)/

export function linesOfDocument(document: Uint8Array): Checked<Uint8Array> {
  const reader = new DocumentReader()
  const lines = reader.push(document)
  const end = lines.ok ? reader.end() : lines
  return end.ok ? lines : end
}

const MOST_OF_NAME = 80

const QUOTE = 0x22
const APOSTROPHE = 0x27
const BACKSLASH = 0x5c
const COMMA = 0x2c
const BLANK = 0x20
const ZERO = 0x30
const LETTER_N = 0x4e
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_PARENTHESIS = 0x28
const CLOSE_PARENTHESIS = 0x29

/** The text around the list, without blanks; behind it the text that closes that. */
const OPENINGS: ReadonlyMap<string, string> = new Map([
  ['[', ''],
  ['{"puzzles":[', '}'],
])

/** Writes each item of the one list of a document as a line, while it comes. A list of Python becomes one of JSON: `None` is 0, a tuple is a list. */
export class DocumentReader {
  #opening = ''
  /** The text that has to follow the list; undefined before it. */
  #closing: string | undefined
  #isInList = false
  /** The quote that ends the text in which it is; 0 outside of one. */
  #quote = 0
  #isEscaped = false
  /** Brackets that are open inside an item. */
  #depth = 0
  #isItemEmpty = true
  /** Whether the list is one grid, whose items are its rows; undefined before the first item has told. */
  #isGrid: boolean | undefined
  /** Whether it is one grid, whose items are its cells. */
  #isFlat = false
  #isInWord = false
  #isCommaDue = false

  push(bytes: Uint8Array): Checked<Uint8Array> {
    // A grid is given brackets more, as that around all items is left out.
    const lines = new Uint8Array(bytes.length + 4)
    let used = 0
    for (let byte of bytes) {
      const quote = this.#quote
      if (quote !== 0) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (byte === BACKSLASH) this.#isEscaped = true
        else if (byte === quote) this.#quote = 0
        if (byte === quote) byte = QUOTE
        lines[used++] = byte === LF || byte === CR ? BLANK : byte
        continue
      }
      const isBlank = byte === BLANK || byte === LF || byte === CR || byte === 9
      if (!this.#isInList) {
        const wrong = isBlank ? undefined : this.#around(byte)
        if (wrong) return refuse(wrong)
        continue
      }
      if (isBlank) {
        // One is enough to keep two numbers apart.
        if (used > 0 && lines[used - 1] !== BLANK && !this.#isItemEmpty) lines[used++] = BLANK
        continue
      }
      if (byte === OPEN_PARENTHESIS) byte = OPEN_BRACKET
      else if (byte === CLOSE_PARENTHESIS) byte = CLOSE_BRACKET
      // The rest of `None`.
      if (this.#isInWord && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) continue
      this.#isInWord = byte === LETTER_N
      if (this.#isInWord) byte = ZERO
      if (this.#isGrid === undefined) {
        this.#isFlat = this.#depth === 0 && this.#closing === '' && byte >= ZERO && byte <= ZERO + 9
        this.#isGrid = this.#isFlat || this.#tellsGrid(byte)
        if (this.#isGrid) lines[used++] = OPEN_BRACKET
        if (this.#isFlat) lines[used++] = OPEN_BRACKET
      }
      if (this.#depth === 0 && (byte === COMMA || byte === CLOSE_BRACKET)) {
        const isOver = byte === CLOSE_BRACKET
        // A comma behind the last item is a slip that says nothing else.
        if (this.#isItemEmpty && !isOver) return refuse(`found nothing between two commas, ${EXPECTED}`)
        this.#isInList = !isOver
        this.#isItemEmpty = true
        if (!this.#isGrid) byte = LF
        // Behind the last row a comma may stand as well.
        else if (!isOver) {
          this.#isCommaDue = true
          continue
        } else if (this.#isFlat) lines[used++] = CLOSE_BRACKET
      } else {
        if (this.#isCommaDue) lines[used++] = COMMA
        this.#isCommaDue = false
        if (byte === QUOTE || byte === APOSTROPHE) {
          this.#quote = byte
          byte = QUOTE
        } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) this.#depth++
        else if ((byte === CLOSE_BRACKET || byte === CLOSE_BRACE) && --this.#depth < 0)
          return refuse(`found a bracket too many, ${EXPECTED}`)
        this.#isItemEmpty = false
      }
      lines[used++] = byte
    }
    return accept(lines.subarray(0, used))
  }

  /** The fault of the document as a whole. */
  end(): Checked<void> {
    return this.#closing === '' && !this.#isInList ? accept() : refuse(`found JSON that ends too early, ${EXPECTED}`)
  }

  /** By the first two characters of the first item: a list of grids begins with three brackets. */
  #tellsGrid(byte: number): boolean | undefined {
    if (this.#depth === 0) return byte === OPEN_BRACKET && this.#closing === '' ? undefined : false
    return byte !== OPEN_BRACKET && byte !== CLOSE_BRACKET
  }

  /** Takes what stands before or behind the list; what is wrong with it. */
  #around(byte: number): string | undefined {
    const character = String.fromCharCode(byte)
    if (this.#closing !== undefined) {
      if (character !== this.#closing) return `found ${JSON.stringify(character)} behind the list, ${EXPECTED}`
      this.#closing = ''
      return undefined
    }
    // A byte order mark is three bytes of its own.
    if (byte >= 0x80) return undefined
    this.#opening += character
    // The name of a list says nothing; before it has an end, what stands there may be one.
    if (/^[A-Za-z_]\w*=?$/.test(this.#opening) && this.#opening.length <= MOST_OF_NAME) return undefined
    this.#opening = this.#opening.replace(/^[A-Za-z_]\w*=/, '').replace(/^\($/, '[')
    this.#closing = OPENINGS.get(this.#opening)
    this.#isInList = this.#closing !== undefined
    if (this.#isInList || [...OPENINGS.keys()].some((opening) => opening.startsWith(this.#opening))) return undefined
    return `found a JSON document that begins with ${this.#opening}, ${EXPECTED}`
  }
}
