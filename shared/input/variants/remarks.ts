/** What comes with a puzzle for people, which a reader that is handed one fills in. */
export interface Remarks {
  title?: string
  author?: string
  /** The rules in its author's words. */
  ruleset?: string
  /** Where it is a list, what may show a rule and is no constraint here is left out and named in it; otherwise that is refused. */
  readonly leftOut?: string[]
  /** Whether fog hides cells from who solves by hand, which changes no solution. */
  hasFog?: boolean
}

/** Addresses are no place for a book. */
const LONGEST = { line: 200, ruleset: 2000 }

/** Remarks as an address has them, a line each: title, author, what was left out, and then the rules. */
export function textOfRemarks({ title = '', author = '', leftOut = [], hasFog, ruleset = '' }: Remarks): string {
  const left = [...(hasFog ? [FOG] : []), ...new Set(leftOut)].join(', ')
  const lines = [title, author, left].map((line) => line.replaceAll(/\s+/g, ' ').slice(0, LONGEST.line))
  return [...lines, ruleset.slice(0, LONGEST.ruleset)].join('\n').trimEnd()
}

const FOG = 'fog'

/** The same as people read them. */
export function remarksIn(text = '') {
  const [title, author = '', left = '', ...rules] = text.split('\n')
  const [hasFog, leftOut] = left.startsWith(FOG) ? [true, left.slice(`${FOG}, `.length)] : [false, left]
  const warnings = [
    ...(leftOut ? [`Left out, so that this may be another puzzle: ${leftOut}.`] : []),
    ...(hasFog ? ['Its fog is left out: every cell is seen here.'] : []),
  ]
  return {
    title,
    author,
    /** What stands above the puzzle. */
    name: [title, author && `by ${author}`].filter(Boolean).join(' '),
    warning: warnings.join(' '),
    ruleset: rules.join('\n'),
  }
}
