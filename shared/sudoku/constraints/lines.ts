import { type CellName, cellsOf } from '../grid/cell-name.ts'
import { bitOf, digitSet } from '../grid/digit-set.ts'
import type { Digits } from '../grid/grid.ts'
import { type Automaton, walked } from './automaton.ts'
import { type Board, type BoxedGrid, type Constraint, chosen, type Meaning, type Meanings } from './constraint.ts'
import { thirdOf, usualWhisper } from './constraint-json.ts'
import type { LineStyle } from './drawing.ts'
import { equalities, type Related, relation } from './relation.ts'
import { DEAD_END } from './state-machine.ts'
import { weightedSum, wrongSum } from './sums.ts'

/** Lines from cell to cell. */
export const LINES = {
  arrow: ({ circle: circleNames, arrows: arrowNames }, { size }) => {
    const circle = cellsOf(circleNames, size)
    const arrows = arrowNames.map((names) => cellsOf(names, size))
    const name = `the arrow at ${circleNames[0]}`
    return {
      constraints: arrows.map((arrow) => {
        const verify = (digits: Digits) => {
          const shown = circle.reduce((number, cell) => 10 * number + digits[cell], 0)
          return wrongSum(name, arrow, digits, shown)
        }
        return weightedSum({ name, size, target: 0, verify }, [
          ...circle.map((cell, i) => [cell, -(10 ** (circle.length - 1 - i))] as const),
          ...arrow.map((cell) => [cell, 1] as const),
        ])
      }),
      drawings: [
        { kind: 'circle', cells: circle, words: 'in the circle of an arrow' },
        ...arrows.map((arrow) => ({
          kind: 'arrow' as const,
          cells: [circle.findLast((cell) => isBeside(cell, arrow[0], size)) ?? circle[0], ...arrow],
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
    equalities(name, size, cells.slice(0, Math.floor(cells.length / 2)), cells.toReversed()),
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
  'between-line': lineOf('between', 'between line', (line, { size }) => spanned(line, size)),
  'lockout-line': lineOf('lockout', 'lockout line', (line, { size }, { value }) =>
    spanned(line, size, value ?? usualWhisper(size) - 1),
  ),
  'modular-line': lineOfPairs('modular', 'modular line', ({ value = 3 }) => ({
    reach: value,
    allows: (digit, next, apart) => (digit % value === next % value) === (apart === value),
    isKept: (digit, next, apart) => ((digit - next) % value === 0) === (apart === value),
    demand: `a remainder by ${value} that is the same ${value} cells on, and not before`,
  })),
  'nabner-line': lineOfPairs('nabner', 'nabner line', () => ({
    reach: Number.POSITIVE_INFINITY,
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

/** The meaning of a line whose cells are under some constraints, or of several. */
export function lineOf<Json extends LineJson>(
  style: LineStyle,
  kind: string,
  constraintsOf: (line: Line, board: BoxedGrid, json: Json) => readonly Constraint[],
) {
  return (json: Json, board: Board): Meaning => {
    const { cells } = board
    const name = `the ${kind} at ${json.cells[0]}`
    return {
      constraints: constraintsOf({ name, cells }, board, json),
      drawings: [{ kind: 'line', style, cells, words: `on ${name}` }],
    }
  }
}

/**
 * A line on which each two cells that are no farther apart than they may be are in a relation.
 *
 * @param pairsOf with how far apart they may be: 1 where none is said, for each cell and the next
 */
export function lineOfPairs<Json extends LineJson>(
  style: LineStyle,
  kind: string,
  pairsOf: (json: Json, board: BoxedGrid) => Related & { readonly reach?: number },
) {
  return lineOf<Json>(style, kind, ({ name, cells }, board, json) => {
    const { reach = 1, ...related } = pairsOf(json, board)
    return cells.flatMap((one, i) =>
      cells
        .slice(i + 1, i + 1 + reach)
        .map((other, k) => relation({ ...related, name, size: board.size, cells: [one, other], apart: k + 1 })),
    )
  })
}

/** Digits without a gap: where they are different, which is a unit's demand, as far apart as there are cells. */
function renban({ name, cells }: Line, { size }: BoxedGrid): Constraint[] {
  const span = cells.length - 1
  // Digits that follow each other, from each lowest on.
  const ways = () =>
    Array.from({ length: size - span }, (_, i) => {
      const run = digitSet(size, (digit) => digit > i && digit <= i + cells.length)
      return { sets: cells.map(() => run), holds: run }
    })
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

/**
 * Digits that lie between those at the ends of their line; or, where these have to be so far apart, outside of what they
 * span. Both ends come first, whichever is the lower.
 */
function spanned({ name, cells: line }: Line, size: number, least?: number): Constraint[] {
  const isOutside = least !== undefined
  const [first, last, inside] = [line[0], line[line.length - 1], line.slice(1, -1)]
  const verify = (digits: Digits) => {
    const lower = Math.min(digits[first], digits[last])
    const higher = Math.max(digits[first], digits[last])
    const sign = isOutside ? -1 : 1
    const wrong = inside.find((cell) => sign * (digits[cell] - lower) * (higher - digits[cell]) <= 0)
    if (wrong === undefined && higher - lower >= (least ?? 0)) return undefined
    const demand = isOutside ? `ends that are ${least} apart at least, and a digit outside of` : 'a digit between'
    return `${name} holds ${digits[wrong ?? first]}, expected ${demand} ${lower} and ${higher}`
  }
  const ways = () =>
    Array.from({ length: size * size }, (_, i) => [1 + (i % size), 1 + Math.floor(i / size)]).flatMap(
      ([one, other]) => {
        const [lower, higher] = [Math.min(one, other), Math.max(one, other)]
        const allowed = digitSet(size, (digit) =>
          isOutside ? digit < lower || digit > higher : digit > lower && digit < higher,
        )
        if (higher - lower < (least ?? 0) || allowed === 0) return []
        return [{ sets: [bitOf(one), bitOf(other), ...inside.map(() => allowed)] }]
      },
    )
  const key = `${isOutside ? `lockout ${least}` : 'between'} ${line.length} ${size}`
  return [chosen({ name, cells: [first, last, ...inside], verify }, key, ways)]
}

function isBeside(one: number, other: number, size: number): boolean {
  const down = Math.abs(Math.floor(one / size) - Math.floor(other / size))
  return Math.max(down, Math.abs((one % size) - (other % size))) <= 1
}
