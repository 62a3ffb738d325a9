import { describe, expect, it } from 'vitest'
import { cellAt, placeOf } from '../../shared/sudoku/grid/cell-name.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { type GeneratorOptions, generateSolved, NotFound } from '../../shared/sudoku/making/generate.ts'
import { type PuzzleRules, parsePuzzleWith } from '../../shared/sudoku/rules/puzzle-rules.ts'
import { verify } from '../../shared/sudoku/rules/verify.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleWith } from './asked.ts'
import { hangTogether } from './plain.ts'

const KILLER = { rules: 'classic', size: 6, seed: 1, cages: true, regions: false } as const satisfies GeneratorOptions
const JIGSAW = { ...KILLER, cages: false, regions: true } as const
const make = (options: GeneratorOptions, count: number) =>
  Array.from({ length: count }, (_, index) => generateSolved({ ...options, index }))

function countOf(own: PuzzleRules, text: string, size: Size): number {
  const puzzle = puzzleWith(own, text, 'classic', size)
  // Larger ones take other strategies minutes.
  const strategy = size < 7 ? strategies.singles : strategies['bit-parallel']
  const { counts } = solve(strategy, puzzle, asking(2))
  for (const solution of counts.solutions) expect(verify(puzzle, solution)).toBeUndefined()
  return counts.solutionCount
}

function expectOneSolution({ puzzle, solution, own }: ReturnType<typeof make>[number], size: Size): void {
  const read = parsePuzzleWith(own, puzzle, 'classic', size)
  expect(read.ok && verify(read.value, solution)).toBeUndefined()
  expect(countOf(own, puzzle, size)).toBe(1)
}

describe.each<[string, GeneratorOptions, number]>([
  ['a killer of size 4', { ...KILLER, size: 4 }, 8],
  ['a killer of size 6', KILLER, 8],
  ['a killer of size 9', { ...KILLER, size: 9 }, 2],
  ['a killer of size 7 with regions', { ...JIGSAW, cages: true, size: 7 }, 3],
  ['a killer with diagonals', { ...KILLER, rules: 'diagonal' }, 4],
  ['a windoku killer', { ...KILLER, size: 9, rules: 'windoku' }, 1],
])('%s', (_, options, count) => {
  const made = make(options, count)

  it('has one solution, and few givens', () => {
    for (const one of made) {
      expectOneSolution(one, options.size)
      expect(one.puzzle.replaceAll('.', '').length).toBeLessThanOrEqual(2)
    }
  })

  it('has cages of two to five cells that hang together, none over another', () => {
    for (const { own } of made) {
      const cages = (own.constraints ?? []).map((cage) => (cage.type === 'cage' ? cage.cells : []))
      const all = cages.flat()
      expect(new Set(all).size).toBe(all.length)
      expect(all.length).toBeGreaterThanOrEqual(options.size ** 2 - options.size)
      for (const cage of cages) {
        expect(cage.length).toBeGreaterThanOrEqual(2)
        expect(cage.length).toBeLessThanOrEqual(5)
        const cells = cage.map((name) => cellAt(placeOf(name) ?? { row: 0, column: 0 }, options.size))
        expect(hangTogether(cells, options.size)).toBe(true)
      }
    }
  })
})

it.each<Size>([4, 5, 6, 7, 8, 9])(
  'a jigsaw of size %i has one solution, and loses it with any of its givens',
  (size) => {
    for (const one of make({ ...JIGSAW, size }, 10 - size)) {
      expectOneSolution(one, size)
      for (const cell of one.puzzle.split('').keys()) {
        if (one.puzzle[cell] === '.') continue
        expect(countOf(one.own, `${one.puzzle.slice(0, cell)}.${one.puzzle.slice(cell + 1)}`, size)).toBe(2)
      }
    }
  },
)

it('a seed makes the same puzzles again, and no other seed does', () => {
  for (const options of [KILLER, JIGSAW]) {
    expect(make({ ...options, seed: '1' }, 3)).toEqual(make(options, 3))
    const all = [1, 2, 'two'].flatMap((seed) => make({ ...options, seed }, 3)).map((one) => JSON.stringify(one))
    expect(new Set(all).size).toBe(9)
  }
})

it('has as many givens as are asked for', () => {
  for (const clues of [0, 3, 10]) {
    for (const { puzzle } of make({ ...KILLER, clues }, 3)) expect(puzzle.replaceAll('.', '')).toHaveLength(clues)
  }
  for (const one of make({ ...JIGSAW, clues: 18 }, 3)) {
    expect(one.puzzle.replaceAll('.', '')).toHaveLength(18)
    expectOneSolution(one, 6)
  }
  expect(() => make({ ...JIGSAW, size: 4, clues: 0 }, 1)).toThrow(NotFound)
})

it('shows marks of the rules that read them', () => {
  const [one] = make({ ...JIGSAW, rules: ['even', 'odd'] }, 1)
  expect(one.puzzle).toMatch(/e.*o|o.*e/)
  expect(one.own.rules).toEqual(['even', 'odd'])
  expectOneSolution(one, 6)
})
