import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameOfCell } from '../../shared/sudoku/grid/cell-name.ts'
import type { Claim, Lesson } from '../../shared/sudoku/grid/step.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { type RulesName, rulesFor } from '../../shared/sudoku/rules/rules.ts'
import { exactCover } from '../../shared/sudoku/search/exact-cover.ts'
import { examples } from '../../shared/sudoku/search/examples.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'
import { placeOf, SYMBOLS } from '../../web/grid/board.tsx'
import { loadOwnRules } from '../../web/rules/own-rules.ts'
import { inferenceOf } from '../../web/watch/inference.ts'
import { textLessonOf } from '../../web/watch/lesson-panel.tsx'
import { deadEndOf, jumpWords, learnedWords, violationIn } from '../../web/watch/lesson-words.ts'
import { learnsOn, loadLessonWords } from '../../web/watch/load-lesson-words.ts'
import { lineAt, programFor, programsOf } from '../../web/watch/programs.ts'
import { ORIGINS } from '../../web/watch/search-state.ts'
import { type Frame, SearchTape } from '../../web/watch/search-tape.ts'
import { asideWords, resultWords, stepWords } from '../../web/watch/step-words.ts'
import type { Recording } from '../../web/watch/watched-tape.ts'
import { SEVERAL } from '../api/grids.ts'
import { asking, puzzleFrom, puzzleWith } from '../sudoku/asked.ts'
import { killerPuzzle } from '../sudoku/killer.ts'
import { anyPuzzle, type Made } from '../sudoku/made.ts'
import { peers } from '../sudoku/plain.ts'
import { ESCARGOT, INKALA_2012 } from './page-grids.ts'

await loadLessonWords()

function tapeOf(puzzle: Puzzle, limit = 2_000): SearchTape {
  const tape = new SearchTape(puzzle, strategies.learning, asking(1, limit))
  tape.record()
  return tape
}

/** By definition: what could still stand in a cell, in the plainest words. */
function plainCandidates({ rules: { size }, marks }: Puzzle, name: RulesName, digits: readonly number[], cell: number) {
  const seen = peers(name, size)[cell]
  return Array.from({ length: size }, (_, i) => i + 1).filter(
    (digit) => seen.every((peer) => digits[peer] !== digit) && (marks.get(cell) !== 'even' || digit % 2 === 0),
  )
}

describe.each(Object.values(strategies))('over all grids of the texts, $name', (strategy) => {
  it('takes no step back without a cause named, which holds', () => {
    let count = 0
    for (const { name, puzzle: text, rules } of examples) {
      const puzzle = puzzleFrom(text, rules)
      const tape = new SearchTape(puzzle, strategy, asking(1, 800))
      tape.record()
      let before = [...puzzle.givens]
      let { tried } = tape.frameAt(0)
      for (let step = 1; step <= tape.length; step++) {
        const frame = tape.frameAt(step)
        const { last, lesson } = frame
        if (last?.kind === 'undo') {
          const deadEnd = deadEndOf(puzzle, frame, strategy.name)
          count++
          if (lesson) expect(lesson.violated ?? lesson.learned, `${name}, step ${step}`).toBeDefined()
          else expect(deadEnd?.words, `${name}, step ${step}`).toBeTruthy()
          const { words = '', cells, because } = deadEnd ?? {}
          const [, row, column] =
            /^(?:No digit fits into r|R)ow (\d+) column (\d+)(?: has no digit left|:)/.exec(words) ?? []
          if (row) {
            const cell = (Number(row) - 1) * puzzle.rules.size + Number(column) - 1
            expect([cells, before[cell]]).toEqual([new Set([cell]), 0])
            expect(plainCandidates(puzzle, rules, before, cell)).toEqual([])
            const held = because?.map((holder) => before[holder])
            expect(held ?? before, words).toEqual(held ? Array.from(held, (_, i) => i + 1) : before)
          }
          // What looks at cells alone knows of no digit's places.
          if (/force|single-|naked|fewest/.test(strategy.name)) expect(words).not.toMatch(/place left|have only/)
          // Where the words are that all was tried there, there was nothing else.
          const [first, ...others] = tried
          const isCell = others.length > 0 && others.every(({ cell }) => cell === first.cell)
          if (isCell && !lesson && strategy.name !== 'bit-parallel') {
            const digits = tried.map(({ digit }) => digit).toSorted()
            expect(digits).toEqual(plainCandidates(puzzle, rules, before, first.cell))
          }
        }
        before = [...frame.digits]
        tried = frame.tried
      }
    }
    expect(count).toBeGreaterThan(1)
  })
})

it('each step of each strategy has its line in its programs, which are of nine to fifteen lines', () => {
  for (const strategy of Object.values(strategies)) {
    for (const { puzzle: text, rules } of [...examples, { puzzle: '..1...4.1..4...3', rules: 'classic' as const }]) {
      const puzzle = puzzleFrom(text, rules)
      const tape = new SearchTape(puzzle, strategy, asking(1, 50))
      tape.record()
      const { length, end } = tape
      for (const program of programsOf(strategy.name, learnsOn(puzzle, strategy.name))) {
        expect(program.lines.length).toBeGreaterThanOrEqual(9)
        expect(program.lines.length).toBeLessThanOrEqual(15)
        for (let step = 0; step <= length; step++) {
          const line = lineAt(program, tape.frameAt(step), { length, end } as Recording, puzzle.rules.digits)
          expect(line, `${program.title}, step ${step}`).toBeGreaterThanOrEqual(0)
        }
      }
    }
  }
})

it('each puzzle of the texts is a lesson of three sentences, in the manner of its text', () => {
  for (const { name, puzzle: text, rules } of examples) {
    const lessons = STRATEGY_NAMES.map((each) => textLessonOf({ size: Math.sqrt(text.length) as 9, rules, text }, each))
    for (const lesson of lessons) {
      expect(lesson?.name).toBe(name)
      expect(lesson?.words.match(/[.?](?= |$)/g), name).toHaveLength(3)
    }
    // Each is on the search that is shown.
    expect(new Set(lessons.map((lesson) => lesson?.words)).size).toBe(STRATEGY_NAMES.length)
  }
  const programs = programsOf('brute-force', false)
  const titles = ['Liang, figure 2', 'Devadas, input', undefined].map(
    (name) => programFor(programs, undefined, name).title,
  )
  expect(titles).toEqual(['Liang’s loop', 'Devadas’ functions', 'Liang’s loop'])
  expect(programFor(programs, 'The list exercise', 'Liang, figure 2').title).toBe('The list exercise')
})

it('the first backtracks of Liang’s figure 3 are said with what is left to try', () => {
  const puzzle = puzzleFrom(SEVERAL)
  const tape = new SearchTape(puzzle, strategies['brute-force'], asking(1, 10))
  tape.record()
  const said = [5, 6, 7, 8].map((step) => {
    const frame = tape.frameAt(step)
    return `${stepWords(frame, puzzle)} ${frame.last?.kind === 'undo' ? asideWords(frame, 'brute-force', puzzle) : ''}`
  })
  expect(said).toEqual([
    'Guesses 9 in row 1 column 8. ',
    'Takes back 9 from row 1 column 8. No digit fits into row 1 column 9: 1 is in r1c3, 2 in r1c4, 3 in r1c2, 4 in r1c6, 5 in r1c1, 6 in r6c9, 7 in r1c5, 8 in r1c7 and 9 in r1c8. Backtrack 1. Nothing is left to try in r1c8.',
    'Takes back 8 from row 1 column 7. Only 9 was left for row 1 column 8, and led to a dead end. Row 1 column 9 has no digit left all the while. Backtrack 2. Left to try in r1c7: 9.',
    'Guesses 9 in row 1 column 7. ',
  ])
  // Over what was taken back there to the next that is tried, and out of the cell to where nothing is left to try.
  expect([tape.seek('over', 7), tape.seek('out', 7), stepWords(tape.frameAt(12), puzzle)]).toEqual([
    8,
    12,
    'Takes back 4 from row 1 column 6.',
  ])
})

it.each([
  ['..1...4.1..4...3', 'singles', 20_000, 'No solution, which took 0 backtracks'],
  ['..1...4.1..4...3', 'brute-force', 20_000, 'No solution, which took 15 backtracks'],
  [SEVERAL, 'brute-force', 2, 'Not shown further: the search goes on, with more than 2 backtracks'],
] as const)('how a search of %s by %s within %i backtracks came out is said', (text, strategy, limit, words) => {
  const tape = new SearchTape(puzzleFrom(text), strategies[strategy], asking(1, limit))
  tape.record()
  const recording = { length: tape.length, end: tape.end } as Recording
  expect(resultWords(tape.frameAt(tape.length), recording)).toBe(words)
  expect(resultWords(tape.frameAt(tape.length - 1), recording)).toBeUndefined()
})

/** The page's words on a step, and the cells that it lights, from 1. */
function saidOf(puzzle: Puzzle, frame: Frame) {
  const { size } = puzzle.rules
  return {
    step: stepWords(frame, puzzle),
    aside: asideWords(frame, 'learning', puzzle),
    jump: frame.lesson && jumpWords(puzzle, frame.lesson),
    lit: [...(violationIn(puzzle, frame)?.cells ?? [])].map(
      (cell) => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`,
    ),
  }
}

it.each([
  [ESCARGOT, 18, { step: 'Conflict. No digit is left for row 7 column 3.', lit: ['r7c3'] }],
  [ESCARGOT, 18, { aside: 'Learned: r3c1 is not 7 if r4c1 is not 8, r7c3 is not 6 and r4c1 is not 2.' }],
  [ESCARGOT, 18, { jump: 'Takes back 2 guesses: r2c1 and r1c4.' }],
  [
    ESCARGOT,
    19,
    { step: 'Takes back 5 from row 2 column 1.', aside: expect.stringMatching(/^Backtrack 1. Learned: /) },
  ],
  [ESCARGOT, 20, { step: 'Takes back 8 from row 1 column 4.' }],
  [ESCARGOT, 21, { jump: undefined, lit: [] }],
  [INKALA_2012, 43, { step: 'Conflict. 2 would stand twice in column 5.', lit: ['r7c5', 'r8c5'] }],
])('of a search of %s that learns, the page says at step %i: %o', (text, step, said) => {
  const puzzle = puzzleFrom(text)
  expect(saidOf(puzzle, tapeOf(puzzle).frameAt(step))).toMatchObject(said)
})

it('of a search that learns from cages, the page says which cage cannot be kept', () => {
  const puzzle = killerPuzzle([5, 11, 11, 2, 1, 6, 4], 6, [7, 43])
  const tape = tapeOf(puzzle, 100)
  const said = Array.from({ length: tape.length }, (_, step) => saidOf(puzzle, tape.frameAt(step)))
  const conflict = said.find(({ step }) =>
    /^Conflict. The cage at r\dc\d(: .* (leaves|is) .*| cannot be kept.*)\.$/.test(step),
  )
  expect(conflict?.lit.length).toBeGreaterThan(1)
  expect(said.filter(({ step, aside }) => /undefined|in [.,]/.test(step + aside))).toEqual([])
})

it('where digits break a sum, the page says what they leave of it, and of the sum that they break', async () => {
  await loadOwnRules()
  const cage = (sum: number, ...cells: string[]) => ({ type: 'cage' as const, cells, sum })
  const own = { constraints: [cage(24, 'r1c3', 'r1c4', 'r2c4'), cage(28, 'r1c1', 'r1c2', 'r2c1', 'r2c2')] }
  const puzzle = puzzleWith(own, '.'.repeat(81))
  const digits = puzzle.givens.with(0, 4).with(1, 5).with(9, 6)
  expect(deadEndOf(puzzle, { left: { digits, tried: [] } }, 'singles')).toMatchObject({
    words: 'The cage at r1c1: 4 + 5 + 6 leaves 13 for one cell, which cannot be.',
  })
})

describe('the words for', () => {
  const puzzle = puzzleFrom('.'.repeat(16))
  const claim = (digit: number, isHeld: boolean, ...cells: number[]): Claim => ({ cells, digit, isHeld })
  const violated = (kind: 'none-left' | 'both' | 'learned', claims: Claim[], digits = puzzle.givens) => {
    const lesson: Lesson = { violated: { kind, claims: { first: claims, more: 0 } }, undone: NOTHING }
    const { words, cells } = violationIn(puzzle, { last: { kind: 'conflict' }, digits, lesson }) ?? {}
    return { words, cells: [...(cells ?? [])] }
  }
  const NOTHING = { first: [], more: 0 }

  it.each([
    ['Learned: r1c1 is not 3 if r4c4 is 2.', [claim(3, false, 0), claim(2, false, 15)], 0],
    [
      'Learned: r1c1 is not 3 if r4c4 is not 2 and 7 more conditions hold.',
      [claim(3, false, 0), claim(2, true, 15)],
      7,
    ],
    [
      'Learned: r1c1 is not 3 if r4c4 is 2, r2c2 is not 1 and 1 more condition holds.',
      [claim(3, false, 0), claim(2, false, 15), claim(1, true, 5)],
      1,
    ],
    // Where two units cross, both are named.
    [
      'Learned: 3 is in row 1 of box 1 if 2 is in column 3 of box 4.',
      [claim(3, true, 0, 1), claim(2, false, 10, 14)],
      0,
    ],
    // A single claim is what holds.
    ['Learned: r1c1 is not 3.', [claim(3, false, 0)], 0],
    ['Learned: r1c1 is 3.', [claim(3, true, 0)], 0],
    ['Learned: 3 is in row 1 of box 1.', [claim(3, true, 0, 1)], 0],
  ])('a clause: %s', (words, claims, more) => {
    expect(learnedWords(puzzle, { learned: { first: claims, more }, undone: NOTHING })).toBe(words)
  })

  it('a clause that says what a cage holds name the cage, and crossings of it', () => {
    const killer = killerPuzzle([0], 3, [])
    const words = (...first: Claim[]) => learnedWords(killer, { learned: { first, more: 0 }, undone: NOTHING })
    expect(words({ ...claim(3, true, 0, 1, 2), besides: [4, 5] }, claim(7, false, 3, 4, 5))).toBe(
      'Learned: 3, 4 or 5 is in the cage at r1c1 if 7 is in the cage at r1c4.',
    )
    const crossing = { learned: { first: [claim(6, true, 3, 4)], more: 0 }, undone: NOTHING }
    expect(learnedWords(killerPuzzle([0], 5, []), crossing)).toBe('Learned: 6 is in box 2 of the cage at r1c1.')
  })

  const { givens } = puzzle
  it.each<[string, number[], Parameters<typeof violated>]>([
    ['4 has no place left in row 1.', [0, 1, 2, 3], ['none-left', [0, 1, 2, 3].map((cell) => claim(4, true, cell))]],
    // The other two cells of the box are filled, so these are all places of both the row and the box.
    [
      '4 has no place left in box 1.',
      [0, 1, 4, 5],
      ['none-left', [claim(4, true, 0), claim(4, true, 1)], givens.with(4, 1).with(5, 2)],
    ],
    [
      '4 has to be in row 1 of box 1, and has no place left there.',
      [0, 1],
      ['none-left', [claim(4, false, 0, 1), claim(4, true, 0), claim(4, true, 1)]],
    ],
    ['Row 2 column 2 would hold both 1 and 4.', [5], ['both', [claim(4, false, 5), claim(1, false, 5)]]],
    // The cell that holds the digit is lit, among those where two units cross.
    [
      '4 would stand twice in column 1.',
      [4, 12],
      ['both', [claim(4, false, 0, 4), claim(4, false, 12)], givens.with(4, 4)],
    ],
    [
      '4 would stand in row 1 column 1, but outside column 1 of box 1.',
      [0, 4],
      ['both', [claim(4, true, 0, 4), claim(4, false, 0)]],
    ],
    [
      'It breaks what was learned before: r1c1 is not 3 if r4c4 is 2.',
      [0, 15],
      ['learned', [claim(3, false, 0), claim(2, false, 15)]],
    ],
  ])('a contradiction, which lights its cells: %s', (words, cells, contradiction) => {
    expect(violated(...contradiction)).toEqual({ words, cells })
  })

  it('a jump count what is taken back, and say so where that is nothing', () => {
    const undone = (cells: number[], more: number) =>
      jumpWords(puzzle, { undone: { first: cells.map((cell) => ({ cell, digit: 1 })), more } })
    expect(undone([5], 0)).toBe('Takes back 1 guess: r2c2.')
    expect(undone([5, 0, 15], 2)).toBe('Takes back 5 guesses: r2c2, r1c1, r4c4 and 2 more.')
    expect(undone([], 0)).toBe('No guess stands that could be taken back.')
  })
})

it.each([
  ['windoku', 9, false],
  ['non-consecutive', 9, true],
  ['classic', 16, true],
] as const)('bit-parallel learns on large grids and under relations alone: %s, %i: %s', (rules, size, learns) => {
  const puzzle = puzzleFrom('.'.repeat(size * size), rules, size)
  const known = (['learning', 'singles', 'bit-parallel'] as const).map((strategy) => learnsOn(puzzle, strategy))
  expect(known).toEqual([true, false, learns])
})

it('says that a search starts again', { tags: ['long'] }, () => {
  // Sums that cannot be kept: a search among constraints rests, and so starts again, after a thousand conflicts.
  const sums = Array.from({ length: 16 }, (_, i) => [0, 1, 2].map((j) => nameOfCell((i * 11 + j * 17 + 5) % 81, 9)))
  const puzzle = puzzleWith({ constraints: sums.map((cells) => ({ type: 'sum', cells, sum: 15 })) }, '.'.repeat(81))
  const tape = tapeOf(puzzle, 3_000)
  let step = 1
  while (step < tape.length && tape.frameAt(step).last?.kind !== 'restart') step++
  const { step: words, aside, jump, lit } = saidOf(puzzle, tape.frameAt(step))
  expect([words, aside, lit]).toEqual(['Starts again, and keeps what it has learned.', '', []])
  expect(jump).toMatch(/^Takes back \d+ guesses: (r\d+c\d+, )+r\d+c\d+ and \d+ more\.$/)
  const after = tape.frameAt(step + 1)
  expect(after.last?.kind).toBe('undo')
  expect(asideWords(after, 'learning', puzzle)).toMatch(/^Backtrack [\d,]+\. It starts again\.$/)
})

it.each([
  ['classic', INKALA_2012],
  ['windoku', '1.2.4..6..3.....5...5..6......1..237......8....7.........9....1....5....7..6.....'],
  ['diagonal', '..4...8...1.5.....25.........28....4..5..17..1...7......7.9......1.....7.......3.'],
] as const)('turns back on a %s grid only where nothing comes of the guesses that stand', (rules, text) => {
  const puzzle = puzzleFrom(text, rules)
  const tape = tapeOf(puzzle)
  let conflicts = 0
  for (let step = 1; step <= tape.length; step++) {
    const frame = tape.frameAt(step)
    if (frame.last?.kind !== 'conflict') continue
    conflicts++
    const { words, cells } = violationIn(puzzle, frame) ?? {}
    expect(words).toMatch(/^[A-Z0-9].*[^ ]\.$/)
    expect(words).not.toMatch(/undefined|NaN| in \./)
    expect(cells?.size).toBeGreaterThan(0)
    const guessed = frame.digits.map((digit, cell) => (ORIGINS[frame.origins[cell]] === 'inferred' ? 0 : digit))
    expect(solve(exactCover, { ...puzzle, givens: guessed }, asking(1)).counts.solutionCount).toBe(0)
    const { first, more } = frame.lesson?.undone ?? { first: [], more: 0 }
    for (const [i, { cell, digit }] of first.entries()) {
      expect(tape.frameAt(step + 1 + i).last).toEqual({ kind: 'undo', cell, digit })
    }
    expect(tape.frameAt(step + first.length + more).backtracks).toBe(frame.backtracks + first.length + more)
    expect(tape.frameAt(step + first.length + more + 1).last?.kind).not.toBe('undo')
  }
  expect(conflicts).toBeGreaterThan(15)
})

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
