import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { variantOf } from '../../shared/input/variants/variant-puzzle.ts'
import {
  CONSTRAINT_TYPES,
  type OutsideClue,
  type VariantConstraint,
} from '../../shared/sudoku/constraints/constraint-json.ts'
import { PAIR_TYPES } from '../../shared/sudoku/constraints/pair-demand.ts'
import { type CellName, nameOf, type Place, placeOf } from '../../shared/sudoku/grid/cell-name.ts'
import { textOf } from '../../shared/sudoku/grid/grid.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { randomRegions } from '../../shared/sudoku/making/jigsaw.ts'
import { Random } from '../../shared/sudoku/making/random.ts'
import { type PuzzleRules, parsePuzzleWith } from '../../shared/sudoku/rules/puzzle-rules.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { KEPT_SOLUTIONS, solve } from '../../shared/sudoku/search/strategy.ts'
import { constraint } from '../input/variants/puzzles.ts'
import { asking } from './asked.ts'

/** A puzzle with whatever it brings. */
interface Variant {
  readonly size: Size
  readonly text: string
  readonly own: PuzzleRules
}

/** A way to lay a board down differently: where each place comes to lie, those outside of the grid, too. These two make all eight. */
type Move = (place: Place, size: number) => Place
const MOVES: Readonly<Record<string, Move>> = {
  'turned by a quarter': ({ row, column }, size) => ({ row: column, column: size + 1 - row }),
  'rows as columns': ({ row, column }) => ({ row: column, column: row }),
}

function movedText(text: string, move: Move, size: number): string {
  const cells: string[] = []
  for (let cell = 0; cell < text.length; cell++) {
    const to = move({ row: Math.floor(cell / size) + 1, column: (cell % size) + 1 }, size)
    cells[(to.row - 1) * size + to.column - 1] = text[cell]
  }
  return cells.join('')
}

/** The clue of a line, which stands outside of it. */
function movedClue(clue: OutsideClue, move: Move, size: number): OutsideClue {
  const end = clue.from === 'right' || clue.from === 'bottom' ? size + 1 : 0
  const to = move({ row: clue.row ?? end, column: clue.column ?? end }, size)
  const { row: _row, column: _column, ...rest } = clue
  if (to.row === 0 || to.row > size)
    return { ...rest, column: to.column, from: to.row === 0 ? 'top' : 'bottom' } as OutsideClue
  return { ...rest, row: to.row, from: to.column === 0 ? 'left' : 'right' } as OutsideClue
}

function movedConstraint(form: VariantConstraint, move: Move, size: number): VariantConstraint {
  const moved = (name: CellName) => {
    const place = placeOf(name)
    if (!place) throw new Error(`no cell: ${name}`)
    return nameOf(move(place, size))
  }
  if ('row' in form || 'column' in form) return movedClue(form as OutsideClue, move, size) as VariantConstraint
  if (form.type === 'arrow') {
    return { ...form, circle: form.circle.map(moved), arrows: form.arrows.map((arrow) => arrow.map(moved)) }
  }
  if (form.type === 'clone') return { ...form, cells: form.cells.map(moved), copy: form.copy.map(moved) }
  return { ...form, cells: (form as { cells: readonly CellName[] }).cells.map(moved) } as VariantConstraint
}

function movedVariant({ size, text, own }: Variant, move: Move): Variant {
  const { regions, constraints = [] } = own
  return {
    size,
    text: movedText(text, move, size),
    own: {
      ...own,
      ...(regions !== undefined && { regions: movedText(regions, move, size) }),
      constraints: constraints.map((form) => movedConstraint(form, move, size)),
    },
  }
}

/** Puzzles of a few constraints, on boxes or on regions. */
const variants: fc.Arbitrary<Variant> = fc.constantFrom<Size>(4, 5).chain((size) => {
  const one = fc
    .constantFrom(...CONSTRAINT_TYPES)
    .chain((type) => constraint(type, size))
    // The digits of a larger circle are read from left to right, however it lies.
    .filter((form) => form.type !== 'arrow' || form.circle.length === 1)
  const regions = fc.nat(20).map((index) => randomRegions(size, new Random('symmetric', index)))
  return fc
    .record({
      regions: size === 5 ? regions : fc.option(regions, { nil: undefined }),
      constraints: fc.array(one, { minLength: 1, maxLength: 3 }),
      rules: fc.subarray(['diagonal'] as const),
      negative: fc.subarray([...PAIR_TYPES], { maxLength: 1 }),
    })
    .map(({ regions, ...own }) => ({
      size,
      text: '.'.repeat(size * size),
      own: { ...own, ...(regions !== undefined && { regions }) },
    }))
    .filter(({ text, own }) => variantOf({ puzzle: text, ...own }).ok)
})

/** How many solutions a puzzle has, and which as far as all are kept. */
function answersOf({ size, text, own }: Variant) {
  expect(variantOf({ puzzle: text, ...own })).toMatchObject({ ok: true })
  const puzzle = parsePuzzleWith(own, text, 'classic', size)
  if (!puzzle.ok) throw new Error(puzzle.error)
  const { counts } = solve(strategies['bit-parallel'], puzzle.value, asking(MOST))
  const { solutionCount, solutions } = counts
  const all = solutionCount <= KEPT_SOLUTIONS ? solutions.map((digits) => textOf(digits)) : []
  return { solutionCount, all }
}

const MOST = 2_000

describe.each(Object.entries(MOVES))('a puzzle %s', (_, move) => {
  const holds = (variant: Variant) => {
    const { solutionCount, all } = answersOf(variant)
    const there = answersOf(movedVariant(variant, move))
    expect(there.solutionCount).toBe(solutionCount)
    expect(there.all.toSorted()).toEqual(all.map((grid) => movedText(grid, move, variant.size)).toSorted())
  }
  const SAME = 'has the same solutions, laid down alike: %i puzzles'
  const run = (numRuns: number) => fc.assert(fc.property(variants, holds), { numRuns })
  it.each([20])(SAME, run)
  it.each([400])(SAME, { tags: ['long'] }, run)
})
