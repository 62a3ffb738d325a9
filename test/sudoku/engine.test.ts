import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildKernel } from '../../shared/sudoku/build-kernels.ts'
import { type BulkOutcome, type BulkQuestion, Engine } from '../../shared/sudoku/engine/engine.ts'
import { digitsOf, textOf } from '../../shared/sudoku/grid.ts'
import { parsePuzzle } from '../../shared/sudoku/puzzle.ts'
import { Random } from '../../shared/sudoku/random.ts'
import type { Step } from '../../shared/sudoku/step.ts'
import { strategies } from '../../shared/sudoku/strategies/strategies.ts'
import { solve } from '../../shared/sudoku/strategies/strategy.ts'
import { verify } from '../../shared/sudoku/verify.ts'

const UNIQUE: BulkQuestion = { solutions: 2, kept: 2, backtrackLimit: 1_000_000 }
const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
const GOLDEN_NUGGET = '.......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....'
const EASTER_MONSTER = '1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1'
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

function bulk(solver: Engine, lines: readonly string[], question = UNIQUE, fuel = Number.POSITIVE_INFINITY): Answer[] {
  solver.room(lines.length, question).set(new TextEncoder().encode(lines.join('')))
  while (solver.run(fuel) < lines.length);
  return lines.map((_, i) => ({ ...solver.outcome(i), solutions: solver.solutions(i, question.kept) }))
}

/** Any grid of 81 cells: from a solved one to noise, clashes and all. */
const anyGrid = fc
  .record({
    base: fc.constantFrom(...HARD, SOLVED),
    changes: fc.array(fc.tuple(fc.nat(80), fc.constantFrom(...'.........123456789')), { maxLength: 40 }),
  })
  .map(({ base, changes }) => {
    const cells = [...base]
    for (const [cell, symbol] of changes) cells[cell] = symbol
    return cells.join('')
  })

it('is built from its source', { tags: ['long'] }, async () => {
  const built = readFileSync(new URL('../../shared/sudoku/engine/kernel-bytes.ts', import.meta.url), 'utf8')
  expect(built === (await buildKernel('engine')), 'run: npm run kernel').toBe(true)
})

describe.each([
  ['engine', () => new Engine()],
  ['engine, observed', () => new Engine(() => {})],
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

// Where one of these changes, so do the counts of results, and SEARCH_VERSION has to be raised.
describe('the search goes as it was recorded', () => {
  it.each([
    [HARD[0], 0, 0],
    [HARD[1], 2, 22],
    [HARD[2], 14, 28],
    [HARD[5], 0, 1],
    [GOLDEN_NUGGET, 23, 46],
    [EASTER_MONSTER, 103, 123],
  ] as const)('%s: %i backtracks to the first solution, %i in all', (line, backtracks, searchBacktracks) => {
    expect(bulk(new Engine(), [line], UNIQUE)[0]).toMatchObject({ backtracks, searchBacktracks })
  })

  it.each([
    ['one solution', { ...UNIQUE, solutions: 1 }, 'dcfb7bec448172f1'],
    ['a second one', UNIQUE, 'c7fb9f2b20cb5be7'],
    ['forty, within few backtracks', { solutions: 40, kept: 9, backtrackLimit: 50 }, '4a5529a2b56ecd6c'],
  ] as const)('looking for %s on grids of all kinds', (_, question, digest) => {
    for (const engine of [new Engine(), new Engine(() => {})]) {
      expect(digestOf(bulk(engine, gridsOfAllKinds(), question))).toBe(digest)
    }
  })

  it('step by step', () => {
    const steps: Step[] = []
    bulk(new Engine((step) => steps.push(step)), gridsOfAllKinds(), { ...UNIQUE, backtrackLimit: 50 })
    expect([steps.length, digestOf(steps)]).toEqual([91_912, '2aca7ae41fa6b08e'])
  })
})

it('finds as many solutions of grids of all kinds as exact cover', () => {
  const lines = gridsOfAllKinds()
  bulk(new Engine(), lines).forEach(({ end, solutionCount }, i) => {
    const puzzle = parsePuzzle(lines[i], 'classic')
    if (!puzzle.ok) expect(end).toBe('clash')
    else expect(solutionCount).toBe(solve(strategies['exact-cover'], puzzle.value, UNIQUE).counts.solutionCount)
  })
})

it('is taken up with an observer where it was suspended without one, and tells the rest of the steps', () => {
  const question = { solutions: 30, kept: 1, backtrackLimit: 200 }
  for (const line of HARD) {
    const all: Step[] = []
    bulk(new Engine((step) => all.push(step)), [line], question)
    const engine = new Engine()
    engine.room(1, question).set(new TextEncoder().encode(line))
    let undone = 0
    while (engine.run(5) < 1) {
      undone += 5
      const rest: Step[] = []
      const observed = new Engine((step) => rest.push(step))
      observed.room(1, question).set(new TextEncoder().encode(line))
      observed.resume(engine.suspend() ?? [])
      observed.run(Number.POSITIVE_INFINITY)
      expect(rest).toEqual(all.slice(indexAfterUndos(all, undone)))
    }
  }
})

it('reports steps that lead from the givens to the solution', () => {
  for (const line of HARD.slice(0, 6)) {
    const steps: Step[] = []
    const [{ solutions, backtracks }] = bulk(new Engine((step) => steps.push(step)), [line], {
      ...UNIQUE,
      solutions: 1,
      kept: 1,
    })
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

/** Copies of the grids above with digits, rows and columns in another order, and some cells changed or emptied; always the same. */
function gridsOfAllKinds(): string[] {
  const bases = [...HARD, SOLVED, GOLDEN_NUGGET, EASTER_MONSTER]
  return Array.from({ length: 1_200 }, (_, index) => {
    const random = new Random('grids of all kinds', index)
    const base = bases[random.below(bases.length)]
    const digits = random.order(9)
    const lines = () => random.order(3).flatMap((band) => random.order(3).map((line) => 3 * band + line))
    const [rows, columns] = [lines(), lines()]
    const cells = rows.flatMap((row) =>
      columns.map((column) => {
        const symbol = base[9 * row + column]
        return symbol === '.' ? symbol : String(1 + digits[Number(symbol) - 1])
      }),
    )
    // A digit anywhere mostly leaves no solution, an empty cell mostly many.
    for (let emptied = random.below(base === SOLVED ? 60 : 10); emptied > 0; emptied--) cells[random.below(81)] = '.'
    for (let set = random.below(5) - 3; set > 0; set--) cells[random.below(81)] = String(1 + random.below(9))
    return cells.join('')
  })
}

function digestOf(what: unknown): string {
  return createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 16)
}

function indexAfterUndos(steps: readonly Step[], undos: number): number {
  let left = undos
  return steps.findIndex(({ kind }) => kind === 'undo' && --left === 0) + 1
}
