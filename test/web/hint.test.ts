import { describe, expect, it } from 'vitest'
import { hintLegend, hintShapes } from '../../shared/drawing/hint-shapes.ts'
import { digitsOf } from '../../shared/sudoku/grid/grid.ts'
import { type Mistakes, mistakesIn as mistakesAt, mistakeWords as wordsOf } from '../../shared/sudoku/hints/position.ts'
import { stepsOf } from '../../shared/sudoku/rating/steps.ts'
import { ratingWord } from '../../shared/sudoku/rating/techniques.ts'
import { parseAddress } from '../../web/page/address.ts'
import { emptyPuzzle } from '../../web/rules/puzzle-text.ts'
import { chainLines, hintWords, ratingLine } from '../../web/solve/hint/hint-words.ts'
import {
  candidatesOn,
  isFull,
  lacksNotes,
  type Play,
  playIn,
  positionIn,
  textOfPlay,
  withAllNotes,
  withDigit,
  withKey,
  withStep,
} from '../../web/solve/hint/play.ts'
import { playedBoard } from '../../web/solve/hint/played-board.ts'
import { GRID, SOLUTION } from '../api/grids.ts'
import { peers } from '../sudoku/plain.ts'
import { CHAINS } from './page-grids.ts'

const SOLVED = digitsOf(SOLUTION)
const mistakesIn = (play: Play, solution: Uint8Array) => mistakesAt(positionIn(play), solution)
const mistakeWords = (mistakes: Mistakes) => wordsOf(mistakes, { size: 9 })
const { rules } = playIn({ ...emptyPuzzle(9, 'classic'), text: GRID }).on
const puzzle = { ...emptyPuzzle(9, 'classic'), text: GRID }

describe('what is played', () => {
  it('is left out where it is of another size, of an empty grid, or no play', () => {
    const play = textOfPlay(withDigit(playIn(puzzle), 2, 4))
    for (const hash of [`puzzle=${GRID}&play=${play}x`, `puzzle=1${'.'.repeat(15)}&play=${play}`, `play=${play}`])
      expect(parseAddress(`#/solve?${hash}`).puzzle.play, hash).toBeUndefined()
  })

  it('never has another digit where a given is', () => {
    const play = playIn({ ...puzzle, play: '6'.repeat(81) })
    expect(play?.digits[0]).toBe(5)
    expect(play?.digits[2]).toBe(6)
  })

  it('what nobody noted anything of may hold all that its peers do not; a note is all that may be there', () => {
    const play = playIn(puzzle)
    expect(candidatesOn(play)[2]).toBe(0b1011)
    expect(candidatesOn(withKey(play, [2], 'centre', 4))[2]).toBe(0b1000)
    expect(withAllNotes(play).centre).toEqual(candidatesOn(play))
    // What somebody took away stays away.
    const noted = withAllNotes(withKey(play, [2], 'centre', 4))
    expect(noted.centre).toEqual(candidatesOn(play).with(2, 0b1000))
    expect([play, noted].map(lacksNotes)).toEqual([true, false])
  })

  it('a digit goes from the notes of its peers, and from no others', () => {
    const before = withAllNotes(playIn(puzzle))
    const after = withDigit(before, 2, 4)
    const changed = before.centre.flatMap((set, cell) => (set === after.centre[cell] ? [] : [cell]))
    expect(changed).toEqual([5, 6, 7, 8, 10, 11, 56, 74].filter((cell) => before.centre[cell] & 0b1000))
    for (const cell of changed) expect(after.centre[cell] & 0b1000).toBe(0)
  })

  it('steps lead to the solution, from notes and without, and what they take away stays away', () => {
    for (const beginning of [playIn(puzzle), withAllNotes(playIn(puzzle))]) {
      let play = beginning
      for (const step of stepsOf(digitsOf(GRID))) {
        play = withStep(play, step)
        const candidates = candidatesOn(play)
        for (const { cell, digits } of step.eliminations)
          for (const digit of digits) expect(candidates[cell] & (1 << (digit - 1))).toBe(0)
        expect(mistakesIn(play, SOLVED)).toEqual({ digits: [], notes: [], clashes: [] })
      }
      expect(isFull(play)).toBe(true)
      expect(play.digits).toEqual(SOLVED)
    }
  })

  it('has all notes in the corners of a cell in lines that it is wide enough for', () => {
    const large = { ...emptyPuzzle(16, 'classic'), text: '1'.padEnd(256, '.') }
    const play = [...Array(16).keys()].reduce((before, i) => withKey(before, [1], 'corner', i + 1), playIn(large))
    expect(playedBoard(large, play).cells[1].corners).toBe('1 2 3 4\n5 6 7 8\n9 A B C\nD E F G')
  })

  it('mistakes are wrong digits, or, without any, notes that lack the right one', () => {
    const wrong = withDigit(withAllNotes(playIn(puzzle)), 2, 1)
    expect(mistakeWords(mistakesIn(wrong, SOLVED))).toBe('One digit is wrong: r1c3.')
    expect(mistakeWords(mistakesIn(withDigit(wrong, 3, 2), SOLVED))).toBe('2 digits are wrong: r1c3 and r1c4.')
    const lacking = withKey(playIn(puzzle), [2], 'centre', 1)
    expect(mistakeWords(mistakesIn(lacking, SOLVED))).toBe('The notes lack the right digit in r1c3.')
    expect(mistakeWords(mistakesIn(withKey(lacking, [2], 'centre', 4), SOLVED))).toBe('Nothing is wrong so far.')
  })
})

describe('a hint', () => {
  const single = stepsOf(digitsOf(GRID)).next().value
  if (typeof single === 'string') throw new Error('no step')

  it('gives nothing away before it is drawn', () => {
    const play = withAllNotes(playIn(puzzle))
    const paints = (stage: 'where' | 'what' | 'drawn') => {
      const { shapes } = playedBoard(puzzle, play, { hint: { step: single, stage, chain: undefined } })
      return [...shapes.under, ...shapes.over].map(({ paint }) => paint)
    }
    expect(paints('where')).toEqual(['hint-unit', 'hint-frame'])
    expect(hintWords(single, 'what')).toEqual({ title: 'Hidden single, 1.2', more: 'Look for 8 in box 2.' })
    expect(paints('drawn')).toContain('hint-placed-ring')
  })

  it('rings the digits that keep a hidden single from the other cells, and none that is not needed', () => {
    const { digits } = playIn(puzzle)
    const { shapes } = playedBoard(puzzle, playIn(puzzle), { hint: { step: single, stage: 'drawn' } })
    const rings = shapes.under.flatMap((shape) => (shape.paint === 'hint-on' && 'd' in shape ? [shape.d] : []))
    const ringed = [...rings.join('').matchAll(/M(\S+) (\S+?)a(\S+) /g)].map(([, x, y, radius]) =>
      Math.round(9 * (+y - 0.5) + +x + +radius - 0.5),
    )
    const eights = [...digits.keys()].filter((cell) => digits[cell] === 8)
    expect(eights).toEqual(expect.arrayContaining(ringed))
    // In box 2 only r1c6 can be 8.
    const open = [3, 4, 12, 13, 14, 21, 22, 23].filter((cell) => digits[cell] === 0)
    const seen = peers('classic', 9)
    const unseen = (by: readonly number[]) => open.filter((other) => !by.some((cell) => seen[cell].includes(other)))
    expect(unseen(ringed)).toEqual(unseen(eights))
    for (const needless of ringed)
      expect(unseen(ringed.filter((cell) => cell !== needless))).not.toEqual(unseen(eights))
    expect(hintLegend(single, shapes)).toEqual(['◎ is placed', '○ keeps it from the other cells'])
  })

  it('has a sign on the board for each in its legend, and nothing over small digits', () => {
    const step = {
      technique: 'naked-pair',
      cells: [2, 3],
      digits: [1],
      units: ['row 1'],
      links: [],
      placements: [],
      eliminations: [2, 3].map((cell) => ({ cell, digits: [1] })),
      text: 'Naked pair: x; so y.',
    } as const
    const shapes = hintShapes({
      step,
      rules,
      stage: 'drawn',
      digits: SOLVED,
      candidates: Array(81).fill(1),
      spacing: 0.3,
    })
    expect(hintLegend(step, shapes)).toEqual(['✕ goes'])
    expect(shapes.over.map(({ paint }) => paint)).toEqual(['hint-frame'])
  })

  // On a laptop.
  it.each([
    [9, 0.288, 80],
    [16, 0.204, 45],
  ] as const)('leaves a letter of %d×%d room within the circle that places it', (size, spacing, width) => {
    const { on, digits } = playIn({ ...emptyPuzzle(size, 'classic'), text: '.'.repeat(size * size) })
    const { rules } = on
    const { under } = hintShapes({ step: single, rules, stage: 'drawn', digits, candidates: [], spacing })
    const placed = under.find(({ paint }) => paint === 'hint-placed')
    const radius = Number(placed && 'd' in placed ? /a(\S+) /.exec(placed.d)?.[1] : 0)
    // A letter of 0.72 by 0.6 of its size, of which a row is 1.2 high; and the line of 1.5 pixels.
    expect(radius).toBeGreaterThan((Math.hypot(0.72, 0.6) / 2) * (spacing / 1.2) + 1.5 / width)
  })

  it('has candidates where its step is, and nowhere else what nobody noted', () => {
    const hint = { step: single, stage: 'drawn' } as const
    const { cells } = playedBoard(puzzle, withKey(playIn(puzzle), [80], 'corner', 1), { hint })
    const box = rules.units.find(({ name }) => name === single.units[0])?.cells ?? []
    const noted = [...cells.keys()].filter((cell) => cells[cell].candidates)
    expect(noted).toEqual(box.filter((cell) => GRID[cell] === '.'))
  })

  it('tells a chain link by link, each with its own arrows', () => {
    let longest = 0
    const chains = stepsOf(digitsOf(CHAINS)).flatMap((step) =>
      [...new Set(step.links.map(({ chain }) => chain))].map((chain) => ({ step, chain })),
    )
    for (const { step, chain } of chains) {
      const links = step.links.filter((link) => link.chain === chain)
      const lines = chainLines(links)
      expect(lines.flatMap(({ links }) => links)).toHaveLength(links.length)
      const arrowsOf = (lit?: readonly (typeof links)[number][]) => {
        const board = { digits: SOLVED, candidates: [], spacing: 0.3 }
        const { over } = hintShapes({ step, rules, stage: 'drawn', ...board, chain, lit })
        return over.filter(({ paint }) => /^hint-(weak|strong)$/.test(paint))
      }
      expect(arrowsOf()).toHaveLength(2 * links.length)
      for (const { words, links: lit } of lines) {
        expect(words).toMatch(/^(r\dc\d[=≠]\d(, )?)+ → r\dc\d[=≠]\d \([a-z -]+\)$/i)
        expect(arrowsOf(lit)).toHaveLength(2 * lit.length)
      }
      longest = Math.max(longest, lines.length)
    }
    expect(longest).toBeGreaterThan(3)
  })

  it('of every kind has words for each stage, which give nothing away at first', () => {
    for (const step of stepsOf(digitsOf(CHAINS))) {
      for (const stage of ['where', 'what', 'drawn'] as const) {
        const { title, more } = hintWords(step, stage)
        expect(`${title} ${more}`).not.toMatch(/undefined|NaN|: $/)
        expect(more).toMatch(/^[A-Z\d].*\.$/s)
      }
      expect(hintWords(step, 'where').more).not.toMatch(/ is \d| not /)
      expect(hintWords(step, 'what').more).toMatch(/^Look for |^Suppose that r\dc\d is (not )?\d\.$/)
    }
  })
})

describe('a rating', () => {
  it.each([
    ['easy', 1.2, 1.5],
    ['medium', 1.7, 2.6],
    ['hard', 2.8, 4.5],
    ['very hard', 4.6, 6.2],
    ['extreme', 6.5, 11],
  ])('has the word that docs/ratings.md has for it: %s from %d to %d', (word, least, most) => {
    expect([least, most].map(ratingWord)).toEqual([word, word])
  })

  it('is a line with the hardest technique, or says that it is at least so much', () => {
    expect(ratingLine({ er: 7.2, ep: 1.2, ed: 1.2, difficulty: 'extreme', ruleset: 'se-1.2.1' }, 'XY-chain')).toBe(
      'Difficulty 7.2 of 12 (Sudoku Explainer). Hardest step: XY-chain.',
    )
    expect(ratingLine({ atLeast: 10.5, ruleset: 'se-1.2.1' }, undefined)).toBe(
      'Difficulty at least 10.5 of 12 (Sudoku Explainer).',
    )
  })
})
