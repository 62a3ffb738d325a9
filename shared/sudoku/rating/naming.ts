import { type CandidateGrid, COUNT, unitsOf } from './candidate-grid.ts'
import type { Link, LinkEnd, StepFacts } from './hint.ts'
import { JOINTS } from './one-digit.ts'
import { EXPLAINER_TECHNIQUES, ownStepName, STEP_NAMES, type StepName, type TechniqueName } from './techniques.ts'

/** A step before it has a name, and the grid on which it was found. */
export interface Unnamed extends StepFacts {
  readonly technique: TechniqueName
  readonly grid: CandidateGrid
}

const CHAIN = ['forcing-x-chain', 'forcing-chain'] as const
const CYCLE = ['x-cycle', 'y-cycle', 'xy-cycle'] as const
/** Chains that are held against each other. */
const MULTIPLE = EXPLAINER_TECHNIQUES.slice(EXPLAINER_TECHNIQUES.indexOf('nishio-forcing-chain'))

/**
 * The names that neither a technique nor its finder has for a step: the techniques whose steps may have them, and their
 * definitions in the words of docs/ratings.md, where these are not the techniques'. A step has the first name whose
 * definition it meets; if it meets none, it is called as its technique is.
 */
const NAMINGS: {
  readonly [Name in StepName]?: readonly [of: readonly TechniqueName[], is?: (step: Unnamed) => boolean]
} = {
  'remote-pair': [CHAIN, isRemotePair],
  skyscraper: [CHAIN, joinsPairs('skyscraper')],
  'two-string-kite': [CHAIN, joinsPairs('two-string-kite')],
  'turbot-fish': [CHAIN, joinsPairs('turbot-fish')],
  'x-chain': [CHAIN, isXChain],
  // From cell to cell of two candidates each, and the digit is the same at both ends.
  'xy-chain': [CHAIN, ({ links }) => endsSeen(links) && strongLinks(links).every(({ why }) => why === 'cell')],
  'w-wing': [CHAIN, isWWing],
  'continuous-nice-loop': [CYCLE],
  'discontinuous-nice-loop': [CHAIN, ({ links }) => !links[0].from.on],
  'alternating-inference-chain': [CHAIN],
  'forcing-chain-contradiction': [MULTIPLE, (step) => isContradiction(step) && !isNet(step)],
  'forcing-chain-verity': [MULTIPLE, (step) => !isNet(step)],
  'forcing-net-contradiction': [MULTIPLE, isContradiction],
  'forcing-net-verity': [MULTIPLE],
}

/** What players call a step. */
export function nameOf(step: Unnamed): StepName {
  const { technique } = step
  const own = ownStepName(technique)
  const name = STEP_NAMES.find((name) => {
    const [of, is] = NAMINGS[name] ?? []
    return name === own || (of?.includes(technique) && (is?.(step) ?? true))
  })
  if (!name) throw new Error(`a step of ${technique} has no name`)
  return name
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
  const ends = new Set(links.map(({ to, chain }) => `${chain} ${to.cell} ${to.digit} ${to.on}`))
  return ends.size < links.length || links.some(({ why }) => !['cell', 'row', 'column', 'box'].includes(why))
}
