import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rulesFor } from '../../shared/sudoku/rules/rules.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { placeOf, SYMBOLS } from '../../web/grid/board.tsx'
import { inferenceOf } from '../../web/watch/inference.ts'
import { asking, puzzleFrom } from '../sudoku/asked.ts'
import { anyPuzzle, type Made } from '../sudoku/made.ts'
import { peers } from '../sudoku/plain.ts'

const isOfUnits = ({ rules, size }: Made) => rulesFor(rules, size).constraints.length === 0

describe('an inference', () => {
  it('claims nothing that the grid does not show', () => {
    const puzzle = puzzleFrom('.'.repeat(16))
    const frame = { last: { kind: 'infer', cell: 0, digit: 1 } as const, digits: puzzle.givens.with(0, 1) }
    expect(inferenceOf(puzzle, frame)).toEqual({ words: 'It follows from several units at once.', cells: new Set() })
    expect(inferenceOf(puzzle, { ...frame, last: { kind: 'place', cell: 0, digit: 1 } })).toBeUndefined()
    expect(inferenceOf(puzzle, { ...frame, last: undefined })).toBeUndefined()
    const words = 'It follows from several units at once, or from what was learned.'
    expect(inferenceOf(puzzle, frame, true)?.words).toBe(words)
  })

  it.each(['single-sweep', 'naked-singles', 'singles'] as const)('of %s has a reason, which holds', (name) => {
    let inferred = 0
    fc.assert(
      // An inference from a constraint has no reason that units show.
      fc.property(anyPuzzle(4, 6, 9).filter(isOfUnits), ({ text, rules, size }) => {
        const puzzle = puzzleFrom(text, rules, size)
        const seen = peers(rules, size)
        const digits = puzzle.givens.slice()
        const filled: number[] = []
        const canHold = (cell: number, digit: number) =>
          digits[cell] === 0 &&
          ((puzzle.masks.get(cell) ?? -1) & (1 << (digit - 1))) !== 0 &&
          seen[cell].every((peer) => digits[peer] !== digit)
        solve(strategies[name], puzzle, asking(1, 40), (step) => {
          const { kind, cell, digit } = step
          if (kind === 'undo') {
            for (let last = -1; last !== cell; ) {
              last = filled.pop() ?? cell
              digits[last] = 0
            }
            return
          }
          const others =
            kind === 'infer' && Array.from({ length: size }, (_, i) => i + 1).filter((other) => canHold(cell, other))
          const places = rulesFor(rules, size).units.map(({ cells }) => cells.filter((at) => canHold(at, digit)))
          digits[cell] = digit
          filled.push(cell)
          const inference = inferenceOf(puzzle, { last: step, digits })
          if (!others) return expect(inference).toBeUndefined()
          inferred++
          if (inference?.words === `No other digit is left for ${placeOf(cell, size)}.`) {
            expect(others).toEqual([digit])
            expect(inference.cells).toEqual(new Set([cell, ...seen[cell]]))
          } else {
            const unit = puzzle.rules.units.findIndex(
              (unit) => `${SYMBOLS[digit]} has one place left in ${unit.name}.` === inference?.words,
            )
            expect(places[unit]).toEqual([cell])
            expect(inference?.cells).toEqual(new Set(puzzle.rules.units[unit].cells))
          }
        })
      }),
      { numRuns: 30 },
    )
    expect(inferred).toBeGreaterThan(50)
  })
})
