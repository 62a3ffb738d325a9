import type { SearchEnd } from '../../shared/sudoku/strategies/strategy.ts'
import type { StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import type { Size } from '../../shared/sudoku/units.ts'
import type { PuzzleText } from '../address.ts'
import { digitsIn, placeOf, SYMBOLS } from '../grid/board.tsx'
import { countOf, numberText } from '../ui/number-text.ts'
import type { Frame } from './search-tape.ts'
import type { Recorded } from './tape-protocol.ts'

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

/** What there is to know about a step beside what it did. */
export function asideWords(frame: Frame, strategy: StrategyName, { rules, size }: PuzzleText): string {
  const { last, candidates, backtracks } = frame
  if (!last) return 'Press play, or step forward.'
  const all = `Candidates there: ${digitsIn(candidates, rules, size)}.`
  const isOnly = (candidates & (candidates - 1)) === 0
  if (last.kind !== 'undo') return isOnly ? 'The only candidate there.' : all
  const count = `Backtrack ${numberText(backtracks)}.`
  // These two also choose among the places of a digit: which comes next is not to be seen from the cell.
  if (strategy === 'exact-cover' || strategy === 'bit-parallel') return `${count} ${all}`
  const later = digitsIn(candidates & -(2 << (last.digit - 1)), rules, size)
  return later ? `${count} Left to try there: ${later}.` : `${count} Nothing is left to try there.`
}

/** How a search came out, where a frame is its last; undefined anywhere before. */
export function resultWords({ step, backtracks }: Frame, { length, end }: Recorded): string | undefined {
  if (end === undefined || step < length) return undefined
  const count = countOf(backtracks, 'backtrack')
  return `${RESULTS[end]} ${end === 'limit' ? 'more than ' : ''}${count}`
}

const RESULTS: Readonly<Record<SearchEnd, string>> = {
  enough: 'Solved with',
  exhausted: 'No solution, found out with',
  limit: 'Not shown further: the search goes on, with',
}

/** Where a search stands, for those who do not see it. */
export function frameWords(frame: Frame, recorded: Recorded, size: Size): string {
  const { step, depth, backtracks } = frame
  const result = resultWords(frame, recorded)
  const where = `step ${numberText(step)} of ${numberText(recorded.length)}`
  const counts = `Depth ${numberText(depth)}, backtracks ${numberText(backtracks)}.`
  return `${where}. ${stepWords(frame, size)} ${result ? `${result}.` : counts}`
}

/** How fast it plays, as people say it. */
export function speedWords(speed: number): string {
  return speed === 1 ? '1 step a second' : `${numberText(speed)} steps a second`
}
