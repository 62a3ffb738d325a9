import { expect, inject, it } from 'vitest'
import * as classic from '../../package/classic.ts'
import * as solver from '../../package/solver.ts'
import { check, generate, PuzzleError, type SolveOptions, solve, solveAll } from '../../package/solver.ts'
import { fPuzzlesLinkOf } from '../../shared/input/variants/f-puzzles-writer.ts'
import type { VariantPuzzle } from '../../shared/input/variants/variant-puzzle.ts'
import { SLOW } from '../api/grids.ts'
import { MIXED_RULES } from '../sudoku/killer.ts'
import { plainSolutions } from '../sudoku/plain.ts'
import { EIGHTEEN_SOLUTIONS } from '../sudoku/texts.ts'

const ENTRY = '.'.repeat(81)

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

it('generates what it can check and solve', () => {
  const { puzzle, solution } = generate({ rules: 'windoku', seed: 'a', index: 3 })
  expect(generate({ rules: 'windoku', seed: 'a', index: 3 })).toEqual({ puzzle, solution, rules: ['windoku'] })
  expect(solve(puzzle, { rules: 'windoku' })).toMatchObject({ status: 'solved', solution, unique: true })
  expect(check(puzzle, solution.replace('1', '2'), { rules: 'windoku' })).toMatch(/./)
  expect(generate().puzzle).not.toBe(generate().puzzle)
})

it.each([
  { strategy: 'luck' },
  { rules: 'none' },
  { size: 3 },
  { solutions: 0 },
  { solutions: 1.5 },
  { backtrackLimit: -1 },
])('refuses %j, and says what it expected', (options) => {
  expect(() => solve(SLOW, options as SolveOptions)).toThrow(/^\w+: (found .+, )?expected /)
})

it('checks a 16×16 grid of the digits 0 to F by its solution in the same digits', () => {
  const { puzzle, solution } = generate({ size: 16, clues: 140, seed: 1 })
  const inHex = (text: string) =>
    text.replaceAll(/[1-9A-G]/g, (digit) => '0123456789ABCDEF'['123456789ABCDEFG'.indexOf(digit)])
  expect(inHex(puzzle)).toMatch(/0/)
  expect(check(inHex(puzzle), inHex(solution))).toBeUndefined()
  expect(check(inHex(puzzle), inHex(solution).replace('F', '0'))).toMatch(/./)
})

it('takes links, objects and lists of rules as the service does, and names every solution', () => {
  const link = fPuzzlesLinkOf({ ...MIXED_RULES, rules: ['diagonal'] } as VariantPuzzle)
  const all = plainSolutions(MIXED_RULES.puzzle, 'diagonal', 4, 1000).map((digits) => digits.replaceAll(' ', ''))
  const isKiller = (solution: string) => {
    const digits = [...solution].map(Number)
    return digits[0] + digits[1] === 6 && digits[9] < digits[13] && digits[13] < digits[10]
  }
  for (const puzzle of [MIXED_RULES, link, JSON.stringify(MIXED_RULES)]) {
    const { solution = '', solutions = [solution] } = solve(puzzle, { solutions: 100 })
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
  expect(() => solve(ENTRY, { stratgey: 'singles' } as never)).toThrow(/^stratgey: unknown field/)
  expect(() => solve(ENTRY, { rules: ['diagonal', 'x'] } as never)).toThrow(RangeError)
})

it('the classic solver says what the whole one says of plain grids, and why others are none', () => {
  const [plain, diagonal] = (['classic', 'diagonal'] as const).map((rules) =>
    Array.from({ length: 40 }, (_, index) => generate({ rules, seed: inject('seed'), index }).puzzle),
  )
  // By turns, as each has an engine of its own.
  for (const puzzle of [...plain, ...diagonal, SLOW, ENTRY, `55${'.'.repeat(79)}`, EIGHTEEN_SOLUTIONS, ` ${SLOW}`])
    for (const rules of ['classic', 'diagonal'] as const)
      expect(classic.solve(puzzle, { rules })).toEqual(solve(puzzle, { rules }))
  expect(classic.solveAll(plain)).toEqual(solveAll(plain))
  const solutions = diagonal.map((puzzle) => solve(puzzle, { rules: 'diagonal' }).solution)
  for (const { solveAll } of [classic, solver]) expect(solveAll(diagonal, { rules: 'diagonal' })).toEqual(solutions)
  for (const wrong of ['x', '', null, 7, [[1]]])
    expect(classic.solve(wrong as never)).toMatchObject({ status: 'invalid', reason: expect.stringMatching(/./) })
  expect(() => classic.solve(SLOW, { rules: 'windoku' } as never)).toThrow(RangeError)
  expect(() => classic.solve(SLOW, { size: 9 } as never)).toThrow(/^size: unknown option/)
})

it('parses texts into what it solves, with the reason where it cannot', () => {
  const [named, bad, own] = solver.parse(
    `{"id":"a","puzzle":"${SLOW}","solution":"${SLOW}"}\n\n{"puzzle":7}\n${JSON.stringify(MIXED_RULES)}\n`,
  )
  expect(named).toEqual({ place: 1, line: 1, puzzle: { id: 'a', puzzle: SLOW, solution: SLOW } })
  expect(bad).toMatchObject({ place: 2, line: 3, reason: expect.stringContaining('found 7') })
  expect(own).toEqual({ place: 3, line: 4, puzzle: MIXED_RULES })
  expect(solve(own.puzzle)).toEqual(solve(MIXED_RULES as never))
  expect(() => solver.parse('\n \n')).toThrow(PuzzleError)
  expect(() => solver.parse(new Uint8Array())).toThrow(PuzzleError)
})

it.each(solver.PUZZLE_FORMATS.slice(0, 5))('a puzzle converted to %s is the same puzzle', (format) => {
  const head = format === 'csv' ? 'id,puzzle,solution\n' : ''
  const [{ puzzle }] = solver.parse(`${head}${solver.convert(MIXED_RULES as never, format)}\n`)
  expect(solve(puzzle, { solutions: 50 }).solutions).toEqual(solve(MIXED_RULES as never, { solutions: 50 }).solutions)
})

it('what rests on one solution is refused where there is another, or none', () => {
  const several = expect.objectContaining({ message: 'found more than one solution, expected one' })
  for (const rests of [solver.rate, solver.steps, solver.minimal]) {
    expect(() => rests(ENTRY)).toThrow(several)
    expect(() => rests(`${'.'.repeat(9)}12345678.${'.'.repeat(8)}9${'.'.repeat(54)}`)).toThrow(PuzzleError)
    expect(() => rests(null as never)).toThrow(PuzzleError)
  }
  expect(solver.candidates(ENTRY)).toEqual(solve(ENTRY, { include: ['candidates'] }).candidates)
  expect(() => solver.candidates(`12345678.${'.'.repeat(8)}9${'.'.repeat(63)}`)).toThrow('found no solution')
  expect(solver.total('1'.padEnd(16, '.'))).toEqual({ solutions: 72, exact: true })
  expect(() => solver.rate('1.............2.')).toThrow(PuzzleError)
  expect(() => solver.convert('x', 'grid')).toThrow(PuzzleError)
  expect(() => solver.convert(SLOW, 'pdf' as never)).toThrow(RangeError)
})

it('makes killers, jigsaws and puzzles of a difficulty, each with its rules', () => {
  const killer = generate({ rules: ['killer', 'anti-king'], size: 6, seed: 1 })
  expect(killer).toMatchObject({
    rules: ['anti-king'],
    constraints: expect.arrayContaining([expect.objectContaining({ type: 'cage' })]),
  })
  const { solution, ...puzzle } = killer
  expect(solve(puzzle)).toMatchObject({ unique: true, solution })
  expect(generate({ rules: 'jigsaw', size: 5, seed: 2 })).toHaveProperty('regions')
  const { er } = solver.rate(generate({ er: '2.0..2.6', seed: 3 }).puzzle) as { er: number }
  expect([er >= 2, er <= 2.6]).toEqual([true, true])
  for (const wrong of [
    { er: '9..1' },
    { er: '2', size: 4 },
    { rules: 'x' },
    { size: 3 },
    { clue: 3 },
    { rules: 'killer', size: 16 },
  ])
    expect(() => generate(wrong as never)).toThrow(RangeError)
})

it('pauses for others, and ends where it is told to', async () => {
  let others = 0
  const counting = setInterval(() => others++, 1)
  // Sixty-nine million backtracks until its solution.
  const endlessly = '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9'
  const asked = { strategy: 'brute-force', backtrackLimit: 3_000_000 } as const
  try {
    expect(await solver.solveAsync(endlessly, asked)).toEqual(solve(endlessly, asked))
    expect(others).toBeGreaterThan(0)
    const controller = new AbortController()
    const endless = solver.solveAsync(endlessly, { ...asked, backtrackLimit: 100_000_000, signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(endless).rejects.toThrow('enough')
    await expect(solver.generateAsync({ clues: 17, signal: AbortSignal.timeout(50) })).rejects.toThrow(/timeout/)
  } finally {
    clearInterval(counting)
  }
  const puzzles = [SLOW, 'x', ENTRY]
  expect(await solver.solveAllAsync(puzzles)).toEqual(solveAll(puzzles))
  const one = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
  expect(await solver.rateAsync(one)).toEqual(solver.rate(one))
  expect(await solver.stepsAsync(one)).toEqual(solver.steps(one))
  expect(await solver.minimalAsync(one)).toEqual(solver.minimal(one))
  expect(await solver.candidatesAsync(puzzles[0])).toEqual(solver.candidates(puzzles[0]))
  expect(await solver.totalAsync(one)).toEqual({ solutions: 1, exact: true })
  expect(await solver.canonicalAsync(one)).toEqual(solver.canonical(one))
  expect(await solver.generateAsync({ seed: 7 })).toEqual(generate({ seed: 7 }))
})
