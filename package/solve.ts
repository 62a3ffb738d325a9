import { pause } from '../shared/client/pause.ts'
import type { PuzzleInput } from '../shared/input/entry.ts'
import type { InputFormat } from '../shared/input/input-format.ts'
import type { Chunk } from '../shared/job/chunks/chunk.ts'
import { FoundResults, NO_JOB, solveInto } from '../shared/job/chunks/solve-chunk.ts'
import { type Found, resultOf } from '../shared/job/found.ts'
import type { JobOptions } from '../shared/job/job.ts'
import { type LineNumbers, Puzzles } from '../shared/job/puzzles.ts'
import { outcomeOf, type PuzzleResult, unsearched } from '../shared/job/result.ts'
import { puzzleIn } from '../shared/job/solved-entry.ts'
import { errorInWords } from '../shared/protocol/problem-error.ts'
import { parseJobOptions } from '../shared/protocol/requests.ts'
import { runToEnd } from '../shared/run-to-end.ts'
import type { Step } from '../shared/sudoku/grid/step.ts'
import { isForEngine } from '../shared/sudoku/search/bit-parallel.ts'
import { strategies } from '../shared/sudoku/search/strategies.ts'
import { SEARCH_VERSION, solve as search } from '../shared/sudoku/search/strategy.ts'
import { checkedStrategy } from '../shared/sudoku/search/strategy-figures.ts'
import { solveAllPlain, solvePlain } from './plain.ts'
import { entryIn, readText } from './puzzles.ts'

/** The options of a job, as the service takes them: `strategy`, `rules`, `size`, `solutions`, `backtrackLimit`, `include`. */
export type SolveOptions = Partial<Omit<JobOptions, 'generate'>>

/**
 * Solves one puzzle. The answer is what the service says of it, to the letter, as the only puzzle of a job.
 *
 * @param puzzle a text in any form that stands on one line, rows, or an object with rules of its own
 * @param onStep is told each placement, inference and undoing of the search, which is then slower
 * @throws {RangeError} if an option is unknown or out of range
 */
export function solve(puzzle: PuzzleInput, options: SolveOptions = {}, onStep?: (step: Step) => void): PuzzleResult {
  const asked = askedOf(options)
  if (onStep) return observed(puzzle, asked, onStep)
  // A plain grid straight from the engine takes half of the time.
  const isPlain = typeof puzzle === 'string' && !asked.include && isForEngine(asked)
  const solved = isPlain ? solvePlain(puzzle, asked) : undefined
  if (solved) return resultOf({ ...solved, searchVersion: SEARCH_VERSION }, 1, 1, asked)
  return runToEnd(solvingOne(puzzle, asked))
}

/** The forms of a function that pause: others can work in between, and the work can be given up. */
export interface Pausing {
  /** Aborted, it ends the work at the next pause, with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** The end of some work, with a pause wherever it yields. @throws the reason of the signal */
export async function paused<T>(work: Iterator<unknown, T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    signal?.throwIfAborted()
    const step = work.next()
    if (step.done) return step.value
    await pause(0, signal)
  }
}

/** As {@link solve}, with pauses in which others can work. */
export async function solveAsync(
  puzzle: PuzzleInput,
  { signal, ...options }: SolveOptions & Pausing = {},
): Promise<PuzzleResult> {
  return paused(solvingOne(puzzle, askedOf(options), SLICE_MS), signal)
}

/**
 * The results of all puzzles of a text in any of the formats that the service knows, as it has them for a job of that text.
 *
 * @throws {PuzzleError} where there is no puzzle in it, or no way to tell where they are
 * @throws {RangeError} if an option is unknown or out of range
 */
export function* solveText(
  text: string | Uint8Array,
  { format, ...options }: SolveOptions & { readonly format?: InputFormat } = {},
): Generator<PuzzleResult, void> {
  const asked = askedOf(options)
  for (const results of solving(readText(text, { format, size: asked.size }), asked, TOLD_MS)) yield* results
}

/** As {@link solveText}, with pauses in which others can work. */
export async function* solveTextAsync(
  text: string | Uint8Array,
  { format, signal, ...options }: SolveOptions & Pausing & { readonly format?: InputFormat } = {},
): AsyncGenerator<PuzzleResult, void> {
  const asked = askedOf(options)
  for (const results of solving(readText(text, { format, size: asked.size }), asked, SLICE_MS)) {
    yield* results
    await pause(0, signal)
  }
}

/**
 * The solutions of many puzzles, the fastest way: the first that is found for each, or null if it has no solution, where
 * it is no puzzle, and where the limit was reached. {@link solve} tells which of these it was.
 *
 * @throws {RangeError} if an option is unknown or out of range
 */
export function solveAll(
  puzzles: readonly PuzzleInput[],
  options: Omit<SolveOptions, 'solutions' | 'include'> = {},
): (string | null)[] {
  const asked = askedOf({ ...options, solutions: 1 })
  const solveOther = (puzzle: PuzzleInput) => runToEnd(solvingOne(puzzle, asked)).solution ?? null
  return isForEngine(asked) ? solveAllPlain(puzzles, asked, solveOther) : puzzles.map(solveOther)
}

/** As {@link solveAll}, with pauses in which others can work. */
export async function solveAllAsync(
  puzzles: readonly PuzzleInput[],
  { signal, ...options }: Omit<SolveOptions, 'solutions' | 'include'> & Pausing = {},
): Promise<(string | null)[]> {
  const asked = askedOf({ ...options, solutions: 1 })
  const solutions: (string | null)[] = []
  for (const results of solving({ puzzles: Puzzles.of(puzzles.map(entryIn)) }, asked, SLICE_MS)) {
    for (const { solution } of results) solutions.push(solution ?? null)
    await pause(0, signal)
  }
  return solutions
}

/** Pauses come so often: a search that is taken up again takes a millisecond for what it has learnt. */
export const SLICE_MS = 30
/** Without pauses, results come so often. */
const TOLD_MS = 1_000

/** The options as the service reads them. */
export function askedOf(options: SolveOptions): JobOptions {
  if (last && isSame(options, last.options)) return last.asked
  const asked = parseJobOptions(options)
  if (!asked.ok) throw new RangeError(asked.error.errors.map(errorInWords).join('; '))
  last = { options: { ...options }, asked: asked.value }
  return asked.value
}

/** The options of the call before: to read them takes as long as to solve an easy puzzle. */
let last: { readonly options: SolveOptions; readonly asked: JobOptions } | undefined

/** Whether both have the same texts and numbers, and no lists, which may be changed. */
function isSame(options: SolveOptions, others: SolveOptions): boolean {
  const names = Object.keys(options) as (keyof SolveOptions)[]
  return (
    names.length === Object.keys(others).length &&
    names.every((name) => typeof options[name] !== 'object' && options[name] === others[name])
  )
}

/** A search whose steps somebody is told. */
function observed(puzzle: PuzzleInput, asked: JobOptions, onStep: (step: Step) => void): PuzzleResult {
  const entry = entryIn(puzzle)
  const { text, id, rules } = entry
  const read = puzzleIn(entry, asked.rules, asked.size)
  const resultIs = (of: Pick<Found, 'puzzle' | 'outcome' | 'reason'>) =>
    resultOf({ id, rules, searchVersion: SEARCH_VERSION, ...of }, 1, 1, asked)
  const invalid = (reason: string) => resultIs({ puzzle: text, outcome: unsearched('invalid'), reason })
  if (!read.ok) return invalid(read.error)
  const taken = checkedStrategy(asked.strategy, read.value.rules.size)
  if (!taken.ok) return invalid(`size: ${taken.error}`)
  const { end, counts } = search(strategies[asked.strategy], read.value, asked, onStep)
  return resultIs({ puzzle: read.value.text, outcome: outcomeOf(end, counts) })
}

/** Solves one puzzle, and yields where a slice is over. */
export function* solvingOne(
  puzzle: PuzzleInput,
  asked: JobOptions,
  sliceMs = Number.POSITIVE_INFINITY,
): Generator<undefined, PuzzleResult> {
  for (const [result] of solving({ puzzles: Puzzles.of([entryIn(puzzle)]) }, asked, sliceMs)) {
    if (result) return result
    yield
  }
  throw new Error('a puzzle has no result')
}

/** The results of puzzles as they come, slice by slice, by the code of the service's workers. */
function* solving(
  { puzzles, lines }: { readonly puzzles: Puzzles; readonly lines?: LineNumbers | undefined },
  options: JobOptions,
  sliceMs: number,
): Generator<PuzzleResult[], void> {
  let place = 0
  let rest: Chunk | undefined = { ...NO_JOB, options, puzzles }
  while (rest) {
    const results: PuzzleResult[] = []
    const found = new FoundResults((one) => {
      place++
      results.push(resultOf(one, place, lines?.[place - 1] ?? place, options))
    })
    const end = performance.now() + sliceMs
    rest = solveInto(found, rest, () => performance.now() >= end).rest
    yield results
  }
}
