import { bitOf, countOf, type DigitSet, digitSet } from '../grid/digit-set.ts'
import type { Digits } from '../grid/grid.ts'
import { type Automaton, walked } from './automaton.ts'
import { type BoxedGrid, type Constraint, type Meaning, type Meanings, pointed, type Way } from './constraint.ts'
import type { OutsideClue } from './constraint-json.ts'
import { DEAD_END } from './state-machine.ts'
import { plainSum, subsetsOf } from './sums.ts'

/** Numbers outside the grid that tell of a row, a column or a diagonal. */
export const CLUES = {
  'little-killer': ({ cells: [first], sum }, { size, cells }) => ({
    constraints: [plainSum({ name: `the little killer at ${first}`, size, cells, target: sum })],
    drawings: [{ kind: 'clue', cells, text: `${sum}`, words: `on a diagonal of ${sum}` }],
  }),
  sandwich: walkedClue(
    'sandwich',
    sandwich,
    sandwiches,
    (digits) => {
      const ends = [digits.indexOf(1), digits.indexOf(digits.length)].toSorted((a, b) => a - b)
      return digits.slice(ends[0] + 1, ends[1]).reduce((sum, digit) => sum + digit, 0)
    },
    (size) => digitSet(size, (digit) => digit === 1 || digit === size),
  ),
  'x-sum': walkedClue('X-sum', xSum, xSums, (digits) => {
    return digits.slice(0, digits[0]).reduce((sum, digit) => sum + digit, 0)
  }),
  skyscraper: walkedClue('skyscraper', skyscraper, skylines, (digits) => {
    return digits.filter((digit, i) => digits.slice(0, i).every((before) => before < digit)).length
  }),
  'numbered-room': clueOf('numbered room', (line, value) =>
    pointed(line, 0, value, (found, digit) => `${line.name}: digit ${digit} is ${found}, expected ${value}`),
  ),
} satisfies Meanings

/**
 * A kind of clue, as a walk along its line, and as the ways in which different digits can fill it.
 *
 * @param found what the digits of the line come to, from the clue on, as the judge works it out
 * @param decides digits whose places are to be guessed before anything else
 */
function walkedClue(
  kind: string,
  automatonOf: (value: number, size: number) => Automaton,
  waysOf: (value: number, size: number) => readonly Way[],
  found: (digits: readonly number[]) => number,
  decides?: (size: number) => DigitSet,
) {
  return clueOf(kind, ({ name, cells }, value, size) => {
    const key = `${kind} ${value} ${size}`
    const ways = () => waysOf(value, size)
    const verify = (digits: Digits) => {
      const is = found(cells.map((cell) => digits[cell]))
      return is === value ? undefined : `${name} comes to ${is}, expected ${value}`
    }
    const demand = { kind: 'choice', key, ways, ...(decides && { decides: decides(size) }) } as const
    return walked({ name, cells, verify, demand }, automatonOf(value, size))
  })
}

/** The meaning of a clue whose row or column, read from the clue on, is under a constraint. */
function clueOf(
  kind: string,
  constraintOf: (line: Pick<Constraint, 'name' | 'cells'>, value: number, size: number) => Constraint,
) {
  return ({ row, column, from, value }: OutsideClue, { size }: BoxedGrid): Meaning => {
    const inOrder = Array.from({ length: size }, (_, i) =>
      row !== undefined ? (row - 1) * size + i : i * size + ((column ?? 1) - 1),
    )
    const cells = from === 'right' || from === 'bottom' ? inOrder.toReversed() : inOrder
    const line = row !== undefined ? `row ${row}` : `column ${column}`
    const side = from === 'left' || from === 'right' ? `${from} of` : from === 'top' ? 'above' : 'below'
    const name = `the ${kind} ${from ? side : 'of'} ${line}`
    return {
      constraints: [constraintOf({ name, cells }, value, size)],
      drawings: [{ kind: 'clue', cells, text: `${value}`, words: `in a line with a ${kind} of ${value}` }],
    }
  }
}

/** Before the slices; between 1 and the highest, or the other way round, with the sum so far; and behind them. */
function sandwich(value: number, size: number): Automaton {
  const BEFORE = 0
  const BEHIND = 1
  const FROM_LOWEST = 2
  const FROM_HIGHEST = FROM_LOWEST + value + 1
  const isSlice = (digit: number) => digit === 1 || digit === size
  return {
    states: FROM_HIGHEST + value + 1,
    starts: [BEFORE],
    next(state, digit) {
      if (state === BEHIND) return isSlice(digit) ? DEAD_END : BEHIND
      if (state === BEFORE) return digit === 1 ? FROM_LOWEST : digit === size ? FROM_HIGHEST : BEFORE
      const opened = state >= FROM_HIGHEST ? FROM_HIGHEST : FROM_LOWEST
      const sum = state - opened
      if (!isSlice(digit)) return sum + digit > value ? DEAD_END : state + digit
      const closes = opened === FROM_LOWEST ? size : 1
      return digit === closes && sum === value ? BEHIND : DEAD_END
    },
    accepts: (state) => state === BEHIND,
  }
}

/** At first; then how many cells still count, and their sum so far; the end, where none counts any more. */
function xSum(value: number, size: number): Automaton {
  const START = 0
  const END = 1
  const at = (left: number, sum: number) => 2 + left * (value + 1) + sum
  return {
    states: at(size, value) + 1,
    starts: [START],
    next(state, digit) {
      if (state === END) return END
      const left = state === START ? digit - 1 : Math.floor((state - 2) / (value + 1)) - 1
      const sum = (state === START ? 0 : (state - 2) % (value + 1)) + digit
      if (sum > value) return DEAD_END
      if (left > 0) return at(left, sum)
      return sum === value ? END : DEAD_END
    },
    accepts: (state) => state === END,
  }
}

/** The highest digit so far, and how many were higher than all before them. */
function skyscraper(value: number, size: number): Automaton {
  return {
    states: (size + 1) * (value + 1),
    starts: [0],
    next(state, digit) {
      const highest = Math.floor(state / (value + 1))
      const seen = state % (value + 1)
      if (digit <= highest) return state
      // Whatever is to be seen besides has to be higher yet.
      if (seen + 1 > value || value - (seen + 1) > size - digit) return DEAD_END
      return digit * (value + 1) + seen + 1
    },
    accepts: (state) => state % (value + 1) === value,
  }
}

// The ways of a line of different digits. What lies between two slices, say, is one of the sets that have the sum, and
// the other cells hold the rest: so no digit is used twice, which a walk through sums does not know.

/** Where 1 and the highest digit stand, and the digits between them. */
function sandwiches(value: number, size: number): Way[] {
  const all = digitSet(size)
  const slices = [1, 1 << (size - 1)]
  const filling = all & ~slices[0] & ~slices[1]
  const ways: Way[] = []
  for (const inside of subsetsOf(filling, value)) {
    const length = countOf(inside)
    for (let first = 0; first + length + 1 < size; first++) {
      const sets = Array.from({ length: size }, (_, place) => {
        return place > first && place <= first + length ? inside : filling & ~inside
      })
      for (const [one, other] of [slices, slices.toReversed()])
        ways.push({ sets: sets.with(first, one).with(first + length + 1, other), holds: all })
    }
  }
  return ways
}

/** The digits that count, of which the first says how many they are. */
function xSums(value: number, size: number): Way[] {
  const all = digitSet(size)
  return [...subsetsOf(all, value)].flatMap((counted) => {
    const first = 1 << (countOf(counted) - 1)
    if ((counted & first) === 0) return []
    const sets = Array.from({ length: size }, (_, place) => {
      return place === 0 ? first : place < countOf(counted) ? counted & ~first : all & ~counted
    })
    return [{ sets, holds: all }]
  })
}

/** Where the digits stand that are seen; those behind one of them are lower. */
function skylines(value: number, size: number): Way[] {
  const all = digitSet(size)
  const ways: Way[] = []
  const add = (seen: readonly (readonly [place: number, digit: number])[]) => {
    const [place, digit] = seen[seen.length - 1] ?? [-1, 0]
    if (digit === size && seen.length === value) ways.push({ sets: setsBehind(seen), holds: all })
    if (digit === size || seen.length === value) return
    // All cells before the next hold different digits that are no higher than the highest before it.
    for (let next = place + 1; next <= digit; next++) {
      for (let higher = digit + 1; higher <= size; higher++) add([...seen, [next, higher]])
    }
  }
  const setsBehind = (seen: readonly (readonly [place: number, digit: number])[]) => {
    const hidden = seen.reduce((left, [, digit]) => left & ~bitOf(digit), all)
    return Array.from({ length: size }, (_, place) => {
      const [at, digit] = seen.findLast(([from]) => from <= place) ?? [0, 0]
      return at === place ? bitOf(digit) : hidden & (bitOf(digit) - 1)
    })
  }
  add([])
  return ways
}
