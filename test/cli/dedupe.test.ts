import { expect, it } from 'vitest'
import { generateSolved } from '../../shared/sudoku/making/generate.ts'
import { isomorphOf } from '../sudoku/rating/isomorph.ts'
import { fileOf, sudoku } from './run.ts'

const puzzle = (index: number) => generateSolved({ rules: 'classic', size: 9, seed: 'dedupe', index }).puzzle

const dedupe = (input: string, ...options: string[]) => sudoku(['dedupe', '-', ...options], { input })

/** The same puzzle, changed about. */
const double = (text: string) => isomorphOf(text, 'doubles', 0)
const [first, second] = [puzzle(0), puzzle(1)]
const FILE = `# mine\n${[first, double(first), second, first, double(second)].join('\n')}\n`

it('counts one puzzle and one double as one', async () => {
  expect((await dedupe(`${first}\n${first}\n`)).stderr).toBe('2 puzzles: 1 different, 1 double, 0 refused\n')
  expect((await dedupe(first)).stderr).toBe('1 puzzle: 1 different, 0 doubles, 0 refused\n')
})

it('prints the first puzzle of each kind, in the order of the file', async () => {
  expect(await dedupe(FILE)).toEqual({
    code: 0,
    stdout: `${first}\n${second}\n`,
    stderr: '5 puzzles: 2 different, 3 doubles, 0 refused\n',
  })
  expect((await dedupe(FILE, '--quiet')).stderr).toBe('')
})

it('tells with --json the canonical form of each, and where its doubles are', async () => {
  const { stdout } = await dedupe(FILE, '--json')
  expect(JSON.parse(stdout)).toEqual([
    { place: 1, line: 2, puzzle: first, canonical: expect.stringMatching(/^[.1-9]{81}$/), doubles: [2, 4] },
    { place: 3, line: 4, puzzle: second, canonical: expect.stringMatching(/^[.1-9]{81}$/), doubles: [5] },
  ])
})

it('leaves out what other files have, changed about or not', async () => {
  const known = [fileOf(`${double(second)}\n`), fileOf(`x\n${puzzle(2)}\n`, 'more.txt')]
  expect(await dedupe(`${FILE}${double(puzzle(2))}\n`, '--known', ...known)).toEqual({
    code: 0,
    stdout: `${first}\n`,
    stderr: '6 puzzles: 1 different, 2 doubles, 3 known, 0 refused\n',
  })
  expect(await dedupe(FILE, '--known', 'nowhere.txt')).toMatchObject({ code: 2, stdout: '' })
})

it('says of what it cannot compare on which line it is, and ends with 1', async () => {
  const lines = [first, 'x', '...3.1.2.2..4...', '55'.padEnd(81, '.'), first]
  const { code, stdout, stderr } = await dedupe(`${lines.join('\n')}\n`)
  expect([code, stdout]).toEqual([1, `${first}\n`])
  expect(stderr.split('\n')).toEqual([
    'sudoku: line 2, there is no puzzle in "x"',
    'sudoku: line 3, found 16 cells, expected 81',
    'sudoku: line 4, cells 1 and 2: both hold 5 in row 1',
    '5 puzzles: 1 different, 1 double, 3 refused',
    '',
  ])
})

it('keeps the names that puzzles have in other formats', async () => {
  const items = [
    { id: 'a', puzzle: first },
    { puzzle: double(first) },
    { id: 'b', puzzle: second, rules: ['diagonal'] },
  ]
  const { code, stdout, stderr } = await dedupe(JSON.stringify(items), '--json')
  expect([code, JSON.parse(stdout)]).toMatchObject([1, [{ place: 1, id: 'a', doubles: [2] }]])
  expect(stderr).toContain('sudoku: puzzle 3, found rules of its own, expected a classic 9×9 puzzle\n')
})
