import { expect, it } from 'vitest'
import { GRID, SOLUTION } from '../api/grids.ts'
import { fileOf, sudoku as run } from './run.ts'

const sudoku = (args: readonly string[], input = '') => run(args, { input })

/** More than one part holds: a part is 5 MB of text. */
const MANY = 70_000
/** The puzzle and its solution with digits changed about: as many as are asked for, no two in a row alike. */
const puzzles: string[] = []
const solutions: string[] = []
for (let i = 0; i < MANY; i++) {
  const relabelled = (text: string) => text.replace(/[1-9]/g, (digit) => String(((Number(digit) + i) % 9) + 1))
  puzzles.push(i < 9 ? relabelled(GRID) : puzzles[i - 9])
  solutions.push(i < 9 ? relabelled(SOLUTION) : solutions[i - 9])
}
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`

it('solves a file of several parts in order, where a part with a bad line has one bad result', {
  tags: ['long'],
}, async () => {
  const { code, stdout, stderr } = await sudoku(['solve', fileOf(text(puzzles.with(65_000, 'no puzzle')))])
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout === text(solutions.with(65_000, 'invalid'))).toBe(true)
})

it('a job can be submitted, looked at, read from any line, and found again', async () => {
  const { stdout } = await sudoku(['submit', '-'], text([GRID, 'x', GRID]))
  const id = stdout.trim()
  expect((await sudoku(['results', id, '--from', '2'])).stdout).toBe(`invalid\n${SOLUTION}\n`)
  expect((await sudoku(['results', id, '--status', 'invalid', '--format', 'csv'])).stdout).toMatch(
    /^line,.*\n2,,x,invalid,.*\n$/,
  )
  expect((await sudoku(['status', id])).stdout).toMatch(/state +completed\n.*puzzles +3\npending +0\nsolved +2/s)
  expect((await sudoku(['list'])).stdout).toContain(`${id}  `)
})

it('says what is not there', async () => {
  const { code, stderr } = await sudoku(['status', 'nothing'])
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: 'sudoku: There is no such job\n"sudoku list" lists the jobs that this service has for you.\n',
  })
})
