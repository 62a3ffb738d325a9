import { digitsOf } from '../shared/sudoku/grid/grid.ts'
import { Engine, type EngineRules } from '../shared/sudoku/kernels/engine/engine.ts'
import { generatePuzzle } from '../shared/sudoku/making/generate.ts'
import { parsePuzzle } from '../shared/sudoku/rules/puzzle.ts'
import { verify } from '../shared/sudoku/rules/verify.ts'
import { strategies } from '../shared/sudoku/search/strategies.ts'
import { solve } from '../shared/sudoku/search/strategy.ts'
import { bench, table, whole } from './measuring/bench.ts'
import { linesOf, setNamed } from './measuring/puzzle-files.ts'
import { engineRulesNamed } from './rivals/contenders.ts'

const QUESTION = { solutions: 2, kept: 2, backtrackLimit: 1e9 }

/**
 * Whether the engine is right about every puzzle: against exact cover on how many solutions there are (looking for two),
 * and against the judge on every solution. Backtracks are told, to be compared between versions.
 */
export const check = bench({ rules: 'classic', file: [], generated: 0 }, ({ rules: named, file, generated }) => {
  const rules = engineRulesNamed(named)
  const sets = file.map((name) => ({ name, lines: linesOf(name) }))
  if (generated > 0) sets.push({ name: 'generated', lines: made(rules, generated) })
  const wrong: string[] = []
  const rows = sets.map(({ name, lines }) => {
    const engine = new Engine(rules)
    engine.room(lines.length, QUESTION).set(new TextEncoder().encode(lines.join('').replace(/[0*_-]/g, '.')))
    engine.run(Number.POSITIVE_INFINITY)
    const outcomes = lines.map((line, i) => {
      const problem = wrongWith(line, rules, engine, i)
      if (problem) wrong.push(`${name}, line ${i + 1}: ${problem}: ${line}`)
      return engine.outcome(i)
    })
    const ends = Map.groupBy(outcomes, ({ end, solutionCount }) =>
      end === 'done' ? `${solutionCount} solutions` : end,
    )
    const found = [...ends].map(([end, { length }]) => `${end}: ${length}`).join(', ')
    return [
      setNamed(name, lines.length),
      found,
      whole(outcomes.reduce((sum, { searchBacktracks }) => sum + searchBacktracks, 0)),
    ]
  })
  return {
    title: 'The engine beside exact cover and the judge',
    about: `${wrong.length} answers are wrong.`,
    sections: [table(['set', 'found', 'backtracks'], rows)],
    wrong,
  }
})

function made(rules: EngineRules, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    generatePuzzle({ rules, size: 9, clues: 25 + (index % 6), seed: 'check', index }),
  )
}

function wrongWith(line: string, rules: EngineRules, engine: Engine, i: number): string | undefined {
  const { end, solutionCount } = engine.outcome(i)
  const puzzle = parsePuzzle(line, rules, 9)
  if (!puzzle.ok) return end === 'clash' ? undefined : `${puzzle.error}, yet ${end}`
  const question = { solutions: 2, backtrackLimit: Number.POSITIVE_INFINITY }
  const { counts } = solve(strategies['exact-cover'], puzzle.value, question)
  if (counts.solutionCount !== solutionCount)
    return `${solutionCount} solutions, exact cover finds ${counts.solutionCount}`
  for (let which = 0; which < solutionCount; which++) {
    const problem = verify(puzzle.value, digitsOf(engine.solution(i, which)))
    if (problem) return `solution ${which + 1}: ${problem}`
  }
  if (solutionCount === 2 && engine.solution(i, 0) === engine.solution(i, 1)) return 'the same solution twice'
}
