import { groupedBy } from '../../grouped.ts'
import { NONE } from '../kernels/rating/kernel-bytes.ts'
import { type CandidateGrid, CELL_AT, CELLS, COUNT, LOWEST, UNIT_OF } from './candidate-grid.ts'
import {
  ASSUMED,
  type Chain,
  type ChainHint,
  type ChainSearch,
  conclusionOf,
  IN_CELL,
  IN_UNIT,
  inOrder,
  isBefore,
  type Links,
  lengthRating,
  linksOf,
  linkTables,
  nestedIn,
  nodeInWords,
  OFF,
  ON,
  type Rank,
  type Work,
} from './chain.ts'
import { Consequences, type Inference, type Target } from './consequences.ts'
import { partsOf } from './forcing-chains.ts'
import type { Hint } from './hint.ts'
import { type ExplainerTechnique, TECHNIQUES } from './techniques.ts'
import { cellName, digitsNamed, listed, nothingLeft, onlyIn, unitName } from './words.ts'

/**
 * Multiple chains: what follows from an assumption, held against what follows from its opposite, or from all its
 * alternatives in a cell or in a unit. Dynamic ones go on from several inferences together, as they take away each
 * candidate that is off; those with nested rules look for patterns on the grid that is left, once nothing else follows.
 */
export interface ChainKind extends Inference {
  /** Nishio looks for contradictions only. */
  readonly techniqueOf: (shape: Shape) => ExplainerTechnique
}

/** How assumptions are held against each other. */
type Shape = 'contradiction' | 'double' | 'cell' | 'unit'

/** Among chains of one length the least is taken first. */
const ORDER: Readonly<Record<Shape, number>> = { double: 1, cell: 5, unit: 6, contradiction: 7 }

/** A hint before its chains are written out. */
interface Found extends Rank, Pick<Hint, 'placement' | 'eliminations'> {
  readonly shape: Shape
  readonly targets: readonly Target[]
  /** The cell or the unit of the alternatives, or the assumed node. */
  readonly source: number
}

export function multipleChains(
  grid: CandidateGrid,
  kind: ChainKind,
  work: Work,
  links: Links = linkTables(),
): ChainSearch {
  const { isDynamic, isNishio, rules, techniqueOf } = kind
  const { kernel, number } = links
  const consequences = new Consequences(grid, kind, work, links)
  /** Assumptions of which one is right; made anew for each cell and unit. */
  const all: number[] = []
  let wantsAll = false
  /** All that was found, or the best alone. */
  let found: Found[] = []

  return { best: () => search(false).map(hintOf)[0], all: () => inOrder(search(true)).map(hintOf) }

  function search(isForAll: boolean): readonly Found[] {
    wantsAll = isForAll
    found = []
    links.begin(grid)
    consequences.begin()
    if (!isDynamic) kernel.reach()
    if (!isNishio) searchCells()
    // Assumptions that contradict themselves along a digit are found before all that follows is entered.
    else for (const node of links.path.slice(0, kernel.findAlongDigits())) considerClash(node >> 1, node & 1)
    return found
  }

  function searchCells(): void {
    for (let cell = 0; cell < CELLS; cell++) {
      const digits = grid.digitsAt[cell]
      if (COUNT[digits] < (isDynamic ? 2 : 3)) continue
      for (let rest = digits; rest; rest &= rest - 1) {
        const candidate = cell * 9 + LOWEST[rest]
        if (isDynamic) {
          // Contradictions, and what follows whether the candidate is on or off.
          considerClash(candidate, ON)
          considerClash(candidate, OFF)
          const ifOn = number[candidate] * 2 + ON
          if (COUNT[digits] > 2) considerCommon('double', [ifOn, ifOn ^ 1], candidate)
        }
        considerUnits(candidate)
      }
      all.length = 0
      for (let rest = digits; rest; rest &= rest - 1) all.push(number[cell * 9 + LOWEST[rest]] * 2 + ON)
      considerCommon('cell', all, cell)
    }
  }

  function considerClash(candidate: number, isOn: number): void {
    const { clash, clashOn, clashOff } = links
    const assumed = number[candidate] * 2 + isOn
    consequences.know(assumed)
    if (clash[assumed] === NONE) return
    const targets = [
      { assumed, node: clash[assumed] * 2 + ON, entry: clashOn[assumed] },
      { assumed, node: clash[assumed] * 2 + OFF, entry: clashOff[assumed] },
    ]
    consider('contradiction', targets, candidate * 2 + (isOn ^ 1), candidate * 2 + isOn)
  }

  /** Consequences of each place of a digit in a unit; looked at from its first place. */
  function considerUnits(candidate: number): void {
    const cell = (candidate / 9) | 0
    const digit = candidate % 9
    for (let kind = 0; kind < 3; kind++) {
      const unit = UNIT_OF[cell * 3 + kind]
      const places = grid.placesOf[unit * 9 + digit]
      if (COUNT[places] < 2 || CELL_AT[unit * 9 + LOWEST[places]] !== cell) continue
      all.length = 0
      for (let rest = places; rest; rest &= rest - 1)
        all.push(number[CELL_AT[unit * 9 + LOWEST[rest]] * 9 + digit] * 2 + ON)
      considerCommon('unit', all, unit * 9 + digit)
    }
  }

  function considerCommon(shape: Shape, assumptions: readonly number[], source: number): void {
    const { alternatives, common, width, on, off, onCount, offCount, count } = links
    // `alternatives.set(assumptions)` took ten times as long.
    for (let i = 0; i < assumptions.length; i++) alternatives[i] = assumptions[i]
    // A quick look at all that may follow, where inferences are not dynamic.
    if (!isDynamic && !kernel.meet(assumptions.length, 1)) return
    for (const assumed of assumptions) consequences.know(assumed)
    if (!kernel.meet(assumptions.length, 0)) return
    const list = assumptions[0] * count
    for (let i = list; i < list + onCount[assumptions[0]]; i++) {
      const node = on[i] * 2 + ON
      if (common[on[i] >> 5] & (1 << (on[i] & 31))) considerNode(shape, assumptions, node, source)
    }
    for (let i = list; i < list + offCount[assumptions[0]]; i++) {
      const node = off[i] * 2 + OFF
      if (common[width + (off[i] >> 5)] & (1 << (off[i] & 31))) considerNode(shape, assumptions, node, source)
    }
  }

  /** @param node of a number */
  function considerNode(shape: Shape, assumptions: readonly number[], node: number, source: number): void {
    const { entry, count, candidate } = links
    const targets = assumptions.map((assumed) => ({ assumed, node, entry: entry[assumed * count * 2 + node] }))
    consider(shape, targets, candidate[node >> 1] * 2 + (node & 1), source)
  }

  /** @param conclusion the node that holds */
  function consider(shape: Shape, targets: readonly Target[], conclusion: number, source: number): void {
    const best = wantsAll ? undefined : found.at(0)
    let complexity = 0
    for (const { assumed, node, entry } of targets) {
      complexity += consequences.ancestorsOf(assumed, node, entry)
      // What is nested only adds to it.
      if (best && complexity > best.complexity) return
    }
    const concluded = conclusionOf(grid, conclusion)
    if (concluded.eliminations.length === 0) return
    if (rules?.isChained) complexity += nestedComplexity(targets)
    const rating = TECHNIQUES[techniqueOf(shape)] + lengthRating(complexity)
    const order = ORDER[shape]
    if (best && !isBefore({ rating, complexity, order }, best)) return
    if (best) found = []
    found.push({ shape, rating, complexity, order, ...concluded, targets, source })
  }

  /** The inferences that nested chains add: each once, however many nodes rest on it. */
  function nestedComplexity(targets: readonly Target[]): number {
    const nested = targets.flatMap((target) => consequences.chainTo(target).flatMap(({ rule }) => rule?.nested ?? []))
    const once = groupedBy(nested, ({ signature }) => signature)
    return [...once.values()].reduce((sum, [{ hint }]) => sum + hint.complexity, 0)
  }

  function hintOf({ shape, source, targets, ...found }: Found): ChainHint {
    const chains = targets.map((target) => consequences.chainTo(target))
    const unit = shape === 'unit' ? [Math.floor(source / 9)] : []
    const told = (isNested: boolean) => reasonOf(shape, source, chains, isNested)
    return {
      ...found,
      technique: techniqueOf(shape),
      chains,
      alternatives: shape === 'cell' ? IN_CELL : shape === 'unit' ? IN_UNIT + Math.floor(source / 81) : ASSUMED,
      within: () => told(true),
      pattern: () => ({
        ...partsOf(chains),
        units: unit,
        links: linksOf(chains),
        nested: nestedIn(chains),
        reason: told(false),
      }),
    }
  }
}

/** @param isNested on a grid that is left once something is assumed, where what follows has been told */
function reasonOf(shape: Shape, source: number, chains: readonly Chain[], isNested: boolean): string {
  if (shape === 'contradiction') return `if ${nodeInWords(source)}, ${clashInWords(chains, isNested ? 'ab' : '12')}`
  const outcome = (which: string) => (isNested ? '' : `, ${which}${nodeInWords(chains[0][0].node)}`)
  if (shape === 'double') return `whether ${nodeInWords(source * 2 + ON)} or not${outcome('')}`
  const assumed = chains.map((chain) => Number(chain.find(({ parents }) => parents.length === 0)?.node) >> 1)
  const then = isNested ? ' then' : ''
  if (shape === 'cell') {
    const able = assumed.map((candidate) => candidate % 9)
    return `${cellName(source)} can${then} only be ${digitsNamed(able, 'or')}${outcome('and whichever it is, ')}`
  }
  const places = assumed.map((candidate) => Math.floor(candidate / 9))
  const [unit, digit] = [Math.floor(source / 9), source % 9]
  if (!isNested) return `${onlyIn([digit], [unit, places])}${outcome(`and whichever of them is ${digit + 1}, `)}`
  return `the ${digit + 1} of ${unitName(unit)} is${then} in ${listed(places.map(cellName), 'or')}`
}

/**
 * What cannot be, where a candidate is both right and wrong: two that are right, if another one makes it wrong; if not,
 * that nothing is left where it was the last one.
 *
 * @param numbers of the two chains
 */
function clashInWords([[right, ...others], [wrong, ...more]]: readonly Chain[], numbers: string): string {
  const [cell, digit] = [Math.floor((right.node >> 1) / 9), (right.node >> 1) % 9]
  const isOneTold = others.length === 0 || more.length === 0
  const by = (chain: number) => (isOneTold ? '' : ` by (${numbers[chain]})`)
  const unitAt = (cause: number) => (cause >= IN_UNIT ? UNIT_OF[cell * 3 + cause - IN_UNIT] : undefined)
  if (wrong.parents.length === 1 && !wrong.rule) {
    const [other, otherDigit] = [Math.floor((wrong.parents[0] >> 1) / 9), (wrong.parents[0] >> 1) % 9]
    const unit = unitAt(wrong.cause)
    return unit === undefined
      ? `${cellName(cell)} would be both ${digit + 1}${by(0)} and ${otherDigit + 1}${by(1)}`
      : `${unitName(unit)} would have two ${digit + 1}s, in ${cellName(cell)}${by(0)} and in ${cellName(other)}${by(1)}`
  }
  if (right.cause === ASSUMED) return `${nodeInWords(wrong.node)} after all`
  const unit = unitAt(right.cause)
  const last = unit === undefined ? digit + 1 : cellName(cell)
  const how = isOneTold ? '' : `, as only ${last} is left${by(0)}, and ${nodeInWords(wrong.node)}${by(1)}`
  return `${nothingLeft(cell, digit, unit)}${how}`
}
