import { refuse } from '../checked.ts'
import { Engine } from '../sudoku/engine/engine.ts'
import type { EngineRules } from '../sudoku/engine/kernel.ts'
import { textOf } from '../sudoku/grid.ts'
import { PLAIN_CELLS, plainText } from '../sudoku/plain-grid.ts'
import { parsePuzzle } from '../sudoku/puzzle.ts'
import { type PuzzleRules, parsePuzzleWith } from '../sudoku/puzzle-rules.ts'
import { isForEngine } from '../sudoku/strategies/bit-parallel.ts'
import { strategies } from '../sudoku/strategies/strategies.ts'
import {
  type Checkpoint,
  KEPT_SOLUTIONS,
  SEARCH_VERSION,
  type SearchProgress,
  searchProgress,
} from '../sudoku/strategies/strategy.ts'
import { verifyWritten } from '../sudoku/verify.ts'
import { type Chunk, restOf } from './chunk.ts'
import type { JobOptions } from './job.ts'
import { mostBacktracks } from './limits.ts'
import { ResultsBuilder } from './packed/packed-results.ts'
import type { PuzzleNote, Puzzles } from './puzzles.ts'
import { type Outcome, statusOf, unsearched } from './result.ts'

/** The part of a chunk that a worker has solved. */
export interface Slice {
  readonly results: ResultsBuilder
  /** What is left to solve, with a checkpoint if a search was under way. */
  readonly rest: Chunk | undefined
  /** How far the search of its first puzzle has got, where that is known. */
  readonly searched?: SearchProgress | undefined
}

/**
 * Solves the puzzles of a chunk in order until all are done or the worker's time slice is over.
 *
 * @param timeIsUp whether the time slice is over; called every few milliseconds
 */
export function solveChunk(chunk: Chunk, timeIsUp: () => boolean): Slice {
  const { puzzles, options } = chunk
  const { plain, notes } = puzzles
  // If a new version was deployed while the chunk waited, its search starts over.
  const from = chunk.checkpoint?.version === SEARCH_VERSION ? chunk.checkpoint : undefined
  const forEngine = isForEngine(options) ? options : undefined
  // The engine is started at the first plain grid. Started before the loop, it would leave an earlier puzzle only the
  // rest of each slice.
  let bulk: BulkRun | undefined
  const results = new ResultsBuilder(plain.length / PLAIN_CELLS, Math.min(options.solutions, KEPT_SOLUTIONS))
  let grid = 0
  for (let place = 0; place < puzzles.count; place++) {
    if (results.isFull) return { results, rest: restOf(chunk, place) }
    const note = notes.get(place)
    const isPlain = note?.text === undefined
    if (isPlain && forEngine) {
      bulk ??= runBulk(puzzles, forEngine, timeIsUp, from)
      if (grid >= bulk.done) return { results, rest: restOf(chunk, place, bulk.checkpoint) }
      addBulk(results, plain, grid, bulk, options, note)
    } else {
      const text = note?.text ?? plainText(plain, grid * PLAIN_CELLS)
      const solved = solveText(text, note, options, timeIsUp, place === 0 ? from : undefined)
      if ('checkpoint' in solved) {
        return { results, rest: restOf(chunk, place, solved.checkpoint), searched: solved.searched }
      }
      const known = checked(text, note, solved.outcome, options)
      if (isPlain) results.addPlain(plain, grid * PLAIN_CELLS, solved.outcome, known)
      else results.addOther(solved.puzzle, solved.outcome, known)
      if (timeIsUp()) return { results, rest: restOf(chunk, place + 1) }
    }
    if (isPlain) grid++
  }
  return { results, rest: undefined }
}

/** The plain grids of a chunk in the engine. */
interface BulkRun {
  /** How many of them are done. */
  readonly done: number
  readonly engine: Engine
  /** How far the search of the first grid that is not done has got, if it was begun. */
  readonly checkpoint: Checkpoint | undefined
}

/** Fuel between two looks at the clock: 4 ms of easy puzzles, 10 ms of the hardest. */
const FUEL_PER_LOOK = 20_000

const engines: Partial<Record<EngineRules, Engine>> = {}

/**
 * Runs all plain grids of a chunk through the engine at once.
 *
 * @param from the checkpoint of the chunk's first puzzle, which counts only if that is a plain grid
 */
function runBulk(
  { plain, notes }: Puzzles,
  { rules, solutions, backtrackLimit }: Omit<JobOptions, 'rules'> & { readonly rules: EngineRules },
  timeIsUp: () => boolean,
  from?: Checkpoint,
): BulkRun {
  engines[rules] ??= new Engine(rules)
  const engine = engines[rules]
  const count = plain.length / PLAIN_CELLS
  engine.room(count, { solutions, kept: Math.min(solutions, KEPT_SOLUTIONS), backtrackLimit }).set(plain)
  if (from && notes.get(0)?.text === undefined) engine.resume(from.path)
  let done = 0
  do done = engine.run(FUEL_PER_LOOK)
  while (done < count && !timeIsUp())
  const path = done < count ? engine.suspend() : undefined
  return { done, engine, checkpoint: path && { version: SEARCH_VERSION, path } }
}

/** Adds the result of one plain grid that the engine has done. */
function addBulk(
  results: ResultsBuilder,
  plain: Uint8Array,
  grid: number,
  { engine }: BulkRun,
  options: JobOptions,
  note: PuzzleNote | undefined,
): void {
  const { end, solutionCount, backtracks, searchBacktracks } = engine.outcome(grid)
  const at = grid * PLAIN_CELLS
  if (end === 'done' && solutionCount === 1 && !note) {
    results.addSolved(plain, at, engine.bytes, engine.solutionAt(grid, 0), backtracks, searchBacktracks)
    return
  }
  const text = plainText(plain, at)
  const outcome = () => {
    if (end === 'clash' || end === 'character') {
      // Rare enough that the puzzle is parsed again for the error's text.
      const puzzle = parsePuzzle(text, options.rules, options.size)
      return unsearched('invalid', puzzle.ok ? end : puzzle.error)
    }
    const solutions = engine.solutions(grid, KEPT_SOLUTIONS)
    const status = statusOf(end === 'limit' ? 'limit' : 'enough', solutionCount)
    return { status, solutionCount, solutions, backtracks, searchBacktracks }
  }
  const found = outcome()
  results.addPlain(plain, at, found, checked(text, note, found, options))
}

/**
 * Backtracks between two looks at the clock. The slowest strategy takes 13 µs a backtrack on an empty 25×25 grid, so a
 * slice overruns by some 10 ms, or by 40 before the code is compiled.
 */
const BACKTRACKS_PER_LOOK = 500
/** Under constraints one takes 2 ms where they are sandwiches, and more on larger grids. */
const CONSTRAINED_BACKTRACKS_PER_LOOK = 10

/** Searches one puzzle with its strategy; returns a checkpoint if the slice is over before the search is. */
function solveText(
  text: string,
  note: PuzzleNote | undefined,
  options: JobOptions,
  timeIsUp: () => boolean,
  from?: Checkpoint,
): { puzzle: string; outcome: Outcome } | { checkpoint: Checkpoint; searched: SearchProgress } {
  const read = note?.refused ? refuse(note.refused) : parsePuzzleWith(note?.rules, text, options.rules, options.size)
  if (!read.ok) return { puzzle: text, outcome: unsearched('invalid', read.error) }
  const puzzle = read.value
  const { strategy, backtrackLimit } = options
  // The puzzles of a job may differ in size, and larger ones take longer for each backtrack.
  const isConstrained = puzzle.rules.constraints.length > 0
  const most = Math.min(backtrackLimit, mostBacktracks(strategy, puzzle.rules.size, isConstrained))
  const look = isConstrained ? CONSTRAINED_BACKTRACKS_PER_LOOK : BACKTRACKS_PER_LOOK
  const search = strategies[strategy].search(puzzle, { ...options, backtrackLimit: most }, from)
  for (;;) {
    const end = search.run(look)
    if (!end && timeIsUp()) {
      const checkpoint = search.checkpoint()
      const searched = searchProgress(search)
      search.abandon?.()
      return { checkpoint, searched }
    }
    if (!end) continue
    const { solutionCount, backtracks, searchBacktracks } = search.counts
    const solutions = search.counts.solutions.map((digits) => textOf(digits))
    const status = statusOf(end, solutionCount)
    return { puzzle: puzzle.text, outcome: { status, solutionCount, solutions, backtracks, searchBacktracks } }
  }
}

/** What a result takes from its puzzle's note: the name, and whether the given solution is correct. */
function checked(text: string, note: PuzzleNote | undefined, { status, solutions }: Outcome, options: JobOptions) {
  const { id, given, rules } = note ?? {}
  const named = id !== undefined && { id }
  if (given === undefined || status === 'invalid') return { ...named }
  const wrong = solutions.includes(given) ? undefined : errorInGiven(text, given, options, rules)
  return { ...named, givenIsCorrect: wrong === undefined, ...(wrong !== undefined && { reason: wrong }) }
}

/** Why a solution that came with its puzzle is wrong, if it is. If there are many solutions, any of them is right. */
function errorInGiven(
  text: string,
  given: string,
  { rules, size }: JobOptions,
  own: PuzzleRules | undefined,
): string | undefined {
  const puzzle = parsePuzzleWith(own, text, rules, size)
  const wrong = puzzle.ok ? verifyWritten(puzzle.value, text, given) : puzzle.error
  return wrong && `the given solution: ${wrong}`
}
