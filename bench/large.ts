import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { parsePuzzle } from '../shared/sudoku/rules/puzzle.ts'
import type { RulesName } from '../shared/sudoku/rules/rules.ts'
import { learning } from '../shared/sudoku/search/learning.ts'
import { shownMs, timedSearch } from './timed-search.ts'

/**
 * Hard grids of any size with `learning`: how many are solved within a time each, and the processor time that they take,
 * reading them included. Each solution is verified. A file's puzzles stand one a line; behind the file's name the
 * solutions to look for (2) and the rules (classic) can be said.
 *
 *     npm run bench -- large --file min16.txt --file holes25.txt:1 --file min16x.txt:2:diagonal --seconds 10
 */

const { values } = parseArgs({
  options: { file: { type: 'string', multiple: true, default: [] }, seconds: { type: 'string', default: '10' } },
})
const mostMs = Number(values.seconds) * 1000

const timeOf = (text: string, rules: RulesName, solutions: number) =>
  timedSearch(() => parsePuzzle(text, rules), learning, { solutions, mostMs, backtracksPerLook: 500 })

const median = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)]

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
    ...[shownMs(median(sorted)), shownMs(sorted.at(-1) ?? 0), (sorted.reduce((a, b) => a + b) / 1000).toFixed(3)],
    median(times.map(({ backtracks }) => backtracks).toSorted((a, b) => a - b)).toLocaleString('en'),
  ]
  console.log(`| ${fields.join(' | ')} |`)
}
