import { expect, it } from 'vitest'
import { PUZZLE_FORMATS } from '../../shared/job/output/puzzle-formats.ts'
import { GRID } from '../api/grids.ts'
import { MIXED_RULES } from '../sudoku/killer.ts'
import { LARGEST } from '../sudoku/largest.ts'
import { fileOf, sudoku } from './run.ts'

const EMPTY = '.'.repeat(16)
const KILLER = { id: 'killer', ...MIXED_RULES }
const JIGSAW = {
  puzzle: '.....3....4...2..4..2...5',
  regions: 'AABBBCAABBCCADDCCDDDEEEEE',
}
const linesOf = (puzzles: readonly object[]) => puzzles.map((puzzle) => `${JSON.stringify(puzzle)}\n`).join('')

it('writes puzzles of any form as f-puzzles links, which bring back all but their names', async () => {
  const input = `${linesOf([KILLER, JIGSAW])}"${GRID}"\n`
  const links = await sudoku(['convert', '-', '--to', 'fpuzzles'], { input })
  expect(links).toMatchObject({ code: 0, stderr: '' })
  expect(links.stdout).toMatch(/^(https:\/\/f-puzzles\.com\/\?load=N4Ig\S+\n){3}$/)
  const { id: _, ...killer } = KILLER
  expect(await sudoku(['convert', '-', '--to', 'ndjson'], { input: links.stdout })).toEqual({
    code: 0,
    stdout: linesOf([
      { puzzle: killer.puzzle, rules: killer.rules, constraints: killer.constraints },
      JIGSAW,
      { puzzle: GRID },
    ]),
    stderr: '',
  })
})

it('reads texts of several lines a puzzle, and rules that hold for each', async () => {
  const rows = GRID.match(/.{9}/g)?.join('\n')
  const { stdout } = await sudoku(['convert', '-', '--to', 'ndjson', '--rules', 'anti-king,diagonal'], {
    input: `${rows}\n\n${rows}\n`,
  })
  const line = { puzzle: GRID, rules: ['diagonal', 'anti-king'] }
  expect(stdout).toBe(linesOf([line, line]))
})

it('says what is no puzzle, and where, and converts the others', async () => {
  const input = `# mine\n${GRID}\n\nx1\n${GRID.slice(1)}5\nhttps://sudokupad.app/abc123\n${EMPTY}\n`
  const { code, stdout, stderr } = await sudoku(['convert', '-'], { input })
  expect({ code, links: stdout.trim().split('\n').length }).toEqual({ code: 1, links: 3 })
  expect(stderr).toMatch(/^sudoku: line 4, there is no puzzle in "x1"\nsudoku: line 6, .*server.*\n$/)
  // A puzzle of a JSON list has a place and no line.
  const list = JSON.stringify([GRID, 'x1'])
  expect((await sudoku(['convert', '-'], { input: list })).stderr).toBe(
    'sudoku: puzzle 2, there is no puzzle in "x1"\n',
  )
})

it('says what the editor of f-puzzles does not show', async () => {
  const constraints = [{ type: 'x-sum', row: 1, from: 'left', value: 6 }]
  const input = linesOf([{ puzzle: EMPTY, constraints }])
  const said = 'sudoku: line 1, the editor of f-puzzles does not show x-sum; SudokuPad may\n'
  expect(await sudoku(['convert', '-'], { input })).toMatchObject({ code: 0, stderr: said })
  expect(await sudoku(['convert', '-', '--quiet'], { input })).toMatchObject({ code: 0, stderr: '' })
  expect(await sudoku(['convert', '-', '--to', 'ndjson'], { input })).toMatchObject({ stdout: input, stderr: '' })
})

it('prints JSON with --json', async () => {
  const { stdout } = await sudoku(['convert', '-', '--json'], { input: linesOf([JIGSAW, KILLER]) })
  expect(JSON.parse(stdout)).toEqual([1, 2].map((line) => ({ line, link: expect.stringMatching(/^https:/) })))
  const ndjson = await sudoku(['convert', '-', '--json', '--to', 'ndjson'], { input: linesOf([JIGSAW]) })
  expect(JSON.parse(ndjson.stdout)).toEqual([{ line: 1, ...JIGSAW }])
  const drawn = await sudoku(['convert', '-', '--json', '--to', 'svg'], { input: GRID })
  expect(JSON.parse(drawn.stdout)).toEqual([{ line: 1, svg: expect.stringMatching(/^<svg .*<\/svg>$/) }])
  expect((await sudoku(['convert', '-', '--json'], { input: 'x1\n' })).stdout).toBe('[]\n')
})

it.each(PUZZLE_FORMATS.filter((form) => form !== 'svg'))(
  '%s reads back with all that it has room for',
  async (form) => {
    const puzzles = [JIGSAW, { puzzle: GRID }, ...[EMPTY, LARGEST].map((puzzle) => ({ puzzle, rules: ['diagonal'] }))]
    const { code, stdout, stderr } = await sudoku(['convert', '-', '--to', form], { input: linesOf(puzzles) })
    expect(code).toBe(0)
    // Only rules make a field of CSV more than cells.
    if (form === 'csv') expect(stdout).toContain(`\n,${GRID},\n`)
    const read = await sudoku(['convert', '-', '--to', 'ndjson'], { input: stdout })
    const isBare = form === 'lines' || form === 'grid'
    // Without regions a 5×5 grid is no puzzle, and nobody is left to guess what became of the others.
    const whole = form === 'iss' ? puzzles.slice(0, 3) : puzzles
    expect(read.stdout).toBe(linesOf(isBare ? [GRID, EMPTY, LARGEST].map((puzzle) => ({ puzzle })) : whole))
    expect(stderr).toBe(
      isBare
        ? [
            'line 1, bare cells leave out its regions',
            ...[3, 4].map((line) => `line ${line}, bare cells leave out its rules`),
          ]
            .map((words) => `sudoku: ${words}, so that it is another puzzle\n`)
            .join('')
        : form === 'iss'
          ? 'sudoku: line 4, Interactive Sudoku Solver has no grid of 36×36\n'
          : '',
    )
  },
)

it('draws what a puzzle carries, its givens and its cages', async () => {
  const { code, stdout } = await sudoku(['convert', '-', '--to', 'svg'], { input: linesOf([KILLER, { puzzle: GRID }]) })
  expect(code).toBe(0)
  const [killer, classic] = stdout.trimEnd().split('\n')
  const textsIn = (svg: string) => [...svg.matchAll(/<text [^>]*>([^<]+)<\/text>/g)].map(([, text]) => text)
  expect(textsIn(classic).join('')).toBe(GRID.replaceAll('.', ''))
  const sums = KILLER.constraints.flatMap((one) => ('sum' in one ? [`${one.sum}`] : []))
  expect(textsIn(killer)).toEqual(expect.arrayContaining(sums))
  expect(killer).toContain('stroke-dasharray')
})

it.each([['solve'], ['rate'], ['explain'], ['convert'], ['dedupe']])(
  '%s takes a file, standard input and a puzzle alike',
  async (command) => {
    const by = (args: readonly string[], input = '') => sudoku([command, ...args], { input, env: { SUDOKU_URL: '' } })
    const whole = await by([fileOf(`${GRID}\n`)])
    expect(whole.code).toBe(0)
    for (const [args, input] of [
      [['-'], GRID],
      [[], GRID],
      [[GRID], ''],
    ] as const)
      expect(await by(args, input)).toEqual(whole)
  },
)
