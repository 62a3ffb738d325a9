import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { textOf } from '../shared/sudoku/grid.ts'
import { parsePuzzle } from '../shared/sudoku/puzzle.ts'
import { type RulesName, rulesFor } from '../shared/sudoku/rules.ts'
import { learning } from '../shared/sudoku/strategies/learning.ts'
import { verify } from '../shared/sudoku/verify.ts'

/**
 * Hard grids of any size with `learning`: how many are solved within a time each, and the processor time that they take,
 * reading them included. Each solution is verified. A file's puzzles stand one a line; behind the file's name the
 * solutions to look for (2) and the rules (classic) can be said.
 *
 *     npm run bench:large -- --file min16.txt --file holes25.txt:1 --file min16x.txt:2:diagonal --seconds 10
 */

const { values } = parseArgs({
  options: { file: { type: 'string', multiple: true, default: [] }, seconds: { type: 'string', default: '10' } },
})
const mostMs = Number(values.seconds) * 1000
const BACKTRACKS_PER_LOOK = 500

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The processor time that a puzzle took, and whether it was solved within the time. */
function timeOf(text: string, rules: RulesName, solutions: number) {
  const start = cpuMs()
  const puzzle = parsePuzzle(text, rules)
  if (!puzzle.ok) throw new Error(`${puzzle.error}: ${text}`)
  const search = learning.search(puzzle.value, { solutions, backtrackLimit: Number.POSITIVE_INFINITY })
  let end: ReturnType<typeof search.run>
  do end = search.run(BACKTRACKS_PER_LOOK)
  while (!end && cpuMs() - start < mostMs)
  const ms = cpuMs() - start
  for (const digits of search.counts.solutions) {
    const wrong = verify({ ...puzzle.value, rules: rulesFor(rules, puzzle.value.rules.size) }, digits)
    if (wrong) throw new Error(`${wrong}: ${textOf(digits)}`)
  }
  return { ms, isSolved: end !== undefined, backtracks: search.counts.searchBacktracks }
}

const median = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)]
const shown = (ms: number) => (ms < 10 ? ms.toFixed(2) : ms.toFixed(0))

console.log(`${cpus()[0].model}, one core; Node ${process.versions.node}; at most ${values.seconds} s a puzzle.\n`)
console.log('| set | puzzles | solved | median ms | worst ms | sum s | backtracks, median |')
console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |')
for (const file of values.file) {
  const [path, solutions = '2', rules = 'classic'] = file.split(':')
  const texts = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  // Compiles the code, and is not counted.
  for (const text of texts.slice(0, 3)) timeOf(text, rules as RulesName, Number(solutions))
  const times = texts.map((text) => timeOf(text, rules as RulesName, Number(solutions)))
  const sorted = times.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const fields = [
    ...[basename(path), texts.length, times.filter(({ isSolved }) => isSolved).length],
    ...[shown(median(sorted)), shown(sorted.at(-1) ?? 0), (sorted.reduce((a, b) => a + b) / 1000).toFixed(3)],
    median(times.map(({ backtracks }) => backtracks).toSorted((a, b) => a - b)).toLocaleString('en'),
  ]
  console.log(`| ${fields.join(' | ')} |`)
}
