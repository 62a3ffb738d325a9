import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digitsOf, textOf } from '../../shared/sudoku/grid/grid.ts'
import type { Step } from '../../shared/sudoku/grid/step.ts'
import { buildKernel, bytesOfKernel, KERNEL_NAMES } from '../../shared/sudoku/kernels/build.ts'
import type { EngineRules } from '../../shared/sudoku/kernels/engine/engine.ts'
import { type BulkOutcome, type BulkQuestion, Engine } from '../../shared/sudoku/kernels/engine/engine.ts'
import { Random } from '../../shared/sudoku/making/random.ts'
import { parsePuzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { verify } from '../../shared/sudoku/rules/verify.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { puzzleFrom } from './asked.ts'

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

/** Five with one solution, then one with several, and the empty grid; and a solved one. */
const BASES: Readonly<Record<EngineRules, { readonly grids: readonly string[]; readonly solved: string }>> = {
  classic: { grids: HARD, solved: SOLVED },
  diagonal: {
    grids: [
      '...........1.4......43.7...........2......3.785........6.7.............4...28.761',
      '.8..5......4...59.....1......6..8..5.5.....2..................93.....1.......9.6.',
      '..4...8...1.5.....25.........28....4..5..17..1...7......7.9......1.....7.......3.',
      '..71.6..813...762...8........4...2.7.......6.........528.5...........5..7........',
      '....8..3......37.........9...3.7.95158.13..7672.9.....9.5.....7..6..5.4.43869....',
      '..7..6..813...762...8........4...2.7.......6.........528.5...........5..7........',
      '.'.repeat(81),
    ],
    solved: '164789532892563714357421698643278951589134276721956483915342867276815349438697125',
  },
}

interface Answer extends BulkOutcome {
  readonly solutions: readonly string[]
}

function bulk(solver: Engine, lines: readonly string[], question = UNIQUE, fuel = Number.POSITIVE_INFINITY): Answer[] {
  solver.room(lines.length, question).set(new TextEncoder().encode(lines.join('')))
  while (solver.run(fuel) < lines.length);
  return lines.map((_, i) => ({ ...solver.outcome(i), solutions: solver.solutions(i, question.kept) }))
}

/** Any grid of 81 cells: from a solved one to noise, clashes and all. */
const anyGrid = (rules: EngineRules) =>
  fc
    .record({
      base: fc.constantFrom(...BASES[rules].grids, BASES[rules].solved),
      changes: fc.array(fc.tuple(fc.nat(80), fc.constantFrom(...'.........123456789')), { maxLength: 40 }),
    })
    .map(({ base, changes }) => {
      const cells = [...base]
      for (const [cell, symbol] of changes) cells[cell] = symbol
      return cells.join('')
    })

it.each(KERNEL_NAMES)('the kernel of %s is built from its source', { tags: ['long'] }, async (name) => {
  expect(readFileSync(bytesOfKernel(name), 'utf8') === (await buildKernel(name)), 'run: npm run kernel').toBe(true)
})

describe.each([
  { named: 'engine of classic grids', rules: 'classic' },
  { named: 'engine of classic grids, observed', rules: 'classic', observe: () => {} },
  { named: 'engine of diagonal grids', rules: 'diagonal' },
  { named: 'engine of diagonal grids, observed', rules: 'diagonal', observe: () => {} },
] as const)('the $named', ({ rules, ...observed }) => {
  const create = () => new Engine(rules, 'observe' in observed ? observed.observe : undefined)
  const { grids } = BASES[rules]
  const unique = grids.slice(0, 5)

  it('agrees with exact cover on any grid: clash, no solution, one, several', () => {
    fc.assert(
      fc.property(fc.array(anyGrid(rules), { minLength: 1, maxLength: 20 }), (lines) => {
        const answers = bulk(create(), lines)
        lines.forEach((line, i) => {
          const puzzle = parsePuzzle(line, rules)
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
    const alone = grids.map((line) => bulk(solver, [line])[0])
    expect(bulk(solver, grids)).toEqual(alone)
    expect(bulk(solver, grids.toReversed())).toEqual(alone.toReversed())
    for (const fuel of [1, 2, 7, 100]) expect(bulk(solver, grids, UNIQUE, fuel)).toEqual(alone)
  })

  it('goes on elsewhere from where it was suspended', () => {
    const question = { solutions: 300, kept: 5, backtrackLimit: 10_000 }
    for (const line of grids) {
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
    const found = bulk(create(), unique)
    for (const turn of turns) {
      const turned = bulk(create(), unique.map(turn))
      expect(turned.map(({ solutions }) => solutions)).toEqual(found.map(({ solutions }) => solutions.map(turn)))
    }
  })

  it('stops at its limit, and not where it needs just as many backtracks', () => {
    const counted = bulk(create(), unique).map(({ searchBacktracks }) => searchBacktracks)
    expect(counted.filter((count) => count > 0).length).toBeGreaterThan(1)
    for (const [i, searchBacktracks] of counted.entries()) {
      if (searchBacktracks === 0) continue
      const line = unique[i]
      const at = (backtrackLimit: number) => bulk(create(), [line], { ...UNIQUE, backtrackLimit })[0]
      expect(at(searchBacktracks)).toMatchObject({ end: 'done', solutionCount: 1, searchBacktracks })
      expect(at(searchBacktracks - 1)).toMatchObject({ end: 'limit', searchBacktracks: searchBacktracks - 1 })
    }
  })

  it('says where a character is none', () => {
    expect(bulk(create(), [`x${unique[0].slice(1)}`, unique[4]]).map(({ end }) => end)).toEqual(['character', 'done'])
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
    expect(bulk(new Engine('classic'), [line], UNIQUE)[0]).toMatchObject({ backtracks, searchBacktracks })
  })

  it('on diagonal grids', () => {
    const answers = bulk(new Engine('diagonal'), BASES.diagonal.grids, UNIQUE)
    expect(answers.map(({ backtracks, searchBacktracks }) => [backtracks, searchBacktracks])).toEqual([
      [56, 380],
      [178, 246],
      [40, 60],
      [18, 20],
      [0, 0],
      [0, 1],
      [1, 2],
    ])
  })

  it.each([
    ['classic', 'one solution', { ...UNIQUE, solutions: 1 }, 'dcfb7bec448172f1'],
    ['classic', 'a second one', UNIQUE, 'c7fb9f2b20cb5be7'],
    ['classic', 'forty, within few backtracks', { solutions: 40, kept: 9, backtrackLimit: 50 }, '4a5529a2b56ecd6c'],
    ['diagonal', 'one solution', { ...UNIQUE, solutions: 1 }, '29d6f9cd13c02d3f'],
    ['diagonal', 'a second one', UNIQUE, '8db36aebac3b55e6'],
    ['diagonal', 'forty, within few backtracks', { solutions: 40, kept: 9, backtrackLimit: 50 }, '6792076e42cd9994'],
  ] as const)('on %s grids of all kinds, looking for %s', (rules, _, question, digest) => {
    for (const engine of [new Engine(rules), new Engine(rules, () => {})]) {
      expect(digestOf(bulk(engine, gridsOfAllKinds(rules), question))).toBe(digest)
    }
  })

  it.each([
    ['classic', 91_912, '2aca7ae41fa6b08e'],
    ['diagonal', 31_691, '3ea0928501f8b8c0'],
  ] as const)('on %s grids step by step', (rules, count, digest) => {
    const steps: Step[] = []
    const question = { ...UNIQUE, backtrackLimit: 50 }
    bulk(new Engine(rules, (step) => steps.push(step)), gridsOfAllKinds(rules), question)
    expect([steps.length, digestOf(steps)]).toEqual([count, digest])
  })
})

const AS_MANY = 'finds as many solutions of %s grids of all kinds as exact cover, %i of them'
it.each([
  ['classic', 1_200],
  ['diagonal', 300],
] as const)(AS_MANY, findsAsManyAsExactCover)
it.each([['diagonal', 6_000]] as const)(AS_MANY, { tags: ['long'] }, findsAsManyAsExactCover)

function findsAsManyAsExactCover(rules: EngineRules, count: number): void {
  const lines = gridsOfAllKinds(rules, count)
  const found = new Set<number>()
  bulk(new Engine(rules), lines).forEach(({ end, solutionCount, solutions }, i) => {
    const puzzle = parsePuzzle(lines[i], rules)
    if (!puzzle.ok) {
      expect(end).toBe('clash')
      return
    }
    expect(solutionCount).toBe(solve(strategies['exact-cover'], puzzle.value, UNIQUE).counts.solutionCount)
    for (const solution of solutions) expect(verify(puzzle.value, digitsOf(solution))).toBeUndefined()
    found.add(solutionCount)
  })
  expect(found).toEqual(new Set([0, 1, 2]))
}

const ALL = 'finds the very solutions of diagonal grids that exact cover finds, all of them, of %i grids'
it.each([30])(ALL, findsAllSolutions)
it.each([600])(ALL, { tags: ['long'] }, findsAllSolutions)

function findsAllSolutions(count: number): void {
  const question = { solutions: 101, kept: 100, backtrackLimit: 1e9 }
  const engine = new Engine('diagonal')
  const counts = new Set<number>()
  for (let index = 0; index < count; index++) {
    const random = new Random('all solutions', index)
    const cells = [...BASES.diagonal.solved]
    for (const cell of random.order(81, 58 + random.below(4))) cells[cell] = '.'
    const line = cells.join('')
    const [{ end, solutionCount, solutions }] = bulk(engine, [line], question)
    const { counts: expected } = solve(strategies['exact-cover'], puzzleFrom(line, 'diagonal'), question)
    expect([end, solutionCount]).toEqual(['done', expected.solutionCount])
    counts.add(solutionCount)
    if (solutionCount > 100) continue
    expect(solutions.toSorted()).toEqual(expected.solutions.map((digits) => textOf(digits)).toSorted())
  }
  expect(counts.size).toBeGreaterThan(5)
}

it.each(['classic', 'diagonal'] as const)(
  '%s: is taken up with an observer where it was suspended without one, and tells the rest of the steps',
  (rules) => {
    const question = { solutions: 30, kept: 1, backtrackLimit: 200 }
    for (const line of BASES[rules].grids) {
      const all: Step[] = []
      bulk(new Engine(rules, (step) => all.push(step)), [line], question)
      const engine = new Engine(rules)
      engine.room(1, question).set(new TextEncoder().encode(line))
      let undone = 0
      while (engine.run(5) < 1) {
        undone += 5
        const rest: Step[] = []
        const observed = new Engine(rules, (step) => rest.push(step))
        observed.room(1, question).set(new TextEncoder().encode(line))
        observed.resume(engine.suspend() ?? [])
        observed.run(Number.POSITIVE_INFINITY)
        expect(rest).toEqual(all.slice(indexAfterUndos(all, undone)))
      }
    }
  },
)

it.each(['classic', 'diagonal'] as const)('%s: reports steps that lead from the givens to the solution', (rules) => {
  for (const line of BASES[rules].grids.slice(0, 6)) {
    const steps: Step[] = []
    const [{ solutions, backtracks }] = bulk(new Engine(rules, (step) => steps.push(step)), [line], {
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

/**
 * Copies of the grids above with digits, rows and columns in another order, as far as the rules let them, and some
 * cells changed or emptied; always the same.
 */
function gridsOfAllKinds(rules: EngineRules, count = rules === 'classic' ? 1_200 : 300): string[] {
  const { grids, solved } = BASES[rules]
  const bases = [...grids, solved, ...(rules === 'classic' ? [GOLDEN_NUGGET, EASTER_MONSTER] : [])]
  return Array.from({ length: count }, (_, index) => {
    const random = new Random('grids of all kinds', index)
    const base = bases[random.below(bases.length)]
    const digits = random.order(9)
    const inBands = () => random.order(3).flatMap((band) => random.order(3).map((line) => 3 * band + line))
    const mirrored = () => (random.below(2) === 0 ? IN_ORDER : IN_ORDER.toReversed())
    const lines = rules === 'classic' ? inBands : mirrored
    const [rows, columns] = [lines(), lines()]
    const cells = rows.flatMap((row) =>
      columns.map((column) => {
        const symbol = base[9 * row + column]
        return symbol === '.' ? symbol : String(1 + digits[Number(symbol) - 1])
      }),
    )
    // A digit anywhere mostly leaves no solution, an empty cell mostly many.
    for (let emptied = random.below(base === solved ? 60 : 10); emptied > 0; emptied--) cells[random.below(81)] = '.'
    for (let set = random.below(5) - 3; set > 0; set--) cells[random.below(81)] = String(1 + random.below(9))
    return cells.join('')
  })
}

const IN_ORDER = [0, 1, 2, 3, 4, 5, 6, 7, 8]

function digestOf(what: unknown): string {
  return createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 16)
}

function indexAfterUndos(steps: readonly Step[], undos: number): number {
  let left = undos
  return steps.findIndex(({ kind }) => kind === 'undo' && --left === 0) + 1
}
