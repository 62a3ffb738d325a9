import { PLAIN_CELLS } from '../../sudoku/grid/plain-grid.ts'
import { resultOf } from '../found.ts'
import type { JobOptions } from '../job.ts'
import type { ByteWriter } from '../packed/bytes.ts'
import type { ResultsReader } from '../packed/packed-results.ts'
import type { PuzzleResult } from '../result.ts'

/** The values of a result that stands for all of them; none is found anywhere else in its text. */
const STANDING_FOR = {
  line: 111_111_111,
  place: 222_222_222,
  backtracks: 333_333_333,
  searchBacktracks: 444_444_444,
  puzzle: '.'.repeat(PLAIN_CELLS),
  solution: 'x'.repeat(PLAIN_CELLS),
} as const
type Hole = keyof typeof STANDING_FOR
const HOLES = Object.keys(STANDING_FOR) as Hole[]
/** Digits of the largest number. */
const NUMBER_BYTES = 16

/**
 * The text of a plain grid that is solved, and of whose result there is nothing else to say, with holes for what differs:
 *
 *     {"line":▢,"place":▢,"puzzle":"▢","status":"solved","strategy":"singles", … "solution":"▢","backtracks":▢, … }
 *
 * It is made of what the format writes of such a result, so that both are the same byte for byte. Filling the holes takes
 * a tenth of the time in which that result is made and written.
 */
export class ResultTemplate {
  /** The texts before, between and behind the holes. */
  readonly #texts: readonly Uint8Array[]
  readonly #holes: readonly Hole[]
  readonly #most: number

  constructor(write: (result: PuzzleResult) => string, searchVersion: number, options: JobOptions) {
    const { line, place, puzzle, solution, ...counts } = STANDING_FOR
    const outcome = { status: 'solved', solutionCount: 1, solutions: [solution], ...counts } as const
    const text = write(resultOf({ puzzle, outcome, searchVersion }, place, line, options))
    const found = HOLES.map((hole) => ({ hole, at: text.indexOf(`${STANDING_FOR[hole]}`) })).sort((a, b) => a.at - b.at)
    const begins = found.map(({ hole, at }) => at + `${STANDING_FOR[hole]}`.length)
    const ends = [...found.map(({ at }) => at), text.length]
    this.#texts = ends.map((end, i) => new TextEncoder().encode(text.slice(begins[i - 1] ?? 0, end)))
    this.#holes = found.map(({ hole }) => hole)
    this.#most = text.length + HOLES.length * NUMBER_BYTES + 2 * PLAIN_CELLS
  }

  write(to: ByteWriter, result: ResultsReader, place: number, line: number): void {
    to.reserve(this.#most)
    const { bytes } = to
    const texts = this.#texts
    // The cells are put behind everything, as the solution stands behind the puzzle and has to be known before it.
    const solution = to.length + this.#most - 2 * PLAIN_CELLS
    const puzzle = solution + PLAIN_CELLS
    result.copySolution(bytes, solution)
    result.copyPuzzle(bytes, solution, bytes, puzzle)
    bytes.set(texts[0], to.length)
    let at = to.length + texts[0].length
    for (let i = 0; i < this.#holes.length; i++) {
      const hole = this.#holes[i]
      if (hole === 'puzzle' || hole === 'solution') {
        const from = hole === 'puzzle' ? puzzle : solution
        bytes.copyWithin(at, from, from + PLAIN_CELLS)
        at += PLAIN_CELLS
      } else {
        const value = hole === 'line' ? line : hole === 'place' ? place : (result[hole] ?? 0)
        at = putDigits(value, bytes, at)
      }
      bytes.set(texts[i + 1], at)
      at += texts[i + 1].length
    }
    to.length = at
  }
}

/** Writes a whole number; answers with the place behind it. */
function putDigits(value: number, to: Uint8Array, at: number): number {
  let end = at + 1
  for (let rest = Math.floor(value / 10); rest > 0; rest = Math.floor(rest / 10)) end++
  let left = value
  for (let i = end - 1; i >= at; i--) {
    const tenths = Math.floor(left / 10)
    to[i] = 48 + left - tenths * 10
    left = tenths
  }
  return end
}
