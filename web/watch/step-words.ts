import { nameOfCell } from '../../shared/sudoku/grid/cell-name.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import type { SearchEnd } from '../../shared/sudoku/search/strategy.ts'
import type { StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { placeOf, SYMBOLS, symbolsIn } from '../grid/board.tsx'
import { countOf, numberText, shareText } from '../ui/words.ts'
import { lessonWords } from './load-lesson-words.ts'
import type { Frame } from './search-tape.ts'
import type { Recording } from './watched-tape.ts'

/** Says in a sentence what a step did. */
export function stepWords(frame: Frame, puzzle: Puzzle): string {
  const { last } = frame
  if (!last) return 'The givens, before the first step.'
  if (!('cell' in last)) {
    if (last.kind === 'restart') return 'Starts again, and keeps what it has learned.'
    return `Conflict. ${frame.lesson ? (lessonWords().violationIn(puzzle, frame)?.words ?? '') : ''}`
  }
  const digit = SYMBOLS[last.digit]
  const did = { place: `Guesses ${digit} in`, infer: `Infers ${digit} in`, undo: `Takes back ${digit} from` }
  return `${did[last.kind]} ${placeOf(last.cell, puzzle.rules.size)}.`
}

/** Says what else there is to know about a step, besides what it did. */
export function asideWords(frame: Frame, strategy: StrategyName, puzzle: Puzzle): string {
  const { last, lesson, left, candidates, backtracks } = frame
  if (!last) return 'Press play, or step forward.'
  if (!('cell' in last)) return lesson ? lessonWords().learnedWords(puzzle, lesson) : ''
  const all = `Candidates there: ${symbolsIn(candidates & puzzle.rules.digits)}.`
  const isOnly = (candidates & (candidates - 1)) === 0
  if (last.kind !== 'undo') return isOnly ? 'The only candidate there.' : all
  const deadEnd = left && lessonWords().deadEndOf(puzzle, frame, strategy)
  const count = `${deadEnd ? `${deadEnd.words} ` : ''}Backtrack ${numberText(backtracks)}.`
  if (lesson) return `${count} ${lesson.learned ? lessonWords().learnedWords(puzzle, lesson) : 'It starts again.'}`
  // These also branch on the places of a digit, or jump back, so the cell alone does not tell what comes next.
  if (strategy === 'exact-cover' || strategy === 'learning' || strategy === 'bit-parallel') return `${count} ${all}`
  // The set may have bits beyond its largest digit.
  const later = symbolsIn(candidates & -(2 << (last.digit - 1)) & puzzle.rules.digits)
  const there = nameOfCell(last.cell, puzzle.rules.size)
  return later ? `${count} Left to try in ${there}: ${later}.` : `${count} Nothing is left to try in ${there}.`
}

/** How a search came out; undefined where the frame is not its last. */
export function resultWords({ step, backtracks }: Frame, { length, end }: Recording): string | undefined {
  if (end === undefined || step < length) return undefined
  return `${RESULTS[end]} ${countOf(backtracks, 'backtrack')}`
}

const RESULTS: Readonly<Record<SearchEnd, string>> = {
  enough: 'Solved with',
  exhausted: 'No solution, which took',
  limit: 'Not shown further: the search goes on, with more than',
}

/** The share of a search's tree that is explored at a frame, `37.2%`. */
export function exploredText({ explored, step }: Pick<Frame, 'explored' | 'step'>, recording: Recording): string {
  // A contradiction among the givens ends a search that never had a choice.
  if (recording.end === 'exhausted' && step === recording.length) return '100%'
  // Nothing was ruled out, and yet it is solved.
  if (explored === 0 && recording.end === 'enough' && step === recording.length) return 'only the way to the solution'
  return shareText(explored)
}

/** How far a search is, for those who cannot see it. */
export function frameWords(frame: Frame, recording: Recording, puzzle: Puzzle): string {
  const { step, path, backtracks } = frame
  const result = resultWords(frame, recording)
  const where = `step ${numberText(step)} of ${numberText(recording.length)}`
  const told = frame.lesson && lessonWords()
  const lesson = told ? `${told.learnedWords(puzzle, frame.lesson)} ${told.jumpWords(puzzle, frame.lesson)} ` : ''
  const counts = `Depth ${numberText(path.length)}, backtracks ${numberText(backtracks)}.`
  return `${where}. ${stepWords(frame, puzzle)} ${lesson}${result ? `${result}.` : counts}`
}
