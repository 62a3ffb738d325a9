import type { BulkSolver } from '../sudoku/engine/bulk-solver.ts'
import { createEngine } from '../sudoku/engine/engine.ts'
import { PLAIN_CELLS } from '../sudoku/plain-grid.ts'
import { type Checkpoint, KEPT_SOLUTIONS, SEARCH_VERSION } from '../sudoku/strategies/strategy.ts'
import type { JobOptions } from './options.ts'
import type { Puzzles } from './puzzles.ts'

/** What became of the plain grids of a chunk in the engine. */
export interface BulkRun {
  /** How many of them are done. */
  readonly done: number
  readonly engine: BulkSolver
  /** Where the search of the first grid that is not done stands, if it was begun. */
  readonly checkpoint: Checkpoint | undefined
}

/** Fuel between two looks at the clock: 4 ms of easy puzzles, 10 ms of the hardest. */
const FUEL_PER_LOOK = 20_000

let engine: BulkSolver | undefined

/** Whether the engine can take puzzles of a job at all. */
export function isForEngine({ strategy, rules, size }: JobOptions): boolean {
  return strategy === 'bit-parallel' && rules === 'classic' && (size === undefined || size === 9)
}

/**
 * Runs all plain grids of a chunk through the engine at once.
 *
 * @param from the search of the chunk's first puzzle, where it is one of them
 */
export function runBulk(
  { plain, notes }: Puzzles,
  { solutions, backtrackLimit }: JobOptions,
  timeIsUp: () => boolean,
  from?: Checkpoint,
): BulkRun {
  engine ??= createEngine()
  const count = plain.length / PLAIN_CELLS
  engine.room(count, { solutions, kept: Math.min(solutions, KEPT_SOLUTIONS), backtrackLimit }).set(plain)
  if (from && notes.get(0)?.text === undefined) engine.resume(from.path)
  let done = 0
  do done = engine.run(FUEL_PER_LOOK)
  while (done < count && !timeIsUp())
  const path = done < count ? engine.suspend() : undefined
  return { done, engine, checkpoint: path && { version: SEARCH_VERSION, path } }
}
