import { describe, expect, it } from 'vitest'
import { shownPuzzle } from '../../web/grid/shown-puzzle.ts'
import { emptyPuzzle, type PuzzleText, puzzleIn } from '../../web/rules/puzzle-text.ts'
import type { LiveAnswer } from '../../web/solve/live-answer.ts'
import { countWords, liveWords, shownAnswer } from '../../web/solve/shown-answer.ts'
import { conflictWords } from '../../web/solve/unsettled.ts'
import { GRID } from '../api/grids.ts'

const puzzleOf = (text: string): PuzzleText => {
  const puzzle = puzzleIn(text, 'classic')
  if (!puzzle.ok) throw new Error(puzzle.error)
  return puzzle.value
}
const FIGURE_2 = puzzleOf(GRID)
const SMALL = puzzleOf('1.3.3.1.........')
const answerOf = (puzzle: PuzzleText, found: Partial<LiveAnswer>): LiveAnswer => ({
  ...{ puzzle, solutions: undefined, counts: {} },
  ...found,
})
const count = (backtracks: number, isWhole = true) => ({ backtracks, isWhole })
const one = (singles: ReturnType<typeof count>, bruteForce?: ReturnType<typeof count>): Partial<LiveAnswer> => ({
  ...{ solutions: 'one', counts: { singles, ...(bruteForce && { 'brute-force': bruteForce }) } },
})
const several = (solutions: number, isWhole = false): Partial<LiveAnswer> => ({
  solutions: 'several',
  possible: { digits: [1, 2, 6], found: [1, 2, 6], isWhole },
  total: { solutions, isWhole },
})
describe('what is known of the puzzle is said in a line', () => {
  it.each<[string, Partial<LiveAnswer>]>([
    ['Solving…', {}],
    ['Solving… 1,200 backtracks so far.', { search: { backtracks: 1200 } }],
    ['One solution. How hard it is for a person is being found out…', { solutions: 'one' }],
    ['More than one solution. A proper Sudoku has only one. Is a given missing?', { solutions: 'several' }],
    ['No solution. No two digits clash, and yet the grid cannot be filled.', { solutions: 'none' }],
    ['No solution. So it is.', { solutions: 'none', conflict: { cells: [0], constraints: [], words: 'So it is.' } }],
    ['18 solutions. They differ in 1 cell, each marked with what it may be.', several(18, true)],
    ['More than one solution. So far: some pencil marks may still go.', several(10)],
    ['More than 10 solutions. So far: some pencil marks may still go.', several(18)],
    ['More than 100,000 solutions. So far: some pencil marks may still go.', several(660_427)],
    [
      'More than 10 solutions… So far: some pencil marks may still go.',
      { ...several(18), total: { solutions: 18, isWhole: false, isCounting: true } },
    ],
    [
      'Not solved after 5 backtracks. The service can go on for longer.',
      { solutions: 'open', search: { backtracks: 5 } },
    ],
    ['It cannot be solved here. Out of memory.', { failure: 'Out of memory.' }],
  ])('%s', (words, found) => {
    const { title, more } = liveWords(FIGURE_2, [], answerOf(FIGURE_2, found))
    expect([title, more].filter(Boolean).join(' ')).toBe(words)
  })

  it('which, once it is known, is how hard it is for a person and why', () => {
    const rated = { word: 'hard', line: 'Hardest step: naked triple.' }
    const { title, more } = liveWords(FIGURE_2, [], answerOf(FIGURE_2, { solutions: 'one' }), rated)
    expect([title, more]).toEqual(['One solution. Hard.', rated.line])
  })

  it.each<[string, Partial<LiveAnswer>]>([
    ['1 where it fills singles first; by brute force, still counting.', one(count(1))],
    [
      '1 where it fills singles first; by brute force, 5,000,000 backtracks so far, 37.2% explored.',
      { ...one(count(1)), search: { backtracks: 5_000_000, explored: 0.3721 } },
    ],
    ['0 where it fills singles first, 4,157 by brute force.', one(count(0), count(4157))],
    ['162 where it fills singles first, more than 100,000,000 by brute force.', one(count(162), count(1e8, false))],
  ])('and of searches, what they took back: %s', (words, found) => {
    expect(countWords(answerOf(FIGURE_2, found))).toBe(`Digits that a search tried and took back: ${words}`)
  })

  it('which under rules of its own, where most is open, is what no pencil marks mean', () => {
    const drawn = { ...emptyPuzzle(4, 'classic'), own: 'a' }
    const digits = Array<number>(16).fill(15)
    const found = { solutions: 'several', possible: { digits, found: digits, isWhole: true } } as const
    const { more } = liveWords(drawn, [], answerOf(drawn, found))
    expect(more).toBe('Cells without marks may hold any digit.')
    expect(liveWords(drawn, [], answerOf(drawn, found), undefined, true).more).toBe('They differ in 16 cells.')
  })

  it.each<[string, readonly string[], number]>([
    ['Its rules rule each other out, whatever the givens are.', [], 0],
    ['The given that is marked leaves none.', [], 1],
    ['The 3 givens that are marked rule each other out: one of them is wrong.', [], 3],
    ['No grid keeps this, which is marked: Renban.', ['Renban'], 0],
    ['These, which are marked, rule each other out: A; B; one given.', ['A', 'B'], 1],
    ['These, which are marked, rule each other out: A; B; C; D; 1 more.', [...'ABCDE'], 0],
  ])('%s', (words, names, givens) => {
    expect(conflictWords(names, givens)).toBe(words)
  })

  it('also where nothing is looked for: an empty grid, one with few givens, and one whose givens clash', () => {
    expect(liveWords(emptyPuzzle(9, 'classic'), [], undefined).title).toBe('Type a puzzle.')
    const few = puzzleOf('1'.padEnd(81, '.'))
    expect(liveWords(few, [], answerOf(few, { solutions: 'several' }))).toMatchObject({
      tone: 'quiet',
      title: '1 given.',
    })
    expect(liveWords(FIGURE_2, ['A.', 'B.', 'C.', 'D.', 'E.'], undefined).more).toBe('A. B. C. And 2 more such places.')
  })
})

describe('cells that hold no given', () => {
  const shown = (...[found, what]: [Partial<LiveAnswer>, Parameters<typeof shownAnswer>[3]]) =>
    shownAnswer(SMALL, shownPuzzle(SMALL).cells, answerOf(SMALL, found), what)

  it('show the solution, candidates or nothing', () => {
    const one = { solutions: 'one', solution: '1234341221434321' } as const
    expect(shown(one, 'solution')[1]).toMatchObject({ digit: 2, kind: 'found' })
    expect(shown(one, 'candidates')[1]).toMatchObject({ digit: 0, candidates: 0b1010 })
    expect(shown(one, 'nothing')[1]).toEqual({ digit: 0, kind: 'empty' })
    expect(shown(one, 'solution')[0]).toEqual({ digit: 1, kind: 'given' })
  })

  it('show what is certain, and where solutions differ what each may be', () => {
    const digits = Array.from({ length: 16 }, (_, cell) => (cell === 1 ? 0b1000 : 0b1010))
    const several = { solutions: 'several', possible: { digits, found: digits, isWhole: true } } as const
    expect(shown(several, 'solution')[1]).toMatchObject({ digit: 4, kind: 'found' })
    expect(shown(several, 'solution')[3]).toMatchObject({ digit: 0, candidates: 0b1010, differs: true })
    expect(shown(several, 'candidates')[1]).toMatchObject({ digit: 0, candidates: 0b1000, differs: false })
  })

  it('show nothing where anything may stand, and no marks of before where nothing can', () => {
    const digits = Array.from({ length: 16 }, (_, cell) => (cell === 1 ? 0b1100 : 0b1111))
    const possible = { digits, found: [], isWhole: false }
    const marks = (found: Partial<LiveAnswer>) => shown(found, 'candidates').map(({ candidates }) => candidates ?? 0)
    expect(marks({ possible })).toEqual([0, 0b1100, ...Array(14).fill(0)])
    expect(marks({ possible, solutions: 'none' })).toEqual(Array(16).fill(0))
    const empty = emptyPuzzle(4, 'classic')
    expect(shownAnswer(empty, shownPuzzle(empty).cells, undefined, 'candidates')[0].candidates).toBeUndefined()
  })

  it('and givens that rule each other out are marked', () => {
    const cells = shown({ solutions: 'none', conflict: { cells: [0, 4], constraints: [], words: '' } }, 'solution')
    expect(cells.flatMap(({ conflicts }, cell) => (conflicts ? [cell] : []))).toEqual([0, 4])
  })
})
