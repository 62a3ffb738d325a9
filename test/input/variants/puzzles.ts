import * as fc from 'fast-check'
import lz from 'lz-string'
import { readVariant } from '../../../shared/input/variants/variant-formats.ts'
import type { VariantPuzzle } from '../../../shared/input/variants/variant-puzzle.ts'
import {
  CONSTRAINT_TYPES,
  type ConstraintOf,
  type ConstraintType,
  mergedCandidates,
  type VariantConstraint,
} from '../../../shared/sudoku/constraints/constraint-json.ts'
import { PAIR_TYPES } from '../../../shared/sudoku/constraints/relation.ts'
import { type CellName, nameOfCell, rayFrom } from '../../../shared/sudoku/grid/cell-name.ts'
import { VARIANT_SIZES } from '../../../shared/sudoku/grid/units.ts'
import { RULES_NAMES } from '../../../shared/sudoku/rules/rules.ts'

/** Different cells. */
function cells(size: number, minLength: number, maxLength: number): fc.Arbitrary<CellName[]> {
  const cell = fc.integer({ min: 0, max: size * size - 1 }).map((at) => nameOfCell(at, size))
  return fc.uniqueArray(cell, { minLength, maxLength })
}

function pair(size: number): fc.Arbitrary<CellName[]> {
  const start = fc.record({ at: fc.nat(size - 1), next: fc.nat(size - 2), isAcross: fc.boolean() })
  return start.map(({ at, next, isAcross }) =>
    [next, next + 1].map((to) => nameOfCell(isAcross ? at * size + to : to * size + at, size)),
  )
}

function sums(least: number, most: number): fc.Arbitrary<number> {
  return fc.integer({ min: least, max: most })
}

/** A row or a column, and the side of it. */
function line(size: number): fc.Arbitrary<Partial<ConstraintOf<'x-sum'>> & Pick<ConstraintOf<'x-sum'>, 'from'>> {
  const number = fc.integer({ min: 1, max: size })
  return fc.oneof(
    fc.record({ row: number, from: fc.constantFrom('left' as const, 'right' as const) }),
    fc.record({ column: number, from: fc.constantFrom('top' as const, 'bottom' as const) }),
  )
}

function diagonal(size: number): fc.Arbitrary<CellName[]> {
  const edge = fc.integer({ min: 1, max: size })
  return fc.record({ edge, way: fc.nat(3) }).map(({ edge, way }) => {
    const [down, right] = [way % 2 === 0 ? 1 : -1, way < 2 ? 1 : -1]
    return rayFrom({ row: down > 0 ? 1 : size, column: edge }, [down, right], size)
  })
}

type Makers = { readonly [T in ConstraintType]: (size: number) => fc.Arbitrary<Omit<ConstraintOf<T>, 'type'>> }

/** Any constraint of each type, in its normal form. */
const MAKERS: Makers = {
  cage: (size) =>
    cells(size, 1, Math.min(size, 5)).chain((cells) => {
      const least = (cells.length * (cells.length + 1)) / 2
      const sum = fc.option(sums(least, least + cells.length * (size - cells.length)), { nil: undefined })
      return sum.map((sum) => (sum === undefined ? { cells } : { cells, sum }))
    }),
  'little-killer': (size) =>
    diagonal(size).chain((cells) => sums(cells.length, cells.length * size).map((sum) => ({ cells, sum }))),
  sandwich: (size) =>
    line(size).chain((line) => sums(0, (size * (size - 1)) / 2 - 1).map((value) => ({ ...line, value }))),
  'x-sum': (size) => line(size).chain((line) => sums(1, size).map((value) => ({ ...line, value }))),
  skyscraper: (size) => line(size).chain((line) => sums(1, size).map((value) => ({ ...line, value }))),
  arrow: (size) =>
    cells(size, 2, 10).chain((all) =>
      sums(1, Math.min(3, all.length - 1)).map((length) => {
        const inOrder = (a: string, b: string) => orderOf(a) - orderOf(b)
        const [first, ...others] = all.slice(length)
        const arrows = others.length > 2 ? [[first, others[0]], others.slice(1)] : [[first, ...others]]
        return { circle: all.slice(0, length).toSorted(inOrder), arrows }
      }),
    ),
  thermometer: (size) => fc.record({ cells: cells(size, 2, 7) }),
  'slow-thermometer': (size) => fc.record({ cells: cells(size, 2, 7) }),
  palindrome: (size) => fc.record({ cells: cells(size, 2, 7) }),
  renban: (size) => fc.record({ cells: cells(size, 2, 7) }),
  whispers: (size) =>
    valued(size, 2, sums(1, size - 1)).map(({ cells, value }) =>
      value === undefined || value === Math.ceil(size / 2) ? { cells } : { cells, value },
    ),
  'region-sum-line': (size) => fc.record({ cells: cells(size, 2, 7) }),
  'entropic-line': (size) =>
    fc.record({ line: cells(size, 2, 7), isLoop: fc.boolean() }).map(({ line, isLoop }) => ({
      cells: isLoop && line.length % 3 === 0 ? [...line, line[0]] : line,
    })),
  'between-line': (size) => fc.record({ cells: cells(size, 3, 7) }),
  'lockout-line': (size) => valued(size, 3, sums(1, size - 1)),
  'modular-line': (size) => valued(size, 2, sums(2, size)),
  'nabner-line': (size) => fc.record({ cells: cells(size, 2, 4) }),
  'zipper-line': (size) => fc.record({ cells: cells(size, 3, 7) }),
  'double-arrow': (size) => fc.record({ cells: cells(size, 3, 6) }),
  'sum-line': (size) =>
    fc.record({ line: valued(size, 3, sums(1, 12)), isLoop: fc.boolean() }).map(({ line, isLoop }) => ({
      ...line,
      cells: isLoop ? [...line.cells, line.cells[0]] : line.cells,
    })),
  sum: (size) =>
    cells(size, 1, 6).chain((cells) => sums(cells.length, cells.length * size).map((sum) => ({ cells, sum }))),
  'equal-sums': (size) => fc.record({ parts: fc.array(cells(size, 1, 3), { minLength: 1, maxLength: 3 }) }),
  'numbered-room': (size) => line(size).chain((line) => sums(1, size).map((value) => ({ ...line, value }))),
  'greater-than': (size) => fc.record({ cells: pair(size) }),
  pairs: (size) =>
    fc
      .record({
        lines: fc.array(cells(size, 2, 4), { minLength: 1, maxLength: 3 }),
        allowed: fc.array(fc.subarray(symbols(size)), { minLength: size, maxLength: size }),
        isAll: fc.boolean(),
      })
      .map(({ lines, allowed, isAll }) => ({
        lines,
        allowed: Object.fromEntries(allowed.map((digits, i) => [symbols(size)[i], digits.join('')])),
        ...(isAll && { each: 'all' as const }),
      })),
  walk: (size) => {
    const lines = fc.array(cells(size, 1, 5), { minLength: 1, maxLength: 2 })
    const machine = sums(1, 4).chain((count) => {
      const to = fc.option(sums(0, count - 1), { nil: undefined })
      const ways = fc.array(to, { minLength: size, maxLength: size })
      const states = fc
        .array(ways, { minLength: count, maxLength: count })
        .map((all) =>
          all.map((ways) =>
            Object.fromEntries(ways.flatMap((to, i) => (to === undefined ? [] : [[symbols(size)[i], to]]))),
          ),
        )
      return fc.record({ states, ends: fc.uniqueArray(sums(0, count - 1), { minLength: 1 }) })
    })
    return fc.oneof(
      fc.record({ lines, pattern: pattern(size) }),
      fc.record({ lines, machine }).map(({ lines, machine }) => ({ lines, ...machine })),
    )
  },
  candidates: (size) =>
    fc
      .record({ cells: cells(size, 1, 4), digits: fc.subarray(numbers(size), { minLength: 1 }) })
      .map(({ cells, digits }) => ({
        cells: cells.toSorted((a, b) => orderOf(a) - orderOf(b)),
        digits,
      })),
  'row-indexer': (size) => fc.record({ cells: cells(size, 1, 3) }),
  'column-indexer': (size) => fc.record({ cells: cells(size, 1, 3) }),
  difference: (size) => pairs(size, 2),
  ratio: (size) => pairs(size, 3),
  xv: (size) => fc.record({ cells: pair(size), value: fc.constantFrom('X' as const, 'V' as const) }),
  clone: (size) =>
    cells(size, 2, 8).map((all) => {
      const half = Math.floor(all.length / 2)
      return { cells: all.slice(0, half), copy: all.slice(half, 2 * half) }
    }),
  quadruple: (size) =>
    fc.record({ top: fc.nat(size - 2), left: fc.nat(size - 2), digits: digits(size) }).map(({ top, left, digits }) => ({
      cells: [0, 1, size, size + 1].map((to) => nameOfCell(top * size + left + to, size)),
      digits,
    })),
  minimum: (size) => fc.record({ cells: cells(size, 1, 6) }),
  maximum: (size) => fc.record({ cells: cells(size, 1, 6) }),
  even: (size) => fc.record({ cells: cells(size, 1, 6) }),
  odd: (size) => fc.record({ cells: cells(size, 1, 6) }),
  'extra-region': (size) => fc.record({ cells: cells(size, 1, size) }),
}

/** Cells of a line, and a number beside them, if any. */
function valued(
  size: number,
  least: number,
  value: fc.Arbitrary<number>,
): fc.Arbitrary<{ cells: CellName[]; value?: number }> {
  return fc
    .record({ cells: cells(size, least, 6), value: fc.option(value, { nil: undefined }) })
    .map(({ cells, value }) => (value === undefined ? { cells } : { cells, value }))
}

const numbers = (size: number) => Array.from({ length: size }, (_, i) => i + 1)
const symbols = (size: number) => numbers(size).map((digit) => DIGITS[digit])

/** A regular expression that reads a few digits. */
function pattern(size: number): fc.Arbitrary<string> {
  const { text } = fc.letrec<{ text: string }>((tie) => ({
    text: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('.', ...symbols(size)),
      fc
        .tuple(fc.constantFrom('', '^'), fc.subarray(symbols(size), { minLength: 1 }))
        .map(([not, held]) => `[${not}${held.join('')}]`),
      fc.tuple(tie('text'), tie('text')).map((parts) => parts.join('')),
      fc.tuple(tie('text'), tie('text')).map((parts) => `(${parts.join('|')})`),
      fc
        .tuple(tie('text'), fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}'))
        .map(([part, how]) => `(${part})${how}`),
    ),
  }))
  return text.map((part) => `${part}.*`)
}

function pairs(size: number, other: number): fc.Arbitrary<{ cells: CellName[]; value?: number }> {
  const value = fc.option(fc.constant(other), { nil: undefined })
  return fc
    .record({ cells: pair(size), value })
    .map(({ cells, value }) => (value === undefined ? { cells } : { cells, value }))
}

function digits(size: number): fc.Arbitrary<number[]> {
  return fc.array(fc.integer({ min: 1, max: size }), { minLength: 1, maxLength: 4 })
}

function orderOf(name: string): number {
  const [row, column] = (name.match(/\d+/g) ?? []).map(Number)
  return row * 100 + column
}

/** A constraint of a type, on a grid of a size. */
export function constraint(type: ConstraintType, size: number): fc.Arbitrary<VariantConstraint> {
  return MAKERS[type](size).map((fields) => ({ type, ...fields }) as VariantConstraint)
}

/** Whatever a puzzle may carry, of any size. */
export const anyPuzzle: fc.Arbitrary<VariantPuzzle> = fc.constantFrom(...VARIANT_SIZES).chain((size) =>
  fc
    .record({
      symbols: fc.array(
        fc.integer({ min: -2 * size, max: size }).map((digit) => DIGITS[Math.max(0, digit)]),
        { minLength: size * size, maxLength: size * size },
      ),
      areRows: fc.boolean(),
      rules: fc.subarray(RULES_NAMES.filter((rule) => rule !== 'classic' && rule !== 'even' && rule !== 'odd')),
      constraints: fc.array(
        fc.constantFrom(...CONSTRAINT_TYPES).chain((type) => constraint(type, size)),
        { maxLength: 12 },
      ),
      negative: fc.subarray([...PAIR_TYPES]),
      isSolved: fc.boolean(),
    })
    .map(({ symbols, areRows, rules, constraints: made, negative, isSolved }) => {
      // Candidates that leave a cell none together are refused.
      const constraints: VariantConstraint[] = []
      for (const one of made) if (mergedCandidates([...constraints, one]).ok) constraints.push(one)
      const hasRegions = areRows || [5, 7, 8].includes(size)
      const isHeld = (rule: string) => {
        if (rule === 'windoku') return size === 9
        if (rule === 'disjoint') return !hasRegions
        // Said beside white dots, it is a negative constraint.
        return rule !== 'non-consecutive' || !constraints.some(({ type }) => type === 'difference')
      }
      return {
        puzzle: symbols.join(''),
        ...(hasRegions ? { regions: symbols.map((_, cell) => DIGITS[10 + Math.floor(cell / size)]).join('') } : {}),
        rules: rules.filter(isHeld),
        constraints,
        // Nobody can say that all dots are shown if they have a value of their own.
        negative: negative.filter(
          (name) => !constraints.some((one) => one.type === name && typeof one.value === 'number'),
        ),
        ...(isSolved ? { solution: symbols.map((_, cell) => DIGITS[1 + (cell % size)]).join('') } : {}),
      }
    }),
)

const DIGITS = '.123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Some cells, and a constraint on some, as tests write them. */
export const at = (cells: string) => cells.split(' ')
export const on = (type: string, cells: string, more: object = {}) => ({ type, cells: at(cells), ...more })

/** What is read of a board of f-puzzles, or said of it. */
export function readBoard(board: unknown) {
  const puzzle = readVariant(lz.compressToBase64(JSON.stringify(board)))
  if (!puzzle) throw new Error('no payload')
  return puzzle
}
