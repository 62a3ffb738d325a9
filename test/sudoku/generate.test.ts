import { describe, expect, it } from 'vitest'
import { Random } from '../../shared/random.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { type GeneratorOptions, generateSolved, NotFound, puzzles } from '../../shared/sudoku/making/generate.ts'
import { RULES_NAMES, type RulesName, rulesNamed } from '../../shared/sudoku/rules/rules.ts'
import { verify } from '../../shared/sudoku/rules/verify.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from './asked.ts'

const minimal: GeneratorOptions = { rules: 'classic', size: 9, seed: 1 }
const first = (count: number, options: GeneratorOptions) => puzzles(options).take(count).toArray()

describe('a seed', () => {
  it('makes the same puzzles again, as a number or as its text', () => {
    expect(first(20, { ...minimal, seed: '1' })).toEqual(first(20, minimal))
  })

  it('makes puzzles that no other seed makes, and none twice', () => {
    const lines = [1, 2, '', 'two', 'owt', -1, 2 ** 32 + 1].flatMap((seed) => first(20, { ...minimal, seed }))
    expect(new Set(lines).size).toBe(lines.length)
  })

  it('makes any of its puzzles without those before it', () => {
    const line = first(8, minimal)
    expect([7, 0, 3].map((index) => generateSolved({ ...minimal, index }).puzzle)).toEqual([line[7], line[0], line[3]])
    const far = [10 ** 9, 2 ** 32, 2 ** 40].map((index) => generateSolved({ ...minimal, index }).puzzle)
    expect(new Set([...far, ...line]).size).toBe(11)
  })

  it('gives the same random numbers on every machine', () => {
    const numbers = (index: number) => {
      const random = new Random('seed', index)
      return Array.from({ length: 4 }, () => random.next())
    }
    // From the same generator written in Python, whose integers know no 32 bits.
    expect(numbers(0)).toEqual([3_900_078_886, 230_518_738, 2_965_271_974, 871_553_879])
    expect(numbers(2 ** 32)).toEqual([4_278_284_288, 3_943_140_209, 185_458_476, 1_303_466_557])
  })
})

it('draws the first few of an order, each number as often as the others in each place', () => {
  const counts = Array.from({ length: 3 }, () => new Uint32Array(5))
  for (let index = 0; index < 5000; index++) {
    const few = new Random('order', index).order(5, 3)
    expect(new Set(few).size).toBe(3)
    few.forEach((number, place) => {
      counts[place][number]++
    })
  }
  // Six standard deviations of 1,000.
  for (const count of counts.flatMap((place) => [...place])) expect(Math.abs(count - 1000)).toBeLessThan(170)
})

it.each([1, 3, 16, 25, 625])('random numbers below %i come up each as often as the others', (end) => {
  const random = new Random('fair', end)
  const counts = new Uint32Array(end)
  for (let draw = 0; draw < end * 1000; draw++) counts[random.below(end)]++
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(190)
})

describe.each(RULES_NAMES)('a %s puzzle', (rules) => {
  const { sizes } = rulesNamed(rules)
  // A non-consecutive 9×9 grid takes seconds to make, and minutes to prove minimal by another strategy.
  const isTried = (size: Size) => sizes.includes(size) && !(rules === 'non-consecutive' && size === 9)
  const onKnownSizes = (rows: [Size, number, number][]) => rows.filter(([size]) => isTried(size))

  it.each(
    onKnownSizes([
      [4, 8, 20],
      [6, 16, 20],
      [9, 28, 20],
      [16, 128, 3],
      [25, 375, 1],
    ]),
  )('of size %i has the %i clues asked for and one solution', (size, clues, count) => {
    for (const line of first(count, { rules, size, clues, seed: 'one' })) {
      expect(cluesIn(line)).toHaveLength(clues)
      expectOneSolution(line, rules, size)
    }
  })

  it.runIf(sizes.includes(4))('may have every number of clues but all, and shows its marks with any', () => {
    for (let clues = 8; clues < 16; clues++) {
      for (const line of first(10, { rules, size: 4, clues, seed: 'many' })) {
        expect(cluesIn(line)).toHaveLength(clues)
        expect(line).toMatch(rules === 'even' ? /e/ : rules === 'odd' ? /o/ : /^[1-4.]+$/)
      }
    }
  })

  it.each(
    onKnownSizes([
      [4, 10, 0],
      [6, 4, 0],
      [9, 2, 0],
    ]),
  )('of size %i loses its only solution with any given, unless a number is asked for', (size, count) => {
    for (const line of first(count, { rules, size, seed: 'few' })) {
      expectOneSolution(line, rules, size)
      for (const cell of cluesIn(line)) {
        const without = `${line.slice(0, cell)}.${line.slice(cell + 1)}`
        expect(exactCover(without, rules, size).solutionCount).toBe(2)
      }
    }
  })
})

// What was generated once from a seed is generated again: by the engine, and since SEARCH_VERSION 6 as `learning` searches.
it.each([
  ['diagonal', 9, '......6252.....7......6....7.9........1..9.8...84.6.......9..1..1.........4.....2'],
  ['non-consecutive', 6, '............5..........3.........2..'],
  ['classic', 6, '.2.3..1...646......3........41.1...3'],
  ['odd', 9, '9.3oo....o.1o.o65..6.o4.ooo.ooo2o..15...3.o......oo..o3o.4.o..6......7o.1...ooo.9'],
] as const)('makes the puzzle of a seed that it has always made, %s of size %i', (rules, size, puzzle) => {
  expect(generateSolved({ rules, size, seed: 1, index: 0 }).puzzle).toBe(puzzle)
})

it('takes no pattern: every digit comes up in every cell of a grid', () => {
  const seen = Array.from({ length: 81 }, () => new Set<string>())
  for (const line of first(200, { ...minimal, clues: 60 })) {
    for (const cell of cluesIn(line)) seen[cell].add(line[cell])
  }
  expect(seen.map((digits) => digits.size)).toEqual(seen.map(() => 9))
})

it.each<[RulesName, Size, number, number]>([
  ['classic', 4, 3, 1000],
  ['classic', 9, 12, 10_000],
  ['diagonal', 4, 0, 1000],
])('says so where no %s grid of size %i comes down to %i clues', { tags: ['long'] }, (rules, size, clues, tried) => {
  expect(() => generateSolved({ rules, size, clues, seed: 1, index: 0 }).puzzle).toThrow(
    new NotFound(`${clues} clues not reached from ${tried} grids, ${rules} ${size}×${size}`),
  )
})

it('reaches clues that few grids come down to', () => {
  expect(cluesIn(generateSolved({ ...minimal, clues: 21, index: 0 }).puzzle)).toHaveLength(21)
})

it.each([
  { clues: 81, error: 'found 81 clues, expected a whole number from 0 to 80' },
  { clues: 25.5, error: 'found 25.5 clues, expected a whole number from 0 to 80' },
  { rules: 'windoku' as const, size: 4 as const, error: 'size: found 4, expected 9 for windoku' },
  { index: -1, error: 'found index -1, expected a whole number from 0' },
])('refuses what makes no sense: $error', ({ error, ...asked }) => {
  expect(() => generateSolved({ ...minimal, index: 0, ...asked }).puzzle).toThrow(error)
})

function exactCover(line: string, rules: RulesName, size: Size) {
  return solve(strategies['exact-cover'], puzzleFrom(line, rules, size), asking(2)).counts
}

function expectOneSolution(line: string, rules: RulesName, size: Size): void {
  const { solutionCount, solutions } = exactCover(line, rules, size)
  expect(solutionCount).toBe(1)
  expect(verify(puzzleFrom(line, rules, size), solutions[0])).toBeUndefined()
}

/** The cells that hold a digit; `e` and `o` are marks. */
function cluesIn(line: string): number[] {
  return Array.from(line, (_, cell) => cell).filter((cell) => /[1-9A-P]/.test(line[cell]))
}
