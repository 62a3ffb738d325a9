import { type DigitSet, countOf as digitCountOf } from '../../shared/sudoku/grid/digit-set.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
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
  if (isEmptyPuzzle(puzzle))
    return {
      tone: 'quiet',
      title: 'Type a puzzle.',
      more: `It is checked while you type. Choose Answer to see it. ${toLeaveEmpty(puzzle)}`,
    }
  if (clashes.length > 0) return { tone: 'bad', title: 'These givens clash.', more: clashWords(clashes) }
  if (!answer) return { tone: 'quiet', title: 'Solving…' }
  if (answer.failure) return { tone: 'bad', title: 'It cannot be solved here.', more: answer.failure }
  switch (answer.solutions) {
    case undefined:
      return { tone: 'quiet', title: 'Solving…', more: answer.search && `${searchWords(answer.search)}.` }
    case 'one':
      return {
        tone: 'good',
        title: rated ? `One solution. ${capitalised(rated.word)}.` : 'One solution.',
        more: rated?.line ?? 'How hard it is for a person is being found out…',
      }
    case 'none':
      return {
        tone: 'bad',
        title: 'No solution.',
        more: answer.conflict?.words ?? 'No two digits clash, and yet the grid cannot be filled.',
      }
    case 'several':
      return severalWords(puzzle, answer, isHidden)
    case 'open':
      return {
        tone: 'warn',
        title: `Not solved after ${countOf(answer.search?.backtracks ?? 0, 'backtrack')}.`,
        more: 'The service can go on for longer.',
      }
  }
}

function toLeaveEmpty({ size }: PuzzleText): string {
  return size === 36 ? 'A dot leaves a cell empty, and 0 is the digit 36.' : 'A dot or a 0 leaves a cell empty.'
}

const CLASHES_SHOWN = 3

function clashWords(clashes: readonly string[]): string {
  const left = clashes.length - CLASHES_SHOWN
  return [...clashes.slice(0, CLASHES_SHOWN), ...(left > 0 ? [`And ${left} more such places.`] : [])].join(' ')
}

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
  if (isBeginning(puzzle))
    return {
      tone: 'quiet',
      title: `${countOf(givenCountOf(puzzle.text), 'given')}.`,
      more: `More than one solution so far. ${toLeaveEmpty(puzzle)}`,
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
export function isOpen({ own }: PuzzleText, found: readonly DigitSet[]): boolean {
  return own !== undefined && differingIn(found) > found.length / 2
}

function differingIn(found: readonly DigitSet[]): number {
  return found.filter((digits) => digitCountOf(digits) > 1).length
}
