import fc from 'fast-check'
import type { Entry } from '../../shared/job/puzzles.ts'
import { madePuzzle } from '../sudoku/made.ts'

/** Empty cells in the five ways of writing them. */
const EMPTY = '.0*_-'

/** 81 cells as they may be written: any digits, clashing or not, and any signs for what is empty. */
export const plainText: fc.Arbitrary<string> = fc.oneof(
  madePuzzle('classic', 9).map(({ text }) => text),
  fc.string({ unit: fc.constantFrom(...EMPTY, ...'123456789'), minLength: 81, maxLength: 81 }),
)

/** Whatever a caller may put where a puzzle should be. */
const otherText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 700, unit: 'binary' }),
  madePuzzle('classic', 4).map(({ text }) => text),
  madePuzzle('classic', 16).map(({ text }) => text),
  fc.constantFrom('', 'x', '\ud800', `${'.'.repeat(80)}x`, '.'.repeat(625)),
)

/** Any puzzle as submitted: a plain grid or not, with a name, a solution to check, a refusal, or without. */
const entry: fc.Arbitrary<Entry> = fc.record(
  {
    text: fc.oneof({ weight: 3, arbitrary: plainText }, { weight: 1, arbitrary: otherText }),
    id: fc.string({ maxLength: 128, unit: 'binary' }),
    given: fc.string({ maxLength: 81 }),
    refused: fc.string({ maxLength: 60 }),
  },
  { requiredKeys: ['text'], noNullPrototype: true },
)
const bare: fc.Arbitrary<Entry> = plainText.map((text) => ({ text }))

/** Mostly plain grids without more to say, as they are in bulk, and any others among them. */
export const entries = (most: number) =>
  fc.array(fc.oneof({ weight: 2, arbitrary: bare }, { weight: 1, arbitrary: entry }), { maxLength: most })

/** How an entry comes back: where it is a plain grid, `.` stands for empty. */
export function kept({ text, ...rest }: Entry): Entry {
  const isPlain = rest.refused === undefined && /^[1-9.0*_-]{81}$/.test(text)
  return { ...rest, text: isPlain ? text.replaceAll(/[0*_-]/g, '.') : text }
}
