import { type BareResult, resultOf } from '../found.ts'
import type { JobOptions } from '../job.ts'
import type { PuzzleResult } from '../result.ts'

/** A result that stands for all of them; none of its values is found anywhere else in its text. */
const STANDING: BareResult = {
  line: 111_111_111,
  place: 222_222_222,
  backtracks: 333_333_333,
  searchBacktracks: 444_444_444,
  puzzle: '.'.repeat(81),
  solution: 'x'.repeat(81),
}
const VALUES = /(1{9}|2{9}|3{9}|4{9}|\.{81}|x{81})/
const NAMES = new Map(Object.entries(STANDING).map(([name, value]) => [String(value), name as keyof BareResult]))

/**
 * A function that writes such results as their format does, byte for byte, in a third of the time: it fills the holes in
 * the text of one of them, which the format has written.
 *
 *     {"line":▢,"place":▢,"puzzle":"▢","status":"solved","strategy":"singles", … "solution":"▢","backtracks":▢, … }
 */
export function templateOf(
  write: (result: PuzzleResult) => string,
  searchVersion: number,
  options: JobOptions,
): (result: BareResult) => string {
  const { line, place, puzzle, solution, ...counts } = STANDING
  const outcome = { status: 'solved', solutionCount: 1, solutions: [solution], ...counts } as const
  const pieces = write(resultOf({ puzzle, outcome, searchVersion }, place, line, options)).split(VALUES)
  const parts = pieces.map((piece) => NAMES.get(piece) ?? { text: piece })
  return (result) => {
    let text = ''
    for (const part of parts) text += typeof part === 'string' ? result[part] : part.text
    return text
  }
}
