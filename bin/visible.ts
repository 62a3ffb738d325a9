/** Characters that a terminal obeys instead of printing them, and those that turn the direction in which a line is read. */
const CONTROL = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

/**
 * A text of somebody else's as a terminal may have it: control characters as JSON escapes them, apart from tabs and line
 * ends.
 */
export function visible(text: string): string {
  return text.replace(CONTROL, (found) => (found === '\n' || found === '\t' ? found : escaped(found)))
}

/** The same where the text has to stay within its line. */
export function visibleInLine(text: string): string {
  return text.replace(CONTROL, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
