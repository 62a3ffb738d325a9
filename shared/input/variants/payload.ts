import { type Checked, refuse, shown } from '../../checked.ts'
import { spend } from '../../work.ts'
import { unpacked } from './lz-string.ts'

/** Forty times the largest payload of 57 that people have set; a line of a text may be as long. */
export const MAX_PAYLOAD_LENGTH = 65_536
/** The longest of those puzzles has 5,827 characters. */
const MAX_UNPACKED_LENGTH = 262_144
/** Payloads of puzzles unpack to three times their length; of an empty grid of 25×25, to twenty times. */
const MOST_GROWN = 16
const SURELY_UNPACKED = 32_768

/**
 * The text of a link's payload, as an address carries it: escaped, or with blanks for `+`.
 *
 * @param read what is made of the text
 */
export function readPayload<T>(written: string, read: (text: string) => Checked<T>): Checked<T> {
  if (written.length > MAX_PAYLOAD_LENGTH) {
    return refuse(`the payload: found ${written.length} characters, expected at most ${MAX_PAYLOAD_LENGTH}`)
  }
  const plain = unescaped(written)
  const payload = plain.replaceAll(/\s/g, '+').replace(/=+$/, '')
  const foreign = /[^A-Za-z0-9+/-]/u.exec(payload)
  if (foreign?.[0] === '=') {
    const end = foreign.index + (/^=+/.exec(payload.slice(foreign.index))?.[0].length ?? 1)
    return refuse(
      `the payload: it ends with "=" at character ${end}, found ${shown(plain.slice(end))} behind that, expected nothing`,
    )
  }
  if (foreign)
    return refuse(`the payload: found ${JSON.stringify(foreign[0])} at character ${foreign.index + 1}, expected base64`)
  const most = Math.min(MAX_UNPACKED_LENGTH, Math.max(SURELY_UNPACKED, MOST_GROWN * payload.length))
  const text = unpacked(payload, most)
  if (!text.ok) return refuse(`the payload: ${text.error}`)
  return readJson(text.value, read)
}

/** @param read what is made of the JSON of a puzzle */
export function readJson<T>(json: string, read: (text: string) => Checked<T>): Checked<T> {
  if (!json.startsWith('{') || !json.endsWith('}')) return refuse('the payload: it holds no puzzle')
  // 100 ns a character, once it is parsed and its constraints are understood.
  spend(10 * json.length)
  return read(json)
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
