import { accept, type Checked } from '../checked.ts'
import { drawnRules } from '../drawing/constraint-shapes.ts'
import { ruleSentences } from '../drawing/rule-sentences.ts'
import type { Paper, PerPage, SheetBoard } from '../drawing/sheet-pages.ts'
import type { Entry } from '../job/puzzles.ts'
import { wholeOf } from '../job/ratable.ts'
import type { DigitSet } from '../sudoku/grid/digit-set.ts'
import type { Digits } from '../sudoku/grid/grid.ts'
import { ratePuzzle } from '../sudoku/rating/rating.ts'
import type { Puzzle } from '../sudoku/rules/puzzle.ts'
import { parsePuzzleWith } from '../sudoku/rules/puzzle-rules.ts'
import { candidatesOf } from '../sudoku/search/candidates.ts'

/** A puzzle as it is printed, and its solution. */
export interface SheetPuzzle {
  readonly board: Omit<SheetBoard, 'title'>
  readonly puzzle: Puzzle
  /** What stands above it, behind its number. */
  readonly words: readonly string[]
  readonly solution?: Digits
}

/** Nodes of chains for one puzzle; a hundredth of the hardest known take more, and some minutes. */
const MOST_NODES = 5_000_000
/** Solutions are looked at once: small boards do, which fill their page as far as there are any. */
const SOLUTIONS_PER_PAGE = [2, 4, 6, 12] as const

/** A puzzle with its solution; a refusal says why it cannot be read, or that it has not exactly one. */
export function sheetPuzzleOf(entry: Entry): Checked<SheetPuzzle> {
  const whole = wholeOf(entry)
  if (!whole.ok) return whole
  const { puzzle, givens, solution } = whole.value
  const isRated = !entry.rules && puzzle.rules.size === 9
  const words = [...wordsOf(entry), ...(isRated ? [difficultyOf(givens)] : [])]
  return accept({ board: boardOf(entry, puzzle), puzzle, words, solution })
}

/** A puzzle as it is, however many solutions it has. */
export function openPuzzleOf(entry: Entry): Checked<SheetPuzzle> {
  const puzzle = parsePuzzleWith(entry.rules, entry.text, 'classic')
  if (!puzzle.ok) return puzzle
  return accept({ board: boardOf(entry, puzzle.value), puzzle: puzzle.value, words: wordsOf(entry) })
}

export interface SheetOptions {
  readonly perPage: PerPage
  readonly paper: Paper
  readonly title: string
  /** Whether what may still stand in each cell is written small. */
  readonly hasPencilMarks?: boolean
}

/** A PDF of puzzles, and of their solutions at its end. What draws it is loaded with the first. */
export async function sheetOf(
  puzzles: readonly SheetPuzzle[],
  { perPage, paper, title, hasPencilMarks = false }: SheetOptions,
): Promise<Uint8Array> {
  const { Sheets } = await import('../drawing/sheet-pages.ts')
  const sheets = await Sheets.on(paper, title)
  // One alone has the sheet's name, and others their numbers.
  const named = puzzles.map((puzzle, i) => ({ ...puzzle, name: puzzles.length === 1 ? title : `${i + 1}` }))
  sheets.add(
    named.map(({ board, puzzle, words, name }) => ({
      ...board,
      title: [name, ...words].join(' · '),
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
  const sentences = ruleSentences(own?.rules ?? [], own?.negative)
  return { rules: drawnRules(rules), givens, digits: givens, marks, sentences }
}

function wordsOf({ id }: Entry): string[] {
  return id === undefined ? [] : [id]
}

function difficultyOf(givens: Digits): string {
  const rating = ratePuzzle(givens, { nodes: MOST_NODES })
  return 'difficulty' in rating ? `${rating.difficulty} (${rating.er.toFixed(1)})` : 'extreme'
}
