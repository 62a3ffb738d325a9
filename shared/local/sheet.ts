import { accept, type Checked } from '../checked.ts'
import { constraintSentences } from '../drawing/constraint-sentences.ts'
import { drawnRules } from '../drawing/constraint-shapes.ts'
import { ruleSentences } from '../drawing/rule-sentences.ts'
import type { Paper, PerPage, SheetBoard } from '../drawing/sheet-pages.ts'
import type { Entry } from '../job/puzzles.ts'
import { solvedOf, type Whole, wholeOf } from '../job/solved-entry.ts'
import type { DigitSet } from '../sudoku/grid/digit-set.ts'
import type { Digits } from '../sudoku/grid/grid.ts'
import { ruleDifficulty } from '../sudoku/hints/next-step.ts'
import { ratePuzzle } from '../sudoku/rating/rating.ts'
import type { Puzzle } from '../sudoku/rules/puzzle.ts'
import { candidatesOf } from '../sudoku/search/candidates.ts'

export interface SheetPuzzle {
  readonly board: Omit<SheetBoard, 'title'>
  readonly puzzle: Puzzle
  /** What stands above it, behind its number. */
  readonly words: readonly string[]
  readonly solution?: Digits
  /** Where it begins in its file, from 1: its number on a sheet of several. */
  readonly line?: number | undefined
}

/** Nodes of chains for one puzzle; a hundredth of the hardest known take more, and some minutes. */
const MOST_NODES = 5_000_000
/** Solutions are looked at once: small boards do, which fill their page as far as there are any. */
const SOLUTIONS_PER_PAGE = [2, 4, 6, 12] as const

/** A puzzle with its solution; a refusal says why it cannot be read, or that it has not exactly one. */
export function sheetPuzzleOf(entry: Entry): Checked<SheetPuzzle> {
  const whole = wholeOf(entry)
  return whole.ok ? accept(printedWhole(entry, whole.value)) : whole
}

/** The same of any puzzle: the sheet of one that has no solution or several says so. */
export function anyPuzzleOf(entry: Entry): Checked<SheetPuzzle> {
  const solved = solvedOf(entry)
  if (!solved.ok) return solved
  const { puzzle, solutions } = solved.value
  const [solution, another] = solutions
  if (solution && !another) return accept(printedWhole(entry, { puzzle, solution }))
  const words = [...wordsOf(entry), solution ? 'several solutions' : 'no solution']
  return accept({ board: boardOf(entry, puzzle), puzzle, words })
}

function printedWhole(entry: Entry, { puzzle, solution }: Pick<Whole, 'puzzle' | 'solution'>): SheetPuzzle {
  const isRated = !entry.rules && puzzle.rules.size === 9
  const words = [...wordsOf(entry), isRated ? difficultyOf(puzzle.givens) : ruleDifficulty(puzzle).word]
  return { board: boardOf(entry, puzzle), puzzle, words, solution }
}

export interface SheetOptions {
  readonly perPage: PerPage
  readonly paper: Paper
  readonly title: string
  /** What stands under each puzzle, above its rules. */
  readonly remarks?: readonly string[]
  /** Whether what may still stand in each cell is written small. */
  readonly hasPencilMarks?: boolean
}

/** A PDF of puzzles, and of their solutions at its end. What draws it is loaded with the first. */
export async function sheetOf(
  puzzles: readonly SheetPuzzle[],
  { perPage, paper, title, remarks = [], hasPencilMarks = false }: SheetOptions,
): Promise<Uint8Array> {
  const { sheetsOn } = await import('../drawing/sheet-pages.ts')
  const sheets = await sheetsOn(paper, title)
  const named = puzzles.map((puzzle, i) => ({
    ...puzzle,
    name: puzzles.length === 1 ? title : `${puzzle.line ?? i + 1}`,
  }))
  sheets.add(
    named.map(({ board, puzzle, words, name }) => ({
      ...board,
      title: [name, ...words].join(' · '),
      sentences: [...remarks, ...board.sentences],
      ...(hasPencilMarks && { candidates: pencilMarksOf(puzzle) }),
    })),
    perPage,
  )
  const solutions = named.flatMap(({ board, solution, name }) =>
    solution ? [{ ...board, digits: solution, sentences: [], title: name }] : [],
  )
  sheets.add(solutions, SOLUTIONS_PER_PAGE.find((count) => count >= solutions.length) ?? 12)
  return sheets.bytes()
}

function pencilMarksOf(puzzle: Puzzle): DigitSet[] {
  const candidates = candidatesOf(puzzle)
  return Array.from(puzzle.givens, (given, cell) => (given > 0 ? 0 : candidates.at(cell)))
}

function boardOf({ rules: own }: Entry, { rules, givens, marks }: Puzzle): SheetPuzzle['board'] {
  const sentences = [...ruleSentences(own?.rules ?? [], own?.negative), ...constraintSentences(own?.constraints)]
  return { rules: drawnRules(rules), givens, digits: givens, marks, sentences }
}

function wordsOf({ id }: Entry): string[] {
  return id === undefined ? [] : [id]
}

function difficultyOf(givens: Digits): string {
  const rating = ratePuzzle(givens, { nodes: MOST_NODES })
  return 'difficulty' in rating ? `${rating.difficulty} (${rating.er.toFixed(1)})` : 'extreme'
}
