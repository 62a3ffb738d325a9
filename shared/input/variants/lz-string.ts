import { accept, type Checked, refuse } from '../../checked.ts'
import { spend } from '../../work.ts'

/**
 * LZ-string (pieroxy.net) as base64, in which links carry what they hold: LZ78 over UTF-16 characters, whose codes grow
 * by a bit whenever the dictionary has outgrown them.
 *
 *     bits of a character of base64: highest first;  of a code, or of a literal: lowest first
 *     code 0: a new character of 8 bits follows      code 2: the end
 *     code 1: a new character of 16 bits follows     from 3 on: entries, in the order in which they came
 *
 * After each token, what the last one wrote and the first character of this one is an entry, and a new character is one
 * before that.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const BITS_OF_CHARACTER = 6
const NEW_BYTE = 0
const NEW_CHARACTER = 1
const END = 2
const FIRST_ENTRY = 3

const NO_PAYLOAD = 'it is cut off, or no LZ-string: copy the whole link'

/**
 * The text that a payload unpacks to; a refusal says that it is not a payload, or is too long. The package of that name
 * reads the same, but without a limit, and it keeps entries as texts, which take the square of a payload's length.
 */
export function unpacked(payload: string, mostCharacters: number): Checked<string> {
  return new Unpacker(payload, mostCharacters).unpack()
}

/** The payloads of puzzles unpack to three times their length at most. */
const MOSTLY_GROWN = 4

class Unpacker {
  /** Tokens and sixteenths of characters, of some 10 ns each. */
  #work = 0
  #at = 0
  readonly #payload: string
  readonly #most: number
  /** An entry is a stretch of what was written. Codes that are no entries have empty ones. */
  readonly #starts: number[] = Array(FIRST_ENTRY).fill(0)
  readonly #lengths: number[] = Array(FIRST_ENTRY).fill(0)
  #characters: Uint16Array
  /** Bits that were taken from the payload and are not read yet, the next one lowest. */
  #bits = 0
  #bitCount = 0
  /** The bits of a code, and how many entries there may be until it takes one more. */
  #width = 2
  #room = 1
  /** The characters written, and where those of the last token begin. */
  #written = 0
  #last = 0

  constructor(payload: string, mostCharacters: number) {
    this.#payload = payload
    this.#most = mostCharacters
    this.#characters = new Uint16Array(Math.min(mostCharacters, MOSTLY_GROWN * payload.length))
  }

  unpack(): Checked<string> {
    let isGoingOn: boolean | string = true
    while (isGoingOn === true) isGoingOn = this.#next()
    spend(this.#work)
    return isGoingOn === false ? accept(utf16.decode(this.#characters.subarray(0, this.#written))) : refuse(isGoingOn)
  }

  /** Unpacks a token; false at the end, and a text that says what is wrong. */
  #next(): boolean | string {
    const start = this.#written
    const code = this.#read(this.#width)
    if (code === END) return false
    const isNew = code === NEW_BYTE || code === NEW_CHARACTER
    const character = isNew ? this.#read(code === NEW_BYTE ? 8 : 16) : 0
    // The entry that this token completes may be the one that it names: its last character is its first one then.
    if (isNew) this.#addEntry(start, 1)
    if (start > 0) this.#addEntry(this.#last, start - this.#last + 1)
    if (code === undefined || character === undefined || code >= this.#starts.length) return NO_PAYLOAD
    const length = isNew ? 1 : this.#lengths[code]
    this.#work += 1 + (length >> 4)
    if (!this.#hasRoom(start + length)) return `it unpacks to more than ${this.#most} characters`
    if (isNew) this.#characters[start] = character
    else this.#copy(this.#starts[code], start, length)
    this.#written = start + length
    this.#last = start
    return true
  }

  #addEntry(start: number, length: number): void {
    this.#starts.push(start)
    this.#lengths.push(length)
    if (--this.#room === 0) this.#room = 2 ** this.#width++
  }

  /** Character by character, as the end of a stretch may be what is being written. */
  #copy(from: number, to: number, length: number): void {
    const characters = this.#characters
    for (let i = 0; i < length; i++) characters[to + i] = characters[from + i]
  }

  /** Makes room for so many characters; false where there may not be so many. */
  #hasRoom(count: number): boolean {
    if (count <= this.#characters.length) return true
    if (count > this.#most) return false
    const larger = new Uint16Array(Math.min(this.#most, 2 * count))
    larger.set(this.#characters)
    this.#characters = larger
    return true
  }

  /** A number of so many bits; undefined behind the end, or where a character is none of base64. */
  #read(count: number): number | undefined {
    while (this.#bitCount < count) {
      const code = this.#payload.charCodeAt(this.#at)
      const value = code < VALUES.length ? VALUES[code] : NO_VALUE
      if (value === NO_VALUE) return undefined
      this.#at++
      this.#bits |= value << this.#bitCount
      this.#bitCount += BITS_OF_CHARACTER
    }
    const number = this.#bits & ((1 << count) - 1)
    this.#bits >>>= count
    this.#bitCount -= count
    return number
  }
}

const NO_VALUE = 255
/** By the code of an ASCII character, its bits, the first one lowest. In an address `-` may stand for `/`. */
const VALUES = new Uint8Array(128).fill(NO_VALUE)
for (const [value, character] of [...ALPHABET].entries()) {
  const mirrored = Number.parseInt([...value.toString(2).padStart(BITS_OF_CHARACTER, '0')].reverse().join(''), 2)
  VALUES[character.charCodeAt(0)] = mirrored
}
VALUES['-'.charCodeAt(0)] = VALUES['/'.charCodeAt(0)]

const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true })
