import type { Size } from '../shared/sudoku/grid/units.ts'
import { generatePuzzle } from '../shared/sudoku/making/generate.ts'
import { parsePuzzle } from '../shared/sudoku/rules/puzzle.ts'
import { RULES_NAMES, type RulesName, rulesNamed } from '../shared/sudoku/rules/rules.ts'
import { strategies } from '../shared/sudoku/search/strategies.ts'
import { solve } from '../shared/sudoku/search/strategy.ts'

/**
 * Every size and rule with `bit-parallel`, on generated puzzles, looking for a second solution:
 * puzzles a second, the median time of one, and backtracks. One core, seed "bench".
 *
 *     npm run bench -- generic
 */

/** Givens, as the share of cells, and how many puzzles: as many as are made in some ten seconds. */
const SETS: readonly { rules: RulesName; size: Size; share: number | undefined; count: number }[] = [
  ...RULES_NAMES.flatMap((rules) =>
    rulesNamed(rules)
      .sizes.filter((size) => size <= 9)
      .map((size) => ({ rules, size, share: undefined, count: 500 })),
  ),
  { rules: 'classic', size: 16, share: 0.45, count: 300 },
  { rules: 'classic', size: 16, share: 0.4, count: 100 },
  { rules: 'classic', size: 25, share: 0.45, count: 30 },
]

console.log('| rules | size | givens | puzzles | puzzles/s | median ms | backtracks, mean | most |')
console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |')
for (const { rules, size, share, count } of SETS) {
  const clues = share && Math.round(size * size * share)
  const puzzles = Array.from({ length: count }, (_, index) => {
    const puzzle = parsePuzzle(generatePuzzle({ rules, size, clues, seed: 'bench', index }), rules, size)
    if (!puzzle.ok) throw new Error(puzzle.error)
    return puzzle.value
  })
  const times: number[] = []
  const backtracks: number[] = []
  for (const puzzle of puzzles) {
    const start = performance.now()
    const { counts } = solve(strategies['bit-parallel'], puzzle, {
      solutions: 2,
      backtrackLimit: Number.POSITIVE_INFINITY,
    })
    times.push(performance.now() - start)
    backtracks.push(counts.searchBacktracks)
    if (counts.solutionCount !== 1) throw new Error(`${counts.solutionCount} solutions: ${puzzle.text}`)
  }
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
  const median = times.toSorted((a, b) => a - b)[Math.floor(count / 2)]
  const fields = [
    ...[rules, `${size}×${size}`, clues ?? 'minimal', count, Math.round((count / sum(times)) * 1000)],
    ...[median.toFixed(2), (sum(backtracks) / count).toFixed(1), Math.max(...backtracks)],
  ]
  console.log(`| ${fields.join(' | ')} |`)
}
