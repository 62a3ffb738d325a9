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

/** The digits as texts write them. */
const SYMBOLS = '.123456789ABCDEFGHIJKLMNOP'

const PLAIN: { readonly [T in ConstraintType]: (form: ConstraintOf<T>, full: Full) => boolean } = {
  cage: ({ cells, sum: wanted }, { of }) => areDistinct(of(cells)) && (wanted ?? sum(of(cells))) === sum(of(cells)),
  'little-killer': ({ cells, sum: wanted }, { of }) => sum(of(cells)) === wanted,
  sandwich: (clue, full) => {
    const line = lineOf(clue, full).join(' ')
    const between =
      new RegExp(`\\b(?:1 (.*?)\\b${full.size}|${full.size} (.*?)\\b1)\\b`).exec(line)?.slice(1).join('') ?? ''
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
  whispers: ({ cells, value }, { of, size }) =>
    isEach(of(cells), (digit, before) => Math.abs(digit - before) >= (value ?? size / 2)),
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
  'lockout-line': ({ cells, value }, { of, size }) => {
    const [first, ...inside] = of(cells)
    const [low, high] = [first, inside.pop() ?? first].toSorted((a, b) => a - b)
    return high - low >= (value ?? Math.ceil(size / 2) - 1) && inside.every((digit) => digit < low || high < digit)
  },
  'modular-line': ({ cells, value = 3 }, { of }) =>
    of(cells).every((_, i, all) => areDistinct(all.slice(i, i + value).map((digit) => digit % value))),
  'nabner-line': ({ cells }, { of }) =>
    isEach(
      of(cells).toSorted((a, b) => a - b),
      (digit, before) => digit > before + 1,
    ),
  'zipper-line': ({ cells }, { of }) => {
    const line = of(cells)
    const half = line.length / 2
    const sums = line.slice(0, half).map((digit, i) => digit + line[line.length - 1 - i])
    return areSame(line.length % 2 === 0 ? sums : [...sums, line[Math.floor(half)]])
  },
  'double-arrow': ({ cells }, { of }) => 2 * ((of(cells).at(0) ?? 0) + (of(cells).at(-1) ?? 0)) === sum(of(cells)),
  'sum-line': ({ cells, value = 10 }, { of }) => {
    const isLoop = cells[0] === cells.at(-1)
    const line = of(isLoop ? cells.slice(1) : cells)
    // Everything that the cells up to one sum to; pieces end where that is so much more each time.
    const upTo = line.map((_, i) => sum(line.slice(0, i + 1)))
    const firsts = isLoop ? Array.from({ length: value }, (_, i) => i) : [0]
    return firsts.some((first) => {
      const ends = Array.from({ length: sum(line) }, (_, i) => i + 1).filter((end) => end % value === first)
      return sum(line) % value === 0 && ends.length > 0 && ends.every((end) => upTo.includes(end))
    })
  },
  sum: ({ cells, sum: wanted }, { of }) => sum(of(cells)) === wanted,
  'equal-sums': ({ parts }, { of }) => areSame(parts.map((part) => sum(of(part)))),
  'numbered-room': (clue, full) => lineOf(clue, full)[lineOf(clue, full)[0] - 1] === clue.value,
  'greater-than': ({ cells }, { of }) => of(cells)[0] > of(cells)[1],
  pairs: ({ lines, allowed, each }, { of }) =>
    lines.every((line) =>
      of(line).every((digit, i, all) =>
        all
          .slice(i + 1, each === 'all' ? all.length : i + 2)
          .every((next) => (allowed[SYMBOLS[digit]] ?? '').includes(SYMBOLS[next])),
      ),
    ),
  walk: ({ lines, pattern, states = [], ends = [] }, { of }) =>
    lines.every((line) => {
      const text = of(line)
        .map((digit) => SYMBOLS[digit])
        .join('')
      if (pattern !== undefined) return new RegExp(`^(?:${pattern})$`).test(text)
      const lead = (state: number | undefined, symbol: string) =>
        Object.entries(states[state ?? -1] ?? {}).find(([symbols]) => symbols.includes(symbol))?.[1]
      return ends.includes([...text].reduce<number | undefined>(lead, 0) ?? -1)
    }),
  candidates: ({ cells, digits }, { of }) => of(cells).every((digit) => digits.includes(digit)),
  'row-indexer': ({ cells }, { of }) =>
    cells.every((cell) => {
      const [, row, column] = cell.split(/[rc]/)
      return of([`r${of([cell])}c${column}`])[0] === Number(row)
    }),
  'column-indexer': ({ cells }, { of }) =>
    cells.every((cell) => {
      const [, row, column] = cell.split(/[rc]/)
      return of([`r${row}c${of([cell])}`])[0] === Number(column)
    }),
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
