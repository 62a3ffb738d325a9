import { accept, type Checked, refuse } from '../shared/checked.ts'
import { entryOf, type PuzzleInput, refusedEntry } from '../shared/input/entry.ts'
import { DEFAULT_BACKTRACK_LIMIT } from '../shared/job/limits.ts'
import { type PuzzleResult, statusOf, uniqueness } from '../shared/job/result.ts'
import { textOf } from '../shared/sudoku/grid/grid.ts'
import { copyPlain, PLAIN_CELLS, writePlain } from '../shared/sudoku/grid/plain-grid.ts'
import type { Step } from '../shared/sudoku/grid/step.ts'
import { SIZES, type BoxedSize as Size } from '../shared/sudoku/grid/units.ts'
import type { EngineRules } from '../shared/sudoku/kernels/engine/engine.ts'
import { Engine } from '../shared/sudoku/kernels/engine/engine.ts'
import { type GeneratorOptions, generateSolved } from '../shared/sudoku/making/generate.ts'
import type { Puzzle } from '../shared/sudoku/rules/puzzle.ts'
import { parsePuzzleWith } from '../shared/sudoku/rules/puzzle-rules.ts'
import { normalRules, RULES_NAMES, type RulesAsked, type RulesName } from '../shared/sudoku/rules/rules.ts'
import { verifyWritten } from '../shared/sudoku/rules/verify.ts'
import { isForEngine } from '../shared/sudoku/search/bit-parallel.ts'
import { strategies } from '../shared/sudoku/search/strategies.ts'
import { KEPT_SOLUTIONS, type Question, type SearchEnd, solve as search } from '../shared/sudoku/search/strategy.ts'
import { STRATEGY_NAMES, type StrategyName } from '../shared/sudoku/search/strategy-facts.ts'
import { checkedStrategy, STRATEGY_FIGURES } from '../shared/sudoku/search/strategy-figures.ts'

/**
 * The solver of the service, for programs that want it in their own process: Node, browsers, Deno, Bun and workers. It
 * asks for nothing of its surroundings but WebAssembly.
 */

export type { GeneratorOptions, PuzzleInput, RulesAsked, RulesName, Size, Step, StrategyName }
export { RULES_NAMES, SIZES, STRATEGY_NAMES }

/** How a puzzle is understood. */
export interface PuzzleKind {
  /** `classic` by default; several may hold at once. A puzzle may bring others of its own. */
  readonly rules?: RulesAsked
  /** Cells a side, 4, 6, 9, 16 or 25; by default the puzzle's length tells. */
  readonly size?: Size
}

export interface SolveOptions extends PuzzleKind {
  /** `bit-parallel` by default, the fastest. */
  readonly strategy?: StrategyName
  /** How many solutions to look for, from 1; with 2, the default of `bit-parallel`, the answer knows of a second one. */
  readonly solutions?: number
  /** The backtracks that the search may make, 100 million by default. */
  readonly backtrackLimit?: number
}

/** The outcome of a puzzle, in the words of the service's results. */
export type Solved = Pick<
  PuzzleResult,
  'status' | 'unique' | 'solutionCount' | 'solution' | 'backtracks' | 'searchBacktracks' | 'reason'
> & {
  /** All solutions found, the first hundred of them, a character a cell. */
  readonly solutions: readonly string[]
}

/**
 * Solves one puzzle.
 *
 * @param puzzle a character a cell, `.` or `0` for empty; letters above 9 on larger grids, marks of even and odd cells. Or
 *   a link of f-puzzles or SudokuPad, or an object with rules and constraints, as the service takes them
 * @param onStep is told each placement, inference and undoing of the search, which is then slower
 * @throws {RangeError} if an option is unknown or out of range
 */
export function solve(puzzle: PuzzleInput, options: SolveOptions = {}, onStep?: (step: Step) => void): Solved {
  const asked = checked(options)
  if (!onStep && typeof puzzle === 'string' && isForEngine(asked)) {
    const engine = sharedEngine(asked.rules)
    const plain = roomIn(engine, 1, asked)
    // Anything but a plain grid without clashes is read once more below, for the words.
    if (writePlain(puzzle, plain, 0)) {
      runEngine(engine, 1)
      const { end, ...counts } = engine.outcome(0)
      if (end === 'done' || end === 'limit') {
        const kept = engine.solutions(0, KEPT_SOLUTIONS)
        return solvedOf(end === 'limit' ? 'limit' : 'enough', counts, kept, asked)
      }
    }
  }
  const read = puzzleIn(puzzle, asked)
  if (!read.ok) return { ...NOT_SEARCHED, reason: read.error }
  const taken = checkedStrategy(asked.strategy, read.value.puzzle.rules.size)
  if (!taken.ok) return { ...NOT_SEARCHED, reason: `size: ${taken.error}` }
  const { end, counts } = search(strategies[asked.strategy], read.value.puzzle, asked, onStep)
  const kept = counts.solutions.map((digits) => textOf(digits))
  return solvedOf(end, counts, kept, asked)
}

/** Puzzles that the engine is given at a time: 18 KB of its memory hold them. */
const AT_ONCE = 100

/**
 * The solutions of many puzzles, the fastest way: the first that is found for each, or null if it has no solution, where
 * the text is no puzzle, and where the limit was reached. {@link solve} tells which of these it was.
 *
 * @throws {RangeError} if an option is unknown or out of range
 */
export function solveAll(
  puzzles: readonly PuzzleInput[],
  options: Omit<SolveOptions, 'solutions'> = {},
): (string | null)[] {
  const asked = checked({ ...options, solutions: 1 })
  const solveOne = (puzzle: PuzzleInput) => solve(puzzle, asked).solution ?? null
  if (!isForEngine(asked)) return puzzles.map(solveOne)
  const engine = sharedEngine(asked.rules)
  const solutions: (string | null)[] = []
  for (let from = 0; from < puzzles.length; from += AT_ONCE) {
    const count = Math.min(AT_ONCE, puzzles.length - from)
    const plain = roomIn(engine, count, asked)
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
    runEngine(engine, count)
    // All at once, and cut: to decode each by itself takes half of the whole time of easy puzzles.
    const [begin, end] = [engine.solutionAt(0, 0), engine.solutionAt(count, 0)]
    const text = latin1.decode(engine.bytes.subarray(begin, end))
    for (let i = 0; i < count; i++) {
      const at = engine.solutionAt(i, 0) - begin
      solutions.push(engine.outcome(i).solutionCount > 0 ? text.slice(at, at + PLAIN_CELLS) : null)
    }
    for (const place of others) solutions[place] = solveOne(puzzles[place])
  }
  return solutions
}

/**
 * Whether a grid solves a puzzle: undefined if it does, and otherwise why it does not. It shares no code with any
 * strategy.
 */
export function check(
  puzzle: PuzzleInput,
  solution: string,
  { rules = 'classic', size }: PuzzleKind = {},
): string | undefined {
  const read = puzzleIn(puzzle, { rules, size })
  return read.ok ? verifyWritten(read.value.puzzle, read.value.text, solution) : read.error
}

/**
 * A puzzle with exactly one solution. The same seed and index make the same puzzle on every machine.
 *
 * @throws {RangeError} where no grid comes down to the number of clues, or an option makes no sense
 */
export function generate({
  rules = 'classic',
  size = 9,
  seed = Math.random(),
  index = 0,
  clues,
}: Partial<GeneratorOptions> & { readonly index?: number } = {}): { puzzle: string; solution: string } {
  const { puzzle, solution } = generateSolved({ rules, size, seed, index, clues })
  return { puzzle, solution: textOf(solution) }
}

/** The puzzle that some input stands for, and its grid as it is written. */
function puzzleIn(
  input: unknown,
  { rules, size }: { readonly rules: RulesAsked; readonly size?: Size | undefined },
): Checked<{ puzzle: Puzzle; text: string }> {
  const read = entryOf(input, 'refused')
  const { text, refused, rules: own } = read.ok ? read.value : refusedEntry(read.error, '')
  if (refused !== undefined) return refuse(refused)
  const puzzle = parsePuzzleWith(own, text, rules, size)
  return puzzle.ok ? accept({ puzzle: puzzle.value, text }) : puzzle
}

const utf8 = new TextEncoder()
/** Has room for any character in each cell. */
const bytes = new Uint8Array(AT_ONCE * PLAIN_CELLS * 3)
const latin1 = new TextDecoder('latin1')
const ONE = '1'.charCodeAt(0)

/** A puzzle whose givens clash is refused in words by the parser. */
const NOT_SEARCHED = {
  status: 'invalid',
  unique: null,
  solutionCount: 0,
  solutions: [],
  backtracks: null,
  searchBacktracks: null,
} as const satisfies Solved

interface CheckedOptions extends Question {
  readonly strategy: StrategyName
  readonly rules: RulesAsked
  readonly size?: Size
}

const OPTIONS: readonly string[] = [
  'strategy',
  'rules',
  'size',
  'solutions',
  'backtrackLimit',
] satisfies (keyof SolveOptions)[]

function checked(options: SolveOptions): CheckedOptions {
  const refuse = (name: string, value: unknown, expected: string): never => {
    throw new RangeError(`${name}: found ${value}, expected ${expected}`)
  }
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name))
  if (unknown !== undefined) throw new RangeError(`${unknown}: unknown option, expected ${OPTIONS.join(', ')}`)
  const { strategy = 'bit-parallel', rules = 'classic', size, backtrackLimit = DEFAULT_BACKTRACK_LIMIT } = options
  const { solutions = STRATEGY_FIGURES[strategy]?.solutions } = options
  if (!STRATEGY_NAMES.includes(strategy)) refuse('strategy', strategy, STRATEGY_NAMES.join(', '))
  for (const name of [rules].flat()) if (!RULES_NAMES.includes(name)) refuse('rules', name, RULES_NAMES.join(', '))
  if (size !== undefined && !SIZES.includes(size)) refuse('size', size, SIZES.join(', '))
  if (!(Number.isInteger(solutions) && solutions >= 1)) refuse('solutions', solutions, 'a whole number from 1')
  if (!(Number.isInteger(backtrackLimit) && backtrackLimit >= 0)) {
    refuse('backtrackLimit', backtrackLimit, 'a whole number from 0')
  }
  return { strategy, rules: normalRules(rules), solutions, backtrackLimit, ...(size !== undefined && { size }) }
}

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

function runEngine(engine: Engine, count: number): void {
  while (engine.run(Number.POSITIVE_INFINITY) < count);
}

function solvedOf(
  end: SearchEnd,
  {
    solutionCount,
    backtracks,
    searchBacktracks,
  }: Pick<Solved, 'solutionCount'> & Record<'backtracks' | 'searchBacktracks', number>,
  solutions: readonly string[],
  { solutions: asked }: Question,
): Solved {
  const status = statusOf(end, solutionCount)
  const [solution] = solutions
  return {
    status,
    unique: uniqueness(status, solutionCount, asked),
    solutionCount,
    ...(solution !== undefined && { solution }),
    solutions,
    backtracks,
    searchBacktracks,
  }
}
