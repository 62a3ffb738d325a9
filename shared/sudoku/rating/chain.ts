import { groupedBy } from '../../grouped.ts'
import * as at from '../kernels/rating/kernel-bytes.ts'
import { BOX, CandidateGrid, type Candidates, candidatesOf, cellsIn, KINDS, UNIT_OF } from './candidate-grid.ts'
import type { Hint, Link, LinkEnd, NestedProof } from './hint.ts'
import type { TechniqueName } from './techniques.ts'
import { inWords } from './words.ts'

/**
 * Chains of inferences: if this candidate is on, that one is off; if it is off, another one is on.
 *
 *     node   candidate × 2, and 1 more if it is on, 0–1457
 *     weak   on → off: the other candidates of the cell, and the other places of the digit in box, row and column
 *     strong off → on: the only other candidate of the cell, or the only other place in a unit
 */

export const ON = 1
export const OFF = 0

/** Where a node followed from its parents: nowhere, as it is assumed, or in its cell, or its unit of a kind. */
export const ASSUMED = 0
export const IN_CELL = 1
/** `IN_UNIT + kind` */
export const IN_UNIT = 2

/**
 * The links between the candidates of a grid, in the memory of a kernel that searches along them. The candidates are
 * numbered from 0 in their order, so that tables are as small as the grid is:
 *
 *     number  of a candidate that is there
 *     group   the candidates of a cell, or the places of a digit in a unit: one of each is on
 *     weak    on → off: the others of its four groups, each once
 *     strong  off → on: the other one of a group of two
 */
export function linkTables(grid = new CandidateGrid()) {
  const { kernel } = grid
  const links = {
    /** In whose kernel they are. */
    grid,
    kernel,
    count: 0,
    /** Words of a row of bits, one for each number. */
    width: 0,
    candidate: grid.halves(at.CANDIDATE, at.CANDIDATES),
    number: grid.halves(at.NUMBER, at.CANDIDATES),
    /** Groups of a number: its cell, its box, its row and its column. `group[number × 4 + i]`; `IN_CELL + i` is the cause. */
    group: grid.halves(at.GROUP, at.CANDIDATES * at.GROUPS_OF_ONE),
    /** Those of a group, upwards, which is by digits or places: `member[memberFrom[group]]` to `memberFrom[group + 1]`. */
    member: grid.halves(at.MEMBER, at.CANDIDATES * at.GROUPS_OF_ONE),
    memberFrom: grid.halves(at.MEMBER_FROM, at.GROUPS + 1),
    /** The hint that is told: its nodes from the end back, in turn on and off, and the causes of those that are on. */
    path: grid.halves(at.PATH, at.CANDIDATES * 2),
    pathCause: grid.bytes(at.PATH_CAUSE, at.CANDIDATES * 2),
    /** The candidates that a cycle takes away. */
    gone: grid.halves(at.GONE, at.CANDIDATES),
    /** What follows from each assumption, as `Consequences` has it: numbers that are on, and off, in their order. `on[assumed × count + i]` */
    on: grid.halves(at.ON, at.NODES * at.CANDIDATES),
    off: grid.halves(at.OFF, at.NODES * at.CANDIDATES),
    onCount: grid.halves(at.ON_COUNT, at.NODES),
    offCount: grid.halves(at.OFF_COUNT, at.NODES),
    /** `entry[assumed × count × 2 + node]`, and how many ancestors a node has with itself; 0 if that is not known yet. */
    entry: grid.words(at.ENTRY, at.NODES * at.NODES),
    ancestors: grid.halves(at.ANCESTORS, at.NODES * at.NODES),
    /** A number that is both on and off, or `NONE`, and how both follow. */
    clash: grid.halves(at.CLASH, at.NODES),
    clashOn: grid.words(at.CLASH_ON, at.NODES),
    clashOff: grid.words(at.CLASH_OFF, at.NODES),
    /** The assumptions that `meet` holds against each other, and what it finds in common: a row of what is on, and of what is off. */
    alternatives: grid.halves(at.ALTERNATIVES, 9),
    common: grid.words(at.COMMON, (at.ROW_BYTES * 2) / 4),

    /** Links what is on a grid, unless that was done last. */
    begin(from: CandidateGrid): void {
      if (from !== grid) grid.copyCandidates(from)
      links.count = kernel.link()
      links.width = Math.ceil(links.count / 256) * 8
    },
  }
  return links
}

export type Links = ReturnType<typeof linkTables>

/** Where a weak link is: in a cell, or in the first kind of unit that both candidates are in. */
export function weakCause(from: number, to: number): number {
  const a = (from / 9) | 0
  const b = (to / 9) | 0
  if (a === b) return IN_CELL
  let kind = BOX
  while (UNIT_OF[a * 3 + kind] !== UNIT_OF[b * 3 + kind]) kind++
  return IN_UNIT + kind
}

/** A chain of more links than each of these is rated a tenth higher: 4, 6, 8, 12, 16, 24 … */
const LENGTHS = Array.from({ length: 40 }, (_, i) => 2 ** (i >> 1) * (i & 1 ? 6 : 4))

/** What it is rated higher: Sudoku Explainer adds tenths one by one, and compares the sums as they come out. */
const ADDED = LENGTHS.map((_, i) => LENGTHS.slice(0, i).reduce((sum) => sum + 0.1, 0))

/** A chain adds this to the rating of its technique: its length is two less than its nodes. */
export function lengthRating(complexity: number): number {
  return ADDED[LENGTHS.findIndex((length) => complexity - 2 <= length)]
}

/** No chain has as few nodes. */
export const NO_CHAIN = 3

/** How many nodes a chain may have that is rated no higher. */
export function longestWithin(base: number, rating: number): number {
  const most = ADDED.findLastIndex((added) => base + added <= rating)
  return most < 0 ? NO_CHAIN : LENGTHS[most] + 2
}

/** What a rating has cost and may cost, in nodes of chains that are looked at, so that a hard puzzle ends on every machine alike. */
export interface Work {
  spent: number
  limit: number
}

/** A rating has cost more than it may. */
export class WorkLimitError extends Error {}

/** @throws {WorkLimitError} */
export function spend(work: Work, nodes: number): void {
  work.spent += nodes
  if (work.spent > work.limit) throw new WorkLimitError(`more than ${work.limit} nodes of chains`)
}

/** A technique's pattern within a chain, that takes candidates away once its parents are off. */
export interface Rule {
  readonly why: TechniqueName
  readonly words: () => string
  /** The chains of its own that the pattern is, and what they have to have in common with others to count once. */
  readonly nested?: { readonly hint: ChainHint; readonly signature: string }
}

export interface ChainNode {
  readonly node: number
  readonly parents: readonly number[]
  readonly cause: number
  readonly rule?: Rule | undefined
}

/** The nodes of a chain, each once, from its end back to what is assumed. */
export type Chain = readonly ChainNode[]

/** What decides which of several hints is taken first: the least rating, then complexity, then order. */
export interface Rank {
  readonly rating: number
  readonly complexity: number
  readonly order: number
}

export interface ChainHint extends Hint, Rank {
  readonly chains: readonly Chain[]
  /** What its chains are held against each other for, where it is nested in others; nothing of one chain, or of a loop. */
  readonly within: () => string
  /** Where the assumptions are alternatives: `IN_CELL`, `IN_UNIT` and its kind, or `ASSUMED` if they are not. */
  readonly alternatives: number
}

/** Searches a grid for chains of a kind. */
export interface ChainSearch {
  /** The hint that is taken first. */
  readonly best: () => Hint | undefined
  /** All hints, as `inOrder` puts them. */
  readonly all: () => readonly ChainHint[]
}

/** Whether one hint is taken before another one that was found earlier. */
export function isBefore(a: Rank, b: Rank): boolean {
  if (a.rating !== b.rating) return a.rating < b.rating
  if (a.complexity !== b.complexity) return a.complexity < b.complexity
  return a.order < b.order
}

/** Hints as they are taken; of those that take the same candidates away only the first. */
export function inOrder<Found extends Rank & Pick<Hint, 'eliminations'>>(hints: readonly Found[]): Found[] {
  const sorted = hints.toSorted((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0))
  const byGone = groupedBy(sorted, ({ eliminations }) => eliminations.join(' '))
  return Array.from(byGone.values(), ([first]) => first)
}

function endOf(node: number): LinkEnd {
  const candidate = node >> 1
  return { cell: (candidate / 9) | 0, digit: (candidate % 9) + 1, on: (node & 1) === ON }
}

export function nodeOf({ cell, digit, on }: LinkEnd): number {
  return (cell * 9 + digit - 1) * 2 + Number(on)
}

/** The links of chains, each after those that it rests on. */
export function linksOf(chains: readonly Chain[]): Link[] {
  return chains.flatMap((nodes, chain) =>
    fromAssumption(nodes).flatMap(({ node, parents, cause, rule }) => {
      const why = rule?.why ?? (cause === IN_CELL ? 'cell' : KINDS[cause - IN_UNIT])
      return parents.map((parent) => ({ from: endOf(parent), to: endOf(node), why, chain }))
    }),
  )
}

/** The proofs that chains take from other chains, in the order in which they are needed. */
export function nestedIn(chains: readonly Chain[]): NestedProof[] {
  return chains.flatMap((nodes, chain) =>
    fromAssumption(nodes).flatMap(({ node, rule }) => {
      if (!rule) return []
      const at = { chain, to: node, technique: rule.why, words: rule.words() }
      if (!rule.nested) return [{ ...at, placedDigit: undefined, links: [], nested: [] }]
      const { hint } = rule.nested
      const placedDigit = hint.placement === undefined ? undefined : (hint.placement % 9) + 1
      return [{ ...at, placedDigit, links: linksOf(hint.chains), nested: nestedIn(hint.chains) }]
    }),
  )
}

/** The nodes of a chain, each after its parents. The end of a cycle is its beginning, and comes last. */
function fromAssumption(chain: Chain): ChainNode[] {
  const byNode = new Map(chain.map((node) => [node.node, node]))
  const ordered = new Set<ChainNode>()
  const visiting = new Set<number>()
  const visit = (node: number) => {
    const found = byNode.get(node)
    if (!found || visiting.has(node)) return
    visiting.add(node)
    for (const parent of found.parents) visit(parent)
    ordered.add(found)
  }
  visit(chain[0].node)
  return [...ordered]
}

/**
 * The candidates that are off on a grid, and were not before, which the chains of a hint rest on: where they pass a
 * cell with one candidate left, or a unit with one place.
 */
export function goneForChains(before: Candidates, now: Candidates, { chains, alternatives }: ChainHint): number[] {
  const gone = chains.flat().flatMap(({ node, cause }) => {
    const where = cause === ASSUMED ? alternatives : cause
    if ((node & 1) === OFF || where === ASSUMED) return []
    const cell = ((node >> 1) / 9) | 0
    const digit = (node >> 1) % 9
    if (where === IN_CELL) return candidatesOf(cell, before.digitsAt[cell] & ~now.digitsAt[cell])
    const unit = UNIT_OF[cell * 3 + where - IN_UNIT]
    const places = before.placesOf[unit * 9 + digit] & ~now.placesOf[unit * 9 + digit]
    return cellsIn(unit, places).map((place) => place * 9 + digit)
  })
  return [...new Set(gone)]
}

/** `r4c3 is 6`, or that it is not. */
export function nodeInWords(node: number): string {
  return inWords(endOf(node))
}

/** The conclusion of a chain's end: a candidate that is placed, with those that go from its cell, or one that goes. */
export function conclusionOf(grid: CandidateGrid, node: number): Pick<Hint, 'placement' | 'eliminations'> {
  const candidate = node >> 1
  if ((node & 1) === OFF) return { eliminations: [candidate] }
  const cell = (candidate / 9) | 0
  return { placement: candidate, eliminations: candidatesOf(cell, grid.digitsAt[cell] & ~(1 << (candidate % 9))) }
}
