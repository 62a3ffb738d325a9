import { type CellName, cellsOf } from '../grid/cell-name.ts'
import { digitSet } from '../grid/digit-set.ts'
import type { Digits } from '../grid/grid.ts'
import { type Automaton, walked } from './automaton.ts'
import { type BoxedGrid, type Constraint, chosen, type Meaning, type Meanings, type Way } from './constraint.ts'
import { thirdOf, usualWhisper } from './constraint-json.ts'
import type { LineStyle } from './drawing.ts'
import { equalities, relation } from './relation.ts'
import { weightedSum, wrongSum } from './sums.ts'
import { DEAD_END } from './walk-compiler.ts'

/** Lines from cell to cell. */
export const LINES = {
  arrow: ({ circle: circleNames, arrows: arrowNames }, board) => {
    const circle = cellsOf(circleNames, board.size)
    const arrows = arrowNames.map((names) => cellsOf(names, board.size))
    const name = `the arrow at ${circleNames[0]}`
    return {
      constraints: arrows.map((arrow) => {
        const weights = new Map(circle.map((cell, i) => [cell, -(10 ** (circle.length - 1 - i))]))
        for (const cell of arrow) weights.set(cell, (weights.get(cell) ?? 0) + 1)
        const verify = (digits: Digits) => {
          const shown = circle.reduce((number, cell) => 10 * number + digits[cell], 0)
          return wrongSum(name, arrow, digits, shown)
        }
        return weightedSum({ name, size: board.size, weights, target: 0, verify })
      }),
      drawings: [
        { kind: 'circle', cells: circle, words: 'in the circle of an arrow' },
        ...arrows.map((arrow) => ({
          kind: 'arrow' as const,
          cells: [circle.findLast((cell) => isBeside(cell, arrow[0], board.size)) ?? circle[0], ...arrow],
          words: 'on an arrow',
        })),
      ],
    }
  },
  thermometer: lineOfPairs('thermometer', 'thermometer', () => ({
    allows: (digit, next) => digit < next,
    isKept: (digit, next) => next - digit >= 1,
    demand: 'a higher digit',
  })),
  'slow-thermometer': lineOfPairs('slow-thermometer', 'slow thermometer', () => ({
    allows: (digit, next) => digit <= next,
    isKept: (digit, next) => next - digit >= 0,
    demand: 'the same digit or a higher one',
  })),
  palindrome: lineOf('palindrome', 'palindrome', ({ name, cells }, { size }) =>
    equalities(
      name,
      size,
      cells.slice(0, Math.floor(cells.length / 2)).map((cell, i) => [cell, cells[cells.length - 1 - i]]),
    ),
  ),
  whispers: lineOfPairs('whispers', 'whispers line', ({ value }, { size }) => {
    const least = value ?? usualWhisper(size)
    return {
      allows: (digit, next) => digit + least <= next || next + least <= digit,
      isKept: (digit, next) => Math.abs(digit - next) >= least,
      demand: `digits that differ by at least ${least}`,
    }
  }),
  renban: (form, board) => {
    const line = lineOf('renban', 'renban line', renban)(form, board)
    return { ...line, units: line.constraints?.map(({ name, cells }) => ({ name, cells })) ?? [] }
  },
  'entropic-line': lineOf('entropic', 'entropic line', entropic),
  'between-line': lineOf('between', 'between line', (line, board) => between(line, board, BETWEEN)),
  'lockout-line': lineOf('lockout', 'lockout line', (line, board, { value }) =>
    between(line, board, lockout(value ?? usualWhisper(board.size) - 1)),
  ),
  'modular-line': lineOfPairs('modular', 'modular line', ({ value = 3 }) => ({
    reach: value,
    allows: (digit, next, apart) => (digit % value === next % value) === (apart === value),
    isKept: (digit, next, apart) => ((digit - next) % value === 0) === (apart === value),
    demand: `a remainder by ${value} that is the same ${value} cells on, and not before`,
  })),
  'nabner-line': lineOfPairs('nabner', 'nabner line', ({ cells }) => ({
    reach: cells.length,
    allows: (digit, next) => digit + 1 < next || next + 1 < digit,
    isKept: (digit, next) => Math.abs(digit - next) >= 2,
    demand: 'digits that are neither the same nor follow each other',
  })),
} satisfies Meanings

type Line = Pick<Constraint, 'name' | 'cells'>

/** The JSON of a line: its cells, and what else its demands go by. */
interface LineJson {
  readonly cells: readonly CellName[]
}

/** The meaning of a line whose cells are under some constraints. */
export function lineOf<Json extends LineJson>(
  style: LineStyle,
  kind: string,
  constraintsOf: (line: Line, board: BoxedGrid, json: Json) => readonly Constraint[],
) {
  return (json: Json, board: BoxedGrid): Meaning => {
    const cells = cellsOf(json.cells, board.size)
    const name = `the ${kind} at ${json.cells[0]}`
    return {
      constraints: constraintsOf({ name, cells }, board, json),
      drawings: [{ kind: 'line', style, cells, words: `on ${name}` }],
    }
  }
}

interface LinePairs {
  /** How far apart two cells may be to be in the relation: 1 where none is said, for each cell and the next. */
  readonly reach?: number
  readonly allows: (digit: number, next: number, apart: number) => boolean
  readonly isKept: (digit: number, next: number, apart: number) => boolean
  readonly demand: string
}

/** A line on which each two cells that are no farther apart than they may be are in a relation. */
export function lineOfPairs<Json extends LineJson>(
  style: LineStyle,
  kind: string,
  pairsOf: (json: Json, board: BoxedGrid) => LinePairs,
) {
  return lineOf<Json>(style, kind, ({ name, cells }, board, json) => {
    const { reach = 1, allows, isKept, demand } = pairsOf(json, board)
    return cells.flatMap((one, i) =>
      cells.slice(i + 1, i + 1 + reach).map((other, k) => {
        const isAllowed = (digit: number, next: number) => allows(digit, next, k + 1)
        const isRight = (digit: number, next: number) => isKept(digit, next, k + 1)
        return relation({ name, size: board.size, cells: [one, other], allows: isAllowed, isKept: isRight, demand })
      }),
    )
  })
}

/** Digits without a gap: where they are different, which is a unit's demand, as far apart as there are cells. */
function renban({ name, cells }: Line, { size }: BoxedGrid): Constraint[] {
  const span = cells.length - 1
  const ways = () => runs(cells.length, size)
  const demand = { kind: 'choice', key: `renban ${cells.length} ${size}`, ways } as const
  const verify = (digits: Digits) => {
    const held = cells.map((cell) => digits[cell]).toSorted((a, b) => a - b)
    const gap = held.findIndex((digit, i) => i > 0 && digit !== held[i - 1] + 1)
    return gap < 0 ? undefined : `${name} holds ${held.join(', ')}, expected digits that follow each other`
  }
  const automaton: Automaton = {
    // The lowest digit so far and the highest; 0 at first.
    states: (size + 1) ** 2,
    starts: [0],
    next(state, digit) {
      const lowest = state === 0 ? digit : Math.min(digit, Math.floor(state / (size + 1)))
      const highest = state === 0 ? digit : Math.max(digit, state % (size + 1))
      return highest - lowest > span ? DEAD_END : lowest * (size + 1) + highest
    },
    accepts: (state) => (state % (size + 1)) - Math.floor(state / (size + 1)) === span,
  }
  return [walked({ name, cells, verify, demand }, automaton)]
}

/** Digits that follow each other, from each lowest on. */
function runs(length: number, size: number): Way[] {
  return Array.from({ length: size - length + 1 }, (_, i) => {
    const run = digitSet(size, (digit) => digit > i && digit <= i + length)
    return { sets: Array(length).fill(run), holds: run }
  })
}

const ORDERS_OF_THREE = [0, 1, 2].flatMap((a) => [0, 1, 2].filter((b) => b !== a).map((b) => [a, b, 3 - a - b]))

/**
 * Low, middle and high digits take turns, so that every third cell of a line holds a digit of the same third.
 *
 *     cell    a  b  c  d  e  f  g
 *     turn    0  1  2  0  1  2  0     the thirds of a and b tell those of all others
 */
function entropic({ name, cells: line }: Line, { size }: BoxedGrid): Constraint[] {
  const cells = [...new Set(line)]
  const turns = cells.map((cell) => line.indexOf(cell) % 3)
  const thirds = [1, 2, 3].map((third) => digitSet(size, (digit) => thirdOf(digit, size) === third))
  const ways = () => ORDERS_OF_THREE.map((order) => ({ sets: turns.map((turn) => thirds[order[turn]]) }))
  const verify = (digits: Digits) => {
    const held = line.map((cell) => digits[cell])
    const isLow = (digit: number) => 3 * digit <= size + 1
    const kinds = held.map((digit) => (isLow(digit) ? 'low' : isLow(size + 1 - digit) ? 'high' : 'middle'))
    const wrong = kinds.findIndex((kind, i) => kinds.slice(Math.max(0, i - 2), i).includes(kind))
    return wrong < 0
      ? undefined
      : `${name} holds ${held.slice(Math.max(0, wrong - 2), wrong + 1).join(', ')}, expected low, middle and high digits in turns`
  }
  return [chosen({ name, cells, verify }, `entropic ${turns.join(' ')} ${size}`, ways)]
}

/** What the digits at both ends of a line, the lower and the higher, say of those between them. */
interface Span {
  readonly key: string
  /** How far they are apart at least. */
  readonly least: number
  readonly allows: (digit: number, lower: number, higher: number) => boolean
  /** The same once more, for the judge. */
  readonly isKept: (digit: number, lower: number, higher: number) => boolean
  readonly demand: string
}

const BETWEEN: Span = {
  key: 'between',
  least: 0,
  allows: (digit, lower, higher) => digit > lower && digit < higher,
  isKept: (digit, lower, higher) => (digit - lower) * (higher - digit) > 0,
  demand: 'a digit between',
}

function lockout(least: number): Span {
  return {
    key: `lockout ${least}`,
    least,
    allows: (digit, lower, higher) => digit < lower || digit > higher,
    isKept: (digit, lower, higher) => (digit - lower) * (higher - digit) < 0,
    demand: `ends that are ${least} apart at least, and a digit outside of`,
  }
}

/** Both ends come first, whichever is the lower. */
function between({ name, cells: line }: Line, { size }: BoxedGrid, span: Span): Constraint[] {
  const [first, last, inside] = [line[0], line[line.length - 1], line.slice(1, -1)]
  const verify = (digits: Digits) => {
    const lower = Math.min(digits[first], digits[last])
    const higher = Math.max(digits[first], digits[last])
    const wrong = inside.find((cell) => !span.isKept(digits[cell], lower, higher))
    if (wrong === undefined && higher - lower >= span.least) return undefined
    return `${name} holds ${digits[wrong ?? first]}, expected ${span.demand} ${lower} and ${higher}`
  }
  const cells = [first, last, ...inside]
  const key = `${span.key} ${line.length} ${size}`
  return [chosen({ name, cells, verify }, key, () => spans(line.length, size, span))]
}

/** Two ends, and what the others may hold then. */
function spans(length: number, size: number, { least, allows }: Span): Way[] {
  const ends = Array.from({ length: size * size }, (_, i) => [1 + (i % size), 1 + Math.floor(i / size)] as const)
  return ends.flatMap(([first, last]) => {
    const [lower, higher] = [Math.min(first, last), Math.max(first, last)]
    const inside = digitSet(size, (digit) => allows(digit, lower, higher))
    if (higher - lower < least || inside === 0) return []
    return [{ sets: [1 << (first - 1), 1 << (last - 1), ...Array(length - 2).fill(inside)] }]
  })
}

function isBeside(one: number, other: number, size: number): boolean {
  const down = Math.abs(Math.floor(one / size) - Math.floor(other / size))
  return Math.max(down, Math.abs((one % size) - (other % size))) <= 1
}
