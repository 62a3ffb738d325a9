import { groupedBy } from '../../grouped.ts'
import { bitsOf, CELLS, KINDS, SEES, UNIT_OF } from './candidate-grid.ts'
import type { Link, LinkEnd, NestedProof } from './hint.ts'
import { endsOf, strongLinks, type Unnamed } from './naming.ts'
import { type Pair, twoPairsReason } from './one-digit.ts'
import type { StepName } from './step-names.ts'
import { TECHNIQUES, type TechniqueName, techniqueWords } from './techniques.ts'
import { wWingReason } from './wings.ts'
import { cellName, cellsNamed, digitsNamed, inWords, oneOf, onlyIn, see, unitName } from './words.ts'

/** The sentence that says why a step of a chain or a loop holds, so that it can be followed without a drawing. */
export function chainReason(name: StepName, step: Unnamed): string | undefined {
  return REASONS[name]?.(step)
}

const REASONS: { readonly [Name in StepName]?: (step: Unnamed) => string } = {
  skyscraper: twoPairs,
  'two-string-kite': twoPairs,
  'turbot-fish': twoPairs,
  'x-chain': (step) => {
    const { first, last, gone } = outerEnds(step)
    const pairs = strongLinks(step.links).map(pairOf)
    return `${onlyIn([first.digit - 1], ...pairs.map(({ unit, cells }) => [unit, cells] as const))}, and the second cell of each pair sees the first of the next, so if ${inWords({ ...first, on: false })}, ${cellName(last.cell)} is, and ${see(gone)} both`
  },
  'remote-pair': (step) => {
    const { first, seen } = outerEnds(step)
    return `${cellsNamed(step.cells.slice(1))} can only be ${pairNamed(step, first.cell)} and, as each sees the next, are these two digits by turns, ${seen}`
  },
  'xy-chain': (step) => {
    const { first, last, seen } = outerEnds(step)
    const cells = strongLinks(step.links).map(({ to }) => to.cell)
    return `${cellsNamed(cells)} have two candidates each, and if ${cellName(first.cell)} is not ${first.digit}, each decides the next until ${cellName(last.cell)} is ${last.digit}, ${seen}`
  },
  'w-wing': (step) => {
    const { first, last, gone } = outerEnds(step)
    const [, joint] = strongLinks(step.links)
    return wWingReason(step.grid, [first.cell, last.cell], [first.digit - 1, joint.to.digit - 1], pairOf(joint), gone)
  },
  'alternating-inference-chain': (step) => {
    const { first, last } = outerEnds(step)
    const [assumed] = endsOf(step.links)
    const then = last.cell === first.cell ? `it is ${last.digit}` : inWords(last)
    return `if ${inWords({ ...first, on: false })}, ${then} by the chain, and in either case ${inWords({ ...assumed, on: false })}`
  },
  'discontinuous-nice-loop': ({ links }) => {
    const [assumed] = endsOf(links)
    return `if ${inWords(assumed)}, it is ${assumed.digit} by the chain, which cannot both be`
  },
  'continuous-nice-loop': (step) =>
    `the chain closes into a loop, so either all that it says is right or the opposite of all of it, and in both cases ${eitherWay(step)}`,
}

/** Two pairs of places, which share a unit at one end each. */
function twoPairs(step: Unnamed): string {
  const { first, gone } = outerEnds(step)
  const pairs = strongLinks(step.links).map(pairOf)
  return twoPairsReason(first.digit - 1, pairs, gone)
}

/** The ends of what lies between an assumption and its opposite, one of which is right. */
function outerEnds({ links }: Unnamed) {
  const ends = endsOf(links)
  const [assumed, first] = ends
  const gone = [assumed.cell]
  const last = ends[ends.length - 2]
  return {
    first: { ...first, on: true },
    last,
    gone,
    seen: oneOf([first.cell, last.cell], first.digit - 1, gone),
  }
}

/** The two places that a link within a unit joins. */
function pairOf({ from, to, why }: Link): Pair {
  return { unit: UNIT_OF[from.cell * 3 + KINDS.indexOf(why as (typeof KINDS)[number])], cells: [from.cell, to.cell] }
}

function pairNamed({ grid }: Unnamed, cell: number): string {
  return digitsNamed(bitsOf(grid.digitsAt[cell]), 'or')
}

/** For each candidate that goes, two of the loop that it sees, of which one is right whichever way that is. */
function eitherWay({ links, eliminations }: Unnamed): string {
  const loop = endsOf(links.filter(({ chain }) => chain === 0)).slice(1)
  const pairs = eliminations.flatMap(({ cell, digits }) =>
    digits.map((digit) => {
      const seen = [...loop.keys()].filter((i) => loop[i].digit === digit && SEES[loop[i].cell * CELLS + cell])
      const both = seen.flatMap((i) => seen.filter((j) => i < j && loop[i].on !== loop[j].on).map((j) => [i, j]))
      const apart = ([i, j]: readonly number[]) => Math.min(j - i, loop.length + i - j)
      const [nearest] = both.toSorted((a, b) => apart(a) - apart(b))
      return { cell, words: `one of ${cellsNamed(nearest.map((i) => loop[i].cell))} is ${digit}` }
    }),
  )
  const byPair = groupedBy(pairs, ({ words }) => words)
  return [...byPair].map(([words, of]) => `${words}, and ${see(of.map(({ cell }) => cell))} both`).join(', and ')
}

/**
 * `: r1c1=2 → r1c5≠2, r3c1≠2 → r3c5=2`; of several chains, each begins with its number, after what is in both. Chains that
 * these rest on follow, each once, with letters for what they have several of: `[1] r2c2=5 → r2c3≠5 → r2c2≠5`.
 */
export function chainsInWords(told: ToldChains): string {
  if (told.links.length === 0) return ''
  const parts: NestedProof[] = []
  let words = `: ${withParts(told, parts, String)}`
  // What a part rests on becomes a part behind it.
  for (let i = 0; i < parts.length; i++)
    words += `; [${i + 1}] ${withParts(parts[i], parts, (number) => 'abcdefghi'[number - 1])}`
  return words
}

type ToldChains = Pick<NestedProof, 'technique' | 'links' | 'nested'>

/** @param parts the proofs that are told behind, to which this adds those that it rests on */
function withParts({ technique, links, nested }: ToldChains, parts: NestedProof[], numbered: (of: number) => string) {
  const numberOf = new Map<string, number>()
  for (const proof of nested) {
    const known = parts.findIndex(({ signature }) => signature === proof.signature)
    numberOf.set(`${proof.chain} ${endsNamed([proof.to])}`, known < 0 ? parts.push(proof) : known + 1)
  }
  const byChain = groupedBy(links, ({ chain }) => chain)
  const numbers = [...byChain.keys()]
  const chains = [...byChain.values()].map((of) => inferences(of, numberOf))
  if (technique.endsWith('-cycle')) return `${arrows(chains[0])}, or with = and ≠ changed over`
  if (chains.length === 1) return arrows(chains[0])
  const shared = sharedBy(chains)
  const isShared = (one: Inference) => shared.has(keyOf(one))
  const told = chains.map((all, i) => `(${numbered(numbers[i] + 1)}) ${arrows(all.filter((one) => !isShared(one)))}`)
  if (shared.size > 0) told.unshift(`(both) ${arrows(chains[0].filter(isShared))}`)
  return told.join('; ')
}

/** Fewer inferences than these are easier to read twice, each where it is needed. */
const LEAST_SHARED = 6

/** The inferences that two chains from one assumption have in common, up to the last of each. */
function sharedBy([one, other, ...more]: readonly (readonly Inference[])[]): ReadonlySet<string> {
  if (more.length > 0 || endsNamed(one[0].from) !== endsNamed(other[0].from)) return new Set()
  const [keys, others] = [one, other].map((all) => new Set(all.slice(0, -1).map(keyOf)))
  const shared = new Set([...keys].filter((key) => others.has(key)))
  return shared.size < LEAST_SHARED ? new Set() : shared
}

function keyOf({ from, to, by }: Inference): string {
  return `${endsNamed(from)} ${endsNamed(to)} ${by}`
}

/** What an arrow leads from, all needed together, and to, each by itself. */
interface Inference {
  readonly from: LinkEnd[]
  readonly to: LinkEnd[]
  /** The technique whose pattern joins them, in brackets. */
  readonly by: string
}

/** A line of arrows goes on where the next inference is from all that the last one found, and otherwise begins anew. */
function arrows(all: readonly Inference[]): string {
  let last: Inference | undefined
  let words = ''
  const tell = () => {
    if (last) words += ` → ${endsNamed(last.to)}${last.by}`
  }
  for (const next of all) {
    const from = endsNamed(next.from)
    if (last && endsNamed(last.from) === from && last.by === next.by) last.to.push(...next.to)
    else {
      tell()
      if (!last || endsNamed(last.to) !== from) words += `${last ? '; ' : ''}${from}`
      last = { ...next, to: [...next.to] }
    }
  }
  tell()
  return words
}

/** Links that end at the same candidate are one inference. */
function inferences(links: readonly Link[], numberOf: ReadonlyMap<string, number>): Inference[] {
  return [...groupedBy(links, ({ to }) => endsNamed([to])).values()].map((joint) => {
    const [{ to, why, chain }] = joint
    const part = numberOf.get(`${chain} ${endsNamed([to])}`)
    const words =
      why in TECHNIQUES ? `${techniqueWords(why as TechniqueName)}${part ? ` [${part}]` : ''}` : unitWords(joint)
    return { from: joint.map(({ from }) => from), to: [to], by: words && ` (${words})` }
  })
}

/** `row 3`, in which a candidate is the last one; where its cells have no other unit in common, nobody needs to be told. */
function unitWords(joint: readonly Link[]): string {
  const [{ to, why }] = joint
  const isCommon = (kind: number) =>
    joint.every(({ from }) => UNIT_OF[from.cell * 3 + kind] === UNIT_OF[to.cell * 3 + kind])
  if (!to.on || why === 'cell' || KINDS.filter((_, kind) => isCommon(kind)).length < 2) return ''
  return unitName(UNIT_OF[to.cell * 3 + KINDS.indexOf(why as (typeof KINDS)[number])])
}

/** Ends that are written as one: all are off, and each of the digits in each of the rows and columns. */
interface Group {
  readonly rows: string
  readonly columns: string
  readonly digits: string
  readonly sign: string
}

/** `r1c1=2`, or what is off, together where it is of one cell, row or column: `r1c1≠23, r45c7≠2` */
function endsNamed(ends: readonly LinkEnd[]): string {
  const each = ends.map(({ cell, digit, on }, i) => ({
    rows: `${Math.floor(cell / 9) + 1}`,
    columns: `${(cell % 9) + 1}`,
    digits: `${digit}`,
    // What is on stands alone, as it would read like one of several.
    sign: on ? `=${' '.repeat(i)}` : '≠',
  }))
  const groups = grouped(grouped(grouped(each, 'digits'), 'columns'), 'rows')
  return groups.map(({ rows, columns, digits, sign }) => `r${rows}c${columns}${sign.trimEnd()}${digits}`).join(', ')
}

/** Groups that differ in a part only, as one. */
function grouped(groups: readonly Group[], part: 'rows' | 'columns' | 'digits'): readonly Group[] {
  // Nearly always, and keys of it would take an eighth of the time of all steps.
  if (groups.length === 1) return groups
  const merged = new Map<string, Group>()
  for (const group of groups) {
    const key = JSON.stringify({ ...group, [part]: '' })
    const all = `${merged.get(key)?.[part] ?? ''}${group[part]}`
    merged.set(key, { ...group, [part]: [...all].sort().join('') })
  }
  return [...merged.values()]
}
