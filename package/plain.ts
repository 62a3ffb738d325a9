import { type Outcome, outcomeIn } from '../shared/job/result.ts'
import { copyPlain, PLAIN_CELLS, writePlain } from '../shared/sudoku/grid/plain-grid.ts'
import { Engine, type EngineRules } from '../shared/sudoku/kernels/engine/engine.ts'
import { KEPT_SOLUTIONS, type Question } from '../shared/sudoku/search/strategy.ts'

/** Plain grids in the engine, one or many. */

export interface PlainQuestion extends Question {
  readonly rules: EngineRules
}

/** A plain grid, `.` for empty, and its outcome; undefined where the text is none, or its givens clash. */
export function solvePlain(
  text: string,
  question: PlainQuestion,
): { readonly puzzle: string; readonly outcome: Outcome } | undefined {
  const engine = sharedEngine(question.rules)
  if (!writePlain(text, roomIn(engine, 1, question), 0)) return undefined
  run(engine, 1)
  const outcome = outcomeIn(engine, 0)
  return outcome && { puzzle: text.replaceAll(EMPTY_OTHERWISE, '.'), outcome }
}

/** An empty cell that is not written as a dot. */
const EMPTY_OTHERWISE = /[0*_-]/g

/** Puzzles that the engine is given at a time: 18 KB of its memory hold them. */
const AT_ONCE = 100

/**
 * The first solution of each puzzle; null where there is none, or the limit was reached.
 *
 * @param solveOther answers for what is no plain grid
 */
export function solveAllPlain<Puzzle>(
  puzzles: readonly Puzzle[],
  question: Omit<PlainQuestion, 'solutions'>,
  solveOther: (puzzle: Puzzle) => string | null,
): (string | null)[] {
  const engine = sharedEngine(question.rules)
  const solutions: (string | null)[] = []
  for (let from = 0; from < puzzles.length; from += AT_ONCE) {
    const count = Math.min(AT_ONCE, puzzles.length - from)
    const plain = roomIn(engine, count, { ...question, solutions: 1 })
    const others: number[] = []
    const block = puzzles.slice(from, from + count)
    // One text, and bytes at once: character by character takes three times as long.
    const isEven =
      block.every((puzzle) => typeof puzzle === 'string' && puzzle.length === PLAIN_CELLS) &&
      utf8.encodeInto(block.join(''), bytes).written === count * PLAIN_CELLS
    for (let i = 0; i < count; i++) {
      const at = i * PLAIN_CELLS
      const puzzle = block[i]
      const isPlain = isEven
        ? copyPlain(bytes, at, plain, at)
        : typeof puzzle === 'string' && writePlain(puzzle, plain, at)
      if (isPlain) continue
      // In its place stands a clash, which costs no search.
      plain.fill(ONE, at, at + PLAIN_CELLS)
      others.push(from + i)
    }
    run(engine, count)
    // All at once, and cut: to decode each by itself takes half of the whole time of easy puzzles.
    const [begin, end] = [engine.solutionAt(0, 0), engine.solutionAt(count, 0)]
    const text = latin1.decode(engine.bytes.subarray(begin, end))
    for (let i = 0; i < count; i++) {
      const at = engine.solutionAt(i, 0) - begin
      solutions.push(engine.outcome(i).solutionCount > 0 ? text.slice(at, at + PLAIN_CELLS) : null)
    }
    for (const place of others) solutions[place] = solveOther(puzzles[place])
  }
  return solutions
}

const utf8 = new TextEncoder()
/** Has room for any character in each cell. */
const bytes = new Uint8Array(AT_ONCE * PLAIN_CELLS * 3)
const latin1 = new TextDecoder('latin1')
const ONE = '1'.charCodeAt(0)

const engines: Partial<Record<EngineRules, Engine>> = {}

/** One for all calls: a new one takes 130 µs, as long as 300 easy puzzles. */
function sharedEngine(rules: EngineRules): Engine {
  engines[rules] ??= new Engine(rules)
  return engines[rules]
}

/** The bytes to write so many plain grids into. */
function roomIn(engine: Engine, count: number, { solutions, backtrackLimit }: Question): Uint8Array {
  return engine.room(count, { solutions, kept: Math.min(solutions, KEPT_SOLUTIONS), backtrackLimit })
}

function run(engine: Engine, count: number): void {
  while (engine.run(Number.POSITIVE_INFINITY) < count);
}
