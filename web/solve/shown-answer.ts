import { type DigitSet, countOf as digitCountOf, digitIn } from '../../shared/sudoku/grid/digit-set.ts'
import { digitsOf } from '../../shared/sudoku/grid/grid.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { candidatesOf } from '../../shared/sudoku/search/candidates.ts'
import type { BoardCell } from '../grid/board.tsx'
import { rulesOf, solvable } from '../rules/own-rules.ts'
import { givenCountOf, isEmptyPuzzle, type PuzzleText } from '../rules/puzzle-text.ts'
import { capitalised, countOf, numberText, searchWords } from '../ui/words.ts'
import type { Difficulty } from './hint/use-hints.ts'
import type { LiveAnswer } from './live-answer.ts'

/** Everything known of the puzzle on the board, in a line, and what more there is to say. */
export interface LiveWords {
  readonly tone: 'quiet' | 'good' | 'warn' | 'bad'
  readonly title: string
  readonly more?: string | undefined
}

/**
 * @param clashes what clashes, in words
 * @param answer undefined where nothing is being looked for
 * @param rated how hard the puzzle is for a person, once that is known
 * @param isHidden whether nobody has asked for the answer yet
 */
export function liveWords(
  puzzle: PuzzleText,
  clashes: readonly string[],
  answer: LiveAnswer | undefined,
  rated?: Difficulty,
  isHidden = false,
): LiveWords {
  if (isEmptyPuzzle(puzzle)) {
    const more = `It is checked while you type. Choose Answer to see it. ${toLeaveEmpty(puzzle)}`
    return { tone: 'quiet', title: 'Type a puzzle.', more }
  }
  if (clashes.length > 0) {
    const left = clashes.length - CLASHES_SHOWN
    const more = [...clashes.slice(0, CLASHES_SHOWN), ...(left > 0 ? [`And ${left} more such places.`] : [])].join(' ')
    return { tone: 'bad', title: 'These givens clash.', more }
  }
  if (!answer) return { tone: 'quiet', title: 'Solving…' }
  const { failure, solutions, search, conflict } = answer
  if (failure) return { tone: 'bad', title: 'It cannot be solved here.', more: failure }
  if (!solutions) return { tone: 'quiet', title: 'Solving…', more: search && `${searchWords(search)}.` }
  if (solutions === 'several') return severalWords(puzzle, answer, isHidden)
  if (solutions === 'none') {
    const more = conflict?.words ?? 'No two digits clash, and yet the grid cannot be filled.'
    return { tone: 'bad', title: 'No solution.', more }
  }
  if (solutions === 'one') {
    const title = rated ? `One solution. ${capitalised(rated.word)}.` : 'One solution.'
    return { tone: 'good', title, more: rated?.line ?? 'How hard it is for a person is being found out…' }
  }
  // What is left is 'open'.
  const title = `Not solved after ${countOf(search?.backtracks ?? 0, 'backtrack')}.`
  return { tone: 'warn', title, more: 'The service can go on for longer.' }
}

function toLeaveEmpty({ size }: PuzzleText): string {
  return size === 36 ? 'A dot leaves a cell empty, and 0 is the digit 36.' : 'A dot or a 0 leaves a cell empty.'
}

const CLASHES_SHOWN = 3

/** How much searches had to take back: `1 with singles filled first, 9,949 by brute force`. */
export function countWords({ search, counts: { singles, 'brute-force': bruteForce } }: LiveAnswer): string {
  if (!singles) return ''
  const bySingles = `Digits that a search tried and took back: ${numberText(singles.backtracks)} where it fills singles first`
  if (bruteForce)
    return `${bySingles}, ${bruteForce.isWhole ? '' : 'more than '}${numberText(bruteForce.backtracks)} by brute force.`
  return `${bySingles}; by brute force, ${search ? searchWords(search) : 'still counting'}.`
}

/** No puzzle of so few givens has one solution, so more are still to be typed; left out where that is not known. */
const FEWEST_GIVENS: Readonly<Partial<Record<Size, number>>> = { 4: 4, 6: 8, 9: 17 }

function severalWords(puzzle: PuzzleText, { possible, total }: LiveAnswer, isHidden: boolean): LiveWords {
  if (isBeginning(puzzle)) {
    const more = `More than one solution so far. ${toLeaveEmpty(puzzle)}`
    return { tone: 'quiet', title: `${countOf(givenCountOf(puzzle.text), 'given')}.`, more }
  }
  const tone = puzzle.own === undefined ? 'warn' : 'quiet'
  // A power of ten is the same each time somebody looks for so long.
  const { solutions = 0 } = total ?? {}
  const least = solutions > 10 ? countOf(10 ** (`${solutions - 1}`.length - 1), 'solution') : 'one solution'
  const title = total?.isWhole
    ? `${countOf(total.solutions, 'solution')}.`
    : `More than ${least}${total?.isCounting ? '…' : '.'}`
  if (!possible) return { tone, title, more: 'A proper Sudoku has only one. Is a given missing?' }
  if (!possible.isWhole) return { tone, title, more: 'So far: some pencil marks may still go.' }
  if (!isHidden && isOpen(puzzle, possible.found))
    return { tone, title, more: 'Cells without marks may hold any digit.' }
  const more = `They differ in ${countOf(differingIn(possible.found), 'cell')}`
  return { tone, title, more: isHidden ? `${more}.` : `${more}, each marked with what it may be.` }
}

/** Whether so many givens are missing that what each cell may be says nothing yet. */
export function isBeginning({ text, size, rules, own }: PuzzleText): boolean {
  return rules === 'classic' && own === undefined && givenCountOf(text) < (FEWEST_GIVENS[size] ?? 0)
}

/** Whether under rules of its own most cells differ, as while those are drawn: then to mark such cells says nothing. */
function isOpen({ own }: PuzzleText, found: readonly DigitSet[]): boolean {
  return own !== undefined && differingIn(found) > found.length / 2
}

function differingIn(found: readonly DigitSet[]): number {
  return found.filter((digits) => digitCountOf(digits) > 1).length
}

/** The digits in cells that hold no given. */
export const SHOWN_WORDS = { solution: 'Answer', candidates: 'Pencil marks', nothing: 'Nothing' } as const
type Shown = keyof typeof SHOWN_WORDS
export const SHOWN = Object.keys(SHOWN_WORDS) as Shown[]

/** The puzzle's cells with what was found of them. */
export function shownAnswer(
  puzzle: PuzzleText,
  cells: readonly BoardCell[],
  answer: LiveAnswer | undefined,
  shown: Shown,
): readonly BoardCell[] {
  const conflict = new Set(answer?.conflict?.cells)
  const inCells = fillOf(puzzle, answer, shown)
  return cells.map((cell, at) => ({
    ...cell,
    ...(cell.digit === 0 && inCells?.(at)),
    ...(conflict.has(at) && { conflicts: true }),
  }))
}

type Fill = (cell: number) => Partial<BoardCell>

function fillOf(puzzle: PuzzleText, answer: LiveAnswer | undefined, shown: Shown): Fill | undefined {
  // On an empty grid the marks of all digits in all cells would only bury what is drawn.
  if (shown === 'nothing' || isEmptyPuzzle(puzzle)) return undefined
  const digits = shown === 'solution' && answer?.solution !== undefined ? digitsOf(answer.solution) : undefined
  if (digits) return (cell) => ({ digit: digits[cell], kind: 'found' })
  // What was possible before the last edit would hide that nothing is.
  if (answer?.solutions === 'none') return undefined
  const possible = isBeginning(puzzle) ? undefined : answer?.possible
  const isPossibleShown = shown === 'candidates' || answer?.solutions === 'several'
  if (possible && isPossibleShown) {
    const { digits, found } = possible
    // Where anything may stand, nothing is to be said.
    const all = rulesOf(puzzle).digits
    const isTinted = !isOpen(puzzle, found)
    return (cell) => {
      const set = digits[cell]
      if (shown === 'solution' && digitCountOf(set) === 1) return { digit: digitIn(set), kind: 'found' }
      const differs = isTinted && digitCountOf(found[cell] ?? 0) > 1
      return { candidates: set === all ? 0 : set, differs }
    }
  }
  if (shown === 'solution') return undefined
  const read = solvable(puzzle)
  if (!read.ok) return undefined
  const candidates = candidatesOf(read.value)
  return (cell) => ({ candidates: candidates.at(cell) })
}
