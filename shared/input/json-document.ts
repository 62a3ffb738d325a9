import { accept, type Checked, refuse } from '../checked.ts'
import { CR, LF, textAt } from './text.ts'

/** What a document has to be; both may be broken into lines in any way. */
const EXPECTED = 'expected a list of puzzles, {"puzzles": […]} and nothing beside it, or a puzzle a line'

/** The bytes that tell a document: its first brackets, and blanks between. */
export const DOCUMENT_HEAD_BYTES = 1000

/** Whether a text is one JSON document, as programs write their files, and not a value a line. */
export function isDocument(input: Uint8Array): boolean {
  const text = textAt(input, 0, Math.min(input.length, DOCUMENT_HEAD_BYTES)).trimStart()
  const inner = text.slice(1).trimStart()
  if (text.startsWith('{')) return inner.startsWith('"puzzles"') || /^\{[ \t]*[\r\n]/.test(text)
  if (!text.startsWith('[')) return false
  // A puzzle alone may be an array of rows, each an array of cells; so a list of such begins with three brackets.
  const isDeep = inner.startsWith('[') && inner.slice(1).trimStart().startsWith('[')
  return isDeep || '"{]'.includes(inner.charAt(0)) || /^\[[ \t]*(\[[^[\]]*\][ \t]*,?[ \t]*)?[\r\n]/.test(text)
}

/** The puzzles of a document, each in a line. */
export function linesOfDocument(document: Uint8Array): Checked<Uint8Array> {
  const reader = new DocumentReader()
  const lines = reader.push(document)
  const end = lines.ok ? reader.end() : lines
  return end.ok ? lines : end
}

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const BLANK = 0x20

/** What stands around the list, without blanks; behind it what closes that. */
const OPENINGS: ReadonlyMap<string, string> = new Map([
  ['[', ''],
  ['{"puzzles":[', '}'],
])

/** Writes each item of the one list of a document as a line, while it comes. */
export class DocumentReader {
  #opening = ''
  /** What has to follow the list; undefined before it. */
  #closing: string | undefined
  #isInList = false
  #isInString = false
  #isEscaped = false
  /** Brackets that are open inside an item. */
  #depth = 0
  #isItemEmpty = true
  /** Whether the list is one grid, whose items are its rows; undefined before the first item has told. */
  #isGrid: boolean | undefined

  push(bytes: Uint8Array): Checked<Uint8Array> {
    // A grid is given a bracket more, as that around all items is left out.
    const lines = new Uint8Array(bytes.length + 1)
    let used = 0
    for (let byte of bytes) {
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (byte === BACKSLASH) this.#isEscaped = true
        else if (byte === QUOTE) this.#isInString = false
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
      if (this.#isGrid === undefined) {
        this.#isGrid = this.#tellsGrid(byte)
        if (this.#isGrid) lines[used++] = OPEN_BRACKET
      }
      if (this.#depth === 0 && (byte === COMMA || byte === CLOSE_BRACKET)) {
        const isOver = byte === CLOSE_BRACKET
        // A comma behind the last item is a slip that says nothing else.
        if (this.#isItemEmpty && !isOver) return refuse(`found nothing between two commas, ${EXPECTED}`)
        this.#isInList = !isOver
        this.#isItemEmpty = true
        if (!this.#isGrid) byte = LF
      } else {
        if (byte === QUOTE) this.#isInString = true
        else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) this.#depth++
        else if ((byte === CLOSE_BRACKET || byte === CLOSE_BRACE) && --this.#depth < 0)
          return refuse(`found a bracket too many, ${EXPECTED}`)
        this.#isItemEmpty = false
      }
      lines[used++] = byte
    }
    return accept(lines.subarray(0, used))
  }

  /** What is wrong with the document as a whole. */
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
    this.#closing = OPENINGS.get(this.#opening)
    this.#isInList = this.#closing !== undefined
    if (this.#isInList || [...OPENINGS.keys()].some((opening) => opening.startsWith(this.#opening))) return undefined
    return `found a JSON document that begins with ${this.#opening}, ${EXPECTED}`
  }
}
