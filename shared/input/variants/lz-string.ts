import { accept, type Checked, refuse } from '../../checked.ts'

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

/**
 * The text that a payload unpacks to; a refusal says that it is not a payload, or is too long. The package of that name
 * reads the same, but without a limit, and it keeps entries as texts, which take the square of a payload's length. Here
 * an entry is a stretch of what was written before, so that two numbers keep it.
 */
export function unpacked(payload: string, mostCharacters: number): Checked<string> {
  const bits = new BitReader(payload)
  let width = 2
  /** Entries until codes take a bit more. */
  let room = 1
  // Codes that are no entries have empty ones.
  const starts: number[] = Array(FIRST_ENTRY).fill(0)
  const lengths: number[] = Array(FIRST_ENTRY).fill(0)
  const addEntry = (start: number, length: number) => {
    starts.push(start)
    lengths.push(length)
    if (--room === 0) room = 2 ** width++
  }
  let characters = new Uint16Array(Math.min(mostCharacters, MOSTLY_GROWN * payload.length))
  /** Makes room for more characters; whether there may be so many. */
  const makeRoom = (more: number) => {
    if (written + more <= characters.length) return true
    if (written + more > mostCharacters) return false
    const larger = new Uint16Array(Math.min(mostCharacters, 2 * (written + more)))
    larger.set(characters)
    characters = larger
    return true
  }
  let written = 0
  let last = 0
  for (;;) {
    const code = bits.read(width)
    if (code === END) return accept(textOf(characters.subarray(0, written)))
    const start = written
    if (code === NEW_BYTE || code === NEW_CHARACTER) {
      const character = bits.read(code === NEW_BYTE ? 8 : 16)
      if (character === undefined) return refuse(NO_PAYLOAD)
      if (!makeRoom(1)) return refuse(tooLong(mostCharacters))
      characters[written++] = character
      addEntry(start, 1)
      if (start > 0) addEntry(last, start - last + 1)
    } else {
      // The entry that this token completes may be the one that it names: its last character is its first one then.
      if (start > 0) addEntry(last, start - last + 1)
      if (code === undefined || code >= starts.length) return refuse(NO_PAYLOAD)
      const from = starts[code]
      const length = lengths[code]
      if (!makeRoom(length)) return refuse(tooLong(mostCharacters))
      for (let i = 0; i < length; i++) characters[written++] = characters[from + i]
    }
    last = start
  }
}

/** The payloads of puzzles unpack to three times their length at most. */
const MOSTLY_GROWN = 4

const NO_PAYLOAD = 'it is no LZ-string, or not the whole of one'

function tooLong(most: number): string {
  return `it unpacks to more than ${most} characters`
}

class BitReader {
  readonly #payload: string
  #at = 0
  #value = 0
  #left = 0

  constructor(payload: string) {
    this.#payload = payload
  }

  /** A number of so many bits, lowest first; undefined behind the end. */
  read(count: number): number | undefined {
    let number = 0
    for (let bit = 0; bit < count; bit++) {
      if (this.#left === 0) {
        this.#value = this.#at < this.#payload.length ? VALUES[this.#payload.charCodeAt(this.#at++)] : NO_VALUE
        if (this.#value === NO_VALUE || this.#value === undefined) return undefined
        this.#left = BITS_OF_CHARACTER
      }
      number |= ((this.#value >> --this.#left) & 1) << bit
    }
    return number
  }
}

const NO_VALUE = 255
/** By the code of an ASCII character. In an address `-` may stand for `/`. */
const VALUES = new Uint8Array(128).fill(NO_VALUE)
for (let value = 0; value < ALPHABET.length; value++) VALUES[ALPHABET.charCodeAt(value)] = value
VALUES['-'.charCodeAt(0)] = ALPHABET.indexOf('/')

function textOf(characters: Uint16Array): string {
  let text = ''
  // As arguments of one call, all of them would be too many.
  for (let at = 0; at < characters.length; at += 8_192) {
    text += String.fromCharCode(...characters.subarray(at, at + 8_192))
  }
  return text
}
