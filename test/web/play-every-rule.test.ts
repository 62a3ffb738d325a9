import { expect, it } from 'vitest'
import { hasDigit } from '../../shared/sudoku/grid/digit-set.ts'
import { type Digits, textOf } from '../../shared/sudoku/grid/grid.ts'
import { nextStep } from '../../shared/sudoku/hints/next-step.ts'
import { mistakesIn, mistakeWords } from '../../shared/sudoku/hints/position.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { hashOf, parseAddress } from '../../web/page/address.ts'
import { loadOwnRules, solvable } from '../../web/rules/own-rules.ts'
import { puzzleWith } from '../../web/rules/packed-rules.ts'
import type { PuzzleText } from '../../web/rules/puzzle-text.ts'
import { hintWords } from '../../web/solve/hint/hint-words.ts'
import * as play from '../../web/solve/hint/play.ts'
import { playedBoard } from '../../web/solve/hint/played-board.ts'
import { REGIONS_EXAMPLE, RULE_EXAMPLES } from '../sudoku/rule-examples.ts'

// Each picture of docs/rules.md, and other sizes, can be played on: digits, notes, colours, what clashes, and hints to the end
// or as far as they go.

const EMPTY = '.'.repeat(16)
const examples = RULE_EXAMPLES.map(([type, form]) => [type, { puzzle: EMPTY, constraints: [form] }] as const)
const OTHERS = [
  ['regions', { puzzle: EMPTY, regions: REGIONS_EXAMPLE }],
  ...(['diagonal', 'anti-knight', 'anti-king', 'non-consecutive', 'disjoint'] as const).map(
    (name) => [name, { puzzle: '.'.repeat(36), rules: [name] }] as const,
  ),
  ['windoku', { puzzle: '.'.repeat(81), rules: ['windoku'] }],
  ['even', { puzzle: `e.e.${'.'.repeat(12)}`, rules: ['even'] }],
  ['odd', { puzzle: `o.o.${'.'.repeat(12)}`, rules: ['odd'] }],
  ['negative', { puzzle: EMPTY, negative: ['xv'] }],
  ...[4, 6, 16, 25].map((size) => [`${size}×${size}`, { puzzle: '.'.repeat(size * size) }] as const),
] as const

const solutionsOf = (puzzle: Puzzle) =>
  solve(strategies['bit-parallel'], puzzle, { solutions: 2, backtrackLimit: 100_000 }).counts.solutions

/** The puzzle with so many digits of a solution that it has no other. */
function whole(input: object): { puzzle: PuzzleText; solution: Digits } {
  const read = puzzleWith(input)
  if (!read.ok) throw new Error(read.error)
  const puzzle = read.value
  const withText = (text: string) => {
    const found = solvable({ ...puzzle, text })
    if (!found.ok) throw new Error(found.error)
    return found.value
  }
  const [solution] = solutionsOf(withText(puzzle.text))
  for (let shown = 5; ; shown--) {
    // Other cells every time, more of them from turn to turn; in no size whole columns.
    const cells = [...textOf(solution)].map((digit, cell) =>
      (cell * 7 + Math.floor(cell / puzzle.size)) % 5 >= shown ? digit : puzzle.text[cell],
    )
    if (solutionsOf(withText(cells.join(''))).length === 1)
      return { puzzle: { ...puzzle, text: cells.join('') }, solution }
  }
}

it.each([...examples, ...OTHERS])('%s can be played on, with notes, hints and what is wrong', (_, input) =>
  canBePlayed(input),
)

it('so can 36×36', { tags: ['long'] }, () => canBePlayed({ puzzle: '.'.repeat(36 * 36) }))

it('where there are several solutions, what clashes and breaks a rule is marked, wrong, and no step goes on from it', async () => {
  await loadOwnRules()
  const cage = { type: 'cage', cells: ['r1c1', 'r2c1'], sum: 4 }
  const even = { type: 'even', cells: ['r4c4'] }
  const read = puzzleWith({ puzzle: EMPTY, constraints: [cage, even] })
  if (!read.ok) throw new Error(read.error)
  // 1 + 2 in the cage, 3 in a cell for an even digit, and 4 twice in column 2.
  const digits = '14..' + '2...' + '.4..' + '...3'
  const board = [...digits].reduce(
    (before, digit, cell) => (digit === '.' ? before : play.withDigit(before, cell, Number(digit))),
    play.playIn(read.value),
  )
  const wrong = [0, 1, 4, 9, 15]
  expect(play.impossibleIn(read.value, board, undefined).digits).toEqual(wrong)
  const { cells } = playedBoard(read.value, board, { showsClashes: true })
  expect([...cells.keys()].filter((cell) => cells[cell].clashes)).toEqual(wrong)
})

async function canBePlayed(input: object) {
  await loadOwnRules()
  const { puzzle, solution } = whole(input)
  const { size } = puzzle
  const empty = [...play.playIn(puzzle).digits].indexOf(0)
  const beginning = play.playIn(puzzle)
  const noted = play.withKey(beginning, [empty], 'centre', solution[empty])
  const wrong = play.withDigit(noted, empty, (solution[empty] % size) + 1)
  const mistakes = mistakesIn(play.positionIn(wrong), solution)
  expect(mistakes.digits).toEqual([empty])
  expect(mistakeWords(mistakes, { size })).toContain('One digit is wrong')
  // All cells take colours, and those that are empty notes; hints read none of what stands in corners.
  const cells = [...solution.keys()]
  const cornered = play.withKey(beginning, cells, 'corner', size)
  expect(cornered.corner.filter((set) => set > 0).length).toBe(beginning.digits.filter((digit) => digit === 0).length)
  expect(play.candidatesOn(cornered)).toEqual(play.candidatesOn(beginning))
  const coloured = play.withKey(cornered, cells, 'colour', 9)
  expect(coloured.colour).toEqual(cells.map(() => 2 ** 8))
  expect(play.withKey(play.withKey(coloured, cells, 'colour', 9), cells, 'corner', size)).toEqual(beginning)
  expect(play.erased(play.erased(coloured, cells, 'digit'), cells, 'digit')).toEqual(beginning)
  for (const showsClashes of [true, false]) {
    const shown = playedBoard(puzzle, wrong, { showsClashes }).cells
    const twice = cells.filter((cell) => cell !== empty && wrong.digits[cell] === wrong.digits[empty])
    const inLine = (cell: number) =>
      cell % size === empty % size || Math.floor(cell / size) === Math.floor(empty / size)
    for (const cell of twice.filter(inLine)) expect(shown[cell].clashes ?? false).toBe(showsClashes)
    const { cells: right } = playedBoard(puzzle, { ...beginning, digits: solution }, { showsClashes })
    expect(right.filter(({ clashes }) => clashes)).toEqual([])
  }
  for (const board of [beginning, noted, wrong, coloured]) {
    const text = play.textOfPlay(board)
    const address = { view: 'solve', job: undefined, puzzle: { ...puzzle, play: text }, query: {} } as const
    expect(parseAddress(hashOf(address)).puzzle).toMatchObject({ text: puzzle.text, play: text })
    expect(play.playIn(address.puzzle)).toEqual(board)
  }
  let board = play.withAllNotes(play.playIn(puzzle))
  let steps = 0
  for (let step = nextStep(play.positionIn(board)); step; step = nextStep(play.positionIn(board))) {
    steps++
    for (const stage of ['where', 'what', 'drawn'] as const) {
      const { title, more } = hintWords(step, stage, size)
      expect(`${title} ${more}`).not.toMatch(/undefined|NaN/)
      const { cells, shapes } = playedBoard(puzzle, board, { hint: { step, stage, chain: undefined } })
      const drawn = [...shapes.under, ...shapes.over]
      expect(drawn.length).toBeGreaterThan(0)
      for (const shape of drawn) expect('d' in shape ? shape.d : '').not.toMatch(/NaN|undefined/)
      const crosses = drawn.find(({ paint }) => paint === 'hint-gone')
      const gone = step.eliminations.reduce((sum, { digits }) => sum + digits.length, 0)
      if (stage === 'drawn') expect(crosses && 'd' in crosses ? crosses.d.match(/M/g)?.length : 0).toBe(4 * gone)
      for (const [cell, { candidates = 0 }] of cells.entries())
        if (stage === 'drawn' && board.digits[cell] === 0) expect(hasDigit(candidates, solution[cell])).toBe(true)
    }
    board = play.withStep(board, step)
  }
  expect(steps).toBeGreaterThan(0)
  expect(mistakesIn(play.positionIn(board), solution)).toEqual({ digits: [], notes: [], clashes: [] })
}
