import { readFileSync } from 'node:fs'
import type { BulkSolver } from '../shared/sudoku/engine/bulk-solver.ts'
import { createEngine } from '../shared/sudoku/engine/engine.ts'
import { createTwin } from '../shared/sudoku/engine/twin.ts'
import { generatePuzzle } from '../shared/sudoku/generate.ts'
import { digitsOf } from '../shared/sudoku/grid.ts'
import { parsePuzzle } from '../shared/sudoku/puzzle.ts'
import { strategies } from '../shared/sudoku/strategies/index.ts'
import { solve } from '../shared/sudoku/strategies/strategy.ts'
import { verify } from '../shared/sudoku/verify.ts'

/**
 * Whether the engine is right about every puzzle of the files given: against exact cover on
 * how many solutions there are (looking for two), against the judge on every solution, against
 * its twin on every count.
 *
 *     npm run bench:check -- PUZZLES.txt … generated:1000000
 */

const QUESTION = { solutions: 2, kept: 2, backtrackLimit: 1e9 }

let wrong = 0
for (const file of process.argv.slice(2)) {
  const [, generated] = /^generated:(\d+)$/.exec(file) ?? []
  const lines = generated ? made(Number(generated)) : readFileSync(file, 'latin1').trim().split(/\r?\n/)
  const engine = solved(createEngine(), lines)
  const twin = solved(createTwin(), lines)
  const ends = new Map<string, number>()
  lines.forEach((line, i) => {
    const found = engine.outcome(i)
    const problem = wrongWith(line, engine, i) ?? (same(engine, twin, i) ? undefined : 'the twin says otherwise')
    if (problem) {
      wrong++
      console.error(`${file}, line ${i + 1}: ${problem}: ${line}`)
    }
    const end = found.end === 'done' ? `${found.solutionCount} solutions` : found.end
    ends.set(end, (ends.get(end) ?? 0) + 1)
  })
  console.log(`${file}: ${lines.length} puzzles, ${[...ends].map(([end, count]) => `${end}: ${count}`).join(', ')}`)
}
console.log(`${wrong} wrong`)
process.exitCode = wrong > 0 ? 1 : 0

function made(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    generatePuzzle({ rules: 'classic', size: 9, clues: 25 + (index % 6), seed: 'check', index }),
  )
}

function solved(solver: BulkSolver, lines: readonly string[]): BulkSolver {
  solver.room(lines.length, QUESTION).set(new TextEncoder().encode(lines.join('').replace(/[0*_-]/g, '.')))
  solver.run(Number.POSITIVE_INFINITY)
  return solver
}

function wrongWith(line: string, engine: BulkSolver, i: number): string | undefined {
  const { end, solutionCount } = engine.outcome(i)
  const puzzle = parsePuzzle(line, 'classic', 9)
  if (!puzzle.ok) return end === 'clash' ? undefined : `${puzzle.error}, yet ${end}`
  const { counts } = solve(strategies['exact-cover'], puzzle.value, {
    solutions: 2,
    backtrackLimit: Number.POSITIVE_INFINITY,
  })
  if (counts.solutionCount !== solutionCount)
    return `${solutionCount} solutions, exact cover finds ${counts.solutionCount}`
  for (let which = 0; which < solutionCount; which++) {
    const problem = verify(puzzle.value, digitsOf(engine.solution(i, which)))
    if (problem) return `solution ${which + 1}: ${problem}`
  }
  if (solutionCount === 2 && engine.solution(i, 0) === engine.solution(i, 1)) return 'the same solution twice'
}

function same(engine: BulkSolver, twin: BulkSolver, i: number): boolean {
  const [a, b] = [engine.outcome(i), twin.outcome(i)]
  const solutions = Array.from({ length: a.solutionCount }, (_, which) => which)
  return (
    JSON.stringify(a) === JSON.stringify(b) &&
    solutions.every((which) => engine.solution(i, which) === twin.solution(i, which))
  )
}
