import { type CandidateGrid, COUNT, ROW, unitsOf } from './candidate-grid.ts'
import type { Link, LinkEnd, StepFacts } from './hint.ts'
import { JOINTS } from './one-digit.ts'
import { EXPLAINER_TECHNIQUES, ownStepName, STEP_NAMES, type StepName, type TechniqueName } from './techniques.ts'

/** A step before it has a name, and the grid on which it was found. */
export interface Unnamed extends StepFacts {
  readonly technique: TechniqueName
  readonly grid: CandidateGrid
}

interface Naming {
  /** The techniques whose steps may have the name. */
  readonly of: readonly TechniqueName[]
  /** What else has to hold; nothing where the definition is that of the technique. */
  readonly is?: (step: Unnamed) => boolean
}

const CHAIN = ['forcing-x-chain', 'forcing-chain'] as const
const CYCLE = ['x-cycle', 'y-cycle', 'xy-cycle'] as const
/** Chains that are held against each other. */
const MULTIPLE = EXPLAINER_TECHNIQUES.slice(EXPLAINER_TECHNIQUES.indexOf('nishio-forcing-chain'))

/**
 * The names that are not their technique's, with their definitions, in the words of docs/ratings.md. A step has the first
 * name whose definition it meets; if it meets none, it is called as its technique is.
 */
const NAMINGS: { readonly [Name in StepName]?: Naming } = {
  'full-house': { of: ['hidden-single'], is: isLastCell },
  'locked-pair': { of: ['naked-pair'], is: isLockedSet },
  'locked-triple': { of: ['naked-triplet'], is: isLockedSet },
  'unique-rectangle-1': rectangle(1),
  'unique-rectangle-2': rectangle(2),
  'unique-rectangle-3': rectangle(3),
  'unique-rectangle-4': rectangle(4),
  'unique-rectangle-5': rectangle(5),
  'bug-plus-1': {
    of: ['bug'],
    is: ({ cells, grid }) => cells.length === 1 && COUNT[grid.digitsAt[cells[0]]] === 3,
  },
  'remote-pair': { of: CHAIN, is: isRemotePair },
  skyscraper: { of: CHAIN, is: joinsPairs('skyscraper') },
  'two-string-kite': { of: CHAIN, is: joinsPairs('two-string-kite') },
  'turbot-fish': { of: CHAIN, is: joinsPairs('turbot-fish') },
  'x-chain': { of: CHAIN, is: isXChain },
  'xy-chain': { of: CHAIN, is: isXYChain },
  'w-wing': { of: CHAIN, is: isWWing },
  'continuous-nice-loop': { of: CYCLE },
  'discontinuous-nice-loop': { of: CHAIN, is: ({ links }) => !links[0].from.on },
  'alternating-inference-chain': { of: CHAIN },
  'forcing-chain-contradiction': {
    of: MULTIPLE,
    is: (step) => isContradiction(step) && !isNet(step),
  },
  'forcing-chain-verity': { of: MULTIPLE, is: (step) => !isNet(step) },
  'forcing-net-contradiction': { of: MULTIPLE, is: isContradiction },
  'forcing-net-verity': { of: MULTIPLE },
}

/** What players call a step. */
export function nameOf(step: Unnamed): StepName {
  const { technique } = step
  const own = ownStepName(technique)
  const name = STEP_NAMES.find((name) => {
    const { of, is } = NAMINGS[name] ?? { of: [] }
    return name === own || (of.includes(technique) && (is?.(step) ?? true))
  })
  if (!name) throw new Error(`a step of ${technique} has no name`)
  return name
}

function isLastCell({ cells: [cell], grid: { emptyIn } }: Unnamed): boolean {
  return unitsOf([cell]).some((unit) => emptyIn[unit] === 1)
}

/** In a box and a line at once, both of which lose its digits. */
function isLockedSet({ cells, eliminations }: Unnamed): boolean {
  return unitsOf([...cells, ...eliminations.map(({ cell }) => cell)]).length === 0
}

function rectangle(type: number): Naming {
  return { of: ['unique-rectangle'], is: (step) => rectangleType(step) === type }
}

/** Told by those of its cells that have more than its two digits. */
function rectangleType({ cells, digits: [first, second], eliminations, grid: { digitsAt } }: Unnamed): number {
  const pair = (1 << (first - 1)) | (1 << (second - 1))
  const extra = cells.filter((cell) => digitsAt[cell] & ~pair)
  if (extra.length === 1) return 1
  const isOneDigit = COUNT[extra.reduce((mask, cell) => mask | digitsAt[cell], 0) & ~pair] === 1
  if (isOneDigit && unitsOf(extra).some((unit) => unit >= ROW * 9)) return 2
  // They lose one of the two digits, and the others keep both.
  const takesOfPair = extra.length === 2 && eliminations.every(({ cell }) => cells.includes(cell))
  if (!isOneDigit && !takesOfPair) return 3
  return takesOfPair ? 4 : 5
}

/** The ends of a chain, from what is assumed on. */
export function endsOf(links: readonly Link[]): LinkEnd[] {
  return [links[0].from, ...links.map(({ to }) => to)]
}

/** The strong links of a chain, each of two candidates one of which is right. */
export function strongLinks(links: readonly Link[]): Link[] {
  return links.filter(({ to }) => to.on)
}

/** Along one digit, from a candidate that sees both ends of what lies between. */
function isXChain({ links }: Unnamed): boolean {
  return links[0].from.on && links.every(({ from, to }) => from.digit === to.digit)
}

/** Along one digit, between two units with two places each, which are joined as the technique has it. */
function joinsPairs(technique: keyof typeof JOINTS) {
  return (step: Unnamed): boolean => {
    if (!isXChain(step) || step.links.length !== 5) return false
    const [first, second] = strongLinks(step.links)
    // The kinds of units in which the digit has two places, and the link joins them.
    const [one, other] = [first, second].map(({ from, to }) => {
      const units = unitsOf([from.cell, to.cell]).filter(
        (unit) => COUNT[step.grid.placesOf[unit * 9 + to.digit - 1]] === 2,
      )
      return units.map((unit) => Math.floor(unit / 9))
    })
    const isJoint = (kind: number, next: number) => JOINTS[technique](kind, next, first.to.cell, second.from.cell)
    return one.some((kind) => other.some((next) => isJoint(kind, next) || isJoint(next, kind)))
  }
}

/** From cell to cell of two candidates each, and the digit is the same at both ends. */
function isXYChain({ links }: Unnamed): boolean {
  return endsSeen(links) && strongLinks(links).every(({ why }) => why === 'cell')
}

/** Whether what is assumed is seen by the same digit at both ends of what lies between. */
function endsSeen(links: readonly Link[]): boolean {
  return links[0].from.on && links[0].why !== 'cell' && links[links.length - 1].why !== 'cell'
}

/**
 * From cell to cell of the same two candidates. Two that see each other have taken these from their unit before, as a
 * naked pair, so that it is found along one digit.
 */
function isRemotePair({ links, grid }: Unnamed): boolean {
  const [pair, ...others] = endsOf(links)
    .slice(1, -1)
    .map(({ cell }) => grid.digitsAt[cell])
  return endsSeen(links) && COUNT[pair] === 2 && others.every((other) => other === pair)
}

/** Two cells with the same two candidates, joined by a unit in which one of these has two places. */
function isWWing({ links, grid }: Unnamed): boolean {
  const [first, joint, last, ...more] = strongLinks(links)
  return (
    endsSeen(links) &&
    more.length === 0 &&
    first.why === 'cell' &&
    joint?.why !== 'cell' &&
    last?.why === 'cell' &&
    grid.digitsAt[first.to.cell] === grid.digitsAt[last.to.cell]
  )
}

/** Whether what is assumed is the opposite of what follows, in all chains. */
function isContradiction({ links, placements: [placed], eliminations }: Unnamed): boolean {
  const conclusion = placed ?? { cell: eliminations[0].cell, digit: eliminations[0].digits[0] }
  const firsts = links.filter(({ chain }, i) => links[i - 1]?.chain !== chain)
  return firsts.every(
    ({ from: { cell, digit, on } }) =>
      cell === conclusion.cell && digit === conclusion.digit && on !== (placed !== undefined),
  )
}

/** Whether an inference rests on several others together, or on a pattern. */
function isNet({ links }: Unnamed): boolean {
  const isOfTechnique = ({ why }: Link) => !['cell', 'row', 'column', 'box'].includes(why)
  const key = ({ to, chain }: Link) => `${chain} ${to.cell} ${to.digit} ${to.on}`
  return links.some(isOfTechnique) || new Set(links.map(key)).size < links.length
}
