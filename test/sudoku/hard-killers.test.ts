import { describe, expect, it } from 'vitest'
import { nameOfCell } from '../../shared/sudoku/grid/cell-name.ts'
import { digitsOf, textOf } from '../../shared/sudoku/grid/grid.ts'
import type { Claim, Step } from '../../shared/sudoku/grid/step.ts'
import { verify } from '../../shared/sudoku/rules/verify.ts'
import { bitParallel } from '../../shared/sudoku/search/bit-parallel.ts'
import { ConstrainedSearch } from '../../shared/sudoku/search/constrained-search.ts'
import { LearningSearch, learning } from '../../shared/sudoku/search/learning.ts'
import { type Question, SEARCH_VERSION, solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom, puzzleWith } from './asked.ts'
import { reported, solveInPieces } from './in-pieces.ts'
import { killerPuzzle, SOLVED } from './killer.ts'
import { clausesOf } from './learned.ts'
import { replay } from './replay.ts'
import { EIGHTEEN_SOLUTIONS } from './texts.ts'

/** Few large cages, of which the search that weighs cells loses its way. */
const hard = killerPuzzle([5, 11, 11, 2, 1, 6, 4], 6, [43])
const WEIGHED = 2_000

describe('cages as groups', () => {
  it('beyond those that there is room for prune from outside', () => {
    const dominoes = Array.from(SOLVED).flatMap((_, cell) =>
      [cell + 9, ...(cell % 9 < 8 ? [cell + 1] : [])]
        .filter((other) => other < 81)
        .map((other) => ({
          type: 'cage' as const,
          cells: [nameOfCell(cell, 9), nameOfCell(other, 9)],
          sum: Number(SOLVED[cell]) + Number(SOLVED[other]),
        })),
    )
    const made = puzzleWith({ constraints: dominoes }, '.'.repeat(81), 'classic')
    expect(made.rules.constraints.length).toBeGreaterThan(128)
    const { end, counts } = solve(learning, made, asking(2))
    expect({ end, solutions: counts.solutions.map((digits) => textOf(digits)) }).toEqual({
      end: 'exhausted',
      solutions: [SOLVED],
    })
  })

  it('that cannot be kept leave none', () => {
    const { rules, ...puzzle } = killerPuzzle([0], 3, [0, 1, 2, 9, 10, 11, 18])
    const broken = rules.constraints.map((constraint) => ({
      ...constraint,
      demand: { kind: 'cage', sum: 45 } as const,
    }))
    const { end } = solve(learning, { ...puzzle, rules: { ...rules, constraints: broken } }, asking(1, 1_000))
    expect(end).toBe('exhausted')
  })

  it('teach what holds in every solution', () => {
    const holdsIn = (solution: string, { cells, digit, besides = [], isHeld }: Claim) => {
      const held = cells.map((cell) => Number(solution[cell]))
      return isHeld === [digit, ...besides].every((each) => held.includes(each))
    }
    const solutions = [SOLVED, ...solve(learning, hard, asking(5)).counts.solutions.map((digits) => textOf(digits))]
    const clauses = clausesOf(hard, 200)
    for (const clause of clauses)
      for (const solution of solutions) expect(clause.some((claim) => holdsIn(solution, claim))).toBe(true)
    expect(clauses.flat().filter(({ besides }) => besides)).not.toEqual([])
  })
})

describe('a killer that is handed over to the search that learns', () => {
  const whole = (question: Question) => reported(solve(bitParallel, hard, question))

  it('has solutions after fewer backtracks than the one that weighs needs', () => {
    const { end, searchBacktracks, solutions } = whole(asking(2))
    expect(end).toBe('enough')
    expect(new Set(solutions).size).toBe(2)
    for (const solution of solutions) expect(verify(hard, digitsOf(solution))).toBeUndefined()
    expect(searchBacktracks).toBeGreaterThan(WEIGHED)
    const weighed = ConstrainedSearch.of(hard, asking(2, 2 * searchBacktracks))
    expect(weighed?.run(Number.POSITIVE_INFINITY)).toBe('limit')
  })

  it('paused anywhere and taken up from its checkpoint, ends as if never paused', () => {
    const question = asking(12)
    const expected = whole(question)
    for (const piece of [WEIGHED, WEIGHED - 1, WEIGHED + 1, 307]) {
      expect(reported(solveInPieces(bitParallel, hard, question, piece))).toEqual(expected)
    }
  })

  it('keeps its limit, also while what stands is undone', () => {
    const { searchBacktracks } = whole(asking(2))
    for (const limit of [WEIGHED, WEIGHED + 1, searchBacktracks - 1]) {
      expect(whole(asking(2, limit))).toMatchObject({ end: 'limit', searchBacktracks: limit })
    }
    expect(whole(asking(2, searchBacktracks))).toMatchObject({ end: 'enough', searchBacktracks })
  })

  it('tells its steps: each digit into an empty cell, each undo of the latest placement', () => {
    const steps: Step[] = []
    const { counts } = solve(bitParallel, hard, asking(1), (step) => steps.push(step))
    expect(replay(hard, steps)).toMatchObject({ grid: counts.solutions[0], undone: counts.searchBacktracks })
  })

  it('does not find again what was found before', () => {
    const puzzle = puzzleFrom(EIGHTEEN_SOLUTIONS)
    const before = solve(learning, puzzle, asking(3)).counts
    const from = { version: SEARCH_VERSION, path: [0, 3], tally: before.state() }
    const search = new LearningSearch(puzzle, asking(100), from)
    expect(search.run(Number.POSITIVE_INFINITY)).toBe('exhausted')
    expect(search.counts.solutionCount).toBe(18)
    expect(new Set(search.counts.solutions.map((digits) => textOf(digits))).size).toBe(18)
  })
})
