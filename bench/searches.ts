import { basename } from 'node:path'
import { type Checked, valueIn } from '../shared/checked.ts'
import { entryOf } from '../shared/input/entry.ts'
import { textOf } from '../shared/sudoku/grid/grid.ts'
import { type Puzzle, parsePuzzle } from '../shared/sudoku/rules/puzzle.ts'
import { parsePuzzleWith } from '../shared/sudoku/rules/puzzle-rules.ts'
import type { RulesName } from '../shared/sudoku/rules/rules.ts'
import { verify } from '../shared/sudoku/rules/verify.ts'
import { bitParallel } from '../shared/sudoku/search/bit-parallel.ts'
import { strategies } from '../shared/sudoku/search/strategies.ts'
import type { Strategy } from '../shared/sudoku/search/strategy.ts'
import type { StrategyName } from '../shared/sudoku/search/strategy-facts.ts'
import { MADE_TYPES, madeVariant } from './made-variants.ts'
import { bench, linesOf, median, processorMs, type Report, ranked, say, table, whole } from './measuring.ts'

/**
 * Searches for whole sets of puzzles: the processor time of each, from its text on, rules read and composed included, and
 * the best of some rounds. Each solution is verified.
 */

interface PuzzleSet {
  readonly name: string
  readonly puzzles: readonly Searched[]
  readonly strategy: Strategy
  readonly solutions: number
}

interface Searched {
  readonly read: () => Checked<Puzzle>
  /** The solution that came with it. */
  readonly given?: string
}

/**
 * A file's puzzles stand one a line. Behind its name stand the solutions to look for (2) and the rules (classic). How many
 * backtracks a strategy makes in a second at its slowest is told by an empty grid that is to have a million solutions, and
 * by one whose last row falls, `.9.8.7` and so on, which brute force meets when all else is filled.
 */
export const large = bench({ file: [], strategy: 'learning', rounds: 1, seconds: 10 }, (timing) => {
  const strategy = strategies[timing.strategy as StrategyName]
  const sets = timing.file.map((named) => {
    const [file, solutions = '2', rules = 'classic'] = named.split(':')
    const puzzles = linesOf(file).map((text) => ({ read: () => parsePuzzle(text, rules as RulesName) }))
    return { name: basename(file), puzzles, strategy, solutions: Number(solutions) }
  })
  return reportOf(`Hard grids of any size with ${strategy.name}`, sets, timing)
})

/**
 * A file's puzzles stand one a line, as in NDJSON that is sent: `{"puzzle": …, "constraints": …}`. Others are made of one
 * type of constraint each, by a seed: `--made all`, or types.
 */
export const variants = bench({ file: [], made: [], seed: 'made', count: 50, rounds: 3, seconds: 10 }, (timing) => {
  const types = MADE_TYPES.filter((type) => timing.made.some((name) => name === type || name === 'all'))
  const made = types.map((name) => {
    const puzzles = Array.from({ length: timing.count }, (_, index) => {
      const { puzzle, constraints } = madeVariant(name, timing.seed, index)
      return { read: () => parsePuzzleWith({ constraints }, puzzle, 'classic') }
    })
    return { name, puzzles, strategy: bitParallel, solutions: 2 }
  })
  const sets = timing.file.map((file) => {
    const puzzles = linesOf(file).map((line) => {
      const entry = entryOf(JSON.parse(line), 'ignored')
      if (!entry.ok) throw new Error(`${entry.error.message}: ${line}`)
      const { rules, text, given } = entry.value
      return { read: () => parsePuzzleWith(rules, text, 'classic'), ...(given !== undefined && { given }) }
    })
    return { name: basename(file), puzzles, strategy: bitParallel, solutions: 2 }
  })
  return reportOf('Puzzles with rules of their own, with bit-parallel', [...sets, ...made], timing)
})

/** So many of a set are searched first, where rounds are taken, so that the code is compiled. */
const WARM_UP = 300
const SHORTEST_WARM_UP = 3

/** @param timing at most so many seconds for a puzzle */
function reportOf(title: string, sets: readonly PuzzleSet[], timing: { rounds: number; seconds: number }): Report {
  const { rounds, seconds } = timing
  const rows = sets.map((set) => {
    say(set.name)
    const { puzzles } = set
    const search = (puzzle: Searched) => timed(puzzle, set, seconds)
    for (const puzzle of puzzles.slice(0, rounds > 1 ? WARM_UP : SHORTEST_WARM_UP)) search(puzzle)
    const best = puzzles.map(search)
    for (let round = 1; round < rounds; round++) {
      for (const [i, puzzle] of puzzles.entries()) best[i].ms = Math.min(best[i].ms, search(puzzle).ms)
    }
    const ms = best.map((one) => one.ms)
    const backtracks = best.map((one) => one.backtracks)
    const sum = ms.reduce((a, b) => a + b)
    return [
      ...[set.name, puzzles.length, best.filter(({ isSolved }) => isSolved).length],
      ...[whole((1000 * puzzles.length) / sum), (sum / 1000).toFixed(3)],
      ...[median(ms), ranked(ms, 0.99), ranked(ms, 1)].map((one) => (one < 10 ? one.toFixed(2) : one.toFixed(0))),
      [0.5, 0.9, 1].map((share) => whole(ranked(backtracks, share))).join('; '),
      whole((1000 * backtracks.reduce((a, b) => a + b)) / sum),
    ]
  })
  const heads = ['set', 'puzzles', 'solved', 'puzzles/s', 'sum s', 'median ms', 'p99 ms', 'worst ms']
  return {
    title,
    about: `Processor time, at most ${seconds} s a puzzle; every solution verified.`,
    sections: [table([...heads, 'backtracks: median, p90, most', 'backtracks/s'], rows)],
  }
}

/** Seldom enough to cost nothing, and often enough for the largest grids. */
const BACKTRACKS_PER_LOOK = 500

/** @throws if the puzzle cannot be read, or a solution is wrong */
function timed({ read, given }: Searched, { strategy, solutions }: PuzzleSet, seconds: number) {
  const start = processorMs()
  const puzzle = valueIn(read())
  const search = strategy.search(puzzle, { solutions, backtrackLimit: Number.POSITIVE_INFINITY })
  let end: ReturnType<typeof search.run>
  do end = search.run(BACKTRACKS_PER_LOOK)
  while (!end && processorMs() - start < seconds * 1000)
  const ms = processorMs() - start
  const { counts } = search
  if (!end) search.abandon?.()
  for (const digits of counts.solutions) {
    const wrong = verify(puzzle, digits)
    const text = textOf(digits)
    if (wrong) throw new Error(`${wrong}: ${text}`)
    if (given !== undefined && text !== given) throw new Error(`not as published: ${text}`)
  }
  return { ms, isSolved: end !== undefined, backtracks: counts.searchBacktracks }
}
