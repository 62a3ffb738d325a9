import { accept, type Checked, refuse, shown } from '../../checked.ts'
import { spend } from '../../reading-budget.ts'

/** Forty times the largest payload of 57 that people have set; a line of a text may be as long. */
export const MAX_PAYLOAD_LENGTH = 65_536
/** The longest of those puzzles has 5,827 characters. */
const MAX_UNPACKED_LENGTH = 262_144
/** Payloads of puzzles unpack to three times their length; of an empty grid of 25×25, to twenty times. */
const MOST_GROWN = 16
const SURELY_UNPACKED = 32_768

/** The JSON of a link's payload, as an address carries it: escaped, or with blanks for `+`. */
export function jsonOfPayload(written: string): Checked<string> {
  if (written.length > MAX_PAYLOAD_LENGTH) {
    return refuse(`the payload: found ${written.length} characters, expected at most ${MAX_PAYLOAD_LENGTH}`)
  }
  const plain = unescaped(written)
  const payload = plain.replaceAll(/\s/g, '+').replace(/=+$/, '')
  const foreign = /[^A-Za-z0-9+/-]/u.exec(payload)
  if (foreign?.[0] === '=') {
    const end = foreign.index + (/^=+/.exec(payload.slice(foreign.index))?.[0].length ?? 1)
    const found = `found ${shown(plain.slice(end))} behind that, expected nothing`
    return refuse(`the payload: it ends with "=" at character ${end}, ${found}`)
  }
  if (foreign)
    return refuse(`the payload: found ${JSON.stringify(foreign[0])} at character ${foreign.index + 1}, expected base64`)
  const most = Math.min(MAX_UNPACKED_LENGTH, Math.max(SURELY_UNPACKED, MOST_GROWN * payload.length))
  const text = unpacked(payload, most)
  return text.ok ? checkedJson(text.value) : refuse(`the payload: ${text.error}`)
}

/** The JSON of a puzzle, whose reading is paid for: 100 ns a character, once its constraints are understood, too. */
export function checkedJson(json: string): Checked<string> {
  if (!json.startsWith('{') || !json.endsWith('}')) return refuse('the payload: it holds no puzzle')
  spend(10 * json.length)
  return accept(json)
}

/** A link that is handed on in another one is escaped once more; in one of those, once more again. */
const MOST_ESCAPED = 4

/** An address, or a part of one, without escapes. */
export function unescaped(written: string, mostEscaped = MOST_ESCAPED): string {
  let text = written
  try {
    for (let times = 0; times < mostEscaped && text.includes('%'); times++) text = decodeURIComponent(text)
  } catch {
    // The rest is no escape.
  }
  return text
}

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
  // An entry is a stretch of what was written. Codes that are no entries have empty ones.
  const starts: number[] = Array(FIRST_ENTRY).fill(0)
  const lengths: number[] = Array(FIRST_ENTRY).fill(0)
  let characters = new Uint16Array(Math.min(mostCharacters, MOSTLY_GROWN * payload.length))
  const read = bitsOf(payload)
  /** Tokens and sixteenths of characters, of some 10 ns each. */
  let work = 0
  /** The characters written, and where those of the last token begin. */
  let written = 0
  let last = 0
  let wrong: string | undefined
  for (;;) {
    // As many bits as the number of the next entry has.
    const code = read(32 - Math.clz32(starts.length))
    if (code === END) break
    const isNew = code === NEW_BYTE || code === NEW_CHARACTER
    const character = isNew ? read(code === NEW_BYTE ? 8 : 16) : 0
    // The entry that this token completes may be the one that it names: its last character is its first one then.
    if (isNew) {
      starts.push(written)
      lengths.push(1)
    }
    if (written > 0) {
      starts.push(last)
      lengths.push(written - last + 1)
    }
    if (code === undefined || character === undefined || code >= starts.length) {
      wrong = NO_PAYLOAD
      break
    }
    const length = isNew ? 1 : lengths[code]
    work += 1 + (length >> 4)
    const end = written + length
    if (end > characters.length) {
      if (end > mostCharacters) {
        wrong = `it unpacks to more than ${mostCharacters} characters`
        break
      }
      const larger = new Uint16Array(Math.min(mostCharacters, 2 * end))
      larger.set(characters)
      characters = larger
    }
    // Character by character, as the end of a stretch may be what is being written.
    if (isNew) characters[written] = character
    else for (let i = 0; i < length; i++) characters[written + i] = characters[starts[code] + i]
    last = written
    written = end
  }
  spend(work)
  return wrong === undefined ? accept(utf16.decode(characters.subarray(0, written))) : refuse(wrong)
}

/** The payloads of puzzles unpack to three times their length at most. */
const MOSTLY_GROWN = 4

/** Reads a payload, so many bits at a time; undefined behind the end, or where a character does not belong to base64. */
function bitsOf(payload: string): (count: number) => number | undefined {
  let at = 0
  /** Bits that were taken from the payload and are not read yet, the next one lowest. */
  let bits = 0
  let bitCount = 0
  return (count) => {
    while (bitCount < count) {
      const code = payload.charCodeAt(at)
      const value = code < VALUES.length ? VALUES[code] : NO_VALUE
      if (value === NO_VALUE) return undefined
      at++
      bits |= value << bitCount
      bitCount += BITS_OF_CHARACTER
    }
    const number = bits & ((1 << count) - 1)
    bits >>>= count
    bitCount -= count
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
