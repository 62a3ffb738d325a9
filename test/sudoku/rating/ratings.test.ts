import { describe, expect, it } from 'vitest'
import { digitsOf } from '../../../shared/sudoku/grid.ts'
import { RULESET, ratePuzzle } from '../../../shared/sudoku/rating/rating.ts'
import { TECHNIQUE_NAMES } from '../../../shared/sudoku/rating/technique-names.ts'
import { TECHNIQUES } from '../../../shared/sudoku/rating/techniques.ts'
import { isomorphOf } from './isomorph.ts'
import { RATED, threeOf } from './rated.ts'

/** What is rated in some milliseconds. */
const QUICK = RATED.filter(({ er }) => er < 6.6)

describe('ratings are those of Sudoku Explainer 1.2.1', () => {
  const agrees = (puzzles: typeof RATED) => {
    for (const { puzzle, three, technique } of puzzles) {
      expect({ puzzle, three: threeOf(puzzle) }).toEqual({ puzzle, three })
      expect(ratePuzzle(digitsOf(puzzle))).toMatchObject({ technique, ruleset: RULESET })
    }
  }
  it('up to aligned pairs and short chains', () => agrees(QUICK))
  it('beyond them', { tags: ['long'] }, () => agrees(RATED))
})

/** The puzzles that Sudoku Explainer itself rates otherwise when they are turned on their side, or their lines are moved. */
describe('isomorphs have the same rating', () => {
  const agrees = (puzzles: typeof RATED, count: number) => {
    for (const { puzzle, er } of puzzles) {
      for (let i = 0; i < count; i++) {
        const isomorph = isomorphOf(puzzle, 'isomorph', i)
        expect({ isomorph, rating: ratePuzzle(digitsOf(isomorph)) }).toMatchObject({ rating: { er } })
      }
    }
  }
  it('one of each', () => agrees(QUICK, 1))
  it('ten of each', { tags: ['long'] }, () => agrees(RATED, 10))
})

it('a rating that would take more than it may is at least something, and never more than it is', () => {
  for (const { puzzle, er } of RATED.filter(({ er }) => er > 6.5 && er < 7.5)) {
    const some = ratePuzzle(digitsOf(puzzle), { nodes: 20 })
    expect(some).toHaveProperty('atLeast')
    if ('atLeast' in some) expect(some.atLeast).toBeLessThanOrEqual(er)
  }
})

it('the same limit gives the same answer, whatever was rated before', () => {
  const { puzzle } = RATED[RATED.length - 1]
  const [first, second] = [1, 2].map(() => ratePuzzle(digitsOf(puzzle), { nodes: 5_000 }))
  expect(first).toEqual(second)
  threeOf(RATED[0].puzzle)
  expect(ratePuzzle(digitsOf(puzzle), { nodes: 5_000 })).toEqual(first)
})

it('a grid that is full has the rating 0, and one that no technique solves has 20', () => {
  const full = '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
  expect(ratePuzzle(digitsOf(full))).toEqual({ er: 0, ep: 0, ed: 0, ruleset: RULESET })
  // A rectangle of two digits leaves two solutions.
  const two = [...full].map((digit, cell) => ([0, 1, 2, 27, 28, 29, 54, 55, 56].includes(cell) ? '.' : digit)).join('')
  expect(ratePuzzle(digitsOf(two))).toMatchObject({ er: expect.any(Number) })
})

it('techniques stand in the order of search, and none is rated below what the table says', () => {
  expect(Object.keys(TECHNIQUES)).toEqual([...TECHNIQUE_NAMES])
  for (const { er, technique } of RATED) {
    expect(er).toBeGreaterThanOrEqual(TECHNIQUES[technique as keyof typeof TECHNIQUES].least)
  }
})
