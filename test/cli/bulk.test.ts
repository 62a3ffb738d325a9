import { expect, it } from 'vitest'
import { GRID, SOLUTION } from '../api/grids.ts'
import { sudoku as run } from './run.ts'

const sudoku = (args: readonly string[], input = '') => run(args, { input })

const text = (lines: readonly string[]) => `${lines.join('\n')}\n`

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
