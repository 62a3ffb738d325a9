import type { Checked } from '../shared/checked.ts'
import { textOf } from '../shared/sudoku/grid/grid.ts'
import type { Puzzle } from '../shared/sudoku/rules/puzzle.ts'
import { verify } from '../shared/sudoku/rules/verify.ts'
import type { Strategy } from '../shared/sudoku/search/strategy.ts'

/** How long a search is looked at, and how often it is asked for the time. */
export interface SearchTiming {
  readonly solutions: number
  readonly mostMs: number
  readonly backtracksPerLook: number
}

/**
 * The processor time that a puzzle takes, reading it included, and whether it was solved within the time. Each solution
 * is verified.
 *
 * @throws where it cannot be read, or a solution is wrong
 */
export function timedSearch(
  read: () => Checked<Puzzle>,
  strategy: Strategy,
  { solutions, mostMs, backtracksPerLook }: SearchTiming,
): { ms: number; isSolved: boolean; backtracks: number; solutions: readonly string[] } {
  const start = cpuMs()
  const puzzle = read()
  if (!puzzle.ok) throw new Error(puzzle.error)
  const search = strategy.search(puzzle.value, { solutions, backtrackLimit: Number.POSITIVE_INFINITY })
  let end: ReturnType<typeof search.run>
  do end = search.run(backtracksPerLook)
  while (!end && cpuMs() - start < mostMs)
  const ms = cpuMs() - start
  const { counts } = search
  if (!end) search.abandon?.()
  for (const digits of counts.solutions) {
    const wrong = verify(puzzle.value, digits)
    if (wrong) throw new Error(`${wrong}: ${textOf(digits)}`)
  }
  return {
    ms,
    isSolved: end !== undefined,
    backtracks: counts.searchBacktracks,
    solutions: counts.solutions.map((digits) => textOf(digits)),
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Milliseconds as tables have them. */
export function shownMs(ms: number): string {
  return ms < 10 ? ms.toFixed(2) : ms.toFixed(0)
}
