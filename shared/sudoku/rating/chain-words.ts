import { groupedBy } from '../../grouped.ts'
import { bitsOf, CELLS, KINDS, SEES, UNIT_OF } from './candidate-grid.ts'
import type { Link, LinkEnd, NestedProof } from './hint.ts'
import { endsOf, strongLinks, type Unnamed } from './naming.ts'
import { type Pair, twoPairsReason } from './one-digit.ts'
import type { StepName } from './step-names.ts'
import { TECHNIQUES, techniqueWords } from './techniques.ts'
import { wWingReason } from './wings.ts'
import { cellName, cellsNamed, digitsNamed, inWords, oneOf, see, unitName } from './words.ts'

/** The sentence that says why a step of a chain or a loop holds, so that it can be followed without a drawing. */
export function chainReason(name: StepName, step: Unnamed): string | undefined {
  return REASONS[name]?.(step)
}

const REASONS: { readonly [Name in StepName]?: (step: Unnamed) => string } = {
  skyscraper: twoPairs,
  'two-string-kite': twoPairs,
  'turbot-fish': twoPairs,
  'x-chain': (step) => {
    const { first, seen } = outerEnds(step)
    const pairs = strongLinks(step.links).map(pairOf)
    const follow = pairs.map(({ unit, cells: [from, to] }, i) => {
      const before = i === 0 ? '' : `so ${cellName(from)} is not, so `
      return `${before}${cellName(to)} is (${unitName(unit)})`
    })
    return `if ${inWords({ ...first, on: false })}, ${follow.join(', ')}, ${seen}`
  },
  'remote-pair': (step) => {
    const { first, seen } = outerEnds(step)
    return `${cellsNamed(step.cells.slice(1))} can only be ${pairNamed(step, first.cell)} and, as each sees the next, alternate between them, ${seen}`
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
    const other = `${last.cell === first.cell ? 'it' : cellName(last.cell)} ${last.digit}`
    return `either ${inWords(first)}, or the chain makes ${other}, and in both cases ${inWords({ ...assumed, on: false })}`
  },
  'discontinuous-nice-loop': ({ links }) => {
    const [assumed] = endsOf(links)
    return `if ${inWords(assumed)}, the chain makes it ${assumed.digit} after all`
  },
  'continuous-nice-loop': (step) => {
    const [assumed] = endsOf(step.links)
    return `the chain closes into a loop, (1) if ${inWords(assumed)} and (2) the other way round if it is not, and either way ${eitherWay(step)}`
  },
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
    seen: `so ${oneOf([first.cell, last.cell], first.digit - 1, gone)}`,
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
      return { cell, digit, words: `one of ${cellsNamed(nearest.map((i) => loop[i].cell))} is ${digit}` }
    }),
  )
  const byPair = groupedBy(pairs, ({ words }) => words)
  const told = [...byPair].map(([words, of]) => {
    const cells = of.map(({ cell }) => cell)
    return `${words}, so ${see(cells, ', which')} both, ${cells.length > 1 ? 'are' : 'is'} not ${of[0].digit}`
  })
  return told.join('. Likewise ')
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
    words += `; [${i + 1}] ${parts[i].words}${withParts(parts[i], parts, (number) => 'abcdefghi'[number - 1])}`
  return words
}

type ToldChains = Pick<NestedProof, 'links' | 'nested'>

/** @param parts the proofs that are told behind, to which this adds those that it rests on */
function withParts({ links, nested }: ToldChains, parts: NestedProof[], numbered: (of: number) => string) {
  const byOf = new Map<string, string>()
  for (const proof of nested) {
    const known = parts.findIndex(({ signature }) => signature === proof.signature)
    const number = () => (known < 0 ? parts.push(proof) : known + 1)
    const words = proof.links.length > 0 ? `${techniqueWords(proof.technique)} [${number()}]` : proof.words
    byOf.set(`${proof.chain} ${nameOf(proof.to)}`, words)
  }
  const chains = [...groupedBy(links, ({ chain }) => chain)].map(([number, of]) => ({
    number,
    all: inferences(of, byOf),
  }))
  const told: Line[] = []
  const known = new Set<string>()
  for (const { number, all } of chains) {
    // What two chains from one assumption have in common is told once.
    if (`${all[0].from}` !== `${chains[0].all[0].from}`) known.clear()
    const isNew = (one: Inference) => one === all.at(-1) || !known.has(keyOf(one))
    const label = chains.length > 1 ? numbered(number + 1) : ''
    told.push(...lines(label, all.filter(isNew), known.size > 0 ? told : []))
    for (const one of all) known.add(keyOf(one))
  }
  return told.map(({ words }) => words).join('; ')
}

/** What an arrow leads from, all needed together, and to, each by itself: `r1c1=2`. */
interface Inference {
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** What joins them, in brackets, where that has to be told. */
  readonly by: string
}

function keyOf({ from, to }: Inference): string {
  return `${from} ${to}`
}

interface Line {
  readonly label: string
  readonly words: string
  /** What is found on it. */
  readonly ends: readonly string[]
}

/**
 * A line of arrows goes on where the next inference is from all that the last one found. Otherwise another one begins, which
 * names those that what it begins from is on: `(1.3) r1c6≠5 (1.1), r6c6≠5 (1.2) → r3c6=5`.
 *
 * @param known lines that were told before
 */
function lines(chain: string, all: readonly Inference[], known: readonly Line[]): Line[] {
  const groups: Inference[][] = []
  for (const next of all) {
    const group = groups.at(-1) ?? []
    const last = group.at(-1)
    if (last && `${last.from}${last.by}` === `${next.from}${next.by}`)
      group[group.length - 1] = { ...last, to: [...last.to, ...next.to] }
    else if (`${last?.to}` === `${next.from}`) group.push(next)
    else groups.push([next])
  }
  const told: Line[] = []
  for (const [i, group] of groups.entries()) {
    const label = groups.length > 1 ? `${chain}.${i + 1}` : chain
    const from = group[0].from.map((end) => {
      const on = [...known, ...told].findLast(({ ends }) => ends.includes(end))
      return on ? `${end} (${on.label})` : end
    })
    const arrows = [from.join(', '), ...group.map(({ to, by }) => `${to.join(', ')}${by}`)].join(' → ')
    told.push({ label, words: label ? `(${label}) ${arrows}` : arrows, ends: group.flatMap(({ to }) => to) })
  }
  return told
}

/**
 * Links that end at the same candidate are one inference. Where one rests on several that are off, what rules these out is
 * told in their place, and where the candidate is then the last one.
 */
function inferences(links: readonly Link[], byOf: ReadonlyMap<string, string>): Inference[] {
  const all = [...groupedBy(links, ({ to }) => nameOf(to))]
  const ruledOut = new Map(
    all.map(([end, [{ from, to, why }]]) => [end, to.on || why in TECHNIQUES ? end : nameOf(from)]),
  )
  const told = all.map(([end, joint]) => {
    const by = byOf.get(`${joint[0].chain} ${end}`) ?? unitWords(joint)
    const isOne = joint.length === 1 && !(joint[0].why in TECHNIQUES)
    const from = joint.map((link) => nameOf(link.from)).map((one) => (isOne ? one : (ruledOut.get(one) ?? one)))
    return { from: [...new Set(from)], to: [end], by: by && ` (${by})` }
  })
  const needed = new Set(told.flatMap(({ from }) => from))
  const kept = told.filter(({ to: [end] }, i) => i === told.length - 1 || needed.has(end))
  // One chain within this one may rule out several candidates, which are told at once.
  const merged = groupedBy(kept, ({ from, to, by }) => (by.endsWith('])') ? `${from}${by}` : `${to}`))
  return [...merged.values()].map((of) => ({ ...of[0], to: of.flatMap(({ to }) => to) }))
}

/** `row 3`, in which a candidate is the last one, where that is not plain from the cell before. */
function unitWords(joint: readonly Link[]): string {
  const [{ to, why }] = joint
  if (!to.on) return ''
  if (why === 'cell') return joint.length > 1 ? 'its last digit' : ''
  const isCommon = (kind: number) =>
    joint.every(({ from }) => UNIT_OF[from.cell * 3 + kind] === UNIT_OF[to.cell * 3 + kind])
  if (joint.length === 1 && KINDS.filter((_, kind) => isCommon(kind)).length < 2) return ''
  return unitName(UNIT_OF[to.cell * 3 + KINDS.indexOf(why as (typeof KINDS)[number])])
}

function nameOf({ cell, digit, on }: LinkEnd): string {
  return `${cellName(cell)}${on ? '=' : '≠'}${digit}`
}
