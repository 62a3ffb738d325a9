import { accept, type Checked } from '../checked.ts'
import { drawnRules } from '../drawing/constraint-shapes.ts'
import { ruleSentences } from '../drawing/rule-sentences.ts'
import type { Paper, PerPage, SheetBoard } from '../drawing/sheet-pages.ts'
import type { Entry } from '../job/puzzles.ts'
import { wholeOf } from '../job/ratable.ts'
import type { Digits } from '../sudoku/grid/grid.ts'
import { ratePuzzle } from '../sudoku/rating/rating.ts'
import type { Puzzle } from '../sudoku/rules/puzzle.ts'
import { parsePuzzleWith } from '../sudoku/rules/puzzle-rules.ts'

/** A puzzle as it is printed, and its solution. */
export interface SheetPuzzle {
  readonly board: Omit<SheetBoard, 'title'>
  /** What stands above it, behind its number. */
  readonly words: readonly string[]
  readonly solution?: Digits
}

/** Nodes of chains for one puzzle; a hundredth of the hardest known take more, and some minutes. */
const MOST_NODES = 5_000_000
/** Solutions are looked at once: a small board does. */
const SOLUTIONS_PER_PAGE = 12

/** A puzzle with its solution; a refusal says why it cannot be read, or that it has not exactly one. */
export function sheetPuzzleOf(entry: Entry): Checked<SheetPuzzle> {
  const whole = wholeOf(entry)
  if (!whole.ok) return whole
  const { puzzle, givens, solution } = whole.value
  const isRated = !entry.rules && puzzle.rules.size === 9
  const words = [...wordsOf(entry), ...(isRated ? [difficultyOf(givens)] : [])]
  return accept({ board: boardOf(entry, puzzle), words, solution })
}

/** A puzzle as it is, however many solutions it has. */
export function openPuzzleOf(entry: Entry): Checked<SheetPuzzle> {
  const puzzle = parsePuzzleWith(entry.rules, entry.text, 'classic')
  return puzzle.ok ? accept({ board: boardOf(entry, puzzle.value), words: wordsOf(entry) }) : puzzle
}

interface SheetOptions {
  readonly perPage: PerPage
  readonly paper: Paper
  readonly title: string
}

/** A PDF of puzzles, and of their solutions at its end. What draws it is loaded with the first. */
export async function sheetOf(
  puzzles: readonly SheetPuzzle[],
  { perPage, paper, title }: SheetOptions,
): Promise<Uint8Array> {
  const { Sheets } = await import('../drawing/sheet-pages.ts')
  const sheets = await Sheets.on(paper, title)
  const numbered = puzzles.map((puzzle, i) => ({ ...puzzle, number: `${i + 1}` }))
  sheets.add(
    numbered.map(({ board, words, number }) => ({ ...board, title: [number, ...words].join(' · ') })),
    perPage,
  )
  sheets.add(
    numbered.flatMap(({ board, solution, number }) =>
      solution ? [{ ...board, digits: solution, sentences: [], title: number }] : [],
    ),
    SOLUTIONS_PER_PAGE,
  )
  return sheets.bytes()
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
