import fc from 'fast-check'
import { expect, it } from 'vitest'
import { check, generate, type SolveOptions, STRATEGY_NAMES, solve, solveAll } from '../../package/solver.ts'
import { fPuzzlesLinkOf } from '../../shared/input/variants/f-puzzles-writer.ts'
import type { VariantPuzzle } from '../../shared/input/variants/variant-puzzle.ts'
import type { BoxedSize } from '../../shared/sudoku/grid/units.ts'
import { examples } from '../../shared/sudoku/search/examples.ts'
import { SLOW } from '../api/grids.ts'
import { anyPuzzle } from '../sudoku/made.ts'
import { plainSolutions } from '../sudoku/plain.ts'
import { EIGHTEEN_SOLUTIONS } from '../sudoku/texts.ts'

const ENTRY = '.'.repeat(81)

const published = examples.flatMap(({ name, puzzle, rules, backtracks }) =>
  Object.entries(backtracks).map(([strategy, count]) => ({ name, puzzle, rules, strategy, count })),
)
it.each(published)(
  'solve takes $strategy $count backtracks on $name, as published',
  ({ puzzle, rules, strategy, count }) => {
    const solved = solve(puzzle, { strategy, rules } as SolveOptions)
    expect(solved).toMatchObject({ backtracks: count, solutionCount: 1 })
    expect(check(puzzle, solved.solution ?? '', { rules })).toBeUndefined()
  },
)

it.each(STRATEGY_NAMES)('solve with %s finds what there is, on every size and under all rules', (strategy) => {
  fc.assert(
    fc.property(anyPuzzle(4, 6, 9), fc.integer({ min: 1, max: 4 }), ({ text, rules, size: made }, solutions) => {
      const size = made as BoxedSize
      const solved = solve(text, { strategy, rules, size, solutions, backtrackLimit: 100_000 })
      fc.pre(solved.status !== 'aborted')
      const found = plainSolutions(text, rules, size, solutions)
      if (solved.status === 'invalid') expect([found, solved.reason]).toEqual([[], expect.stringMatching(/./)])
      else expect(solved.solutionCount).toBe(found.length)
      for (const solution of solved.solutions) expect(check(text, solution, { rules, size })).toBeUndefined()
    }),
    { numRuns: 20 },
  )
})

it('says how many solutions there are, and whether one is the only one', () => {
  expect(solve(EIGHTEEN_SOLUTIONS, { solutions: 100 })).toMatchObject({
    status: 'multiple',
    solutionCount: 18,
    unique: false,
  })
  expect(solve(SLOW)).toMatchObject({ status: 'solved', unique: true })
  expect(solve(SLOW, { solutions: 1 })).toMatchObject({ status: 'solved', unique: null })
  expect(solve(ENTRY, { backtrackLimit: 0, strategy: 'brute-force' }).status).toBe('aborted')
  expect(solve(`55${'.'.repeat(79)}`)).toMatchObject({ status: 'invalid', reason: expect.stringContaining('5') })
  expect(solve('nonsense')).toMatchObject({ status: 'invalid', solutionCount: 0, backtracks: null })
})

it('tells each step of a search to whoever asks', () => {
  const kinds = new Map<string, number>()
  const { searchBacktracks } = solve(SLOW, { strategy: 'brute-force' }, ({ kind }) => {
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  })
  expect(kinds.get('undo')).toBe(searchBacktracks)
})

it('solveAll solves as solve does, whatever stands between plain grids, of any number', () => {
  const others = [
    'nonsense',
    `é${'.'.repeat(80)}`,
    `55${'.'.repeat(79)}`,
    '1...............',
    '',
    SLOW.replaceAll('.', '0'),
  ]
  const made = Array.from({ length: 250 }, (_, index) => generate({ seed: 1, index, clues: 30 }))
  const puzzles = made.flatMap(({ puzzle }, i) => (i % 7 === 0 ? [puzzle, others[i % others.length]] : [puzzle]))
  const solutions = solveAll(puzzles)
  expect(solutions).toEqual(puzzles.map((puzzle) => solve(puzzle, { solutions: 1 }).solution ?? null))
  expect(solutions.filter((solution) => solution !== null)).toEqual(
    expect.arrayContaining(made.map((one) => one.solution)),
  )
  expect(solveAll(puzzles.slice(0, 20), { strategy: 'singles' })).toEqual(solutions.slice(0, 20))
  expect(solveAll([])).toEqual([])
})

it('solveAll solves diagonal grids as solve does, and both of them between classic ones', () => {
  const made = Array.from({ length: 120 }, (_, index) => generate({ rules: 'diagonal', seed: 1, index, clues: 27 }))
  const puzzles = [`1${'.'.repeat(79)}1`, ...made.map(({ puzzle }) => puzzle)]
  const solutions = solveAll(puzzles, { rules: 'diagonal' })
  expect(solutions).toEqual([null, ...made.map(({ solution }) => solution)])
  for (const [i, puzzle] of puzzles.entries()) {
    expect(solve(SLOW)).toMatchObject({ status: 'solved', unique: true })
    expect(solve(puzzle, { rules: 'diagonal', solutions: 1 }).solution ?? null).toBe(solutions[i])
  }
  expect(solve(puzzles[0], { rules: 'diagonal' })).toMatchObject({
    status: 'invalid',
    reason: 'cells 1 and 81: both hold 1 in the falling diagonal',
  })
})

it('generates what it can check and solve', () => {
  const { puzzle, solution } = generate({ rules: 'windoku', seed: 'a', index: 3 })
  expect(generate({ rules: 'windoku', seed: 'a', index: 3 })).toEqual({ puzzle, solution })
  expect(solve(puzzle, { rules: 'windoku' })).toMatchObject({ status: 'solved', solution, unique: true })
  expect(check(puzzle, solution.replace('1', '2'), { rules: 'windoku' })).toMatch(/./)
  expect(generate().puzzle).not.toBe(generate().puzzle)
})

it.each([
  { strategy: 'luck' },
  { rules: 'none' },
  { size: 5 },
  { solutions: 0 },
  { solutions: 1.5 },
  { backtrackLimit: -1 },
])('refuses %j, and says what it expected', (options) => {
  expect(() => solve(SLOW, options as SolveOptions)).toThrow(/^\w+: found .+, expected /)
})

it('checks a 16×16 grid of the digits 0 to F by its solution in the same digits', () => {
  const { puzzle, solution } = generate({ size: 16, clues: 140, seed: 1 })
  const inHex = (text: string) =>
    text.replaceAll(/[1-9A-G]/g, (digit) => '0123456789ABCDEF'['123456789ABCDEFG'.indexOf(digit)])
  expect(inHex(puzzle)).toMatch(/0/)
  expect(check(inHex(puzzle), inHex(solution))).toBeUndefined()
  expect(check(inHex(puzzle), inHex(solution).replace('F', '0'))).toMatch(/./)
})

const KILLER = {
  puzzle: '.'.repeat(16),
  rules: ['diagonal'],
  constraints: [
    { type: 'cage', cells: ['r1c1', 'r1c2'], sum: 6 },
    { type: 'thermometer', cells: ['r3c2', 'r4c2', 'r3c3'] },
  ],
}

it('takes links, objects and lists of rules as the service does, and names every solution', () => {
  const link = fPuzzlesLinkOf({ ...KILLER, rules: ['diagonal'] } as VariantPuzzle)
  const all = plainSolutions(KILLER.puzzle, 'diagonal', 4, 1000).map((digits) => digits.replaceAll(' ', ''))
  const isKiller = (solution: string) => {
    const digits = [...solution].map(Number)
    return digits[0] + digits[1] === 6 && digits[9] < digits[13] && digits[13] < digits[10]
  }
  for (const puzzle of [KILLER, link, JSON.stringify(KILLER)]) {
    const { solutions } = solve(puzzle, { solutions: 100 })
    expect(solutions.toSorted()).toEqual(all.filter(isKiller).toSorted())
    for (const solution of solutions) expect(check(puzzle, solution)).toBeUndefined()
    expect(solveAll([puzzle, ENTRY.slice(0, 16)])[0]).toBe(solutions[0])
  }
  const two = solve(ENTRY, { rules: ['diagonal', 'anti-knight'] })
  expect(check(ENTRY, two.solution ?? '', { rules: 'diagonal' })).toBeUndefined()
  expect(check(ENTRY, two.solution ?? '', { rules: 'anti-knight' })).toBeUndefined()
  expect(check(ENTRY, solve(ENTRY).solution ?? '', { rules: ['diagonal', 'anti-knight'] })).toMatch(/./)
})

it.each([null, undefined, 7, {}, { puzzle: ENTRY, cages: [] }, [[]], Symbol('x'), 1n, () => ENTRY])(
  'what is no puzzle is invalid with a reason: %s',
  (input) => {
    const reason = expect.stringMatching(/./)
    expect(solve(input as never)).toMatchObject({ status: 'invalid', reason })
    expect(solveAll([input as never, ENTRY])[0]).toBeNull()
  },
)

it('an option that nobody knows is refused by its name', () => {
  expect(() => solve(ENTRY, { stratgey: 'singles' } as never)).toThrow(/^stratgey: unknown option, expected strategy, /)
  expect(() => solve(ENTRY, { rules: ['diagonal', 'x'] } as never)).toThrow(RangeError)
})
