import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../shared/random.ts'
import { digitsOf } from '../../shared/sudoku/grid/grid.ts'
import type { Step } from '../../shared/sudoku/grid/step.ts'
import { buildKernel, bytesOfKernel, KERNEL_NAMES } from '../../shared/sudoku/kernels/build.ts'
import type { EngineRules } from '../../shared/sudoku/kernels/engine/engine.ts'
import { type BulkOutcome, type BulkQuestion, Engine } from '../../shared/sudoku/kernels/engine/engine.ts'
import { bulkEngine } from '../../shared/sudoku/kernels/lockstep/bulk-engine.ts'
import { puzzles } from '../../shared/sudoku/making/generate.ts'
import { parsePuzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { verify } from '../../shared/sudoku/rules/verify.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'

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

/** Inference fills it, and has no round left in which it would see that two boxes have a digit in the same row. */
const CLOSED_WRONG = '.9.32.41.43187926..674........1836.41586...296.3592..1..271..96.14265.9.5.69.....'

/** A solved grid with holes, in which one given may be wrong: inference fills it, and has to see that it does not fit. */
const holed = (rules: EngineRules) =>
  fc
    .record({
      holes: fc.uniqueArray(fc.nat(80), { minLength: 30, maxLength: 55 }),
      wrong: fc.option(fc.record({ cell: fc.nat(80), digit: fc.constantFrom(...'123456789') })),
    })
    .map(({ holes, wrong }) => {
      const cells = [...BASES[rules].solved]
      if (wrong) cells[wrong.cell] = wrong.digit
      for (const cell of holes) if (cell !== wrong?.cell) cells[cell] = '.'
      return cells.join('')
    })

it.each(KERNEL_NAMES)('the kernel of %s is built from its source', { tags: ['long'] }, async (name) => {
  expect(readFileSync(bytesOfKernel(name), 'utf8') === (await buildKernel(name)), 'run: npm run kernel').toBe(true)
})

describe.each([
  { named: 'engine of classic grids', rules: 'classic' },
  { named: 'engine of classic grids by the thousand', rules: 'classic', isBulk: true },
  { named: 'engine of classic grids, observed', rules: 'classic', observe: () => {} },
  { named: 'engine of diagonal grids', rules: 'diagonal' },
  { named: 'engine of diagonal grids, observed', rules: 'diagonal', observe: () => {} },
] as const)('the $named', ({ rules, ...made }) => {
  const create = () =>
    'isBulk' in made ? bulkEngine(rules) : new Engine(rules, 'observe' in made ? made.observe : undefined)
  const { grids } = BASES[rules]

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
      { numRuns: 40 },
    )
  })

  it('answers many, whose first inference is shared, as it answers each alone', () => {
    const minimal = [...puzzles({ rules, size: 9, clues: 30, seed: 'together' }).take(60)]
    const odd = [
      SOLVED,
      `x${SOLVED.slice(1)}`,
      `${SOLVED.slice(0, 80)}x`,
      `${SOLVED.slice(0, 80)}.`,
      `11${'.'.repeat(79)}`,
    ]
    const mixed = fc.array(fc.oneof(anyGrid(rules), holed(rules), fc.constantFrom(...minimal, ...odd)), {
      minLength: 40,
      maxLength: 300,
    })
    // All of them end in the same round, after which nobody looks at them again.
    const alike = fc.oneof(holed(rules), fc.constant(CLOSED_WRONG)).map((line) => Array<string>(48).fill(line))
    fc.assert(
      fc.property(
        fc.oneof(mixed, { weight: 9, arbitrary: alike }),
        fc.constantFrom(1, 2),
        fc.integer({ min: 1, max: 60 }),
        (lines, solutions, fuel) => {
          const question = { ...UNIQUE, solutions }
          const one = new Engine(rules)
          const alone = new Map([...new Set(lines)].map((line) => [line, bulk(one, [line], question)[0]]))
          expect(bulk(create(), lines, question, fuel)).toEqual(lines.map((line) => alone.get(line)))
        },
      ),
      { numRuns: 120 },
    )
  })

  it('says where a character is none', () => {
    expect(bulk(create(), [`x${grids[0].slice(1)}`, grids[4]]).map(({ end }) => end)).toEqual(['character', 'done'])
  })
})

// Where one of these changes, so do the counts of results, and SEARCH_VERSION has to be raised.
describe('the search goes as it was recorded', () => {
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

/**
 * Copies of the grids above with digits, rows and columns in another order, as far as the rules let them, and some
 * cells changed or emptied; always the same.
 */
function gridsOfAllKinds(rules: EngineRules): string[] {
  const { grids, solved } = BASES[rules]
  const bases = [...grids, solved, ...(rules === 'classic' ? [GOLDEN_NUGGET, EASTER_MONSTER] : [])]
  return Array.from({ length: rules === 'classic' ? 1_200 : 300 }, (_, index) => {
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
