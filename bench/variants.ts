import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { entryOf } from '../shared/input/entry.ts'
import type { Entry } from '../shared/job/puzzles.ts'
import { parsePuzzleWith } from '../shared/sudoku/rules/puzzle-rules.ts'
import { bitParallel } from '../shared/sudoku/search/bit-parallel.ts'
import { shownMs, timedSearch } from './timed-search.ts'

/**
 * Puzzles that bring rules of their own with `bit-parallel`, two solutions looked for: the processor time of each, from
 * its entry on, rules read and composed included; the best of some rounds. Each solution is verified, and where the line
 * has one, compared. A file's puzzles stand one a line, as in NDJSON that is sent: `{"puzzle": …, "constraints": …}`.
 *
 *     npm run bench -- variants --file killers.ndjson --rounds 3 --seconds 10
 */

const { values } = parseArgs({
  options: {
    file: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
  },
})
const mostMs = Number(values.seconds) * 1000
const TIMING = { solutions: 2, mostMs, backtracksPerLook: 10_000 }

function solved({ text, rules, given }: Entry) {
  const timed = timedSearch(() => parsePuzzleWith(rules, text, 'classic'), bitParallel, TIMING)
  const wrong = given !== undefined && timed.solutions.find((solution) => solution !== given)
  if (wrong) throw new Error(`not as published: ${wrong}`)
  return timed
}

const ranked = (numbers: readonly number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))]

console.log(`${cpus()[0].model}, one core; Node ${process.versions.node}; at most ${values.seconds} s a puzzle.\n`)
console.log('| set | puzzles | solved | puzzles/s | median ms | p99 ms | worst ms | backtracks: median, p90, most |')
console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |')
for (const file of values.file) {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const entries = lines.map((line) => {
    const entry = entryOf(JSON.parse(line), 'ignored')
    if (!entry.ok) throw new Error(`${entry.error.message}: ${line}`)
    return entry.value
  })
  // Compiles the code, and is not counted.
  for (const entry of entries.slice(0, 300)) if (Number(values.rounds) > 1) solved(entry)
  const best = entries.map(solved)
  for (let round = 1; round < Number(values.rounds); round++) {
    for (const [i, entry] of entries.entries()) best[i].ms = Math.min(best[i].ms, solved(entry).ms)
  }
  const ms = best.map((one) => one.ms)
  const backtracks = best.map((one) => one.backtracks)
  const fields = [
    ...[basename(file), entries.length, best.filter(({ isSolved }) => isSolved).length],
    Math.round((1000 * entries.length) / ms.reduce((a, b) => a + b)).toLocaleString('en'),
    ...[0.5, 0.99, 1].map((share) => shownMs(ranked(ms, share))),
    [0.5, 0.9, 1].map((share) => ranked(backtracks, share).toLocaleString('en')).join('; '),
  ]
  console.log(`| ${fields.join(' | ')} |`)
}
