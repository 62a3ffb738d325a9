import { refuse } from '../../checked.ts'
import { PLAIN_CELLS, plainText } from '../../sudoku/grid/plain-grid.ts'
import type { Engine, EngineRules } from '../../sudoku/kernels/engine/engine.ts'
import { bulkEngine } from '../../sudoku/kernels/lockstep/bulk-engine.ts'
import { making, type Tried } from '../../sudoku/making/making.ts'
import { parsePuzzle } from '../../sudoku/rules/puzzle.ts'
import { parsePuzzleWith } from '../../sudoku/rules/puzzle-rules.ts'
import { verifyWritten } from '../../sudoku/rules/verify.ts'
import { isForEngine } from '../../sudoku/search/bit-parallel.ts'
import {
  type Checkpoint,
  KEPT_SOLUTIONS,
  leave,
  SEARCH_VERSION,
  type Search,
  type SearchProgress,
  searchProgress,
} from '../../sudoku/search/strategy.ts'
import { checkedStrategy } from '../../sudoku/search/strategy-figures.ts'
import { type AskedPuzzles, makingOptionsOf } from '../asked-puzzles.ts'
import type { Found } from '../found.ts'
import type { JobOptions } from '../job.ts'
import { type ResultNote, ResultsBuilder, type SolvedGrid } from '../packed/packed-results.ts'
import { type Entry, hasGrid, type PuzzleNote, Puzzles } from '../puzzles.ts'
import { type Outcome, outcomeIn, outcomeOf, unsearched } from '../result.ts'
import { type Chunk, type PuzzleCheckpoint, restOf } from './chunk.ts'
import { include, playedPosition } from './including.ts'
import { slicedSearch } from './sliced-search.ts'

export type ResultSink = Pick<ResultsBuilder, 'isFull' | 'addSolved' | 'addPlain' | 'addOther'>

/** A chunk of puzzles that belong to no job, because they are solved in the process that asked for them. */
export const NO_JOB = { jobId: '', part: 1, number: 0, from: 0, redrive: 0, expiresAt: Number.POSITIVE_INFINITY }

/** Tells results as they are found, and keeps nothing: packed and unpacked, a million takes half a second more. */
export class FoundResults implements ResultSink {
  readonly isFull = false
  readonly #tell: (found: Found) => void

  constructor(tell: (found: Found) => void) {
    this.#tell = tell
  }

  addSolved({ grids, grid, solutions, solution, ...counts }: SolvedGrid, note?: ResultNote): void {
    const found = { solutionCount: 1, solutions: [plainText(solutions, solution)], ...counts }
    this.addPlain(grids, grid, { status: 'solved', ...found }, note)
  }

  addPlain(grids: Uint8Array, grid: number, outcome: Outcome, note?: ResultNote): void {
    this.addOther(plainText(grids, grid), outcome, note)
  }

  addOther(puzzle: string, { reason, ...outcome }: Outcome, note?: ResultNote): void {
    this.#tell({ reason, ...note, puzzle, outcome, searchVersion: SEARCH_VERSION })
  }
}

/** The part of a chunk that a worker has solved. */
export interface Slice extends LeftChunk {
  readonly results: ResultsBuilder
}

/** What a slice leaves of a chunk. */
interface LeftChunk {
  /** The puzzles left to solve, with a checkpoint if a search was under way. */
  readonly rest: Chunk | undefined
  /** How far the search of its first puzzle has got, where that is known. */
  readonly searched?: SearchProgress | undefined
}

/** As {@link solveInto}, with results as the table keeps them; the puzzles of a job by wish are made before. */
export function solveChunk(chunk: Chunk, timeIsUp: () => boolean): Slice {
  const { options } = chunk
  const kept = Math.min(options.solutions, KEPT_SOLUTIONS)
  const { made, left } = options.generate ? makeFirst(chunk, options.generate, timeIsUp) : { made: chunk }
  const results = new ResultsBuilder(made.puzzles.plain.length / PLAIN_CELLS, kept, options.include)
  const { rest, searched } = solveInto(results, made, timeIsUp)
  // Those that are made and not solved go before those that are not made yet.
  const whole = rest && left && { ...rest, puzzles: Puzzles.of([...rest.puzzles, ...left.puzzles]) }
  return { results, rest: whole ?? rest ?? left, searched }
}

/**
 * Solves the puzzles of a chunk in order until all are done, the results take no more, or the time slice is over.
 *
 * @param timeIsUp whether the time slice is over; called every few milliseconds
 */
export function solveInto(results: ResultSink, chunk: Chunk, timeIsUp: () => boolean): LeftChunk {
  const { puzzles, options } = chunk
  const { plain, notes } = puzzles
  // If a new version was deployed while the chunk waited, its search starts over.
  const from = chunk.checkpoint?.version === SEARCH_VERSION ? chunk.checkpoint : undefined
  const forEngine = isForEngine(options) ? options : undefined
  // The engine is started at the first plain grid. Started before the loop, it would leave an earlier puzzle only the
  // rest of each slice.
  let bulk: ReturnType<typeof runBulk> | undefined
  let grid = 0
  for (let place = 0; place < puzzles.count; place++) {
    if (results.isFull) return { rest: restOf(chunk, place) }
    const isPlain = notes.get(place)?.text === undefined
    const begun = place === 0 ? from : undefined
    const at = grid * PLAIN_CELLS
    if (isPlain && forEngine && !options.include) {
      bulk ??= runBulk(plain, { options: forEngine, timeIsUp, from: begun })
      if (grid >= bulk.done) return { rest: restOf(chunk, place, bulk.checkpoint) }
      addBulk(results, chunk, place, grid, bulk.engine)
    } else {
      const note = puzzles.noteOf(place, grid)
      const text = note?.text ?? plainText(plain, at)
      const solved =
        isPlain && forEngine
          ? solvePlain(text, plain.subarray(at, at + PLAIN_CELLS), { options: forEngine, timeIsUp, from: begun })
          : solveText(text, note, { options, timeIsUp, from: begun })
      if ('checkpoint' in solved) return { rest: restOf(chunk, place, solved.checkpoint), searched: solved.progress }
      const { puzzle, outcome } = solved
      const searched = { text: puzzle, outcome, options, rules: note?.rules, played: note?.played }
      const included = options.include && include(searched, timeIsUp, begun?.included)
      if (included && 'left' in included)
        return { rest: restOf(chunk, place, { ...SEARCHED, included: included.left }) }
      const known = { ...checked(text, note, outcome, options), ...included }
      if (isPlain) results.addPlain(plain, at, outcome, known)
      else results.addOther(puzzle, outcome, known)
      if (timeIsUp()) return { rest: restOf(chunk, place + 1) }
    }
    if (isPlain) grid++
  }
  return { rest: undefined }
}

/** The checkpoint of a puzzle whose search is done. */
const SEARCHED = { version: SEARCH_VERSION, path: [] } as const

/** Fuel between two looks at the clock: 4 ms of easy puzzles, 10 ms of the hardest. */
const FUEL_PER_LOOK = 20_000

type EngineOptions = Omit<JobOptions, 'rules'> & { readonly rules: EngineRules }

/** How puzzles are searched, the first of them from where an earlier slice left it. */
interface Asked<Options = JobOptions> {
  readonly options: Options
  readonly timeIsUp: () => boolean
  readonly from: PuzzleCheckpoint | undefined
}

const engines: Partial<Record<EngineRules, Engine>> = {}

/**
 * Runs plain grids through the engine, all of a chunk at once.
 *
 * @returns how many are done, and how far the search of the first that is not has got, if it was begun
 */
function runBulk(plain: Uint8Array, { options, timeIsUp, from }: Asked<EngineOptions>) {
  const { rules, solutions, backtrackLimit } = options
  engines[rules] ??= bulkEngine(rules)
  const engine = engines[rules]
  const count = plain.length / PLAIN_CELLS
  engine.room(count, { solutions, kept: Math.min(solutions, KEPT_SOLUTIONS), backtrackLimit }).set(plain)
  if (from) engine.resume(from.path)
  let done = 0
  do done = engine.run(FUEL_PER_LOOK)
  while (done < count && !timeIsUp())
  const path = done < count ? engine.suspend() : undefined
  return { done, engine, checkpoint: path && { version: SEARCH_VERSION, path } }
}

interface Searched {
  readonly puzzle: string
  readonly outcome: Outcome
}

/** A search that was left before its end: where it stands, and how far that is. */
interface LeftSearch {
  readonly checkpoint: Checkpoint
  /** Undefined where the engine searches, which does not tell. */
  readonly progress?: SearchProgress
}

/** Solves one plain grid by itself: what is included takes longer, and the slice may end between any two. */
function solvePlain(text: string, grid: Uint8Array, asked: Asked<EngineOptions>): Searched | LeftSearch {
  if (asked.from?.included) return { puzzle: text, outcome: asked.from.included.outcome }
  const { engine, checkpoint } = runBulk(grid, asked)
  return checkpoint ? { checkpoint } : { puzzle: text, outcome: foundFor(engine, 0, text, asked.options) }
}

function foundFor(engine: Engine, grid: number, text: string, options: JobOptions): Outcome {
  const found = outcomeIn(engine, grid)
  if (found) return found
  // Rare enough that the puzzle is parsed again for the error's text.
  const puzzle = parsePuzzle(text, options.rules, options.size)
  return unsearched('invalid', puzzle.ok ? 'clash' : puzzle.error)
}

/** Adds the result of one plain grid that the engine has done. */
function addBulk(results: ResultSink, { puzzles, options }: Chunk, place: number, grid: number, engine: Engine): void {
  const { plain, given, ids, notes } = puzzles
  const { end, solutionCount, backtracks, searchBacktracks } = engine.outcome(grid)
  const at = grid * PLAIN_CELLS
  if (end === 'done' && solutionCount === 1 && !notes.has(place)) {
    const solution = engine.solutionAt(grid, 0)
    const isGiven = hasGrid(given, at)
    // The one that was found is right under any rules; of another one the judge has to say what it is.
    if (!isGiven || areSame(given, at, engine.bytes, solution)) {
      const id = place < ids.length ? ids[place] : undefined
      const right = isGiven ? RIGHT : undefined
      const note = id === undefined ? right : { id, ...right }
      results.addSolved(
        { grids: plain, grid: at, solutions: engine.bytes, solution, backtracks, searchBacktracks },
        note,
      )
      return
    }
  }
  const text = plainText(plain, at)
  const found = foundFor(engine, grid, text, options)
  results.addPlain(plain, at, found, checked(text, puzzles.noteOf(place, grid), found, options))
}

const RIGHT = { givenIsCorrect: true } as const

function areSame(one: Uint8Array, at: number, other: Uint8Array, otherAt: number): boolean {
  for (let cell = 0; cell < PLAIN_CELLS; cell++) if (one[at + cell] !== other[otherAt + cell]) return false
  return true
}

/** Searches one puzzle with its strategy; returns a checkpoint if the slice is over before the search is. */
function solveText(text: string, note: PuzzleNote | undefined, asked: Asked): Searched | LeftSearch {
  const { options, timeIsUp, from } = asked
  const read = note?.refused ? refuse(note.refused) : parsePuzzleWith(note?.rules, text, options.rules, options.size)
  if (!read.ok) return { puzzle: text, outcome: unsearched('invalid', read.error) }
  const puzzle = read.value
  const position = note?.played && playedPosition(puzzle, note.played)
  if (position && !position.ok) return { puzzle: text, outcome: unsearched('invalid', position.error) }
  const taken = checkedStrategy(options.strategy, puzzle.rules.size)
  if (!taken.ok) return { puzzle: text, outcome: unsearched('invalid', `size: ${taken.error}`) }
  if (from?.included) return { puzzle: puzzle.text, outcome: from.included.outcome }
  const told = (checkpoint: Checkpoint, search: Search) => ({ checkpoint, progress: searchProgress(search) })
  const search = slicedSearch(options.strategy, puzzle, options, from, told)
  let step = search.next()
  for (; !step.done; step = search.next()) {
    if (!timeIsUp()) continue
    const left = step.value()
    leave(search)
    return left
  }
  const { end, counts } = step.value
  return { puzzle: puzzle.text, outcome: outcomeOf(end, counts) }
}

/** A result takes this from its puzzle's note: the name, its rules, and whether the given solution is correct. */
function checked(text: string, note: PuzzleNote | undefined, { status, solutions }: Outcome, options: JobOptions) {
  const { id, given, rules } = note ?? {}
  if (given === undefined || status === 'invalid') return { id, rules }
  // If there are many solutions, any of them is right.
  if (solutions.includes(given)) return { id, rules, givenIsCorrect: true }
  const puzzle = parsePuzzleWith(rules, text, options.rules, options.size)
  const wrong = puzzle.ok ? verifyWritten(puzzle.value, text, given) : puzzle.error
  return { id, rules, givenIsCorrect: wrong === undefined, reason: wrong && `the given solution: ${wrong}` }
}

/** Makes the first puzzles of a chunk, as many as the time slice is long, unless an earlier slice has made some. */
function makeFirst(chunk: Chunk, asked: AskedPuzzles, timeIsUp: () => boolean) {
  const entries = [...chunk.puzzles]
  const next = entries.findIndex(({ text }) => text.startsWith('#'))
  if (next !== 0) {
    const made = next < 0 ? entries.length : next
    return { made: { ...chunk, puzzles: chunk.puzzles.slice(0, made) }, left: restOf(chunk, made) }
  }
  const { checkpoint: begun, ...fresh } = chunk
  const options = makingOptionsOf(asked, chunk.jobId)
  const made: Entry[] = []
  const upTo = (checkpoint?: PuzzleCheckpoint) => ({
    made: { ...fresh, puzzles: Puzzles.of(made) },
    left: restOf(chunk, made.length, checkpoint),
  })
  let from = begun?.version === SEARCH_VERSION ? begun.making : undefined
  for (const { text } of entries) {
    const one = madeOne(text, options, timeIsUp, from)
    if ('attempts' in one) return upTo({ version: SEARCH_VERSION, path: [], making: one })
    from = undefined
    made.push(one)
    if (timeIsUp()) break
  }
  return upTo()
}

/** One puzzle; or how far it has got, if the slice is over before. */
function madeOne(
  text: string,
  options: ReturnType<typeof makingOptionsOf>,
  timeIsUp: () => boolean,
  from: Tried | undefined,
): Entry | Tried {
  if (!options.ok) return { text, refused: options.error.detail }
  try {
    const work = making({ ...options.value, index: Number(text.slice(1)) - 1 }, from)
    let step = work.next()
    for (; !step.done; step = work.next()) if (step.value && timeIsUp()) return step.value
    const { puzzle, own } = step.value
    return { text: puzzle, ...(Object.keys(own).length > 0 && { rules: own }) }
  } catch (error) {
    // No such puzzle, within its budget or at all.
    if (error instanceof RangeError) return { text, refused: error.message }
    throw error
  }
}
