import { accept, type Checked, refuse, shown } from '../../checked.ts'
import { MOST_STATES } from '../../sudoku/constraints/walk-compiler.ts'
import { type CellName, nameOfCell } from '../../sudoku/grid/cell-name.ts'
import { symbolOf } from '../../sudoku/grid/grid.ts'

// What Interactive Sudoku Solver has types for and is a walk here.

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * The pairs that a key allows: a bit for each pair, all those of 1 first, and the lowest bit of each character first. Zeros
 * at the end are left out.
 */
export function tableOf(key: string | undefined, size: number): Readonly<Record<string, string>> | undefined {
  if (key === undefined) return undefined
  const bits = [...key].map((symbol) => BASE64.indexOf(symbol))
  if (bits.includes(-1) || bits.length > Math.ceil(size ** 2 / 6)) return undefined
  const isAllowed = (pair: number) => ((bits[Math.floor(pair / 6)] ?? 0) >> (pair % 6)) & 1
  const digits = Array.from({ length: size }, (_, i) => i)
  return Object.fromEntries(
    digits.map((first) => {
      const others = digits.filter((second) => isAllowed(first * size + second))
      return [symbolOf(first + 1), others.map((second) => symbolOf(second + 1)).join('')]
    }),
  )
}

/** The key of the pairs that are allowed: what {@link tableOf} reads. */
export function keyOfTable(isAllowed: (first: number, second: number) => boolean, size: number): string {
  const pairs = Array.from({ length: size ** 2 }, (_, i) => isAllowed(Math.floor(i / size) + 1, (i % size) + 1))
  const bitsFrom = (at: number) => pairs.slice(at, at + 6).reduce((bits, isSet, k) => bits | (Number(isSet) << k), 0)
  const symbols = Array.from({ length: Math.ceil(pairs.length / 6) }, (_, i) => BASE64[bitsFrom(6 * i)])
  return symbols.join('').replace(/A+$/, '')
}

/** A walk whose states are whatever can be told apart in JSON; a state that digits do not lead to is undefined. */
function walkThrough<S>(
  lines: readonly (readonly CellName[])[],
  size: number,
  start: S,
  next: (state: S, digit: number) => S | undefined,
  isEnd: (state: S) => boolean,
): Checked<unknown> {
  const numbers = new Map([[JSON.stringify(start), 0]])
  const all = [start]
  const states: Record<string, number>[] = []
  for (const state of all) {
    const digitsTo = new Map<number, string>()
    for (let digit = 1; digit <= size; digit++) {
      const to = next(state, digit)
      if (to === undefined) continue
      const key = JSON.stringify(to)
      const number = numbers.get(key) ?? numbers.size
      if (!numbers.has(key)) all.push(to)
      numbers.set(key, number)
      digitsTo.set(number, (digitsTo.get(number) ?? '') + symbolOf(digit))
    }
    states.push(Object.fromEntries([...digitsTo].map(([number, digits]) => [digits, number])))
    if (all.length > MOST_STATES) return refuse(`it comes to more than ${MOST_STATES} states`)
  }
  const ends = all.flatMap((state, i) => (isEnd(state) ? [i] : []))
  return accept({ type: 'walk', lines, states, ends })
}

/** The first digit stands once more behind the second, so many cells on as that says. */
export function valueIndexing(cells: readonly CellName[], size: number): Checked<unknown> {
  const next = ([wanted, left]: readonly number[], digit: number) => {
    if (wanted === 0) return [digit]
    if (left === undefined) return digit <= cells.length - 2 ? [wanted, digit] : undefined
    if (left !== 1) return [wanted, Math.max(0, left - 1)]
    return digit === wanted ? [wanted, 0] : undefined
  }
  return walkThrough([cells], size, [0], next, ([, left]) => left === 0)
}

/** As many even digits as odd ones, and as many low ones as high ones; none is the one in the middle. */
export function equalityCage(cells: readonly CellName[], size: number): Checked<unknown> {
  const next = ([even, low]: readonly number[], digit: number) => {
    if (2 * digit === size + 1) return undefined
    const sums = [even + (digit % 2 === 0 ? 1 : -1), low + (2 * digit <= size ? 1 : -1)]
    return sums.every((sum) => 2 * Math.abs(sum) <= cells.length) ? sums : undefined
  }
  const walk = walkThrough([cells], size, [0, 0], next, (sums) => sums.every((sum) => sum === 0))
  return walk.ok ? accept([{ type: 'cage', cells }, walk.value]) : walk
}

/** Different digits of which none sum to a number; a state has the lower numbers that some of them sum to. */
export function rellikCage(sum: unknown, cells: readonly CellName[], size: number): Checked<unknown> {
  if (typeof sum !== 'number') return refuse(`found ${shown(sum)}, expected a sum`)
  const next = (sums: readonly number[], digit: number) => {
    const all = new Set([...sums, ...sums.map((one) => one + digit)])
    return all.has(sum) ? undefined : [...all].filter((one) => one < sum).toSorted((a, b) => a - b)
  }
  const walk = walkThrough([cells], size, [0], next, () => true)
  return walk.ok ? accept([{ type: 'cage', cells }, walk.value]) : walk
}

/** `1223`: one 2 and two 3s. */
export function lookAndSay(clue: string, cells: readonly CellName[], size: number): Checked<unknown> {
  if (!/^(?:\d\d){1,9}$/.test(clue)) return refuse(`found ${shown(clue)}, expected pairs of a count and a digit`)
  const wanted = new Map((clue.match(/../g) ?? []).map(([count, digit]) => [Number(digit), Number(count)]))
  const digits = [...wanted.keys()]
  const next = (left: readonly number[], digit: number) => {
    const now = left.map((count, i) => (digits[i] === digit ? count - 1 : count))
    return now.includes(-1) ? undefined : now
  }
  return walkThrough([cells], size, [...wanted.values()], next, (left) => left.every((count) => count === 0))
}

/** Each digit stands in as many circles as it says, or in none. */
export function countingCircles(cells: readonly CellName[], size: number): Checked<unknown> {
  return accept(
    Array.from({ length: size }, (_, i) => {
      const [digit, other] = [symbolOf(i + 1), `[^${symbolOf(i + 1)}]*`]
      return { type: 'walk', lines: [cells], pattern: `${other}|(${other}${digit}){${i + 1}}${other}` }
    }),
  )
}

/** Above each 5 is a 1, or below it a 9, in a 9×9 grid. */
export function dutchFlatmates(): Checked<unknown> {
  const column = Array.from({ length: 9 }, (_, i) => i)
  const line = (top: number, length: number) =>
    column.map((c) => column.slice(top, top + length).map((row) => nameOfCell(9 * row + c, 9)))
  const inside = column.slice(0, 7).flatMap((top) => line(top, 3))
  return accept([
    { type: 'walk', lines: inside, pattern: '.[^5].|15.|.59' },
    { type: 'walk', lines: line(0, 2), pattern: '[^5].|59' },
    { type: 'walk', lines: line(7, 2), pattern: '.[^5]|15' },
  ])
}

/** Every square of four cells of a 9×9 grid holds a digit of each of three groups. */
export function everySquare(groupOf: (digit: number) => number): Checked<unknown> {
  const corners = Array.from({ length: 64 }, (_, i) => 9 * Math.floor(i / 8) + (i % 8))
  const squares = corners.map((corner) => [0, 1, 9, 10].map((to) => nameOfCell(corner + to, 9)))
  const next = (met: number, digit: number) => met | (1 << groupOf(digit))
  return walkThrough(squares, 9, 0, next, (met) => met === 7)
}
