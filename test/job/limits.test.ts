import { expect, it } from 'vitest'
import type { Chunk } from '../../shared/job/chunks/chunk.ts'
import { solveChunk } from '../../shared/job/chunks/solve-chunk.ts'
import { MAX_BACKTRACK_LIMIT, mostBacktracks } from '../../shared/job/limits.ts'
import { SIZES, type Size } from '../../shared/sudoku/grid/units.ts'
import { STRATEGY_NAMES, type StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { checkedStrategy } from '../../shared/sudoku/search/strategy-figures.ts'
import { chunkWith } from './chunks.ts'
import { resultsIn } from './read.ts'

/** A chunk of one empty grid, of a job that does not say how large its grids are. */
function chunkOf(strategy: StrategyName, size: Size): Chunk {
  // Windows keep `bit-parallel` from its engine, whose checkpoints hold its counts in another form.
  const rules = size === 9 ? 'windoku' : 'classic'
  const options = { strategy, rules, solutions: 1_000_000, backtrackLimit: Number.MAX_SAFE_INTEGER } as const
  return chunkWith(['.'.repeat(size * size)], options)
}

const LARGE = SIZES.filter((size) => size >= 9)

const TAKEN = STRATEGY_NAMES.flatMap((strategy) => LARGE.map((size) => ({ strategy, size }))).filter(
  ({ strategy, size }) => checkedStrategy(strategy, size).ok,
)

it.each(TAKEN)(
  'a puzzle of $size×$size is given up by $strategy after the most backtracks there are for its size',
  ({ strategy, size }) => {
    const most = mostBacktracks(strategy, { size })
    const { rest } = solveChunk(chunkOf(strategy, size), () => true)
    const { checkpoint } = rest ?? {}
    if (!rest || !checkpoint?.tally) throw new Error('the search was over before its first slice was')
    // As if it had gone on for minutes: just short of the limit.
    const tally = { ...checkpoint.tally, searchBacktracks: most - 100 }
    const { results } = solveChunk({ ...rest, checkpoint: { ...checkpoint, tally } }, () => false)
    const [result] = resultsIn(results.pack(), rest.options)
    expect(result).toMatchObject({ searchBacktracks: most })
    expect(['aborted', 'multiple']).toContain(result.status)
  },
)

it('no job can ask for more than what the fastest strategy is given', () => {
  const all = STRATEGY_NAMES.flatMap((strategy) => SIZES.map((size) => mostBacktracks(strategy, { size })))
  expect(MAX_BACKTRACK_LIMIT).toBe(Math.max(...all))
})
