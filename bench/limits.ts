import { cpus } from 'node:os'
import { mostBacktracks } from '../shared/job/limits.ts'
import { SIZES, type Size } from '../shared/sudoku/grid/units.ts'
import { parsePuzzle } from '../shared/sudoku/rules/puzzle.ts'
import { strategies } from '../shared/sudoku/search/strategies.ts'
import { STRATEGY_NAMES, type StrategyName } from '../shared/sudoku/search/strategy-facts.ts'

/**
 * How long the hardest puzzles there can be would hold a worker, if they took all the backtracks that one puzzle may:
 * an empty grid that is to have a million solutions, and one that is made to defeat brute force. Each runs for some
 * seconds, in slices with a clock in between as a worker has it; the rest is reckoned from that. Medians of 5.
 *
 *     npm run bench -- limits
 */

const ROUNDS = 5
const RUN_MS = 1_000
const SOLUTIONS = 1_000_000
const BACKTRACKS_PER_LOOK = 500
/** Smaller ones have few solutions in all. */
const MEASURED = SIZES.filter((size) => size >= 9)

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
  const before = process.cpuUsage()
  let end: ReturnType<typeof search.run>
  do end = search.run(BACKTRACKS_PER_LOOK)
  while (!end && performance.now() - start < RUN_MS)
  // Of processor time: the machine may have other things to do.
  const { user, system } = process.cpuUsage(before)
  return (search.counts.searchBacktracks * 1e6) / (user + system)
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const whole = (value: number) => Math.round(value).toLocaleString('en')

console.log(`${cpus()[0].model}, ${cpus().length} cores; Node ${process.versions.node}; medians of ${ROUNDS}.\n`)
console.log('| strategy | grid | backtracks/s, empty | backtracks/s, against brute force | most backtracks | at most |')
console.log('| --- | --- | ---: | ---: | ---: | ---: |')
for (const strategy of STRATEGY_NAMES) {
  for (const size of MEASURED) {
    const rates = ['.'.repeat(size * size), againstBruteForce(size)].map((text) => {
      const runs = Array.from({ length: ROUNDS }, () => backtracksPerSecond(strategy, text, size))
      return median(runs)
    })
    const most = mostBacktracks(strategy, size)
    const seconds = most / Math.min(...rates)
    console.log(
      `| ${[strategy, `${size}×${size}`, ...rates.map(whole), whole(most), `${whole(seconds)} s`].join(' | ')} |`,
    )
  }
}
