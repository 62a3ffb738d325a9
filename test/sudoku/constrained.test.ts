import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { VariantConstraint } from '../../shared/sudoku/constraints/constraint-form.ts'
import { textOf } from '../../shared/sudoku/grid.ts'
import type { Puzzle } from '../../shared/sudoku/puzzle.ts'
import { parsePuzzleWith } from '../../shared/sudoku/puzzle-rules.ts'
import { bitParallel } from '../../shared/sudoku/strategies/bit-parallel.ts'
import { exactCover } from '../../shared/sudoku/strategies/exact-cover.ts'
import { solve } from '../../shared/sudoku/strategies/strategy.ts'
import { isLearnedFrom } from '../../shared/sudoku/strategies/strategy-facts.ts'
import { verify } from '../../shared/sudoku/verify.ts'
import { asking } from './asked.ts'

const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179'

/** A killer of a grid: walks from cell to cell that hold no digit twice, with their sums. */
function killerOf(steps: readonly number[], longest: number): readonly VariantConstraint[] {
  const nameOf = (cell: number) => `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1}`
  const taken = new Set<number>()
  const cages: VariantConstraint[] = []
  let step = 0
  for (let first = 0; first < 81; first++) {
    if (taken.has(first)) continue
    const cage = [first]
    taken.add(first)
    for (let cell = first; cage.length < longest; ) {
      const beside = [cell % 9 < 8 ? cell + 1 : -1, cell + 9, cell % 9 > 0 ? cell - 1 : -1].filter(
        (next) => next >= 0 && next < 81 && !taken.has(next) && cage.every((other) => SOLVED[other] !== SOLVED[next]),
      )
      if (beside.length === 0) break
      cell = beside[steps[step++ % steps.length] % beside.length]
      cage.push(cell)
      taken.add(cell)
    }
    const sum = cage.reduce((all, cell) => all + Number(SOLVED[cell]), 0)
    cages.push({ type: 'cage', cells: cage.map(nameOf), sum })
  }
  return cages
}

const killer: fc.Arbitrary<Puzzle> = fc
  .record({
    steps: fc.array(fc.nat(11), { minLength: 30, maxLength: 60 }),
    longest: fc.integer({ min: 2, max: 5 }),
    given: fc.uniqueArray(fc.nat(80), { minLength: 18, maxLength: 26 }),
  })
  .map(({ steps, longest, given }) => {
    const text = [...SOLVED].map((digit, cell) => (given.includes(cell) ? digit : '.')).join('')
    const puzzle = parsePuzzleWith({ constraints: killerOf(steps, longest) }, text, 'classic')
    if (!puzzle.ok) throw new Error(puzzle.error)
    return puzzle.value
  })

describe('the search that weighs cells', () => {
  it('finds as many solutions of a killer as exact cover does, by sums that follow, too', () => {
    let compared = 0
    fc.assert(
      fc.property(killer, (puzzle) => {
        const { end, counts } = solve(bitParallel, puzzle, asking(50))
        for (const digits of counts.solutions) expect(verify(puzzle, digits)).toBeUndefined()
        expect(counts.solutions.map((digits) => textOf(digits))).toContain(SOLVED)
        const other = solve(exactCover, puzzle, asking(50, 3_000))
        if (other.end === 'limit') return
        expect({ end, count: counts.solutionCount }).toEqual({ end: other.end, count: other.counts.solutionCount })
        compared++
      }),
      { numRuns: 12 },
    )
    expect(compared).toBeGreaterThan(0)
  })

  it('paused in the midst of a killer and taken up from its checkpoint, ends as if never paused', () => {
    const text = '.'.repeat(81)
    const puzzle = parsePuzzleWith({ constraints: killerOf([0, 1, 4, 2, 3, 7, 5], 6) }, text, 'classic')
    if (!puzzle.ok) throw new Error(puzzle.error)
    const whole = solve(bitParallel, puzzle.value, asking(100, 400))
    for (const piece of [1, 7, 100]) {
      let search = bitParallel.search(puzzle.value, asking(100, 400))
      let end = search.run(piece)
      while (!end) {
        const from = JSON.parse(JSON.stringify(search.checkpoint()))
        search.abandon?.()
        search = bitParallel.search(puzzle.value, asking(100, 400), from)
        end = search.run(piece)
      }
      expect({ end, ...search.counts.state() }).toEqual({ end: whole.end, ...whole.counts.state() })
    }
    expect(whole.counts.searchBacktracks).toBeGreaterThan(20)
  })

  it('undoes a tenth of the placements of a jigsaw where lines and regions have cells left over: 62 without', () => {
    const regions = 'ABBCCCCCDABBCECDDDAABCECDFDAABBEDDFFABBEEDGFFAEEEHHGGFAIIEHHGGFIIIHHGGGFIIIIHHHGF'
    const text = '..9..75.8.1...................3.4.........68..2....75...6...2.........1..........'
    const puzzle = parsePuzzleWith({ regions }, text, 'classic')
    if (!puzzle.ok) throw new Error(puzzle.error)
    const { end, counts } = solve(bitParallel, puzzle.value, asking(2))
    expect({ end, count: counts.solutionCount }).toEqual({ end: 'exhausted', count: 1 })
    expect(verify(puzzle.value, counts.solutions[0])).toBeUndefined()
    expect(counts.searchBacktracks).toBeLessThan(10)
  })

  it('is what bit-parallel does up to 9×9, but for relations alone', () => {
    const rulesOf = (constraints: readonly VariantConstraint[], size: 9 | 16) => {
      const puzzle = parsePuzzleWith({ constraints }, '.'.repeat(size * size), 'classic')
      if (!puzzle.ok) throw new Error(puzzle.error)
      return puzzle.value.rules
    }
    const cage: VariantConstraint = { type: 'cage', cells: ['r1c1', 'r1c2'], sum: 5 }
    const thermometer: VariantConstraint = { type: 'thermometer', cells: ['r1c1', 'r1c2'] }
    expect(isLearnedFrom(rulesOf([cage], 9))).toBe(false)
    expect(isLearnedFrom(rulesOf([cage, thermometer], 9))).toBe(false)
    expect(isLearnedFrom(rulesOf([thermometer], 9))).toBe(true)
    expect(isLearnedFrom(rulesOf([cage], 16))).toBe(true)
  })
})
