import { accept, type Checked, refuse } from '../checked.ts'
import { MAX_JSON_CONTAINERS, MAX_JSON_DEPTH, MAX_JSON_MEMBERS } from '../job/limits.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Refuses a JSON text of a shape that no request needs and that would take long to parse; what is no JSON may pass. */
export function checkBounds(json: Uint8Array): Checked<void> {
  const members = new Uint32Array(MAX_JSON_DEPTH + 1)
  let depth = 0
  let containers = 0
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case QUOTE:
        at = closingQuote(json, at)
        break
      case OPEN_BRACKET:
      case OPEN_BRACE:
        if (++depth > MAX_JSON_DEPTH) return refuse(`nested deeper than ${MAX_JSON_DEPTH} at byte ${at + 1}`)
        if (++containers > MAX_JSON_CONTAINERS)
          return refuse(`found more than ${MAX_JSON_CONTAINERS} arrays and objects`)
        members[depth] = 0
        break
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        if (--depth < 0) return accept()
        break
      case COLON:
        if (++members[depth] > MAX_JSON_MEMBERS)
          return refuse(`an object has more than ${MAX_JSON_MEMBERS} members at byte ${at + 1}`)
    }
  }
  return accept()
}

/** Where a string ends that begins at a place; the end of the text where it does not. */
function closingQuote(json: Uint8Array, at: number): number {
  for (let end = at; ; ) {
    end = json.indexOf(QUOTE, end + 1)
    if (end < 0) return json.length
    let escapes = 0
    while (json[end - 1 - escapes] === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
}
