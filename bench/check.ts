import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { digitsOf } from '../shared/sudoku/grid/grid.ts'
import { Engine } from '../shared/sudoku/kernels/engine/engine.ts'
import { generatePuzzle } from '../shared/sudoku/making/generate.ts'
import { parsePuzzle } from '../shared/sudoku/rules/puzzle.ts'
import { verify } from '../shared/sudoku/rules/verify.ts'
import { strategies } from '../shared/sudoku/search/strategies.ts'
import { solve } from '../shared/sudoku/search/strategy.ts'
import { engineRulesNamed } from './rivals/contenders.ts'

/**
 * Whether the engine is right about every puzzle of the files given: against exact cover on
 * how many solutions there are (looking for two), and against the judge on every solution. It
 * also prints how many backtracks a file took, to be compared between versions.
 *
 *     npm run bench -- check [--rules diagonal] PUZZLES.txt … generated:1000000
 */

const { values: asked, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { rules: { type: 'string', default: 'classic' } },
})
const rules = engineRulesNamed(asked.rules)

const QUESTION = { solutions: 2, kept: 2, backtrackLimit: 1e9 }

let wrong = 0
for (const file of files) {
  const [, generated] = /^generated:(\d+)$/.exec(file) ?? []
  const lines = generated ? made(Number(generated)) : readFileSync(file, 'latin1').trim().split(/\r?\n/)
  const engine = solved(lines)
  let backtracks = 0
  const ends = new Map<string, number>()
  lines.forEach((line, i) => {
    const found = engine.outcome(i)
    const problem = wrongWith(line, engine, i)
    if (problem) {
      wrong++
      console.error(`${file}, line ${i + 1}: ${problem}: ${line}`)
    }
    const end = found.end === 'done' ? `${found.solutionCount} solutions` : found.end
    ends.set(end, (ends.get(end) ?? 0) + 1)
    backtracks += found.searchBacktracks
  })
  const found = [...ends].map(([end, count]) => `${end}: ${count}`).join(', ')
  console.log(`${file}: ${lines.length} puzzles, ${found}; ${backtracks} backtracks`)
}
console.log(`${wrong} wrong`)
process.exitCode = wrong > 0 ? 1 : 0

function made(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    generatePuzzle({ rules, size: 9, clues: 25 + (index % 6), seed: 'check', index }),
  )
}

function solved(lines: readonly string[]): Engine {
  const engine = new Engine(rules)
  engine.room(lines.length, QUESTION).set(new TextEncoder().encode(lines.join('').replace(/[0*_-]/g, '.')))
  engine.run(Number.POSITIVE_INFINITY)
  return engine
}

function wrongWith(line: string, engine: Engine, i: number): string | undefined {
  const { end, solutionCount } = engine.outcome(i)
  const puzzle = parsePuzzle(line, rules, 9)
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
