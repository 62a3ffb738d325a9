import { accept, type Checked, refuse } from '../../checked.ts'
import type { Constraint } from '../constraints/constraint.ts'
import type { Drawing } from '../constraints/drawing.ts'
import { otherPairs, pairDemand } from '../constraints/relation.ts'
import { nameOfCell } from '../grid/cell-name.ts'
import { type DigitSet, digitSet } from '../grid/digit-set.ts'
import type { Mark } from '../grid/grid.ts'
import {
  hasBoxes,
  type Move,
  onceFor,
  pairsApart,
  REGION_SIZES,
  rowsColumnsBoxes,
  SIZES,
  type Size,
  type Unit,
} from '../grid/units.ts'

/** Rules that go by a name: all that is said of them anywhere. */
interface NamedRules {
  /** As lists of choices show it. */
  readonly title: string
  /** The rules besides rows, columns and boxes: sentences for the API's description, the command's help and the page. */
  readonly adds: string
  /** Sizes that they are known on, of those with boxes. */
  readonly sizes: readonly Size[]
  /** Whether they are unknown on the sizes without boxes, too. */
  readonly needBoxes?: true
  /** Units besides rows, columns and boxes. */
  readonly units?: (size: Size) => readonly Unit[]
  readonly constraints?: (size: Size) => readonly Constraint[]
  readonly mark?: Mark
  /** The words for a cell of {@link units}, which boards shade. */
  readonly shaded?: string
  /** How a grid may be changed about and still keep them; a test tries each. */
  readonly symmetries: readonly Symmetry[]
}

/**
 * A way to change a grid about:
 *
 * - `lines`: the rows of each band in another order, and the bands; columns and stacks alike;
 * - `mirror`: upside down, left to right;
 * - `turn`: rows become columns, where boxes are square;
 * - `digits`: digits for one another.
 */
export type Symmetry = 'lines' | 'mirror' | 'turn' | 'digits'

const EVERY_ORDER: readonly Symmetry[] = ['lines', 'turn', 'digits']

/** By their public names. A row here is all that rules of extra units take, besides what tests expect of them. */
const RULES = {
  classic: { title: 'Classic', adds: '', sizes: SIZES, symmetries: EVERY_ORDER },
  diagonal: {
    title: 'Diagonal',
    adds: 'Both long diagonals hold every digit once, too.',
    sizes: SIZES,
    units: (size) => {
      const line = Array.from({ length: size }, (_, i) => i)
      return [
        { name: 'the falling diagonal', cells: line.map((i) => i * size + i) },
        { name: 'the rising diagonal', cells: line.map((i) => i * size + (size - 1 - i)) },
      ]
    },
    shaded: 'on a diagonal',
    symmetries: ['mirror', 'turn', 'digits'],
  },
  windoku: {
    title: 'Windoku',
    adds: 'Four windows (rows and columns 2–4 and 6–8) hold every digit once, too.',
    // Larger grids with windows are seldom printed, and under other names; smaller ones have no room for four.
    sizes: [9],
    needBoxes: true,
    units: windows,
    shaded: 'in a window',
    symmetries: ['mirror', 'turn', 'digits'],
  },
  'anti-knight': {
    title: 'Anti-knight',
    adds: 'Cells a knight’s move apart hold different digits.',
    sizes: [6, 9],
    units: (size) => pairsOf('cells a knight’s move apart', size, KNIGHT_MOVES),
    symmetries: ['mirror', 'turn', 'digits'],
  },
  'anti-king': {
    title: 'Anti-king',
    adds: 'Cells that touch at a corner hold different digits.',
    // No 4×4 grid keeps it, as none does that is non-consecutive.
    sizes: [6, 9],
    units: (size) => pairsOf('cells that touch at a corner', size, KING_MOVES),
    symmetries: ['mirror', 'turn', 'digits'],
  },
  'non-consecutive': {
    title: 'Non-consecutive',
    adds: 'Cells side by side hold no digits that follow each other.',
    sizes: [6, 9],
    constraints: (size) => otherPairs(pairDemand.difference({ value: 1 }), new Set(), size),
    symmetries: ['mirror', 'turn'],
  },
  disjoint: {
    title: 'Disjoint groups',
    adds: 'Cells at the same place of each box hold every digit once, too.',
    sizes: [4, 6, 9],
    needBoxes: true,
    // The first cells of all boxes, the second ones, and so on.
    units: (size) =>
      Array.from({ length: size }, (_, place) => ({
        name: `the cells at place ${place + 1} of their boxes`,
        cells: rowsColumnsBoxes(size).boxes.map(({ cells }) => cells[place]),
      })),
    symmetries: ['mirror', 'turn', 'digits'],
  },
  even: {
    title: 'Even cells',
    adds: 'Cells marked `e`, or -2 among numbers, hold even digits.',
    sizes: SIZES,
    mark: 'even',
    symmetries: EVERY_ORDER,
  },
  odd: {
    title: 'Odd cells',
    adds: 'Cells marked `o`, or -1 among numbers, hold odd digits.',
    sizes: SIZES,
    mark: 'odd',
    symmetries: EVERY_ORDER,
  },
} as const satisfies Readonly<Record<string, NamedRules>>

export type RulesName = keyof typeof RULES
export const RULES_NAMES = Object.keys(RULES) as unknown as readonly [RulesName, ...RulesName[]]

/** Rules by a name, or by several that all hold. */
export type RulesAsked = RulesName | readonly RulesName[]

/** Their names, each once. */
export function namesOf(rules: RulesAsked): readonly RulesName[] {
  return [...new Set([rules].flat())]
}

/** The same in the one way in which it is written: a name where one says all, and otherwise those that say anything, in the order of the table. */
export function normalRules(rules: RulesAsked): RulesAsked {
  const names = RULES_NAMES.filter((name) => name !== 'classic' && namesOf(rules).includes(name))
  return names.length > 1 ? names : (names[0] ?? 'classic')
}

export function marksOf(rules: RulesAsked): Mark[] {
  return namesOf(rules).flatMap((name) => rulesNamed(name).mark ?? [])
}

export function rulesNamed(name: RulesName): NamedRules {
  return RULES[name]
}

/** The demand that each of the rules adds, as descriptions say it: `diagonal: Both long …`. */
export function rulesInWords(): string {
  return RULES_NAMES.map((name) => ({ name, ...rulesNamed(name) }))
    .filter(({ adds }) => adds !== '')
    .map(({ name, sizes, adds }) => {
      const known = withRegions(name).map((size) => `${size}×${size}`)
      return `${name}${sizes.length < SIZES.length ? ` (${known.join(', ')} only)` : ''}: ${adds}`
    })
    .join(' ')
}

/** The sizes that rules are known on where regions may take the place of the boxes. */
function withRegions(name: RulesName): readonly Size[] {
  const { sizes, needBoxes } = rulesNamed(name)
  return needBoxes ? sizes : [...sizes, ...REGION_SIZES].toSorted((a, b) => a - b)
}

/**
 * Whether all of some rules are known on a size; a refusal says on which they are.
 *
 * @param hasRegions whether regions take the place of the boxes
 */
export function checkedSize(rules: RulesAsked, size: Size, hasRegions = false): Checked<Size> {
  for (const name of namesOf(rules)) {
    const known = hasRegions && !hasBoxes(size) ? withRegions(name) : rulesNamed(name).sizes
    if (!known.includes(size)) return refuse(`found ${size}, expected ${known.join(', ')} for ${name}`)
  }
  return accept(size)
}

/** The rules of a puzzle, as data that every strategy works from. */
export interface Rules {
  readonly size: Size
  /** Rows, columns, boxes, and whatever else holds no digit twice. */
  readonly units: readonly Unit[]
  /** The units among {@link units} that are boxes, row by row, or regions that take their place. */
  readonly boxes: readonly Unit[]
  /** For each cell, the indices in {@link units} of the units that hold it. */
  readonly unitsOf: readonly (readonly number[])[]
  readonly constraints: readonly Constraint[]
  /** For each cell, the indices in {@link constraints} of those that look at it. */
  readonly constraintsOf: readonly (readonly number[])[]
  readonly digits: DigitSet
  readonly marks: readonly Mark[]
  /** Whether there is nothing but rows, columns and boxes. */
  readonly isClassic: boolean
  readonly drawings: readonly Drawing[]
}

/** @param parts of the rules, besides rows and columns; regions take the place of the boxes */
export function composeRules(
  parts: Pick<Rules, 'size'> &
    Partial<Pick<Rules, 'units' | 'constraints' | 'marks' | 'drawings'>> & { readonly regions?: readonly Unit[] },
): Rules {
  const { size, regions, units: more = [], constraints = [], marks = [], drawings = [] } = parts
  const { rows, columns, boxes } = rowsColumnsBoxes(size)
  const boxesOrRegions = regions ?? boxes
  if (boxesOrRegions.length === 0) throw new RangeError(`size: ${size}×${size} has no boxes, and no regions came`)
  const whole = [...rows, ...columns, ...boxesOrRegions]
  // Pairs that lie in a row, a column or a box say nothing more, and would be looked at with every digit.
  const units = [...whole]
  for (const unit of more) if (unit.cells.length > 2 || !isWithin(unit.cells, boxesOrRegions, size)) units.push(unit)
  const cells = size * size
  let unitsOf: number[][] | undefined
  let constraintsOf: number[][] | undefined
  return {
    size,
    units,
    boxes: boxesOrRegions,
    // Made when a strategy asks: the default one does not, and a killer's rules are composed for one puzzle.
    get unitsOf() {
      unitsOf ??= indicesByCell(units, cells)
      return unitsOf
    },
    constraints,
    get constraintsOf() {
      constraintsOf ??= indicesByCell(constraints, cells)
      return constraintsOf
    },
    digits: digitSet(size),
    marks,
    isClassic: !regions && more.length === 0 && constraints.length === 0 && marks.length === 0,
    drawings,
  }
}

const known = new Map<string, Rules>()

/**
 * The rules of a name, or of several, for a size; made once.
 *
 * @throws RangeError where they are not known on that size
 */
export function rulesFor(asked: RulesAsked, size: Size): Rules {
  const names = namesOf(asked)
  const key = `${names.join()} ${size}`
  let rules = known.get(key)
  if (!rules) {
    const checked = checkedSize(names, size)
    if (!checked.ok) throw new RangeError(`size: ${checked.error}`)
    rules = composeRules(partsOf(names, size))
    known.set(key, rules)
  }
  return rules
}

/** The parts of rules that go by their names alone. */
export function partsOf(names: readonly RulesName[], size: Size) {
  return {
    size,
    units: names.flatMap((name) => rulesNamed(name).units?.(size) ?? []),
    constraints: names.flatMap((name) => rulesNamed(name).constraints?.(size) ?? []),
    marks: marksOf(names),
    drawings: names.flatMap((name): Drawing[] => {
      const { shaded, units } = rulesNamed(name)
      if (shaded === undefined || !units) return []
      return [{ kind: 'shade', cells: [...new Set(units(size).flatMap((unit) => unit.cells))], words: shaded }]
    }),
  }
}

/** Preparations for some rules, or for one of them: made once for each, and kept as long as they are. */
export function onceForRules<T, R extends object = Rules>(make: (rules: R) => T): (rules: R) => T {
  return onceFor(make, new WeakMap())
}

/** By cell, the others of its units: a cell sees its peers. */
export const seenFrom: (rules: Rules) => readonly ReadonlySet<number>[] = onceForRules(({ units, unitsOf }) =>
  unitsOf.map((own, cell) => new Set(own.flatMap((unit) => units[unit].cells).filter((peer) => peer !== cell))),
)

/** Whether some cells lie in one row, one column or one box. */
function isWithin(cells: readonly number[], boxes: readonly Unit[], size: Size): boolean {
  const rowOf = (cell: number) => Math.floor(cell / size)
  return (
    cells.every((cell) => rowOf(cell) === rowOf(cells[0])) ||
    cells.every((cell) => cell % size === cells[0] % size) ||
    boxes.some((box) => cells.every((cell) => box.cells.includes(cell)))
  )
}

/** For each cell, the places in a list of those that hold it. */
function indicesByCell(list: readonly { readonly cells: readonly number[] }[], cells: number): number[][] {
  const indices = Array.from({ length: cells }, (): number[] => [])
  for (let i = 0; i < list.length; i++) for (const cell of list[i].cells) indices[cell].push(i)
  return indices
}

/** Four more boxes with a line of cells around each, on 9×9, the one size that has them. */
export function windows(): Unit[] {
  const corners = [1, 5].flatMap((top) => [1, 5].map((left) => top * 9 + left))
  const inside = rowsColumnsBoxes(9).boxes[0].cells
  return corners.map((corner) => ({
    name: `the window at ${nameOfCell(corner, 9)}`,
    cells: inside.map((cell) => corner + cell),
  }))
}

/** Down and right; the other moves lead to the same pairs. */
const KNIGHT_MOVES = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
] as const
const KING_MOVES = [
  [1, 1],
  [1, -1],
] as const

function pairsOf(name: string, size: Size, moves: readonly Move[]): Unit[] {
  return pairsApart(size, moves).map((cells) => ({ name, cells }))
}
