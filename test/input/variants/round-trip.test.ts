import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { solve } from '../../../package/index.ts'
import { fPuzzlesLinkOf } from '../../../shared/input/variants/f-puzzles-writer.ts'
import { issLinkOf, unknownToIss } from '../../../shared/input/variants/iss-writer.ts'
import { untoldRule } from '../../../shared/input/variants/prose-rules.ts'
import { readVariant } from '../../../shared/input/variants/variant-formats.ts'
import { type VariantPuzzle, variantOf } from '../../../shared/input/variants/variant-puzzle.ts'
import { CONSTRAINT_TYPES, type ConstraintType } from '../../../shared/sudoku/constraints/constraint-json.ts'
import { anyPuzzle, constraint } from './puzzles.ts'

/** A puzzle with its constraints type by type, as a link brings them. */
function byType(puzzle: VariantPuzzle): VariantPuzzle {
  const { constraints } = puzzle
  if (!constraints) return puzzle
  const rank = (type: ConstraintType) => CONSTRAINT_TYPES.indexOf(type)
  return { ...puzzle, constraints: constraints.toSorted((a, b) => rank(a.type) - rank(b.type)) }
}

function normal(puzzle: VariantPuzzle): VariantPuzzle {
  const checked = variantOf(puzzle)
  if (!checked.ok) throw new Error(checked.error)
  return checked.value
}

function throughLink(puzzle: VariantPuzzle): VariantPuzzle {
  const read = readVariant(fPuzzlesLinkOf(puzzle))
  if (!read?.ok) throw new Error(read?.error ?? 'no form')
  return byType(read.value)
}

describe('an f-puzzles link brings back', () => {
  it.each(CONSTRAINT_TYPES)('%s', (type) => {
    const made = fc.constantFrom(4, 9, 16).chain((size) => fc.tuple(fc.constant(size), constraint(type, size)))
    fc.assert(
      fc.property(made, ([size, one]) => {
        const puzzle = normal({ puzzle: '.'.repeat(size * size), constraints: [one] })
        expect(puzzle.constraints).toEqual([one])
        expect(throughLink(puzzle)).toEqual(puzzle)
        // Its setter may call it by its name.
        expect(
          untoldRule(`Normal rules apply. ${type.replaceAll('-', ' ')}s: see the drawing.`, puzzle),
        ).toBeUndefined()
      }),
      { numRuns: 12 },
    )
  })

  const bringsBack = (numRuns: number) => () => {
    fc.assert(
      fc.property(anyPuzzle, (made) => {
        const puzzle = normal(made)
        expect(throughLink(puzzle)).toEqual(byType(puzzle))
      }),
      { numRuns },
    )
  }
  it('all that a puzzle carries, of any size', bringsBack(40))
  it('all that any of two thousand puzzles carries', { tags: ['long'] }, bringsBack(2_000))

  it('marks, as constraints', () => {
    const puzzle = normal({ puzzle: `eo${'.'.repeat(14)}`, rules: ['even', 'odd'] })
    expect(throughLink(puzzle)).toEqual({
      puzzle: '.'.repeat(16),
      constraints: [
        { type: 'even', cells: ['r1c1'] },
        { type: 'odd', cells: ['r1c2'] },
      ],
    })
  })
})

describe('a link of Interactive Sudoku Solver has the same solutions, 300 at most', () => {
  // Where there are more than an answer lists, they need not be the same ones.
  const solutionsOf = (puzzle: VariantPuzzle) => {
    const { solutionCount, solutions = [] } = solve(puzzle, { solutions: 300, strategy: 'learning' })
    return [solutionCount ?? 0, solutions.length < 100 && solutions.toSorted()]
  }
  it.each(CONSTRAINT_TYPES)('%s', (type) => {
    fc.assert(
      fc.property(constraint(type, 4), (one) => {
        const puzzle = normal({ puzzle: '.'.repeat(16), constraints: [one] })
        const back = readVariant(issLinkOf(puzzle))
        // There is no form for a walk by states, nor for a pill of cells far apart, and it says so.
        if (unknownToIss(puzzle).length > 0) expect(unknownToIss(puzzle)).toEqual([type])
        else expect(back?.ok && solutionsOf(back.value)).toEqual(solutionsOf(puzzle))
      }),
      { numRuns: 10 },
    )
  })
})

it('the normal form of a normal form is itself', () => {
  fc.assert(
    fc.property(anyPuzzle, (made) => {
      expect(normal(normal(made))).toEqual(normal(made))
    }),
  )
})
