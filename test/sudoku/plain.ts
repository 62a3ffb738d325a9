import { BOX_SHAPE, type BoxedSize, type Size } from '../../shared/sudoku/grid/units.ts'
import type { RulesName } from '../../shared/sudoku/rules/rules.ts'

// Sudoku once more, in the plainest words: what the strategies are held against. It
// shares nothing with them but the shape of a box.

/**
 * All solutions of a compact text, `most` of them at the most, in rising order.
 *
 * @param regions a character a cell; they take the place of the boxes
 */
export function plainSolutions(text: string, rules: RulesName, size: Size, most: number, regions?: string): string[] {
  const grid = [...text].map((symbol) => digitOf(symbol, size))
  const allowed = [...text].map((symbol) => (digit: number) => {
    if (symbol === 'e') return digit % 2 === 0
    return symbol !== 'o' || digit % 2 === 1
  })
  const seen = peers(rules, size, regions)
  const solutions: string[] = []
  const candidates = (cell: number) => {
    const held = new Set(seen[cell].map((peer) => grid[peer]))
    const free: number[] = []
    const beside = rules === 'non-consecutive' ? neighbours(cell, size).map((neighbour) => grid[neighbour]) : []
    const follows = (digit: number) => beside.some((other) => other !== 0 && Math.abs(other - digit) === 1)
    for (let digit = 1; digit <= size; digit++) {
      if (!held.has(digit) && allowed[cell](digit) && !follows(digit)) free.push(digit)
    }
    return free
  }
  const search = () => {
    let best: { cell: number; digits: number[] } | undefined
    for (let cell = 0; cell < grid.length; cell++) {
      if (grid[cell] !== 0) continue
      const digits = candidates(cell)
      if (!best || digits.length < best.digits.length) best = { cell, digits }
      if (digits.length < 2) break
    }
    if (!best) solutions.push(grid.join(' '))
    else {
      for (const digit of best.digits) {
        grid[best.cell] = digit
        if (solutions.length < most) search()
      }
      grid[best.cell] = 0
    }
  }
  search()
  return solutions.sort()
}

/** Whether two givens of a compact text clash. */
export function clashes(text: string, rules: RulesName, size: Size): boolean {
  const grid = [...text].map((symbol) => digitOf(symbol, size))
  const follow = (a: number, b: number) => grid[a] !== 0 && grid[b] !== 0 && Math.abs(grid[a] - grid[b]) === 1
  if (rules === 'non-consecutive' && grid.some((_, a) => neighbours(a, size).some((b) => follow(a, b)))) return true
  return peers(rules, size).some((seen, cell) => grid[cell] !== 0 && seen.some((peer) => grid[peer] === grid[cell]))
}

const known = new Map<string, number[][]>()

/** For each cell those that may not hold the same digit. */
export function peers(rules: RulesName, size: Size, regions?: string): number[][] {
  const key = `${rules} ${size} ${regions}`
  let lists = known.get(key)
  if (lists) return lists
  const { rows, columns } = BOX_SHAPE[size as BoxedSize] ?? {}
  const cells = Array.from({ length: size * size }, (_, cell) => cell)
  const row = (cell: number) => Math.floor(cell / size)
  const column = (cell: number) => cell % size
  const box = (cell: number) =>
    regions?.[cell] ?? `${Math.floor(row(cell) / rows)} ${Math.floor(column(cell) / columns)}`
  const falls = (cell: number) => row(cell) === column(cell)
  const rises = (cell: number) => row(cell) + column(cell) === size - 1
  /** As the windows of 9×9 lie: the lines 2–4 and 6–8. */
  const pane = (line: number) => ' aaa bbb '[line].trim()
  const window = (cell: number) => pane(row(cell)) && pane(column(cell)) && pane(row(cell)) + pane(column(cell))
  lists = cells.map((a) =>
    cells.filter((b) => {
      if (a === b) return false
      if (row(a) === row(b) || column(a) === column(b) || box(a) === box(b)) return true
      const [down, right] = [Math.abs(row(a) - row(b)), Math.abs(column(a) - column(b))]
      if (rules === 'anti-knight') return down * right === 2
      if (rules === 'anti-king') return down * right === 1
      if (rules === 'disjoint') return row(a) % rows === row(b) % rows && column(a) % columns === column(b) % columns
      if (rules === 'windoku') return window(a) !== '' && window(a) === window(b)
      return rules === 'diagonal' && ((falls(a) && falls(b)) || (rises(a) && rises(b)))
    }),
  )
  known.set(key, lists)
  return lists
}

function neighbours(cell: number, size: number): number[] {
  const column = cell % size
  return [
    ...(column > 0 ? [cell - 1] : []),
    ...(column < size - 1 ? [cell + 1] : []),
    ...(cell >= size ? [cell - size] : []),
    ...(cell < size * (size - 1) ? [cell + size] : []),
  ]
}

/** Whether one gets from each of some cells to each other by neighbours among them. */
export function hangTogether(cells: readonly number[], size: number): boolean {
  const walked = new Set(cells.slice(0, 1))
  for (const cell of walked) for (const next of neighbours(cell, size)) if (cells.includes(next)) walked.add(next)
  return walked.size === cells.length
}

/** The digits of a compact text: 0 for an empty cell, marked or not. */
export function digitOf(symbol: string, size: number): number {
  if (symbol === '0' && size === 36) return 36
  return '.eo'.includes(symbol) ? 0 : Number.parseInt(symbol, 36)
}
