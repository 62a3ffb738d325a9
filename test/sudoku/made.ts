import fc from 'fast-check'
import { BOX_SHAPE, type BoxedSize, type Size } from '../../shared/sudoku/grid/units.ts'
import { RULES_NAMES, type RulesName, rulesNamed } from '../../shared/sudoku/rules/rules.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from './asked.ts'
import { clashes } from './plain.ts'

/** A puzzle that fast-check made, as text, and a grid that it was made from. */
export interface Made {
  readonly rules: RulesName
  readonly size: Size
  readonly text: string
  readonly madeFrom: readonly number[]
}

/** How many cells are left blank, at most: few enough that brute force nearly always comes to an end. */
const MOST_BLANKS: Readonly<Record<Size, number>> = {
  4: 16,
  5: 25,
  6: 34,
  7: 40,
  8: 46,
  9: 54,
  16: 120,
  25: 220,
  36: 300,
}

/** Puzzles that have a solution, and often several. */
export function madePuzzle(rules: RulesName, size: Size, mostBlanks = MOST_BLANKS[size]): fc.Arbitrary<Made> {
  return solvedGrid(rules, size)
    .chain((grid) =>
      fc.record({
        grid: fc.constant(grid),
        blank: fc.subarray(indices(size * size), { minLength: mostBlanks >> 1, maxLength: mostBlanks }),
        mark: fc.func(fc.boolean()),
      }),
    )
    .map(({ grid, blank, mark }) => {
      const cells = grid.map(symbolOf)
      for (const cell of blank) {
        const fits = (rules === 'even' && grid[cell] % 2 === 0) || (rules === 'odd' && grid[cell] % 2 === 1)
        cells[cell] = fits && mark(cell) ? rules[0] : '.'
      }
      return { rules, size, text: cells.join(''), madeFrom: grid }
    })
}

/** Made puzzles with givens thrown in that clash with nothing they see: often without a solution. */
export function spoiledPuzzle(rules: RulesName, size: Size): fc.Arbitrary<Made> {
  const stray = fc.record({ cell: fc.nat(size * size - 1), digit: fc.integer({ min: 1, max: size }) })
  return fc
    .record({ made: madePuzzle(rules, size), strays: fc.array(stray, { minLength: 10, maxLength: 20 }) })
    .map(({ made, strays }) => {
      let { text } = made
      let left = 2
      for (const { cell, digit } of strays) {
        if (left === 0 || text[cell] !== '.' || made.madeFrom[cell] === digit) continue
        const spoiled = text.slice(0, cell) + symbolOf(digit) + text.slice(cell + 1)
        if (clashes(spoiled, rules, size)) continue
        text = spoiled
        left--
      }
      return { ...made, text }
    })
}

/** Puzzles of all rules, on the sizes given. */
export function anyPuzzle(...sizes: readonly Size[]): fc.Arbitrary<Made> {
  return fc.oneof(...sizes.flatMap((size) => rulesOn(size).map((rules) => madePuzzle(rules, size))))
}

/** The rules that are known on a size. */
export function rulesOn(size: Size): RulesName[] {
  return RULES_NAMES.filter((rules) => rulesNamed(rules).sizes.includes(size))
}

/** Full grids that keep the rules. */
function solvedGrid(rules: RulesName, size: Size): fc.Arbitrary<readonly number[]> {
  const relabelled = (grids: fc.Arbitrary<readonly number[]>) => {
    if (!rulesNamed(rules).symmetries.includes('digits')) return grids
    return fc
      .record({ grid: grids, labels: shuffled(indices(size)) })
      .map(({ grid, labels }) => grid.map((digit) => labels[digit - 1] + 1))
  }
  if (rulesNamed(rules).symmetries.includes('lines')) return relabelled(shuffledPattern(size))
  // Moving rows and columns breaks further units: a few found grids, mirrored and turned upside down, must do.
  return relabelled(
    fc.record({ n: fc.nat(19), flip: fc.boolean(), mirror: fc.boolean() }).map(({ n, flip, mirror }) => {
      const grid = foundGrids(rules, size)[n]
      return indices(size * size).map((cell) => {
        const [r, c] = [Math.floor(cell / size), cell % size]
        return grid[(flip ? size - 1 - r : r) * size + (mirror ? size - 1 - c : c)]
      })
    }),
  )
}

/** The textbook grid (each row the one above, moved on by a box's width) with rows, columns, bands and stacks shuffled. */
function shuffledPattern(size: Size): fc.Arbitrary<readonly number[]> {
  const { rows, columns } = BOX_SHAPE[size as BoxedSize]
  return fc
    .record({ rowOrder: lineOrder(size, rows), columnOrder: lineOrder(size, columns) })
    .map(({ rowOrder, columnOrder }) =>
      rowOrder.flatMap((r) => columnOrder.map((c) => ((columns * (r % rows) + Math.floor(r / rows) + c) % size) + 1)),
    )
}

/** The lines of a grid in an order that keeps those of one band side by side. */
function lineOrder(size: Size, bandHeight: number): fc.Arbitrary<number[]> {
  const bands = size / bandHeight
  return fc
    .record({
      order: shuffled(indices(bands)),
      within: fc.tuple(...indices(bands).map(() => shuffled(indices(bandHeight)))),
    })
    .map(({ order, within }) => order.flatMap((band) => within[band].map((line) => band * bandHeight + line)))
}

const found = new Map<string, number[][]>()
function foundGrids(rules: RulesName, size: Size): number[][] {
  const key = `${rules} ${size}`
  const known = found.get(key)
  if (known) return known
  // From an empty grid the search takes 3.2 s here, in each test file, and from this row a hundredth of that.
  const begun = rules === 'non-consecutive' && size === 9 ? '246813579' : ''
  const puzzle = puzzleFrom(begun.padEnd(size * size, '.'), rules, size)
  const grids = solve(strategies.learning, puzzle, asking(20)).counts.solutions.map((digits) => [...digits])
  found.set(key, grids)
  return grids
}

function symbolOf(digit: number): string {
  // A is 10, Z is 35.
  return digit <= 9 ? `${digit}` : digit === 36 ? '0' : String.fromCharCode(55 + digit)
}

function shuffled<T>(items: T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray(items, { minLength: items.length })
}

function indices(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i)
}
