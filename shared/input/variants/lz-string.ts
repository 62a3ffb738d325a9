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

const NO_PAYLOAD = 'it is no LZ-string, or not the whole of one'

/**
 * The text that a payload unpacks to; a refusal says that it is not a payload, or is too long. The package of that name
 * reads the same, but without a limit, and it keeps entries as texts, which take the square of a payload's length.
 */
export function unpacked(payload: string, mostCharacters: number): Checked<string> {
  return new Unpacker(payload, mostCharacters).unpack(BEGINNING)
}

/** More than two never came together in a link that somebody had handed on. */
const MOST_DOUBLED = 3
/** Tokens and sixteenths of characters for each character of a payload: one with two slashes gone takes 1 to 3. */
const MOST_TRIED = 6

/**
 * The text of a payload in which one slash stands where two did, as servers tidy a path. What comes behind a missing one is
 * unpacked to nonsense, which is soon none that can be unpacked; so slashes are doubled from the latest before that on,
 * and each try goes on from the token in which its slash stands. Unpacking the whole for each of 500 choices took 16 ms.
 *
 * @param isWhole tells the text from nonsense that could be unpacked all the same
 * @returns undefined where no few slashes mend it, or where trying took too much work
 */
export function unpackedWithSlashes(
  payload: string,
  mostCharacters: number,
  isWhole: (text: string) => boolean,
): string | undefined {
  const unpacker = new Unpacker(payload, mostCharacters)
  const most = MOST_TRIED * payload.length
  const doubling = (from: Place, doubled: readonly number[]): string | undefined => {
    const text = unpacker.unpack(from, doubled)
    if (text.ok && isWhole(text.value)) return text.value
    if (doubled.length === MOST_DOUBLED) return undefined
    for (const { place, at } of unpacker.slashes.toReversed()) {
      if (unpacker.work > most) return undefined
      const found = doubling(place, [...doubled, at])
      if (found !== undefined) return found
    }
  }
  return doubling(BEGINNING, [])
}

/** Where an unpacker stands at the beginning of a token. What was written before stays as it is, however it goes on. */
type Place = typeof BEGINNING

const BEGINNING = {
  /** The next character of the payload, and whether that is the second one of a slash that is doubled. */
  at: 0,
  isSecond: false,
  /** Bits that were taken from the payload and are not read yet, the next one lowest. */
  bits: 0,
  bitCount: 0,
  /** The bits of a code, and how many entries there may be until it takes one more. */
  width: 2,
  room: 1,
  entries: FIRST_ENTRY,
  /** The characters written, and where those of the last token begin. */
  written: 0,
  last: 0,
}

/** The payloads of puzzles unpack to three times their length at most. */
const MOSTLY_GROWN = 4

class Unpacker {
  /** Tokens and sixteenths of characters, of some 10 ns each. */
  work = 0
  /** The slashes behind the last one that was doubled, each with the token from which it can be. */
  slashes: { readonly place: Readonly<Place>; readonly at: number }[] = []
  readonly #payload: string
  readonly #most: number
  /** An entry is a stretch of what was written. Codes that are no entries have empty ones. */
  readonly #starts: number[] = Array(FIRST_ENTRY).fill(0)
  readonly #lengths: number[] = Array(FIRST_ENTRY).fill(0)
  #characters: Uint16Array
  #now = { ...BEGINNING }
  #token: Readonly<Place> = BEGINNING
  #doubled: readonly number[] = []

  constructor(payload: string, mostCharacters: number) {
    this.#payload = payload
    this.#most = mostCharacters
    this.#characters = new Uint16Array(Math.min(mostCharacters, MOSTLY_GROWN * payload.length))
  }

  /** Unpacks what stands behind a place; in the search for missing slashes, with these doubled. */
  unpack(from: Readonly<Place>, doubled?: readonly number[]): Checked<string> {
    this.#now = { ...from }
    this.#starts.length = from.entries
    this.#lengths.length = from.entries
    this.#doubled = doubled ?? []
    this.slashes = []
    const before = this.work
    let isGoingOn: boolean | string = true
    while (isGoingOn === true) {
      if (doubled) this.#token = { ...this.#now }
      isGoingOn = this.#next()
    }
    spend(this.work - before)
    return isGoingOn === false ? accept(textOf(this.#characters.subarray(0, this.#now.written))) : refuse(isGoingOn)
  }

  /** Unpacks a token; false at the end, and a text that says what is wrong. */
  #next(): boolean | string {
    const now = this.#now
    const start = now.written
    const code = this.#read(now.width)
    if (code === END) return false
    const isNew = code === NEW_BYTE || code === NEW_CHARACTER
    const character = isNew ? this.#read(code === NEW_BYTE ? 8 : 16) : 0
    // The entry that this token completes may be the one that it names: its last character is its first one then.
    if (isNew) this.#addEntry(start, 1)
    if (start > 0) this.#addEntry(now.last, start - now.last + 1)
    if (code === undefined || character === undefined || code >= this.#starts.length) return NO_PAYLOAD
    const length = isNew ? 1 : this.#lengths[code]
    this.work += 1 + (length >> 4)
    if (!this.#hasRoom(start + length)) return `it unpacks to more than ${this.#most} characters`
    if (isNew) this.#characters[start] = character
    else this.#copy(this.#starts[code], start, length)
    now.written = start + length
    now.last = start
    return true
  }

  #addEntry(start: number, length: number): void {
    const now = this.#now
    this.#starts.push(start)
    this.#lengths.push(length)
    now.entries++
    if (--now.room === 0) now.room = 2 ** now.width++
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
    const now = this.#now
    while (now.bitCount < count) {
      const code = this.#payload.charCodeAt(now.at)
      const value = code < VALUES.length ? VALUES[code] : NO_VALUE
      if (value === NO_VALUE) return undefined
      if (code === SLASH) this.#meetSlash(now)
      else now.at++
      now.bits |= value << now.bitCount
      now.bitCount += BITS_OF_CHARACTER
    }
    const number = now.bits & ((1 << count) - 1)
    now.bits >>>= count
    now.bitCount -= count
    return number
  }

  #meetSlash(now: Place): void {
    const { at } = now
    now.isSecond = !now.isSecond && this.#doubled.includes(at)
    if (now.isSecond) return
    now.at++
    const isFirst = this.#payload.charCodeAt(at - 1) !== SLASH
    if (isFirst && at > (this.#doubled.at(-1) ?? -1)) this.slashes.push({ place: this.#token, at })
  }
}

const SLASH = 0x2f
const NO_VALUE = 255
/** By the code of an ASCII character, its bits, the first one lowest. In an address `-` may stand for `/`. */
const VALUES = new Uint8Array(128).fill(NO_VALUE)
for (const [value, character] of [...ALPHABET].entries()) {
  const mirrored = Number.parseInt([...value.toString(2).padStart(BITS_OF_CHARACTER, '0')].reverse().join(''), 2)
  VALUES[character.charCodeAt(0)] = mirrored
}
VALUES['-'.charCodeAt(0)] = VALUES[SLASH]

function textOf(characters: Uint16Array): string {
  let text = ''
  // As arguments of one call, all of them would be too many.
  for (let at = 0; at < characters.length; at += 8_192) {
    text += String.fromCharCode.apply(null, characters.subarray(at, at + 8_192) as unknown as number[])
  }
  return text
}
