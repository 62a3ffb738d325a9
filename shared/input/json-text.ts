/**
 * Whether a text is JSON, as `JSON.parse` has it, but without an exception if it is not, and without recursion.
 *
 *     value ──▶ , or closing bracket ──▶ …      in an object a name and a colon stand before each value
 */
export function isJson(text: string): boolean {
  /** The open brackets, the innermost last. */
  const open: number[] = []
  let at = blanksEnd(text, 0)
  for (;;) {
    // Here a value begins.
    const code = text.charCodeAt(at)
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      at = blanksEnd(text, at + 1)
      if (text.charCodeAt(at) !== closing(code)) {
        open.push(code)
        if (code === OPEN_BRACE) at = memberStart(text, at)
        if (at < 0) return false
        continue
      }
      at++
    } else at = code === QUOTE ? stringEnd(text, at) : literalEnd(text, at)
    if (at < 0) return false
    // Here one has ended.
    for (at = blanksEnd(text, at); open.length > 0; at = blanksEnd(text, at + 1)) {
      if (text.charCodeAt(at) !== closing(open[open.length - 1])) break
      open.pop()
    }
    if (open.length === 0) return at === text.length
    if (text.charCodeAt(at) !== COMMA) return false
    at = blanksEnd(text, at + 1)
    if (open[open.length - 1] === OPEN_BRACE) at = memberStart(text, at)
    if (at < 0) return false
  }
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const OPEN_BRACE = 0x7b

/** In ASCII either closing bracket stands two places behind its opening one. */
function closing(opening: number): number {
  return opening + 2
}

function blanksEnd(text: string, start: number): number {
  let at = start
  for (let code = text.charCodeAt(at); code === 32 || code === 10 || code === 13 || code === 9; ) {
    code = text.charCodeAt(++at)
  }
  return at
}

/** Where the value of an object's member begins whose name begins at a place; -1 if there is no such member. */
function memberStart(text: string, at: number): number {
  if (text.charCodeAt(at) !== QUOTE) return -1
  const end = stringEnd(text, at)
  if (end < 0) return -1
  const colon = blanksEnd(text, end)
  return text.charCodeAt(colon) === COLON ? blanksEnd(text, colon + 1) : -1
}

/** The end of the string whose quote stands at a place; -1 if the string never ends. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code < 32) return -1
    if (code !== BACKSLASH) continue
    const escaped = text[++at]
    if (escaped === 'u') {
      for (let i = 0; i < 4; i++) if (!isHex(text.charCodeAt(++at))) return -1
    } else if (escaped === undefined || !'"\\/bfnrt'.includes(escaped)) return -1
  }
  return -1
}

const LITERALS = ['true', 'false', 'null']

/** The end of a number or a word; -1 where it is neither. */
function literalEnd(text: string, at: number): number {
  const word = LITERALS.find((literal) => text.startsWith(literal, at))
  return word ? at + word.length : numberEnd(text, at)
}

function numberEnd(text: string, start: number): number {
  const whole = text[start] === '-' ? start + 1 : start
  let at = text[whole] === '0' ? whole + 1 : digitsEnd(text, whole)
  if (at === whole) return -1
  if (text[at] === '.') {
    const fraction = at + 1
    at = digitsEnd(text, fraction)
    if (at === fraction) return -1
  }
  if (text[at] === 'e' || text[at] === 'E') {
    const exponent = text[at + 1] === '+' || text[at + 1] === '-' ? at + 2 : at + 1
    at = digitsEnd(text, exponent)
    if (at === exponent) return -1
  }
  return at
}

function digitsEnd(text: string, start: number): number {
  let at = start
  while (isDigit(text.charCodeAt(at))) at++
  return at
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function isHex(code: number): boolean {
  const lower = code | 32
  return isDigit(code) || (lower >= 97 && lower <= 102)
}
