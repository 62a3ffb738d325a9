import type { DigitSet } from '../../shared/sudoku/digit-set.ts'
import { rulesFor } from '../../shared/sudoku/rules.ts'
import type { SearchEnd } from '../../shared/sudoku/strategies/strategy.ts'
import type { StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import type { Size } from '../../shared/sudoku/units.ts'
import type { PuzzleText } from '../address.ts'
import { placeOf, SYMBOLS, symbolsIn } from '../grid/board.tsx'
import { countOf, numberText } from '../ui/number-text.ts'
import type { Frame } from './search-tape.ts'
import type { Recording } from './watched-tape.ts'

/** What a step did, as a sentence. */
export function stepWords({ last }: Frame, size: Size): string {
  if (!last) return 'The givens, before the first step.'
  const place = placeOf(last.cell, size)
  const digit = SYMBOLS[last.digit]
  switch (last.kind) {
    case 'place':
      return `Guesses ${digit} in ${place}.`
    case 'infer':
      return `Infers ${digit} in ${place}.`
    case 'undo':
      return `Takes back ${digit} from ${place}.`
  }
}

/** What there is to know about a step besides what it did. */
export function asideWords(frame: Frame, strategy: StrategyName, puzzle: PuzzleText): string {
  const { last, candidates, backtracks } = frame
  if (!last) return 'Press play, or step forward.'
  const all = `Candidates there: ${digitsIn(candidates, puzzle)}.`
  const isOnly = (candidates & (candidates - 1)) === 0
  if (last.kind !== 'undo') return isOnly ? 'The only candidate there.' : all
  const count = `Backtrack ${numberText(backtracks)}.`
  // These also branch on the places of a digit, or jump back, so the cell alone does not tell what comes next.
  if (strategy === 'exact-cover' || strategy === 'learning' || strategy === 'bit-parallel') return `${count} ${all}`
  const later = digitsIn(candidates & -(2 << (last.digit - 1)), puzzle)
  return later ? `${count} Left to try there: ${later}.` : `${count} Nothing is left to try there.`
}

/** The digits of a set under a puzzle's rules, `1, 2, 4`; the set may have bits beyond its largest digit. */
function digitsIn(set: DigitSet, { rules, size }: PuzzleText): string {
  return symbolsIn(set & rulesFor(rules, size).digits)
}

/** How a search came out; undefined where the frame is not its last. */
export function resultWords({ step, backtracks }: Frame, { length, end }: Recording): string | undefined {
  if (end === undefined || step < length) return undefined
  const count = countOf(backtracks, 'backtrack')
  return `${RESULTS[end]} ${end === 'limit' ? 'more than ' : ''}${count}`
}

const RESULTS: Readonly<Record<SearchEnd, string>> = {
  enough: 'Solved with',
  exhausted: 'No solution, which took',
  limit: 'Not shown further: the search goes on, with',
}

const PERCENT = new Intl.NumberFormat('en-GB', { style: 'percent', maximumSignificantDigits: 3 })
const LEAST_SHARE = 1e-6

/** The share of a search's tree that is explored, `37.2%`; as so much else is left, never rounded up to all of it. */
export function exploredText({ explored, step }: Pick<Frame, 'explored' | 'step'>, recording: Recording): string {
  // A contradiction among the givens ends a search that never had a choice.
  if (recording.end === 'exhausted' && step === recording.length) return '100%'
  if (explored > 0 && explored < LEAST_SHARE) return `< ${PERCENT.format(LEAST_SHARE)}`
  return PERCENT.format(Math.min(explored, 0.999))
}

/** How far a search is, for those who cannot see it. */
export function frameWords(frame: Frame, recording: Recording, size: Size): string {
  const { step, depth, backtracks } = frame
  const result = resultWords(frame, recording)
  const where = `step ${numberText(step)} of ${numberText(recording.length)}`
  const counts = `Depth ${numberText(depth)}, backtracks ${numberText(backtracks)}.`
  return `${where}. ${stepWords(frame, size)} ${result ? `${result}.` : counts}`
}

/** A speed as people say it. */
export function speedWords(speed: number): string {
  return speed === 1 ? '1 step a second' : `${numberText(speed)} steps a second`
}
