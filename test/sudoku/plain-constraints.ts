import type { ConstraintOf, ConstraintType, OutsideClue } from '../../shared/sudoku/constraints/constraint-json.ts'

// What each constraint demands of a full grid, in the plainest words: what judges are held against. It shares nothing
// with them.

/** A grid by the names of its cells. */
interface Full {
  readonly size: number
  /** The digits of some cells. */
  of(names: readonly string[]): number[]
  regionOf(name: string): string
}

const sum = (digits: readonly number[]) => digits.reduce((all, digit) => all + digit, 0)
const areDistinct = (digits: readonly number[]) => new Set(digits).size === digits.length
const areSame = (digits: readonly number[]) => new Set(digits).size === 1
const isEach = (digits: readonly number[], holds: (digit: number, before: number) => boolean) =>
  digits.every((digit, i) => i === 0 || holds(digit, digits[i - 1]))

/** The digits of a clue's line, from the clue on. */
function lineOf({ row, column, from }: OutsideClue, { size, of }: Full): number[] {
  const names = Array.from({ length: size }, (_, i) => `r${row ?? i + 1}c${column ?? i + 1}`)
  return of(from === 'right' || from === 'bottom' ? names.toReversed() : names)
}

/** Whether each cell is more than the cells beside it, if those are none of them; each digit times a sign. */
function areHighest(names: readonly string[], { of, size }: Full, sign: 1 | -1): boolean {
  return names.every((name) => {
    const [row, column] = name.slice(1).split('c').map(Number)
    const beside = [`r${row - 1}c${column}`, `r${row + 1}c${column}`, `r${row}c${column - 1}`, `r${row}c${column + 1}`]
    const others = beside.filter(
      (other) =>
        !names.includes(other) && !/[rc]0/.test(other) && !other.match(/\d+/g)?.some((number) => Number(number) > size),
    )
    return of(others).every((digit) => sign * digit < sign * of([name])[0])
  })
}

const PLAIN: { readonly [T in ConstraintType]: (form: ConstraintOf<T>, full: Full) => boolean } = {
  cage: ({ cells, sum: wanted }, { of }) => areDistinct(of(cells)) && (wanted ?? sum(of(cells))) === sum(of(cells)),
  'little-killer': ({ cells, sum: wanted }, { of }) => sum(of(cells)) === wanted,
  sandwich: (clue, full) => {
    const line = lineOf(clue, full).join(' ')
    const between = new RegExp(`\\b(?:1 (.*?)${full.size}|${full.size} (.*?)1)\\b`).exec(line)?.slice(1).join('') ?? ''
    return sum(between.trim().split(' ').map(Number)) === clue.value
  },
  'x-sum': (clue, full) => {
    const line = lineOf(clue, full)
    return sum(line.filter((_, i) => i < line[0])) === clue.value
  },
  skyscraper: (clue, full) => {
    let [highest, seen] = [0, 0]
    for (const digit of lineOf(clue, full)) if (digit > highest) [highest, seen] = [digit, seen + 1]
    return seen === clue.value
  },
  arrow: ({ circle, arrows }, { of }) => arrows.every((arrow) => `${sum(of(arrow))}` === of(circle).join('')),
  thermometer: ({ cells }, { of }) => isEach(of(cells), (digit, before) => before < digit),
  'slow-thermometer': ({ cells }, { of }) => isEach(of(cells), (digit, before) => before <= digit),
  palindrome: ({ cells }, { of }) => of(cells).join() === of(cells).toReversed().join(),
  renban: ({ cells }, { of }) =>
    areDistinct(of(cells)) && Math.max(...of(cells)) - Math.min(...of(cells)) === cells.length - 1,
  whispers: ({ cells }, { of, size }) => isEach(of(cells), (digit, before) => 2 * Math.abs(digit - before) >= size),
  'region-sum-line': ({ cells }, { of, regionOf }) => {
    const sums: number[] = []
    for (const [i, cell] of cells.entries()) {
      if (i === 0 || regionOf(cell) !== regionOf(cells[i - 1])) sums.push(0)
      sums[sums.length - 1] += of([cell])[0]
    }
    return areSame(sums)
  },
  'entropic-line': ({ cells }, { of, size }) => {
    const third = { 4: 1, 5: 2, 6: 2, 7: 2, 8: 3, 9: 3, 16: 5, 25: 8 }[size] ?? 0
    const kinds = of(cells).map((digit) => (digit <= third ? 'low' : digit > size - third ? 'high' : 'middle'))
    return kinds.every((kind, i) => kind !== kinds[i + 1] && kind !== kinds[i + 2])
  },
  'between-line': ({ cells }, { of }) => {
    const [first, ...inside] = of(cells)
    const last = inside.pop() ?? first
    return inside.every((digit) => (first < digit && digit < last) || (last < digit && digit < first))
  },
  difference: ({ cells, value = 1 }, { of }) =>
    isEach(of(cells), (digit, before) => Math.abs(digit - before) === value),
  ratio: ({ cells, value = 2 }, { of }) => isEach(of(cells), (a, b) => a === value * b || b === value * a),
  xv: ({ cells, value }, { of }) => sum(of(cells)) === { V: 5, X: 10 }[value],
  clone: ({ cells, copy }, { of }) => of(cells).join() === of(copy).join(),
  quadruple: ({ cells, digits }, { of }) => {
    const held = of(cells)
    // Each digit takes one of those that are there.
    return digits.every((digit) => held.includes(digit) && held.splice(held.indexOf(digit), 1))
  },
  minimum: ({ cells }, full) => areHighest(cells, full, -1),
  maximum: ({ cells }, full) => areHighest(cells, full, 1),
  even: ({ cells }, { of }) => of(cells).every((digit) => digit % 2 === 0),
  odd: ({ cells }, { of }) => of(cells).every((digit) => digit % 2 === 1),
  'extra-region': ({ cells }, { of }) => areDistinct(of(cells)),
}

/**
 * Whether a full grid keeps a constraint.
 *
 * @param regions a character a cell, alike for the cells of one box or region
 */
export function isKeptBy<T extends ConstraintType>(
  form: ConstraintOf<T>,
  grid: ArrayLike<number>,
  regions: string,
): boolean {
  const size = Math.sqrt(grid.length)
  const cellOf = (name: string) => {
    const [row, column] = name.slice(1).split('c').map(Number)
    return (row - 1) * size + column - 1
  }
  const of = (names: readonly string[]) => names.map((name) => grid[cellOf(name)])
  return PLAIN[form.type as T](form, { size, of, regionOf: (name) => regions[cellOf(name)] })
}
