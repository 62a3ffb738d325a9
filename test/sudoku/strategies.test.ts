import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textOf } from '../../shared/sudoku/grid/grid.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { RULES_NAMES, type RulesName, rulesNamed } from '../../shared/sudoku/rules/rules.ts'
import { verify } from '../../shared/sudoku/rules/verify.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { KEPT_SOLUTIONS, type SearchCounts, solve } from '../../shared/sudoku/search/strategy.ts'
import { checkedStrategy } from '../../shared/sudoku/search/strategy-figures.ts'
import { asking, puzzleFrom } from './asked.ts'
import { type Made, madePuzzle, spoiledPuzzle } from './made.ts'
import { plainSolutions } from './plain.ts'
import { EIGHTEEN_SOLUTIONS, texts } from './texts.ts'

const RUNS: Readonly<Record<Size, number>> = { 4: 20, 5: 12, 6: 12, 7: 12, 8: 12, 9: 12, 16: 5, 25: 3, 36: 1 }
const MOST = 20
/** Brute force needs more than this on a made puzzle now and then; such a search is left out of the comparison. */
const LIMIT = 20_000

const UNDER_RULES = RULES_NAMES.flatMap((rules) => rulesNamed(rules).sizes.map((size) => [rules, size] as const))
/** For rules of pairs, of groups like boxes, and of single cells, one size says as much as the others; and for size 36, one kind of rules. */
const isLikeOthers = ([rules, size]: readonly [RulesName, Size]) =>
  (['anti-knight', 'anti-king', 'non-consecutive', 'disjoint', 'even', 'odd'].includes(rules) && size !== 6) ||
  (size === 36 && rules !== 'classic')
const QUICK = UNDER_RULES.filter((one) => !isLikeOthers(one))
const MORE = UNDER_RULES.filter(isLikeOthers)

describe.each(Object.values(strategies))('$name', (strategy) => {
  const isTaken = ([, size]: readonly [RulesName, Size]) => checkedStrategy(strategy.name, size).ok
  describe.each(QUICK.filter(isTaken))('%s rules on size %i', agreesUnder)
  describe.each(MORE.filter(isTaken))('%s rules on size %i', { tags: ['long'] }, agreesUnder)

  function agreesUnder(rules: RulesName, size: Size): void {
    /** Runs the strategy on made puzzles next to the plain search; both must find the same. */
    const agreesOn = (puzzles: fc.Arbitrary<Made>) => {
      let ended = 0
      const agrees = ({ text }: Made) => {
        const puzzle = puzzleFrom(text, rules, size)
        const { end, counts } = solve(strategy, puzzle, asking(MOST, LIMIT))
        expectSolutionsOf(puzzle, counts)
        if (end === 'limit') return
        ended++
        const plain = plainSolutions(text, rules, size, MOST)
        expect(counts.solutionCount).toBe(plain.length)
        expect(end).toBe(plain.length === MOST ? 'enough' : 'exhausted')
        // Short of the cap both have all there are, in whatever order.
        if (end === 'exhausted') expect(counts.solutions.map((digits) => digits.join(' ')).sort()).toEqual(plain)
      }
      fc.assert(fc.property(puzzles, agrees), { numRuns: RUNS[size] })
      expect(ended).toBeGreaterThan(0)
    }

    it('finds the solutions that are there, and no others', () => agreesOn(madePuzzle(rules, size)))

    it('finds none where stray givens leave none', () => agreesOn(spoiledPuzzle(rules, size)))

    it('has nothing to do on a full grid', () => {
      fc.assert(
        fc.property(madePuzzle(rules, size), ({ madeFrom }) => {
          const full = puzzleFrom(textOf(Uint8Array.from(madeFrom)), rules, size)
          const steps: unknown[] = []
          const { end, counts } = solve(strategy, full, asking(2), (step) => steps.push(step))
          expect(end).toBe('exhausted')
          expect(counts.solutions).toEqual([full.givens])
          expect(counts.searchBacktracks).toBe(0)
          expect(steps).toEqual([])
        }),
        { numRuns: 3 },
      )
    })
  }

  it.each([
    [1, 'enough', 1],
    [2, 'enough', 2],
    [17, 'enough', 17],
    [18, 'enough', 18],
    [100, 'exhausted', 18],
  ] as const)('asked for %i of the 18 solutions where figure 2 lacks the 28 of row 7: %s', (asked, end, count) => {
    const puzzle = puzzleFrom(EIGHTEEN_SOLUTIONS)
    const found = solve(strategy, puzzle, asking(asked))
    expect([found.end, found.counts.solutionCount, found.counts.solutions.length]).toEqual([end, count, count])
    expectSolutionsOf(puzzle, found.counts)
  })

  // 288 is the number of 4×4 grids; 48 of them have all digits on both diagonals.
  it.each([
    ['classic', 288],
    ['diagonal', 48],
  ] as const)('counts all 4×4 grids: %s, %i', (rules, count) => {
    const { end, counts } = solve(strategy, puzzleFrom('.'.repeat(16), rules), asking(1000))
    expect(end).toBe('exhausted')
    expect(counts.solutionCount).toBe(count)
  })

  it('keeps the first solutions of many and counts them all', () => {
    const { counts } = solve(strategy, puzzleFrom('.'.repeat(16)), asking(KEPT_SOLUTIONS + 50))
    expect(counts.solutionCount).toBe(KEPT_SOLUTIONS + 50)
    expect(counts.solutions).toHaveLength(KEPT_SOLUTIONS)
  })

  it('counts the same backtracks to its first solution however many are asked for', () => {
    for (const text of [EIGHTEEN_SOLUTIONS, texts.inkala2010.puzzle, '.'.repeat(16)]) {
      const puzzle = puzzleFrom(text)
      const one = solve(strategy, puzzle, asking(1)).counts
      const many = solve(strategy, puzzle, asking(50)).counts
      expect(many.backtracks).toBe(one.backtracks)
      expect(many.solutions[0]).toEqual(one.solutions[0])
      if (many.solutionCount > 1) expect(many.searchBacktracks).toBeGreaterThan(many.backtracks)
      expect(one.searchBacktracks).toBe(one.backtracks)
    }
  })
})

/** The kept solutions fit the puzzle and are all different. */
function expectSolutionsOf(puzzle: Puzzle, counts: SearchCounts) {
  for (const solution of counts.solutions) expect(verify(puzzle, solution)).toBeUndefined()
  expect(new Set(counts.solutions.map((digits) => textOf(digits))).size).toBe(counts.solutions.length)
}
