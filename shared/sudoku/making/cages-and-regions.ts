import type { Random } from '../../random.ts'
import type { VariantConstraint } from '../constraints/constraint-json.ts'
import { nameOfCell } from '../grid/cell-name.ts'
import { type Digits, textOf } from '../grid/grid.ts'
import { countAround, hasBoxes, neighboursOf, rowsColumnsBoxes, type Size } from '../grid/units.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import { type PuzzleRules, parsePuzzleWith } from '../rules/puzzle-rules.ts'
import type { Rules } from '../rules/rules.ts'
import { bitParallel } from '../search/bit-parallel.ts'
import { solve } from '../search/strategy.ts'

/** A puzzle by the rules that it brings with it. */
export function puzzleWith(own: PuzzleRules, text: string, size: Size): Puzzle {
  const puzzle = parsePuzzleWith(own, text, 'classic', size)
  if (!puzzle.ok) throw new Error(`a made puzzle cannot be read: ${puzzle.error}`)
  return puzzle.value
}

/** A killer: cages over the whole grid, of which those are divided that leave another solution; and a given where that does not help. */
export function killerOf(
  grid: Digits,
  own: PuzzleRules,
  { size }: Rules,
  clues: number | undefined,
  random: Random,
): { puzzle: string; own: PuzzleRules } | undefined {
  const cages = randomCages(grid, size, random)
  const givens = new Uint8Array(grid.length)
  const mostGivens = clues ?? MOST_GIVENS
  for (;;) {
    const constraints = cages.map((cage): VariantConstraint => {
      const cells = cage.toSorted((a, b) => a - b).map((cell) => nameOfCell(cell, size))
      return { type: 'cage', cells, sum: cage.reduce((sum, cell) => sum + grid[cell], 0) }
    })
    const all: PuzzleRules = { ...own, constraints }
    const { end, counts } = solve(bitParallel, puzzleWith(all, textOf(givens), size), TO_CHECK)
    if (end === 'exhausted' && counts.solutionCount === 1) {
      const missing = Math.max(0, (clues ?? 0) - givens.filter(Boolean).length)
      const empty = random.order(grid.length).filter((cell) => givens[cell] === 0)
      for (const cell of empty.slice(0, missing)) givens[cell] = grid[cell]
      return { puzzle: textOf(givens), own: all }
    }
    const other = counts.solutions.find((found) => found.some((digit, cell) => digit !== grid[cell]))
    const open = random.order(grid.length).filter((cell) => givens[cell] === 0 && other?.[cell] !== grid[cell])
    const cage = cages.findIndex((cells) => cells.length > 3 && open.some((cell) => cells.includes(cell)))
    const parts = cage < 0 ? undefined : halvesOf(cages[cage], size, random)
    if (parts) cages.splice(cage, 1, ...parts)
    else if (givens.filter(Boolean).length < mostGivens && open.length > 0) givens[open[0]] = grid[open[0]]
    else return undefined
  }
}

/** Beyond that, other cages are tried: killers have few givens, and mostly none. */
const MOST_GIVENS = 2
/** A puzzle that takes more is changed as one that has several solutions. */
const TO_CHECK = { solutions: 2, backtrackLimit: 2_000 }

/** So many cells a cage: mostly two to four. */
const CAGE_CELLS = [2, 2, 2, 3, 3, 3, 3, 4, 4, 5]
const MOST_CAGE_CELLS = 5

/** Cells that hang together and hold different digits, in each of which a sum says something; few cells lie in none. */
function randomCages(grid: Digits, size: number, random: Random): number[][] {
  const cages: number[][] = []
  const isCaged = new Uint8Array(grid.length)
  const most = Math.min(MOST_CAGE_CELLS, size - 1)
  const fits = (cell: number, cage: readonly number[]) => cage.every((other) => grid[other] !== grid[cell])
  for (const start of random.order(grid.length)) {
    if (isCaged[start]) continue
    const wanted = Math.min(most, CAGE_CELLS[random.below(CAGE_CELLS.length)])
    const cage = [start]
    isCaged[start] = 1
    while (cage.length < wanted) {
      const next = cage.flatMap((cell) => neighboursOf(cell, size)).filter((cell) => !isCaged[cell] && fits(cell, cage))
      if (next.length === 0) break
      const cell = next[random.below(next.length)]
      cage.push(cell)
      isCaged[cell] = 1
    }
    cages.push(cage)
  }
  for (const cage of cages.filter(({ length }) => length === 1)) {
    const [cell] = cage
    const beside = neighboursOf(cell, size)
    const other = cages.find((cells) => {
      return cells !== cage && cells.length < most && cells.some((near) => beside.includes(near)) && fits(cell, cells)
    })
    if (other) other.push(...cage.splice(0))
  }
  return cages.filter(({ length }) => length > 1)
}

/** A cage as two that hang together, of two cells and more each; undefined where it cannot be divided so. */
function halvesOf(cage: readonly number[], size: number, random: Random): [number[], number[]] | undefined {
  for (const start of random.order(cage.length)) {
    for (const beside of neighboursOf(cage[start], size)) {
      if (!cage.includes(beside)) continue
      const half = [cage[start], beside]
      const rest = cage.filter((cell) => !half.includes(cell))
      if (countAround(rest[0], size, (cell) => rest.includes(cell)) === rest.length) return [half, rest]
    }
  }
}

/** One for each region of the largest grid. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXY'

/**
 * Connected regions in place of the boxes, a letter a cell, lettered in the order in which they begin. They are boxes, or
 * rows, of which cells at both sides of a border have changed places, again and again.
 */
export function randomRegions(size: Size, random: Random): string {
  const { rows, boxes } = rowsColumnsBoxes(size)
  const regionOf = new Uint8Array(size * size)
  for (const [region, { cells }] of (hasBoxes(size) ? boxes : rows).entries()) {
    for (const cell of cells) regionOf[cell] = region
  }
  const beside = Array.from(regionOf, (_, cell) => neighboursOf(cell, size))
  const mostSwaps = SWAPS_A_CELL * regionOf.length
  for (let swaps = 0; swaps < mostSwaps; ) {
    const first = random.below(regionOf.length)
    const second = random.below(regionOf.length)
    const [own, other] = [regionOf[first], regionOf[second]]
    const touch = beside[first].some((cell) => regionOf[cell] === other && cell !== second)
    const touchBack = beside[second].some((cell) => regionOf[cell] === own && cell !== first)
    if (own === other || !touch || !touchBack) continue
    regionOf[first] = other
    regionOf[second] = own
    const areConnected = [first, second].every(
      (start) => countAround(start, size, (cell) => regionOf[cell] === regionOf[start]) === size,
    )
    if (areConnected) swaps++
    else {
      regionOf[first] = own
      regionOf[second] = other
    }
  }
  const letters = new Map([...new Set(regionOf)].map((region, i) => [region, LETTERS[i]]))
  return Array.from(regionOf, (region) => letters.get(region)).join('')
}

/** Each moves two cells. */
const SWAPS_A_CELL = 3
