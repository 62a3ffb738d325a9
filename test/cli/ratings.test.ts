import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { SOLUTION } from '../api/grids.ts'
import { RATED } from '../sudoku/rating/rated.ts'
import { fileOf, interrupting, start, sudoku, terminal } from './run.ts'

const [easy, ...others] = RATED
/** Golden Nugget, rated 11.9. */
const hardest = '.......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....'
const chained = others.find(({ technique }) => technique === 'forcing-x-chain') ?? easy

describe('rate', () => {
  const lines = `${easy.puzzle}\n${chained.puzzle}\n`
  const rated = ({ puzzle, three, technique }: typeof easy) => `${puzzle} ${three} ${technique}\n`

  it.each([
    ['a file', lines],
    ['a packed file', gzipSync(lines)],
  ])('prints a rating a line, of %s', async (_kind, content) => {
    const ended = await sudoku(['rate', fileOf(content)])
    expect(ended).toEqual({ code: 0, stdout: `${rated(easy)}${rated(chained)}`, stderr: '' })
  })

  it('says of each puzzle that has no rating why, in its place, and ends with 1', async () => {
    const two = `${'.'.repeat(30)}${SOLUTION.slice(30)}`
    const input = `${easy.puzzle}\nxyz\n${two}\n1234341221434321\n${`1${'.'.repeat(7)}1`.padEnd(81, '.')}\n.Shape~9x9.AntiKing\n.Cage~x\n`
    const { code, stdout } = await sudoku(['rate', '-'], { input })
    expect(code).toBe(1)
    expect(stdout.split('\n')).toEqual([
      rated(easy).trimEnd(),
      expect.stringContaining('xyz '),
      `${two} found more than one solution, expected one`,
      '1234341221434321 found a 4×4 grid, expected 9×9',
      expect.stringContaining('cells 1 and 9: both hold 1 in row 1'),
      `${'.'.repeat(81)} found rules besides rows, columns and boxes, expected a classic puzzle`,
      expect.stringContaining('.Cage~x constraint 1 (Cage): cage: '),
      '',
    ])
  })

  it('prints the same in every format', async () => {
    const print = async (format: string) => (await sudoku(['rate', '-', '--format', format], { input: lines })).stdout
    const [er, ep, ed] = chained.three.split('/').map(Number)
    const difficulty = 'extreme'
    const ruleset = 'se-1.2.1'
    const object = { place: 2, puzzle: chained.puzzle, er, ep, ed, difficulty, ruleset, technique: chained.technique }
    expect(JSON.parse(await print('json'))[1]).toEqual(object)
    expect(JSON.parse((await print('ndjson')).split('\n')[1])).toEqual(object)
    const [head, , row] = (await print('csv')).split('\n')
    expect(head).toBe('place,id,puzzle,er,ep,ed,at_least,technique,difficulty,ruleset,reason,minutes')
    const tenths = chained.three.replaceAll('/', ',')
    expect(row).toBe(`2,,${chained.puzzle},${tenths},,${chained.technique},extreme,se-1.2.1,,`)
    expect(await sudoku(['rate', '-', '--json'], { input: lines })).toMatchObject({ stdout: await print('json') })
  })

  it('prints what a person makes of it, with minutes, and 20.0 where a level does not suffice', async () => {
    const print = async (...options: string[]) => (await sudoku(['rate', '-', ...options], { input: lines })).stdout
    const [first, second] = (await print('--rule-set', 'human-1')).split('\n')
    expect(first).toMatch(/^[.1-9]{81} 1\.\d\/1\.\d\/1\.\d hidden-single \d+(\.\d)? min$/)
    expect(second).toMatch(/^[.1-9]{81} 3\.\d\/\d\.\d\/\d\.\d (skyscraper|two-string-kite|turbot-fish) \d+(\.\d)? min$/)
    expect((await print('--level', 'x-wing')).split('\n')[1]).toMatch(/^[.1-9]{81} 20\.0\/\d\.\d\/\d\.\d$/)
    const refused = await sudoku(['rate', '-', '--level', 'x-wing', '--rule-set', 'se-1.2.1'], { input: lines })
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('expected human-1') })
  })

  it('says "at least" where a rating takes more than it may', async () => {
    const { code, stdout } = await sudoku(['rate', '-', '--nodes', '5'], { input: `${chained.puzzle}\n` })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^[.1-9]{81} at least \d+\.\d\n$/)
  })

  it('prints ratings in the order of the puzzles, whatever the number of threads', async () => {
    // The first of some blocks takes longer than all of the next.
    const input = Array.from({ length: 30 }, (_, i) => (i % 8 === 0 ? chained : easy))
    const [one, three] = await Promise.all(
      ['1', '3'].map((threads) =>
        sudoku(['rate', '-', '--threads', threads], { input: input.map(({ puzzle }) => `${puzzle}\n`).join('') }),
      ),
    )
    expect(one).toEqual({ code: 0, stdout: input.map(rated).join(''), stderr: '' })
    expect(three).toEqual(one)
  })

  it('ends where it is interrupted, also in the middle of a puzzle that takes minutes', async () => {
    // Those before it are printed once they are rated, and by then it has begun.
    const input = `${easy.puzzle}\n`.repeat(8) + hardest
    const ended = await sudoku(['rate', '-'], { input, ...interrupting().context })
    expect(ended).toMatchObject({ code: 130 })
  })
})

describe('explain', () => {
  it('prints each step with its rating, then the solution', async () => {
    const { code, stdout, stderr } = await sudoku(['explain', easy.puzzle])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(easy.puzzle.replaceAll(/[1-9]/g, '').length + 1)
    for (const line of lines.slice(0, -1))
      expect(line).toMatch(/^ *\d+ {2,}1\.\d {2}(Full house|Hidden single): .*; so r\dc\d is \d\.$/)
    expect(lines.at(-1)).toMatch(/^Solved: [1-9]{81}, hardest step 1\.\d, easy$/)
  })

  it('tells the steps of a puzzle with rules, without ratings, and whether they end', async () => {
    const cages = [
      { type: 'cage', cells: ['r1c1', 'r1c2'], sum: 3 },
      { type: 'thermometer', cells: ['r3c1', 'r3c2', 'r3c3', 'r3c4'] },
    ]
    const input = JSON.stringify({ puzzle: '....3..2........', constraints: cages })
    const { code, stdout } = await sudoku(['explain'], { input })
    expect(stdout).toContain('Thermometer: digits rise along the thermometer r3c1-r3c2-r3c3-r3c4, cell by cell')
    expect(stdout).toMatch(/\nSolved: 2143341212344321\n$/)
    expect(code).toBe(0)
  })

  it('prints the steps as data with --json', async () => {
    const { stdout } = await sudoku(['explain', chained.puzzle, '--json'])
    const steps = JSON.parse(stdout)
    expect(Math.max(...steps.map(({ rating }: { rating: number }) => rating))).toBe(chained.er)
    const chain = steps.find(({ technique }: { technique: string }) => technique === chained.technique)
    expect(chain).toMatchObject({
      links: expect.arrayContaining([
        { from: expect.anything(), to: expect.anything(), why: expect.anything(), chain: 0 },
      ]),
      eliminations: [{ cell: expect.any(Number), digits: expect.any(Array) }],
    })
  })

  it('says what is wrong with a puzzle', async () => {
    expect(await sudoku(['explain', easy.puzzle.slice(1)])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cells are needed'),
    })
    const empty = '.'.repeat(81)
    const stderr = 'sudoku: the puzzle: found more than one solution, expected one\n'
    expect(await sudoku(['explain', empty])).toEqual({ code: 2, stdout: '', stderr })
  })

  it('tells the puzzles of a file apart, and goes on behind one that has no steps', async () => {
    const input = `${easy.puzzle}\nx\n${easy.puzzle}\n`
    const { code, stdout, stderr } = await sudoku(['explain'], { input })
    expect([code, stdout.match(/^Puzzle \d$/gm), stdout.match(/^Solved/gm)?.length]).toEqual([
      1,
      ['Puzzle 1', 'Puzzle 2', 'Puzzle 3'],
      2,
    ])
    expect(stderr).toBe('sudoku: line 2, there is no puzzle in "x"\n')
    const steps = JSON.parse((await sudoku(['explain', '--json'], { input })).stdout)
    expect(steps.map((of: unknown[]) => of.length)).toEqual([steps[2].length, 0, steps[2].length])
  })

  it('has colours on a terminal that takes them, and nowhere else', async () => {
    const printed = async (isTTY: boolean, hasColors: boolean) => {
      const { stream, text } = terminal()
      await sudoku(['explain', easy.puzzle], { stdout: { stream: Object.assign(stream, { isTTY }) }, hasColors })
      return text()
    }
    const plain = await printed(false, false)
    expect(await printed(true, true)).toContain('\u001b[')
    for (const text of [plain, await printed(true, false), await printed(false, true)]) expect(text).toBe(plain)
    expect(plain).not.toContain('\u001b')
  })

  it('ends by Ctrl-C in the middle of a step that takes minutes', { tags: ['long'] }, async () => {
    const words = ['explain', fileOf(`${easy.puzzle}\n${hardest}`), '--nodes', '1000000000000']
    const { child, printed } = start('bin/sudoku.ts', words)
    await printed('Puzzle 2')
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([null, 'SIGINT'])
  })

  it('stops where the next step takes more than it may', async () => {
    const { code, stdout } = await sudoku(['explain', chained.puzzle, '--nodes', '5'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/The next step takes more nodes of chains than it may, hardest step \d\.\d\n$/)
  })
})
