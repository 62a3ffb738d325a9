import { accept, type Checked, type JsonObject, refuse } from '../../checked.ts'
import type { ConstraintType } from '../../sudoku/constraints/constraint-json.ts'
import type { Remarks } from './remarks.ts'
import type { VariantPuzzle, VariantRule } from './variant-puzzle.ts'

/**
 * Rules that an author's prose may tell and that are nowhere else in a puzzle. A rule for some cells is drawn there, and a drawing
 * that nothing explains is refused as such; but a rule for the whole grid, or one that changes what a constraint means,
 * needs no drawing. So these words are looked for, each with what a puzzle has to hold to keep what they say. No words
 * can tell all: prose is prose.
 */
type Saying = readonly [
  pattern: RegExp,
  rule: string,
  // The rules and constraints of which any one keeps it; none where left out.
  keptBy?: readonly (VariantRule | ConstraintType | 'negative')[],
]

const SAYINGS: readonly Saying[] = [
  [/anti-?\s?knight|knight['’]?s?[ -](?:move|step|apart)/i, 'anti-knight', ['anti-knight']],
  [/anti-?\s?king|king['’]?s?[ -](?:move|step|apart)/i, 'anti-king', ['anti-king']],
  [/(?:non|anti)-?\s?consecutive/i, 'non-consecutive', ['non-consecutive']],
  [/\bdisjoint/i, 'disjoint groups', ['disjoint']],
  [/\bwindoku/i, 'windoku', ['windoku']],
  [/\b(?:both|main|long)\s(?:\w{1,12}\s)?diagonals?\b/i, 'diagonals', ['diagonal', 'extra-region']],
  [
    /(?<!\b(?:no|not|without|without an?|not an?) )\bnegative constraint/i,
    'a negative constraint',
    ['negative', 'non-consecutive'],
  ],
  [
    /(?<!\bnot (?:necessarily )?)\ball (?:[\w’' -]{0,40} )?(?:dots|circles|[xv]['’]?s)\b[\w’' -]{0,20} given\b/i,
    'a negative constraint (all are given)',
    ['negative', 'non-consecutive'],
  ],
  [/\bglobal\b|\bentrop(?!(?:ic|y)[\s-]lines?\b)\w*/i, 'entropy, or another rule for the whole grid'],
  [/\bentrop(?:ic|y)[\s-]lines?\b/i, 'entropic lines', ['entropic-line']],
  [/\bqueens?\b/i, 'anti-queen'],
  [/\b1\W?5\W?9\b/, '159 (indexed columns)', ['column-indexer']],
  [/\bmagic squares?\b/i, 'magic squares'],
  [/\b(?:digit[ -]sum|average|product) arrows?\b/i, 'arrows that do not sum to their circle'],
  [
    /\b(?:can|may|might|could) (?:also )?repeat (?:with)?in (?:\w{1,12} ){0,2}cages?\b/i,
    'cages in which digits repeat',
  ],
  [/\bwrogn|\bliars?\b|\b(?:is|are) (?:wrong|false|lying)\b/i, 'clues that are wrong'],
  [
    /\bschr(?:ö|oe?)dinger|\bdoublers?\b|\bnegators?\b|\bmodifiers?\b|\bmultipliers?\b/i,
    'cells with another value than their digit',
  ],
  [/\b(?:de)?construct(?:ed|ion)?\b|\bdetermine the regions\b/i, 'regions that are to be found'],
  [/\bdigits\b[\w ]{0,20}\b0\s?(?:-|–|to)\s?\d/i, 'digits from 0 on'],
]

/** A rule that the prose of a puzzle tells and that the puzzle does not hold; undefined if no such rule is known. */
export function untoldRule(
  prose: string,
  { rules = [], constraints = [], negative }: VariantPuzzle,
): string | undefined {
  const held = new Set<string>([...rules, ...constraints.map(({ type }) => type), ...(negative ? ['negative'] : [])])
  const saying = SAYINGS.find(([pattern, , keptBy = []]) => pattern.test(prose) && !keptBy.some((one) => held.has(one)))
  if (!saying) return undefined
  const [pattern, rule] = saying
  return `it says ${JSON.stringify(pattern.exec(prose)?.[0])} (${rule}), which the puzzle does not hold`
}

/**
 * Words for rules in some prose of which a puzzle has no constraint, for the reason why a drawing is not understood:
 * `; the ruleset speaks of "Region Sum Lines"`.
 */
export function rulesNamedIn(prose: string, constraints: readonly { readonly type: ConstraintType }[]): string {
  const held = new Set<string>(constraints.map(({ type }) => type))
  const missing = Object.entries(WORDS_FOR).filter(([type]) => !held.has(type))
  const named = [...missing.map(([, pattern]) => pattern), ...WORDS_FOR_OTHERS]
    .map((pattern) => pattern.exec(prose))
    .filter((found) => found !== null)
    .toSorted((a, b) => a.index - b.index)
  return named.length === 0 ? '' : `; the ruleset speaks of ${named.map(([word]) => JSON.stringify(word)).join(', ')}`
}

/** The words that setters have for each constraint. */
export const WORDS_FOR: Readonly<Record<ConstraintType, RegExp>> = {
  cage: /\b(?:killer )?cages?\b/i,
  'little-killer': /\blittle killers?\b/i,
  sandwich: /\bsandwich\w*/i,
  'x-sum': /\bx-?sums?\b/i,
  'numbered-room': /\bnumbered rooms?\b/i,
  skyscraper: /\bskyscrapers?\b/i,
  arrow: /(?<!\b(?:digit sum|average|product|double) )\barrows?\b/i,
  thermometer: /(?<!\bslow )\bthermo\w*/i,
  'slow-thermometer': /\bslow thermo\w*/i,
  palindrome: /\bpalindromes?\b/i,
  renban: /\brenban(?: lines?)?\b/i,
  whispers: /\b(?:\w{1,10} )?whispers?(?: lines?)?\b/i,
  'region-sum-line': /\b(?:region|box) sum(?: lines?)?\b/i,
  'entropic-line': /\bentrop(?:ic|y)[\s-]lines?\b/i,
  'between-line': /\bbetween lines?\b/i,
  'lockout-line': /\blockout\w*(?: lines?)?\b/i,
  'modular-line': /\b(?:modular|parity)\w*(?: lines?)?\b/i,
  'nabner-line': /\bnabner\w*(?: lines?)?\b/i,
  'zipper-line': /\bzipper\w*(?: lines?)?\b/i,
  'double-arrow': /\bdouble arrows?\b/i,
  'sum-line': /(?<!\b(?:region|box) )\b(?:sum|ten|10)[ -]lines?\b/i,
  sum: /\bsum cages?\b/i,
  'equal-sums': /\bequal sums?\b/i,
  difference: /\bwhite (?:kropki )?dots?\b/i,
  ratio: /\bblack (?:kropki )?dots?\b/i,
  'greater-than': /\b(?:inequality|greater[ -]than)(?: signs?)?\b/i,
  pairs: /\bpairwise\b/i,
  walk: /\b(?:regular expressions?|regex|state machines?)\b/i,
  xv: /\bx(?:\/|’s and |'s and | and | or )v(?:['’]?s)?\b/i,
  clone: /\bclones?\b/i,
  quadruple: /\bquad(?:ruple)?s?\b/i,
  minimum: /\b(?:minimums?|minima)\b/i,
  maximum: /\b(?:maximums?|maxima)\b/i,
  even: /\beven (?:cells?|digits?)\b/i,
  candidates: /\b(?:candidates|pencil ?marks)\b/i,
  'row-indexer': /\brow index\w*/i,
  'column-indexer': /\bcolumn index\w*/i,
  odd: /\bodd (?:cells?|digits?)\b/i,
  'extra-region': /\bextra regions?\b/i,
}

/** Words for rules that are drawn and that are no constraint here. */
const WORDS_FOR_OTHERS: readonly RegExp[] = [
  /\b(?:digit sum|average|product) arrows?\b/i,
  /\b(?<!(?:row|column) )index\w*(?: lines?)?\b/i,
  /\b(?:global entrop\w*|entrop(?!(?:ic|y)[\s-]lines?\b)\w*)\b/i,
  /\bxvxv\b/i,
]

/** What prose says of cells of a colour, or of shaded ones. */
export const WORDS_FOR_COLOURS =
  /\b(?:colou?r(?:ed|s)?|shaded|highlighted|gr[ea]y|green|blue|red|yellow|purple|orange|pink)\b[\w,’' -]{0,30}\b(?:cells?|squares?|regions?|areas?|boxes)\b|\bcolou?rs?\b/i

/** Tells what a puzzle's fields and its prose say of it. */
export function remark(remarks: Remarks, { title, author, ...more }: JsonObject, ruleset: string): void {
  for (const [name, text] of Object.entries({ title, author, ruleset: ruleset.trim() })) {
    if (typeof text === 'string') remarks[name as 'title'] = text
  }
  const lit = [more.foglight, more.fogofwar].flat().filter(Boolean)
  if (lit.length > 0) remarks.hasFog = true
}

/** Leaves out a part that may show a rule, where remarks have a list for such; otherwise it is refused. */
export function leaveOut({ leftOut }: Remarks, what: string, why: string): Checked<void> {
  leftOut?.push(what)
  return leftOut ? accept() : refuse(why)
}

/** Leaves out what a key holds that is not known here. */
export function leaveOutKey(remarks: Remarks, key: string): Checked<void> {
  const name = key.slice(0, 40)
  return leaveOut(remarks, name, `${name}: unknown key, which may hold a rule`)
}
