import { mostBacktracks } from '../shared/job/limits.ts'
import { SIZES, type Size } from '../shared/sudoku/grid/units.ts'
import { parsePuzzle } from '../shared/sudoku/rules/puzzle.ts'
import { strategies } from '../shared/sudoku/search/strategies.ts'
import { STRATEGY_NAMES, type StrategyName } from '../shared/sudoku/search/strategy-facts.ts'
import { bench, median, processorMs, table, whole } from './measuring/bench.ts'

const RUN_MS = 1_000
const SOLUTIONS = 1_000_000
const BACKTRACKS_PER_LOOK = 500
/** Smaller ones have few solutions in all. */
const MEASURED = SIZES.filter((size) => size >= 9)

/**
 * How long the hardest puzzles there can be would hold a worker, if they took all the backtracks that one puzzle may:
 * an empty grid that is to have a million solutions, and one that is made to defeat brute force. Each runs for some
 * seconds, in slices with a clock in between as a worker has it; the rest is reckoned from that.
 */
export const limits = bench({ rounds: 5 }, ({ rounds }) => {
  const rows = STRATEGY_NAMES.flatMap((strategy) =>
    MEASURED.map((size) => {
      const rates = ['.'.repeat(size * size), againstBruteForce(size)].map((text) =>
        median(Array.from({ length: rounds }, () => backtracksPerSecond(strategy, text, size))),
      )
      const most = mostBacktracks(strategy, { size })
      return [strategy, `${size}×${size}`, ...rates.map(whole), whole(most), `${whole(most / Math.min(...rates))} s`]
    }),
  )
  const rates = ['backtracks/s, empty', 'backtracks/s, against brute force']
  return {
    title: 'Limits',
    about: `Medians of ${rounds}.`,
    sections: [table(['strategy', 'grid', ...rates, 'most backtracks', 'at most'], rows)],
  }
})

/** Every second digit of the last row falls from left to right: brute force meets them when all else is filled. */
function againstBruteForce(size: Size): string {
  const digit = (value: number) => value.toString(36).toUpperCase()
  const lastRow = Array.from({ length: size }, (_, column) => (column % 2 === 0 ? digit(size - column) : '.'))
  return '.'.repeat(size * (size - 1)) + lastRow.join('')
}

function backtracksPerSecond(strategy: StrategyName, text: string, size: Size): number {
  // Windows keep `bit-parallel` from its engine, which is faster than the search that weighs cells.
  const read = parsePuzzle(text, size === 9 && strategy === 'bit-parallel' ? 'windoku' : 'classic', size)
  if (!read.ok) throw new Error(read.error)
  const search = strategies[strategy].search(read.value, {
    solutions: SOLUTIONS,
    backtrackLimit: Number.MAX_SAFE_INTEGER,
  })
  const start = performance.now()
  const before = processorMs()
  let end: ReturnType<typeof search.run>
  do end = search.run(BACKTRACKS_PER_LOOK)
  while (!end && performance.now() - start < RUN_MS)
  // Processor time, because the machine may have other things to do.
  return (search.counts.searchBacktracks * 1000) / (processorMs() - before)
}
