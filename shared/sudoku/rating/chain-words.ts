import { groupedBy } from '../../grouped.ts'
import { bitsOf, type CandidateGrid, CELLS, KINDS, SEES, UNIT_OF } from './candidate-grid.ts'
import { nodeInWords, nodeOf } from './chain.ts'
import { cellOf, deductionsFrom, type Inference, isRight, lastIn, neededFor } from './deductions.ts'
import type { Link, LinkEnd, NestedProof } from './hint.ts'
import { endsOf, strongLinks, type Unnamed } from './naming.ts'
import { type Pair, twoPairsReason } from './one-digit.ts'
import { type StepName, TECHNIQUES } from './techniques.ts'
import { wWingReason } from './wings.ts'
import { cellName, cellsNamed, clauses, digitsNamed, inWords, listed, nothingLeft, oneOf } from './words.ts'

/** The sentence that says why a step of one chain or of a loop holds, so that it can be followed without a drawing. */
export function chainReason(name: StepName, step: Unnamed): string {
  return (REASONS[name] ?? eitherEnd)(step)
}

const REASONS: { readonly [Name in StepName]?: (step: Unnamed) => string } = {
  skyscraper: twoPairs,
  'two-string-kite': twoPairs,
  'turbot-fish': twoPairs,
  'remote-pair': (step) => {
    const { first, last, gone } = outerEnds(step)
    const pair = digitsNamed(bitsOf(step.grid.digitsAt[first.cell]), 'or')
    const ends = oneOf([first.cell, last.cell], first.digit - 1, gone)
    return `${cellsNamed(step.cells.slice(1))} can only be ${pair} and, as each sees the next, alternate between them, so ${ends}`
  },
  'w-wing': (step) => {
    const { first, last, gone } = outerEnds(step)
    const [, joint] = strongLinks(step.links)
    return wWingReason(step.grid, [first.cell, last.cell], [first.digit - 1, joint.to.digit - 1], pairOf(joint), gone)
  },
  'discontinuous-nice-loop': ({ links }) => {
    const { to, why } = links[links.length - 1]
    const unit = why === 'cell' ? undefined : unitOf(to, why)
    return `${inOneLine(links.slice(0, -1))}, and ${nothingLeft(to.cell, to.digit - 1, unit)}`
  },
  'continuous-nice-loop': ({ links, eliminations }) => loopInWords(links, eliminations),
}

/** Two pairs of places, which share a unit at one end each. */
function twoPairs(step: Unnamed): string {
  const { first, gone } = outerEnds(step)
  const pairs = strongLinks(step.links).map(pairOf)
  return twoPairsReason(first.digit - 1, pairs, gone)
}

/** What lies between an assumption and its opposite: one of its two ends is right, and either rules the assumption out. */
function eitherEnd(step: Unnamed): string {
  const { first, last, gone } = outerEnds(step)
  const [{ cell, digit }] = endsOf(step.links)
  const chain = inOneLine(step.links.slice(1, -1))
  if (first.digit === last.digit) return `${chain}, so ${oneOf([first.cell, last.cell], first.digit - 1, gone)}`
  const [one, other] = [first, last].map((end) =>
    end.cell === cell ? `is ${end.digit}` : `sees the ${digit} in ${cellName(end.cell)}`,
  )
  return `${chain}. So ${cellName(cell)} either ${one} or ${other}`
}

/** The ends of what lies between an assumption and its opposite, one of which is right. */
function outerEnds({ links }: Unnamed) {
  const ends = endsOf(links)
  return { first: ends[1], last: ends[ends.length - 2], gone: [ends[0].cell] }
}

/** The two places that a link within a unit joins. */
function pairOf({ from, to, why }: Link): Pair {
  return { unit: unitOf(from, why), cells: [from.cell, to.cell] }
}

function unitOf({ cell }: LinkEnd, why: Link['why']): number {
  return UNIT_OF[cell * 3 + KINDS.indexOf(why as (typeof KINDS)[number])]
}

/**
 * For each candidate that goes, two cells of the loop that it sees, of which one takes the digit whichever way the loop
 * goes: for the first of them the way from one to the other is told, which is the same for all others.
 */
function loopInWords(links: readonly Link[], eliminations: Unnamed['eliminations']): string {
  const forth = links.filter(({ chain }) => chain === links[0].chain)
  const loop = endsOf(forth).slice(1)
  const pairs = eliminations.flatMap(({ cell, digits }) =>
    digits.map((digit) => {
      const seen = [...loop.keys()].filter((i) => loop[i].digit === digit && SEES[loop[i].cell * CELLS + cell])
      const both = seen.filter((i) => !loop[i].on).flatMap((i) => seen.filter((j) => loop[j].on).map((j) => [i, j]))
      const length = ([i, j]: readonly number[]) => (j - i + loop.length) % loop.length
      const [longest] = both.toSorted((a, b) => length(b) - length(a))
      return { cell, digit, pair: longest, length: length(longest) }
    }),
  )
  const groups = [...groupedBy(pairs, ({ pair }) => `${pair}`).values()]
  const [first, ...others] = groups.map((of) => {
    const ends = of[0].pair.map((i) => loop[i].cell)
    const gone = of.map(({ cell }) => cell)
    return oneOf(ends, of[0].digit - 1, gone)
  })
  const [{ pair, length }] = pairs
  const [begin] = pair
  const way = [...forth, ...forth].slice(begin + 1, begin + 1 + length)
  if (others.length === 0) return `${inOneLine(way)}, so ${first}`
  // Backwards each end is the opposite: what is right then is told, as far as the other pairs rest on it.
  const backwards = (index: number) => inWords({ ...loop[index], on: !loop[index].on })
  const steps = Math.max(...groups.slice(1).map(([{ pair }]) => (begin - pair[0] + loop.length) % loop.length))
  const passed = [...Array(steps).keys()].map((step) => (begin - 1 - step + loop.length) % loop.length)
  const back = passed.filter((index) => !loop[index].on).map(backwards)
  const runs = `the same chain runs backwards${back.length > 0 ? ` (${back.join(' → ')})` : ''}`
  return `${inOneLine(way)}, so ${first}. If ${backwards(begin)} instead, ${runs}. So either way ${others.join(', and ')}`
}

/** The links of one chain as a sentence: `if r1c1 is not 2 → r3c1 is 2 (last place in column 1) → r3c5 is not 2`. */
function inOneLine(links: readonly Link[]): string {
  return linesOf({ links, nested: [] }, 0, { at: new Map(), grid: undefined })[0]
}

/**
 * Chains that are held against each other, in lines: `(1.1) if r1c1 is 2 → r1c5 is not 2; (1.2) r1c5 is not 2 (1.1) → r3c5
 * is 2 (last place in column 5)`. A line that rests on chains of its own tells them behind what they prove, with letters:
 * `(1.3) r3c5 is 2 (1.2) → r7c8 is not 4: (a) if …; (b) if …`.
 */
export function chainsInWords(chains: ToldChains, grid: CandidateGrid): string {
  return chains.links.length === 0 ? '' : `: ${linesOf(chains, 0, { at: new Map(), grid }).join('; ')}`
}

type ToldChains = Pick<NestedProof, 'links' | 'nested'>

interface Line {
  readonly label: string
  readonly words: string
  /** What is found on it. */
  readonly ends: readonly number[]
}

interface Proved {
  /** The line on which a proof was told, and what was tried there, by what proofs have in common that are the same. */
  readonly at: Map<string, { readonly label: string; readonly tried: string }>
  /** The grid of the step, by which what chains within chains prove is told more simply. */
  readonly grid: CandidateGrid | undefined
}

/** @param depth of chains within chains */
function linesOf({ links, nested }: ToldChains, depth: number, proved: Proved): string[] {
  const proofs = new Map(nested.map((proof) => [`${proof.chain} ${proof.to}`, proof]))
  const chains = [...groupedBy(links, ({ chain }) => chain)].map(([number, of]) => ({
    number,
    all: inferences(of, (end) => proofs.get(`${number} ${end}`)),
  }))
  // That a digit is twice in a unit, or two are in a cell, is said before the lines, which end at these two.
  const [right, wrong] = chains.map(({ all }) => all[all.length - 1])
  const isClash = wrong && isRight(right.to[0]) && wrong.to[0] === (right.to[0] ^ 1)
  if (isClash && !wrong.proof && !wrong.by && chains[1].all.length > 1) chains[1].all.pop()
  const told = chains.map(({ number, all }) => ({ number, all, assumed: all[0].from[0] }))
  const { grid } = proved
  if (!grid || depth > 0) return inLines(told, depth, proved)
  const standing = new Map(told.map(({ assumed }) => [assumed, deductionsFrom(grid, assumed)]))
  const retold = told.map((chain) => ({ ...chain, all: standing.get(chain.assumed)?.retold(chain.all) ?? chain.all }))
  return inLines(retold, depth, proved)
}

type ToldChain = { readonly number: number; readonly assumed: number; readonly all: readonly Inference[] }

function inLines(chains: readonly ToldChain[], depth: number, proved: Proved): string[] {
  const told: Line[] = []
  let before: Line[] = []
  for (const { number, assumed, all } of chains) {
    // What two chains from one assumption have in common is told in the first.
    if (assumed !== chains[0].assumed) before = []
    const groups = inGroups(all)
    for (const [i, group] of groups.entries()) {
      const chain = chains.length > 1 ? numbered(number, depth) : ''
      const label = groups.length === 1 ? chain : chain ? `${chain}.${i + 1}` : numbered(i, depth)
      const { from } = group[0]
      const start = i === 0 && `${from}` === `${assumed}` ? 'if ' : ''
      const inferred = group.map((one) => ` → ${inferredInWords(one, label, depth, proved)}`).join('')
      const words = `${start}${endsInWords(from, before)}${inferred}`
      before.push({ label, words: label ? `(${label}) ${words}` : words, ends: group.flatMap(({ to }) => to) })
    }
    told.push(...before.slice(-groups.length))
  }
  return told.map(({ words }) => words)
}

function numbered(index: number, depth: number): string {
  if (depth === 0) return `${index + 1}`
  const letter = 'abcdefghijklmnopqrstuvwxyz'[index % 26].repeat(1 + Math.floor(index / 26))
  return depth === 1 ? letter : letter.toUpperCase()
}

/** Inferences go on in a line where the next one is from all that the last one found, and nothing else has to be told. */
function inGroups(all: readonly Inference[]): Inference[][] {
  const groups: Inference[][] = []
  for (const next of all) {
    const group = groups.at(-1) ?? []
    const last = group.at(-1)
    // What chains of its own prove has a line for itself.
    const isOpen = last && !last.proof && !next.proof && !last.refutation && !next.refutation
    if (isOpen && `${last.from}${last.by}` === `${next.from}${next.by}`)
      group[group.length - 1] = { ...last, to: [...last.to, ...next.to] }
    else if (isOpen && (`${last.to}` === `${next.from}` || (next.to.length === 0 && groups.length === 1)))
      group.push(next)
    else groups.push([next])
  }
  return groups
}

/** What an inference finds, behind what it rests on: `r3c5 is 2 (last place in column 5)`. */
function inferredInWords(one: Inference, label: string, depth: number, proved: Proved): string {
  const { from, to, by, proof, refutation } = one
  if (to.length === 0) return by
  const isSameCell = from.length === 1 && to.every((end) => cellOf(end) === cellOf(from[0]))
  const words = endsInWords(to)
  const ends = `${isSameCell ? words.replace(cellName(cellOf(to[0])), 'it') : words}${by}`
  const inferences = refutation?.map(({ from, to, by }) => [from.map(nodeInWords), to.map(nodeInWords), by])
  const told = JSON.stringify(inferences ?? proof?.links)
  if (told === undefined) return ends
  // What is tried in another place, and fails as the other did, is not told again.
  const [assumed] = refutation?.[0].from ?? [-1]
  const tried = refutation ? nodeInWords(assumed) : '-'
  const rest = told.replaceAll(tried, '')
  const key = refutation && rest.includes(cellName(cellOf(assumed))) ? told : rest
  const before = proved.at.get(key)
  if (before?.tried === tried) return `${ends} (as in ${before.label})`
  if (before) return `${ends} (as in ${before.label}, but if ${tried})`
  proved.at.set(key, { label, tried })
  if (!proof)
    return `${ends}: ${inLines([{ number: 0, assumed, all: refutation ?? [] }], depth + 1, proved).join('; ')}`
  const placed = proof.placedDigit === undefined ? '' : ` (because it is ${proof.placedDigit})`
  return `${ends}${placed}: ${proof.words}: ${linesOf(proof, depth + 1, proved).join('; ')}`
}

/**
 * `r1c2 and r1c5 are not 2 (1.1) and r3c5 is 4 (1.3)`, or `r1c2 is not 2 or 4`.
 *
 * @param before the lines that found them
 */
function endsInWords(ends: readonly number[], before: readonly Line[] = []): string {
  const inCell = (end: number) => `cell ${cellOf(end)} ${end & 1}`
  const ofDigit = (end: number) => `digit ${digitOf(end)} ${end & 1}`
  const byCell = groupedBy(ends, inCell)
  const groups = groupedBy(ends, (end) => (byCell.get(inCell(end))?.length === 1 ? ofDigit : inCell)(end))
  const told = [...groups.values()].map((group) => {
    const isOneCell = new Set(group.map(cellOf)).size === 1
    const of = isOneCell ? group.toSorted((a, b) => a - b) : group
    const lines = of.map((end) => before.findLast(({ ends }) => ends.includes(end))?.label)
    const on = lines.map((label) => (label ? ` (${label})` : ''))
    // Each line stands behind what was found on it.
    const last = new Set(on).size === 1 ? on[0] : ''
    const each = of.map((end, i) => `${isOneCell ? digitOf(end) : cellName(cellOf(end))}${last ? '' : on[i]}`)
    const parts = listed(each, isOneCell ? 'or' : 'and')
    const not = isRight(of[0]) ? '' : ' not'
    return isOneCell
      ? `${cellName(cellOf(of[0]))} is${not} ${parts}${last}`
      : `${parts} are${not} ${digitOf(of[0])}${last}`
  })
  return told.length > 2 || told.some((one) => one.includes(' and ')) ? clauses(told) : told.join(' and ')
}

/**
 * Links that end at the same candidate are one inference. Where one rests on several that are off, what rules these out is
 * told in their place, and where the candidate is then the last one. What is needed for nothing is left out.
 */
function inferences(links: readonly Link[], proofOf: (end: number) => NestedProof | undefined): Inference[] {
  const all = groupedBy(links, ({ to }) => nodeOf(to))
  const ruledOut = new Map(
    Array.from(all, ([end, [{ from, to, why }]]) => [end, to.on || why in TECHNIQUES ? end : nodeOf(from)]),
  )
  const told = Array.from(all, ([end, joint]) => {
    const nested = proofOf(end)
    const proof = nested && nested.links.length > 0 ? nested : undefined
    const isOne = joint.length === 1 && !nested
    const from = joint.map((link) => nodeOf(link.from)).map((one) => (isOne ? one : (ruledOut.get(one) ?? one)))
    const [{ to, why }] = joint
    const last = to.on ? lastIn(why === 'cell' ? undefined : unitOf(to, why)) : ''
    const by = nested && !proof ? ` (${nested.words})` : last
    const key =
      nested && end !== nodeOf(links[links.length - 1].to) ? `${from} ${by} ${JSON.stringify(proof?.links)}` : end
    return { from: [...new Set(from)], to: [end], by, proof, key }
  })
  const kept = neededFor(told[told.length - 1].to[0], told)
  // A pattern, or a chain within this one, may rule out several candidates, which are told at once.
  const merged = groupedBy(kept, ({ key }) => key)
  return [...merged.values()].map((of) => ({ ...of[0], to: of.flatMap(({ to }) => to) }))
}

function digitOf(end: number): number {
  return ((end >> 1) % 9) + 1
}
