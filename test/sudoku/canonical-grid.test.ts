import { describe, expect, it } from 'vitest'
import { Random } from '../../shared/random.ts'
import {
  automorphismsOf,
  canonicalGrid,
  canonicalPattern,
} from '../../shared/sudoku/kernels/canonical/canonical-grid.ts'
import { generateSolved } from '../../shared/sudoku/making/generate.ts'
import { isomorphOf } from './rating/isomorph.ts'

const THREE = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
]
/** All 1,296 orders of nine lines in three bands. */
const ORDERS = THREE.flatMap((bands) =>
  THREE.flatMap((a) =>
    THREE.flatMap((b) => THREE.map((c) => bands.flatMap((band, i) => [a, b, c][i].map((line) => 3 * band + line)))),
  ),
)

/** Those that begin with each line. */
const ORDERS_FROM = Map.groupBy(ORDERS, ([first]) => first)

/**
 * The least text of all 3,359,232 maps: of the puzzle and its mirror image, with all orders of rows and of columns, and
 * digits numbered as they come. As many maps lead to it as leave the puzzle as it is, but for the names of its digits.
 * Maps that begin with the same row are left together where that row alone is more.
 */
function leastOf(text: string): { readonly least: string; readonly maps: number } {
  let least: number[] = []
  let maps = 0
  const mirrored = Array.from({ length: 81 }, (_, cell) => text[(cell % 9) * 9 + Math.floor(cell / 9)])
  for (const grid of [[...text], mirrored].map((cells) => cells.map((cell) => (cell === '.' ? 0 : Number(cell))))) {
    for (const columns of ORDERS) {
      for (const [first, orders] of ORDERS_FROM) {
        if (lessOf(grid, [first], columns, least) === 'more') continue
        for (const rows of orders) {
          const less = lessOf(grid, rows, columns, least)
          if (less === 'more') continue
          if (less === 'same') maps++
          else [least, maps] = [less, 1]
        }
      }
    }
  }
  return { least: least.map((number) => number || '.').join(''), maps }
}

const numbers = new Uint8Array(10)

/**
 * Some rows of a map of a grid, digits numbered as they come, where they are less than a list, as anything is less than
 * nothing; else whether they are more.
 */
function lessOf(
  grid: readonly number[],
  rows: readonly number[],
  columns: readonly number[],
  least: readonly number[],
): number[] | 'more' | 'same' {
  numbers.fill(0)
  let number = 0
  let isLess = least.length === 0
  const cells: number[] = []
  for (const row of rows) {
    for (const column of columns) {
      const digit = grid[9 * row + column]
      if (digit !== 0 && numbers[digit] === 0) numbers[digit] = ++number
      const difference = isLess ? 0 : numbers[digit] - least[cells.length]
      if (difference > 0) return 'more'
      isLess ||= difference < 0
      cells.push(numbers[digit])
    }
  }
  return isLess ? cells : 'same'
}

const made = (index: number, clues?: number) =>
  generateSolved({ rules: 'classic', size: 9, seed: 'canonical', index, clues })
/** Puzzles from few givens to many, minimal ones, and what is the same after many changes. */
function samples(count: number): string[] {
  const random = new Random('samples', 0)
  const symmetric = [
    '.'.repeat(81),
    '1'.padEnd(81, '.'),
    '12345678'.padEnd(81, '.'),
    '1...........1...........1...1...........1...........1...1...........1...........1',
    '123456789456789123789123456231564897564897231897231564312645978645978312978312645',
  ]
  const others = Array.from({ length: count - symmetric.length }, (_, index) => {
    const { puzzle, solution } = made(index, index % 3 === 0 ? undefined : 25 + (index % 5))
    if (index % 3 !== 1) return puzzle
    const more = new Set(random.order(81, random.below(81)))
    return [...puzzle].map((character, cell) => (more.has(cell) ? solution[cell] : character)).join('')
  })
  return [...symmetric, ...others]
}

describe('the canonical form of a puzzle', () => {
  it('is the least of all its isomorphs', () => {
    for (const text of samples(17).slice(5)) expect(canonicalGrid(text)).toBe(leastOf(text).least)
  })

  it('is the least of all isomorphs of each of a thousand', { tags: ['long'], timeout: 3_600_000 }, () => {
    for (const text of samples(1_000)) expect(canonicalGrid(text)).toBe(leastOf(text).least)
  })

  it('is the same for isomorphs, and is one itself', () => {
    for (const [index, text] of samples(150).entries()) {
      const canonical = canonicalGrid(text)
      expect(canonicalGrid(isomorphOf(text, 'isomorphs', index))).toBe(canonical)
      expect(canonicalGrid(canonical)).toBe(canonical)
      expect(canonical.replaceAll('.', '')).toHaveLength(text.replaceAll('.', '').length)
    }
  })

  it('tells puzzles apart that are no isomorphs', () => {
    const texts = samples(100)
    expect(new Set(texts.map(canonicalGrid)).size).toBe(texts.length)
  })

  it('takes 0 for empty, too', () => {
    const [text] = samples(6).slice(5)
    expect(canonicalGrid(text.replaceAll('.', '0'))).toBe(canonicalGrid(text))
  })
})

describe('the canonical pattern of a puzzle', () => {
  /** The oracle takes any digits, and numbers them as they come: one for all givens. */
  const placesOf = (text: string) => text.replaceAll(/[1-9]/g, '1')

  it('is the least of all that the places of its givens become', { tags: ['long'] }, () => {
    for (const text of samples(60)) expect(canonicalPattern(text), text).toBe(leastOf(placesOf(text)).least)
  })

  it('is the same for all puzzles with their givens in the same places, and tells others apart', () => {
    const texts = samples(100).slice(3)
    for (const [index, text] of texts.entries()) {
      const pattern = canonicalPattern(text)
      expect(canonicalPattern(isomorphOf(text, 'patterns', index))).toBe(pattern)
      expect(canonicalPattern(placesOf(text))).toBe(pattern)
      expect(canonicalPattern(pattern)).toBe(pattern)
    }
    expect(new Set(texts.map(canonicalPattern)).size).toBe(texts.length)
  })
})

it('tells how many changes leave a puzzle as it is', { tags: ['long'] }, () => {
  // The first five are symmetric; the most symmetric full grid is among them.
  const counts = samples(9).map((text, index) => {
    const count = automorphismsOf(text)
    expect(count, text).toBe(leastOf(text).maps)
    expect(automorphismsOf(isomorphOf(text, 'automorphisms', index))).toBe(count)
    return count
  })
  expect(counts[0]).toBe(3_359_232)
  expect(counts[4]).toBe(648)
})
