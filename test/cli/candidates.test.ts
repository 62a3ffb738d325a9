import { expect, it } from 'vitest'
import { plainSolutions } from '../sudoku/plain.ts'
import { sudoku } from './run.ts'

const candidates = (input: string, ...options: string[]) => sudoku(['candidates', '-', ...options], { input })

const PUZZLE = '1...............'
/** By cell, the digits that all solutions together have there. */
const TRUE = [...PUZZLE].map((_, cell) => {
  const solutions = plainSolutions(PUZZLE, 'classic', 4, 1000).map((text) => text.replaceAll(' ', ''))
  return [...new Set(solutions.map((solution) => solution[cell]))].toSorted().join('')
})

it('prints a grid of what each cell can be', async () => {
  const { code, stdout } = await candidates(`${PUZZLE}\n11..............\n`)
  expect(stdout.split('\n').map((line) => line.split(/ +/))).toEqual([
    ...[0, 4, 8, 12].map((i) => TRUE.slice(i, i + 4)),
    [''],
  ])
  // The second has two equal digits in its row.
  expect(code).toBe(1)
})

it('tells them as ndjson and as json, with the rules that a puzzle brings', async () => {
  const lines = [
    { id: 'a', puzzle: PUZZLE },
    { puzzle: PUZZLE, constraints: [{ type: 'candidates', cells: ['r1c2'], digits: [3] }] },
    { puzzle: PUZZLE, constraints: [{ type: 'sum', cells: ['r1c1', 'r1c2'], sum: 2 }] },
  ]
  const input = lines.map((line) => JSON.stringify(line)).join('\n')
  const { stdout } = await candidates(input, '--format', 'ndjson')
  const [first, second, third] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(first).toEqual({ place: 1, id: 'a', candidates: { cells: TRUE, exact: true } })
  expect(second.candidates.cells.slice(0, 3)).toEqual(['1', '3', '24'])
  expect(third).toEqual({ place: 3, candidates: null })
  expect(JSON.parse((await candidates(input, '--json')).stdout)).toEqual([first, second, third])
})

it('says where a limit leaves some unknown', async () => {
  const { code, stdout } = await candidates('.'.repeat(625), '--backtrack-limit', '1')
  expect([code, stdout.trim().split('\n').at(-1)]).toEqual([
    1,
    'Others may be possible: the backtrack limit was reached.',
  ])
})
