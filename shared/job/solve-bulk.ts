import { type BulkSolver, PUZZLE_BYTES } from '../sudoku/engine/bulk-solver.ts'
import { createEngine } from '../sudoku/engine/engine.ts'
import { type Checkpoint, KEPT_SOLUTIONS, SEARCH_VERSION } from '../sudoku/strategies/strategy.ts'
import type { Entry } from './chunk.ts'
import type { JobOptions } from './options.ts'

/** What became of the puzzles of a chunk that the engine takes. */
export interface BulkRun {
  /** For each entry its number among the engine's puzzles, or -1 where it is not one of them. */
  readonly numberOf: Int32Array
  /** How many of the engine's puzzles are done. */
  readonly done: number
  readonly engine: BulkSolver
  /** Where the search of the first puzzle that is not done stands, if it was begun. */
  readonly checkpoint: Checkpoint | undefined
}

/** Fuel between two looks at the clock: 4 ms of easy puzzles, 10 ms of the hardest. */
const FUEL_PER_LOOK = 20_000

let engine: BulkSolver | undefined

/** Whether the engine can take puzzles of a job at all. */
export function isForEngine({ strategy, rules, size }: JobOptions): boolean {
  return strategy === 'bit-parallel' && rules === 'classic' && (size === undefined || size === 9)
}

/** Runs all puzzles of a chunk that are 81 plain characters through the engine at once. */
export function runBulk(
  entries: readonly Entry[],
  { solutions, backtrackLimit }: JobOptions,
  timeIsUp: () => boolean,
  from?: Checkpoint,
): BulkRun {
  engine ??= createEngine()
  const numberOf = new Int32Array(entries.length).fill(-1)
  const texts = new Uint8Array(entries.length * PUZZLE_BYTES)
  let count = 0
  entries.forEach((entry, i) => {
    if (!entry.refused && writePuzzle(entry.text, texts, count * PUZZLE_BYTES)) numberOf[i] = count++
  })
  const question = { solutions, kept: Math.min(solutions, KEPT_SOLUTIONS), backtrackLimit }
  engine.room(count, question).set(texts.subarray(0, count * PUZZLE_BYTES))
  if (from && numberOf[0] === 0) engine.resume(from.path)
  let done = 0
  do done = engine.run(FUEL_PER_LOOK)
  while (done < count && !timeIsUp())
  const path = done < count ? engine.suspend() : undefined
  return { numberOf, done, engine, checkpoint: path && { version: SEARCH_VERSION, path } }
}

/** Writes a puzzle the way the engine reads it; false where it is not 81 characters, a digit or an empty cell each. */
function writePuzzle(text: string, to: Uint8Array, at: number): boolean {
  if (text.length !== PUZZLE_BYTES) return false
  for (let i = 0; i < PUZZLE_BYTES; i++) {
    const byte = PLAIN[text.charCodeAt(i)]
    if (!byte) return false
    to[at + i] = byte
  }
  return true
}

/** By character code, what the engine is given for it; 0 for what it is not given. */
const PLAIN = new Uint8Array(0x10000)
for (const digit of '123456789') PLAIN[digit.charCodeAt(0)] = digit.charCodeAt(0)
for (const empty of '0.*_-') PLAIN[empty.charCodeAt(0)] = '.'.charCodeAt(0)
