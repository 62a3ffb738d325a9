import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildKernel } from '../../shared/sudoku/engine/build.ts'
import type { BulkOutcome, BulkQuestion, BulkSolver } from '../../shared/sudoku/engine/bulk-solver.ts'
import { createEngine } from '../../shared/sudoku/engine/engine.ts'
import { createTwin } from '../../shared/sudoku/engine/twin.ts'
import { digitsOf, textOf } from '../../shared/sudoku/grid.ts'
import { parsePuzzle } from '../../shared/sudoku/puzzle.ts'
import { strategies } from '../../shared/sudoku/strategies/index.ts'
import { type Step, solve } from '../../shared/sudoku/strategies/strategy.ts'
import { verify } from '../../shared/sudoku/verify.ts'

const UNIQUE: BulkQuestion = { solutions: 2, kept: 2, backtrackLimit: 1_000_000 }
const HARD = [
  '85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.',
  '..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..',
  '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..',
  '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9',
  '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
  '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6..........419..5....8..79',
  '.'.repeat(81),
]

interface Answer extends BulkOutcome {
  readonly solutions: readonly string[]
}

function bulk(
  solver: BulkSolver,
  lines: readonly string[],
  question = UNIQUE,
  fuel = Number.POSITIVE_INFINITY,
): Answer[] {
  solver.room(lines.length, question).set(new TextEncoder().encode(lines.join('')))
  while (solver.run(fuel) < lines.length);
  return lines.map((_, i) => {
    const outcome = solver.outcome(i)
    const kept = Math.min(question.kept, outcome.solutionCount)
    return { ...outcome, solutions: Array.from({ length: kept }, (_, which) => solver.solution(i, which)) }
  })
}

/** Any grid of 81 cells: from a solved one to noise, clashes and all. */
const anyGrid = fc
  .record({
    base: fc.constantFrom(...HARD, '534678912672195348198342567859761423426853791713924856961537284287419635345286179'),
    changes: fc.array(fc.tuple(fc.nat(80), fc.constantFrom(...'.........123456789')), { maxLength: 40 }),
  })
  .map(({ base, changes }) => {
    const cells = [...base]
    for (const [cell, symbol] of changes) cells[cell] = symbol
    return cells.join('')
  })

it('is built from its source', async () => {
  const built = readFileSync(new URL('../../shared/sudoku/engine/kernel-bytes.ts', import.meta.url), 'utf8')
  expect(built === (await buildKernel()), 'run: npm run kernel').toBe(true)
})

describe.each([
  ['engine', createEngine],
  ['twin', createTwin],
] as const)('the %s', (_, create) => {
  it('agrees with exact cover on any grid: clash, no solution, one, several', () => {
    fc.assert(
      fc.property(fc.array(anyGrid, { minLength: 1, maxLength: 20 }), (lines) => {
        const answers = bulk(create(), lines)
        lines.forEach((line, i) => {
          const puzzle = parsePuzzle(line, 'classic')
          if (!puzzle.ok) {
            expect(answers[i].end).toBe('clash')
            return
          }
          const { counts } = solve(strategies['exact-cover'], puzzle.value, { solutions: 2, backtrackLimit: 1e9 })
          expect(answers[i]).toMatchObject({ end: 'done', solutionCount: counts.solutionCount })
          for (const solution of answers[i].solutions) expect(verify(puzzle.value, digitsOf(solution))).toBeUndefined()
          expect(new Set(answers[i].solutions).size).toBe(counts.solutionCount)
        })
      }),
      { numRuns: 60 },
    )
  })

  it('answers the same whatever the place in the chunk, the neighbours and the fuel', () => {
    const solver = create()
    const alone = HARD.map((line) => bulk(solver, [line])[0])
    expect(bulk(solver, HARD)).toEqual(alone)
    expect(bulk(solver, HARD.toReversed())).toEqual(alone.toReversed())
    for (const fuel of [1, 2, 7, 100]) expect(bulk(solver, HARD, UNIQUE, fuel)).toEqual(alone)
  })

  it('goes on elsewhere from where it was suspended', () => {
    const question = { solutions: 300, kept: 5, backtrackLimit: 10_000 }
    for (const line of HARD) {
      const whole = bulk(create(), [line], question)
      let solver = create()
      solver.room(1, question).set(new TextEncoder().encode(line))
      while (solver.run(3) < 1) {
        const state = solver.suspend()
        solver = create()
        solver.room(1, question).set(new TextEncoder().encode(line))
        if (state) solver.resume(JSON.parse(JSON.stringify(state)))
      }
      const { solutions, ...outcome } = whole[0]
      expect(solver.outcome(0)).toEqual(outcome)
      for (const [which, solution] of solutions.entries()) expect(solver.solution(0, which)).toBe(solution)
    }
  })

  it('finds what it found in a puzzle in its relabelled, transposed and rotated copies', () => {
    const turns: readonly ((line: string) => string)[] = [
      (line) => line.replace(/[1-9]/g, (digit) => '357924681'[Number(digit) - 1]),
      (line) => Array.from(line, (_, i) => line[(i % 9) * 9 + Math.floor(i / 9)]).join(''),
      (line) => Array.from(line, (_, i) => line[(8 - (i % 9)) * 9 + Math.floor(i / 9)]).join(''),
      (line) => [...line].reverse().join(''),
    ]
    const unique = HARD.slice(0, 5)
    const found = bulk(create(), unique)
    for (const turn of turns) {
      const turned = bulk(create(), unique.map(turn))
      expect(turned.map(({ solutions }) => solutions)).toEqual(found.map(({ solutions }) => solutions.map(turn)))
    }
  })

  it('stops at its limit, and not where it needs just as many backtracks', () => {
    const counted = bulk(create(), HARD.slice(0, 5)).map(({ searchBacktracks }) => searchBacktracks)
    expect(counted.filter((count) => count > 0).length).toBeGreaterThan(1)
    for (const [i, searchBacktracks] of counted.entries()) {
      if (searchBacktracks === 0) continue
      const line = HARD[i]
      const at = (backtrackLimit: number) => bulk(create(), [line], { ...UNIQUE, backtrackLimit })[0]
      expect(at(searchBacktracks)).toMatchObject({ end: 'done', solutionCount: 1, searchBacktracks })
      expect(at(searchBacktracks - 1)).toMatchObject({ end: 'limit', searchBacktracks: searchBacktracks - 1 })
    }
  })

  it('says where a character is none', () => {
    expect(bulk(create(), [`x${HARD[0].slice(1)}`, HARD[4]]).map(({ end }) => end)).toEqual(['character', 'done'])
  })
})

it('engine and twin count and find the same', () => {
  const questions = [
    UNIQUE,
    { solutions: 1, kept: 1, backtrackLimit: 1e9 },
    { solutions: 40, kept: 9, backtrackLimit: 50 },
  ]
  fc.assert(
    fc.property(
      fc.array(anyGrid, { minLength: 1, maxLength: 20 }),
      fc.constantFrom(...questions),
      (lines, question) => {
        expect(bulk(createTwin(), lines, question)).toEqual(bulk(createEngine(), lines, question))
      },
    ),
    { numRuns: 100 },
  )
})

it('the twin reports steps that lead from the givens to the solution', () => {
  for (const line of HARD.slice(0, 6)) {
    const steps: Step[] = []
    const [{ solutions, backtracks }] = bulk(
      createTwin((step) => steps.push(step)),
      [line],
      { ...UNIQUE, solutions: 1, kept: 1 },
    )
    const grid = digitsOf(line)
    const filled: { cell: number; isGuess: boolean }[] = []
    for (const { kind, cell, digit } of steps) {
      if (kind === 'undo') {
        for (let last = filled.pop(); last; last = filled.pop()) {
          grid[last.cell] = 0
          if (last.isGuess) break
        }
      } else {
        expect(grid[cell]).toBe(0)
        grid[cell] = digit
        filled.push({ cell, isGuess: kind === 'place' })
      }
    }
    expect(textOf(grid)).toBe(solutions[0])
    expect(steps.filter(({ kind }) => kind === 'undo')).toHaveLength(backtracks)
  }
})
