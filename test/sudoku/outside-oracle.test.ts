import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { Engine } from '../../shared/sudoku/kernels/engine/engine.ts'
import { puzzles } from '../../shared/sudoku/making/generate.ts'

/** Debian's package of that name; a program of its own, and nothing of it in this project. */
const isThere = spawnSync('qqwing', ['--version']).status === 0
if (!isThere) console.log('skipped: qqwing is not installed')

it.skipIf(!isThere)('qqwing finds the same solutions, and as many', () => {
  const unique = puzzles({ rules: 'classic', size: 9, seed: 'oracle' }).take(300).toArray()
  // A given less, and there may be two solutions or more.
  const loose = unique.map((line) => line.replace(/[1-9]/, '.'))
  const lines = [...unique, ...loose]
  const engine = new Engine('classic')
  engine.room(lines.length, { solutions: 1_000_000, kept: 1, backtrackLimit: 1e9 }).set(Buffer.from(lines.join('')))
  engine.run(Number.POSITIVE_INFINITY)

  const { stdout } = spawnSync('qqwing', ['--solve', '--count-solutions', '--csv'], {
    input: lines.join('\n'),
    encoding: 'utf8',
  })
  const rows = stdout.trim().split('\n').slice(1)
  expect(rows).toHaveLength(lines.length)
  rows.forEach((row, i) => {
    const [solution, count] = row.split(',')
    expect(Number(count)).toBe(engine.outcome(i).solutionCount)
    if (i < unique.length) expect(engine.solution(i, 0)).toBe(solution)
  })
})
