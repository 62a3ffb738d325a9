import type { Step } from '../../../shared/sudoku/rating/steps.ts'
import type { StepName } from '../../../shared/sudoku/rating/techniques.ts'
import {
  type Candidates,
  CELLS,
  gone,
  isWithin,
  KINDS,
  NINE,
  peersOf,
  placesOf,
  same,
  sees,
  subsets,
  UNITS,
  unionOf,
} from './step-checker.ts'

/**
 * A judge of names. It looks on the whole grid for a pattern that players call so, and that tells what the step tells,
 * wherever the step found it. It shares no code with the naming. That a step is of its technique, and that all of its links
 * hold, the judge of steps says.
 */

/** Whether what a step tells follows from a pattern of its name. */
export function deservesName(step: Step, candidates: Candidates): boolean {
  return (DEFINITIONS[step.name] ?? isOfTechnique)(step, candidates)
}

type Definition = (step: Step, candidates: Candidates) => boolean

const units = (kind: 'row' | 'column') => [...UNITS].flatMap(([name, cells]) => (name.startsWith(kind) ? [cells] : []))
const ALL = [...UNITS.values()]
const unitsAround = (cells: readonly number[]) => ALL.filter((unit) => isWithin(cells, unit))
const rowOf = KINDS.row
const columnOf = KINDS.column

/** Whether all that goes is of a digit, in cells that see some others. */
const goesFrom = (step: Step, digit: number, seen: readonly number[]) =>
  gone(step).every(([cell, other]) => other === digit && seen.every((one) => sees(one, cell)))

/** Where the name means what the technique does, whose definition the judge of steps holds the step against. */
const isOfTechnique: Definition = ({ name, technique }) =>
  technique.replace('direct-', '').replace('triplet', 'triple').replace('quad', 'quadruple') === name

const isLastCell: Definition = ({ placements: [{ cell }] }, candidates) =>
  unitsAround([cell]).some((unit) => unit.filter((one) => candidates[one].size > 0).length === 1)

/** Whether a naked set is in a box and a line, both of which lose its digits. */
const isLocked: Definition = (step) => {
  const around = unitsAround(step.cells)
  const lost = gone(step).map(([cell]) => cell)
  return around.length === 2 && !around.some((unit) => isWithin(lost, unit))
}

interface Roof {
  readonly pair: readonly number[]
  /** The corners with more digits, and these digits. */
  readonly cells: readonly number[]
  readonly extras: readonly number[]
}

/** Two rows, two columns and two boxes that cross in empty cells, some of which can be nothing but two digits. */
const rectangle =
  (is: (roof: Roof, step: Step, candidates: Candidates) => boolean): Definition =>
  (step, candidates) =>
    subsets(NINE, 2).some((rows) =>
      subsets(NINE, 2).some((columns) => {
        const corners = CELLS.filter((cell) => rows.includes(rowOf(cell)) && columns.includes(columnOf(cell)))
        if (new Set(corners.map(KINDS.box)).size !== 2) return false
        const pair = step.digits.slice(0, 2)
        if (!corners.every((cell) => pair.some((digit) => candidates[cell].has(digit)))) return false
        const cells = corners.filter((cell) => !isWithin(candidates[cell], pair))
        const extras = [...unionOf(candidates, cells)].filter((digit) => !pair.includes(digit))
        return is({ pair, cells, extras }, step, candidates)
      }),
    )
const areInLine = ([a, b]: readonly number[]) => rowOf(a) === rowOf(b) || columnOf(a) === columnOf(b)

/** Pairs of cells that are the only two places of a digit in some units. */
type Units = readonly (readonly number[])[]
const pairsOf = (candidates: Candidates, digit: number, of: Units) =>
  of.map((unit) => placesOf(candidates, unit, digit)).filter((places) => places.length === 2)

/** Two pairs whose inner ends are joined, and whose outer ends see what goes. */
const twoPairs =
  (first: Units, second: Units, isJoined: (a: number, b: number) => boolean): Definition =>
  (step, candidates) => {
    const [[, digit]] = gone(step)
    const ways = (of: Units) => pairsOf(candidates, digit, of).flatMap((pair) => [pair, pair.toReversed()])
    const ones = ways(first).filter(([a]) => goesFrom(step, digit, [a]))
    const others = ways(second).filter(([, d]) => goesFrom(step, digit, [d]))
    return ones.some(([a, b]) => others.some(([c, d]) => b !== c && a !== d && isJoined(b, c)))
  }

/** Whether two cells with the pair x and y see one of the two places of y in a unit each, and what goes is x. */
const wWing: Definition = (step, candidates) => {
  const [[gap, x]] = gone(step)
  const ends = peersOf(gap).filter((cell) => candidates[cell].size === 2 && candidates[cell].has(x))
  return subsets(ends, 2).some(([a, b]) => {
    const [y] = [...candidates[a]].filter((digit) => digit !== x)
    const isJoint = ([p, q]: number[]) => (sees(a, p) && sees(b, q)) || (sees(a, q) && sees(b, p))
    return candidates[b].has(y) && goesFrom(step, x, [a, b]) && pairsOf(candidates, y, ALL).some(isJoint)
  })
}

/** From cell to cell of two candidates each, one of which always decides the next: what goes sees its digit at both ends. */
const alongCells =
  (isOf: (first: number, cell: number, candidates: Candidates) => boolean): Definition =>
  (step, candidates) =>
    gone(step).every(([gap, digit]) =>
      peersOf(gap).some((first) => {
        const cells = CELLS.filter((cell) => candidates[cell].size === 2 && isOf(first, cell, candidates))
        if (!cells.includes(first) || !candidates[first].has(digit)) return false
        const otherIn = (cell: number, digit: number) => [...candidates[cell]].find((one) => one !== digit) ?? 0
        // What cells are, as the first one is not the digit; some may have to be both, by different ways.
        const decided = [[first, otherIn(first, digit)] as const]
        for (const [cell, one] of decided) {
          for (const next of cells) {
            if (!sees(cell, next) || !candidates[next].has(one)) continue
            const other = otherIn(next, one)
            if (!decided.some(([known, its]) => known === next && its === other)) decided.push([next, other])
          }
        }
        return decided.some(([cell, one]) => one === digit && sees(cell, gap))
      }),
    )

/** What the chains of a step assume against what it tells. */
const contradicts = ({ links, placements, eliminations }: Step) => {
  const [{ cell, digit }] = [...placements, ...eliminations.map(({ cell, digits }) => ({ cell, digit: digits[0] }))]
  const assumed = links.filter(({ chain }, i) => links[i - 1]?.chain !== chain).map(({ from }) => from)
  return assumed.every((end) => same(end, { cell, digit, on: placements.length === 0 }))
}
/** Whether some inference of a step is from several others, or by a pattern. */
const isNet = ({ links }: Step) =>
  links.some(({ why }) => !['cell', ...Object.keys(KINDS)].includes(why)) ||
  links.some((one, i) => links.some((other, j) => i < j && one.chain === other.chain && same(one.to, other.to)))
const isMultiple = ({ technique }: Step) => /chains|nishio/.test(technique)

const bugPlus1: Definition = (step, candidates) => {
  const [extra, ...more] = CELLS.filter((cell) => candidates[cell].size > 2)
  const right = [...candidates[extra]].filter((digit) => !gone(step).some(([, one]) => one === digit))
  const isRight = unitsAround([extra]).every((unit) => placesOf(candidates, unit, right[0]).length === 3)
  return more.length === 0 && right.length === 1 && isRight && gone(step).every(([cell]) => cell === extra)
}

const DEFINITIONS: { readonly [Name in StepName]?: Definition } = {
  'full-house': isLastCell,
  'hidden-single': (step, candidates) => isOfTechnique(step, candidates) && !isLastCell(step, candidates),
  'locked-pair': isLocked,
  'locked-triple': isLocked,
  'naked-pair': (step, candidates) => !isLocked(step, candidates),
  'naked-triple': (step, candidates) => !isLocked(step, candidates),
  'unique-rectangle-1': rectangle(
    ({ cells, pair }, step) =>
      cells.length === 1 && gone(step).every(([cell, digit]) => cell === cells[0] && pair.includes(digit)),
  ),
  'unique-rectangle-2': rectangle(
    ({ cells, extras }, step) =>
      cells.length === 2 && areInLine(cells) && extras.length === 1 && goesFrom(step, extras[0], cells),
  ),
  'unique-rectangle-3': rectangle(
    ({ cells, extras }, step) =>
      cells.length === 2 && extras.length > 1 && gone(step).every(([cell]) => !cells.includes(cell)),
  ),
  'unique-rectangle-4': rectangle(
    ({ cells, pair }, step, candidates) =>
      cells.length === 2 &&
      pair.some(
        (digit) =>
          pairsOf(candidates, digit, ALL).some((places) => isWithin(places, cells)) &&
          gone(step).every(([cell, other]) => cells.includes(cell) && other !== digit && pair.includes(other)),
      ),
  ),
  'unique-rectangle-5': rectangle(
    ({ cells, extras }, step) =>
      extras.length === 1 && (cells.length === 3 || !areInLine(cells)) && goesFrom(step, extras[0], cells),
  ),
  'bug-plus-1': bugPlus1,
  bug: (step, candidates) => isOfTechnique(step, candidates) && !bugPlus1(step, candidates),
  skyscraper: (step, candidates) =>
    twoPairs(units('row'), units('row'), (a, b) => columnOf(a) === columnOf(b))(step, candidates) ||
    twoPairs(units('column'), units('column'), (a, b) => rowOf(a) === rowOf(b))(step, candidates),
  'two-string-kite': twoPairs(units('row'), units('column'), (a, b) => KINDS.box(a) === KINDS.box(b)),
  'turbot-fish': twoPairs(ALL, ALL, sees),
  'x-chain': ({ technique, placements }) => technique === 'forcing-x-chain' && placements.length === 0,
  'remote-pair': alongCells((first, cell, candidates) => isWithin(candidates[cell], candidates[first])),
  'xy-chain': alongCells(() => true),
  'w-wing': wWing,
  'continuous-nice-loop': ({ technique }) => technique.endsWith('-cycle'),
  'discontinuous-nice-loop': ({ technique, placements }) =>
    /forcing-(x-)?chain$/.test(technique) && placements.length > 0,
  'alternating-inference-chain': ({ technique, placements }) =>
    technique === 'forcing-chain' && placements.length === 0,
  'forcing-chain-contradiction': (step) => isMultiple(step) && contradicts(step) && !isNet(step),
  'forcing-chain-verity': (step) => isMultiple(step) && !contradicts(step) && !isNet(step),
  'forcing-net-contradiction': (step) => isMultiple(step) && contradicts(step) && isNet(step),
  'forcing-net-verity': (step) => isMultiple(step) && !contradicts(step) && isNet(step),
}
