/** What comes with a puzzle for people, which a reader that is handed one fills in. */
export interface Remarks {
  title?: string
  author?: string
  /** The rules in its author's words. */
  ruleset?: string
  /** Where it is a list, what may show a rule and is no constraint here is left out and named in it; otherwise that is refused. */
  readonly leftOut?: string[]
}

/** Addresses are no place for a book. */
const LONGEST = { line: 200, ruleset: 2000 }

/** Remarks as an address has them, a line each: title, author, what was left out, and then the rules. */
export function textOfRemarks({ title = '', author = '', leftOut = [], ruleset = '' }: Remarks): string {
  const lines = [title, author, leftOut.join(', ')].map((line) => line.replaceAll(/\s+/g, ' ').slice(0, LONGEST.line))
  return [...lines, ruleset.slice(0, LONGEST.ruleset)].join('\n').trimEnd()
}

/** The same as people read them. */
export function remarksIn(text = '') {
  const [title, author = '', leftOut = '', ...rules] = text.split('\n')
  return {
    title,
    author,
    /** What stands above the puzzle. */
    name: [title, author && `by ${author}`].filter(Boolean).join(' '),
    warning: leftOut && `Left out, so that this may be another puzzle: ${leftOut}.`,
    ruleset: rules.join('\n'),
  }
}
