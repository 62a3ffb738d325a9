import { expect, it } from 'vitest'
import { ruleDifficulty } from '../../../shared/sudoku/hints/next-step.ts'
import type { PuzzleRules } from '../../../shared/sudoku/rules/puzzle-rules.ts'
import { GRID } from '../../api/grids.ts'
import { puzzleWith } from '../asked.ts'

const CAGES: PuzzleRules = { constraints: [{ type: 'cage', cells: ['r1c1', 'r1c2'], sum: 3 }] }

it.each<[string, PuzzleRules | undefined, string, RegExp]>([
  [GRID, undefined, 'easy', /^Hardest step: hidden single\.$/],
  ['..34341221434321', CAGES, 'easy', /^Hardest step: (full house|naked single|hidden single|cage)\.$/],
  [
    '7.2....46......8..9....2..........7..4.........158..6..9.2...5.578.1.......8.6...',
    undefined,
    'medium',
    /^Hardest step: locked candidates\.$/,
  ],
  // Published by Arto Inkala as the hardest; hints for any rules know short chains only.
  [
    '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..',
    undefined,
    'extreme',
    /^Simple steps leave 60 of its cells empty; from there it takes long chains, or trying\.$/,
  ],
])('a puzzle is called by the hardest of its steps, or by what they leave: %s', (text, own, word, why) => {
  const puzzle = puzzleWith(own, text)
  expect(ruleDifficulty(puzzle)).toEqual({ word, why: expect.stringMatching(why) })
})
