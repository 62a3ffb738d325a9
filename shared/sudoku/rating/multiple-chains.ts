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
import type { Hint, Pattern } from './hint.ts'
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
export type Shape = 'contradiction' | 'double' | 'cell' | 'unit'

/** Among chains of one length the least is taken first. */
const ORDER: Readonly<Record<Shape, number>> = { double: 1, cell: 5, unit: 6, contradiction: 7 }

/** A hint before its chains are written out. */
interface Found extends Rank, Pick<Hint, 'placement' | 'eliminations'> {
  readonly shape: Shape
  readonly targets: readonly Target[]
  /** The cell or the unit of the alternatives, or the assumed node. */
  readonly source: number
}

export class MultipleChains implements ChainSearch {
  readonly #grid: CandidateGrid
  readonly #kind: ChainKind
  readonly #links: Links
  readonly #consequences: Consequences
  /** Assumptions of which one is right; made anew for each cell and unit. */
  readonly #alternatives: number[] = []

  #wantsAll = false
  /** All that was found, or the best alone. */
  #found: Found[] = []

  constructor(grid: CandidateGrid, kind: ChainKind, work: Work, links: Links = linkTables()) {
    this.#grid = grid
    this.#kind = kind
    this.#links = links
    this.#consequences = new Consequences(grid, kind, work, links)
  }

  best(): Hint | undefined {
    const [best] = this.#search(false)
    return best && this.#hintOf(best)
  }

  all(): readonly ChainHint[] {
    return inOrder(this.#search(true)).map((found) => this.#hintOf(found))
  }

  #search(wantsAll: boolean): readonly Found[] {
    const { isDynamic, isNishio } = this.#kind
    this.#wantsAll = wantsAll
    this.#found = []
    this.#links.begin(this.#grid)
    this.#consequences.begin()
    if (!isDynamic) this.#links.kernel.reach()
    if (isNishio) this.#searchAlongDigits()
    else this.#searchCells()
    return this.#found
  }

  #searchCells(): void {
    const { isDynamic } = this.#kind
    for (let cell = 0; cell < CELLS; cell++) {
      const digits = this.#grid.digitsAt[cell]
      if (COUNT[digits] < (isDynamic ? 2 : 3)) continue
      for (let rest = digits; rest; rest &= rest - 1) {
        const candidate = cell * 9 + LOWEST[rest]
        if (isDynamic) this.#considerOpposites(candidate, COUNT[digits] > 2)
        this.#considerUnits(candidate)
      }
      this.#considerCell(cell)
    }
  }

  /** Assumptions that contradict themselves along a digit are found before all that follows is entered. */
  #searchAlongDigits(): void {
    const { kernel, path } = this.#links
    const found = path.slice(0, kernel.findAlongDigits())
    for (const node of found) this.#considerClash(node >> 1, node & 1)
  }

  /** Consequences that follow whether a candidate is on or off, and contradictions. */
  #considerOpposites(candidate: number, withDouble: boolean): void {
    this.#considerClash(candidate, ON)
    this.#considerClash(candidate, OFF)
    if (!withDouble) return
    const ifOn = this.#links.number[candidate] * 2 + ON
    this.#considerCommon('double', [ifOn, ifOn ^ 1], candidate)
  }

  #considerClash(candidate: number, isOn: number): void {
    const { clash, clashOn, clashOff } = this.#links
    const assumed = this.#links.number[candidate] * 2 + isOn
    this.#consequences.know(assumed)
    const number = clash[assumed]
    if (number === NONE) return
    const targets = [
      { assumed, node: number * 2 + ON, entry: clashOn[assumed] },
      { assumed, node: number * 2 + OFF, entry: clashOff[assumed] },
    ]
    this.#consider('contradiction', targets, candidate * 2 + (isOn ^ 1), candidate * 2 + isOn)
  }

  /** Consequences of each place of a digit in a unit; looked at from its first place. */
  #considerUnits(candidate: number): void {
    const cell = (candidate / 9) | 0
    const digit = candidate % 9
    for (let kind = 0; kind < 3; kind++) {
      const unit = UNIT_OF[cell * 3 + kind]
      const places = this.#grid.placesOf[unit * 9 + digit]
      if (COUNT[places] < 2 || CELL_AT[unit * 9 + LOWEST[places]] !== cell) continue
      const all = this.#alternatives
      all.length = 0
      for (let rest = places; rest; rest &= rest - 1) {
        all.push(this.#links.number[CELL_AT[unit * 9 + LOWEST[rest]] * 9 + digit] * 2 + ON)
      }
      this.#considerCommon('unit', all, unit * 9 + digit)
    }
  }

  /** Consequences of each candidate of a cell. */
  #considerCell(cell: number): void {
    const all = this.#alternatives
    all.length = 0
    for (let rest = this.#grid.digitsAt[cell]; rest; rest &= rest - 1) {
      all.push(this.#links.number[cell * 9 + LOWEST[rest]] * 2 + ON)
    }
    this.#considerCommon('cell', all, cell)
  }

  #considerCommon(shape: Shape, all: readonly number[], source: number): void {
    const { kernel, alternatives, common, width, on, off, onCount, offCount, count } = this.#links
    // `alternatives.set(all)` took ten times as long.
    for (let i = 0; i < all.length; i++) alternatives[i] = all[i]
    // A quick look at all that may follow, where inferences are not dynamic.
    if (!this.#kind.isDynamic && !kernel.meet(all.length, 1)) return
    for (const assumed of all) this.#consequences.know(assumed)
    if (!kernel.meet(all.length, 0)) return
    const list = all[0] * count
    for (let i = list; i < list + onCount[all[0]]; i++) {
      const number = on[i]
      if (common[number >> 5] & (1 << (number & 31))) this.#considerNode(shape, all, number * 2 + ON, source)
    }
    for (let i = list; i < list + offCount[all[0]]; i++) {
      const number = off[i]
      if (common[width + (number >> 5)] & (1 << (number & 31))) this.#considerNode(shape, all, number * 2 + OFF, source)
    }
  }

  /** @param node of a number */
  #considerNode(shape: Shape, all: readonly number[], node: number, source: number): void {
    const { entry, count } = this.#links
    const targets = all.map((assumed) => ({ assumed, node, entry: entry[assumed * count * 2 + node] }))
    this.#consider(shape, targets, this.#links.candidate[node >> 1] * 2 + (node & 1), source)
  }

  /** @param conclusion the node that holds */
  #consider(shape: Shape, targets: readonly Target[], conclusion: number, source: number): void {
    const best = this.#wantsAll ? undefined : this.#found.at(0)
    let complexity = 0
    for (const { assumed, node, entry } of targets) {
      complexity += this.#consequences.ancestorsOf(assumed, node, entry)
      // What is nested only adds to it.
      if (best && complexity > best.complexity) return
    }
    const concluded = conclusionOf(this.#grid, conclusion)
    if (concluded.eliminations.length === 0) return
    if (this.#kind.rules?.isChained) complexity += this.#nestedComplexity(targets)
    const rating = TECHNIQUES[this.#kind.techniqueOf(shape)] + lengthRating(complexity)
    const order = ORDER[shape]
    if (best && !isBefore({ rating, complexity, order }, best)) return
    if (best) this.#found = []
    this.#found.push({ shape, rating, complexity, order, ...concluded, targets, source })
  }

  /** The inferences that nested chains add: each once, however many nodes rest on it. */
  #nestedComplexity(targets: readonly Target[]): number {
    const signatures = new Set<string>()
    let sum = 0
    for (const target of targets) {
      for (const { rule } of this.#consequences.chainTo(target)) {
        if (!rule?.nested || signatures.has(rule.nested.signature)) continue
        signatures.add(rule.nested.signature)
        sum += rule.nested.hint.complexity
      }
    }
    return sum
  }

  #hintOf({ shape, source, targets, ...found }: Found): ChainHint {
    const chains = targets.map((target) => this.#consequences.chainTo(target))
    const unit = shape === 'unit' ? Math.floor(source / 9) : 0
    return {
      ...found,
      technique: this.#kind.techniqueOf(shape),
      chains,
      alternatives: shape === 'cell' ? IN_CELL : shape === 'unit' ? IN_UNIT + Math.floor(unit / 9) : ASSUMED,
      within: () => reasonOf(shape, source, chains, true),
      pattern: () => patternOf(shape, source, chains),
    }
  }
}

function patternOf(shape: Shape, source: number, chains: readonly Chain[]): Pattern {
  const { cells, digits } = partsOf(chains)
  const units = shape === 'unit' ? [Math.floor(source / 9)] : []
  const told = { links: linksOf(chains), nested: nestedIn(chains), reason: reasonOf(shape, source, chains, false) }
  return { cells, digits, units, ...told }
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
