import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { expect, inject, it } from 'vitest'
import { RULES_NAMES } from '../../shared/sudoku/rules/rules.ts'
import { GRID, SOLUTION } from '../api/grids.ts'
import { serving } from '../client/serving.ts'
import { fileOf as file, sudoku as run, start } from './run.ts'

const sudoku = (args: readonly string[], input = '') => run(args, { input })
/** The same in a process of its own. */
const started = (args: readonly string[], input = '') =>
  start('bin/sudoku.ts', args, { input, env: { SUDOKU_URL: inject('serviceUrl') } })

it('solves a file and prints a solution a line, in order, and ends with 1 where a puzzle is not solved', async () => {
  const easier = SOLUTION.replace('5', '.')
  const { code, stdout, stderr } = await sudoku(['solve', file(`${GRID}\n${easier}\n`)])
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `${SOLUTION}\n${SOLUTION}\n`, stderr: '' })
  const one = await sudoku(['solve', '-', '--strategy', 'singles'], `${GRID}\nx\n`)
  expect(one).toEqual({ code: 1, stdout: `${SOLUTION}\ninvalid\n`, stderr: '' })
})

it.each(['docs/puzzles.txt', 'docs/grid.txt'])('solves all of %s, which the README works with', async (path) => {
  const { code, stdout } = await sudoku(['solve', path])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^([1-9]{81}\n)+$/)
})

it.each([
  ['JSON that ends too early', Buffer.from(`["${GRID}",`), 'found JSON that ends too early, expected'],
  ['gzip that is cut off', gzipSync(GRID).subarray(0, 50), 'the gzip file is broken: '],
])('a file is refused in a sentence: %s', async (_, bytes, said) => {
  const { code, stdout, stderr } = await sudoku(['solve', file(bytes)])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^sudoku: .*\n$/)
  expect(stderr).toContain(said)
})

it('says on which line of the file a puzzle is, and which puzzle that is', async () => {
  const { stdout } = await sudoku(['solve', '-', '--format', 'pretty'], `# c\n\nx\n`)
  expect(stdout).toMatch(/^Puzzle 1: Invalid input: line 3, there is no puzzle in "x"/)
  const file = `id,puzzle\n"a\nb",${GRID}\n\nc,x\n`
  const lines = (await sudoku(['solve', '-', '--format', 'ndjson'], file)).stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { line: 2, place: 1, id: 'a\nb' },
    { line: 5, place: 2, reason: 'line 5, there is no puzzle in "x"' },
  ])
})

const FORMATS: readonly (readonly [string, RegExp | string])[] = [
  ['json', /^\[\n\{"line":1,.*"solution":"534.*\},\n\{"line":2,.*"invalid".*\}\n\]\n$/],
  // As the texts print grids, a blank line after every third row.
  [
    'pretty',
    `Puzzle 1: The solution is found: 0 backtracks
5 3 4 6 7 8 9 1 2
6 7 2 1 9 5 3 4 8
1 9 8 3 4 2 5 6 7

8 5 9 7 6 1 4 2 3
4 2 6 8 5 3 7 9 1
7 1 3 9 2 4 8 5 6

9 6 1 5 3 7 2 8 4
2 8 7 4 1 9 6 3 5
3 4 5 2 8 6 1 7 9


Puzzle 2: Invalid input: line 2, there is no puzzle in "x"

`,
  ],
]
it.each(FORMATS)('prints as %s what it is asked for', async (format, printed) => {
  const { stdout } = await sudoku(['solve', '-', '--format', format], `${GRID}\nx\n`)
  if (format === 'json') expect(JSON.parse(stdout)).toHaveLength(2)
  expect(stdout).toEqual(typeof printed === 'string' ? printed : expect.stringMatching(printed))
})

it.each([
  { args: [], says: 'Usage: sudoku' },
  { args: ['cancel'], says: "missing required argument 'job'" },
  { args: ['solve', '-', '--speed', '9'], says: "unknown option '--speed'" },
  { args: ['solve', '-', '--strategy', 'luck'], says: 'Allowed choices are brute-force' },
  { args: ['solve', '-', '--rules', 'even,killer'], says: `expected some of ${RULES_NAMES.join(', ')}` },
  { args: ['solve', '-', '--include', 'counts,speed'], says: 'expected some of minimal, canonical' },
  { args: ['solve', '-', '--solutions', 'many'], says: 'expected a whole number' },
  { args: ['solve', '-', '--url', 'here'], says: 'expected an address like http://host:port' },
  { args: ['solve', '-', '--url', 'http://me:secret@here'], says: 'expected an address without a name, a password' },
  {
    args: ['solve', '-', '--url', 'http://here/?stage=prod'],
    says: 'expected an address without a name, a password',
  },
  { args: ['solve', '-', '--from', '0'], says: "argument '0' is invalid. expected a whole number from 1" },
  {
    args: ['solve', '-', '--er', 'hard'],
    says: "argument 'hard' is invalid. expected a range of ratings such as 4.5..6.0, 4.5.., ..6.0 or 4.5",
  },
  { args: ['results', 'j', '--from', '0'], says: "argument '0' is invalid. expected a whole number from 1" },
  { args: ['guess'], says: "unknown command 'guess'\n(sudoku --help says more)\n" },
  { args: ['help', 'nope'], says: "unknown command 'nope'\n(sudoku --help says more)\n" },
  { args: ['status'], says: '(sudoku status --help says more)' },
  ...['.', '..', ''].map((id) => ({ args: ['status', id], says: 'expected the id of a job' })),
  { args: ['--json', 'solve', '-', '--format', 'csv'], says: '--json and --format csv' },
  { args: ['results', 'j', '--format', 'csv', '--json'], says: '--json and --format csv' },
  { args: ['serve', '--port', '70000'], says: 'expected a whole number from 0 to 65535' },
  { args: ['serve', '--auth', 'none'], says: 'Allowed choices are open, keys.' },
  { args: ['submit', '-', '--metadata', 'order'], says: 'expected key=value' },
  { args: ['submit', '-', '--metadata', '=7'], says: 'expected key=value' },
  { args: ['submit', '-', '--metadata', 'a=1', '--metadata', 'a=2'], says: 'found the key a twice' },
  { args: ['solve', 'nowhere'], says: 'sudoku: nowhere cannot be read: there is no such file\n' },
  { args: ['rate', 'nowhere'], says: 'sudoku: nowhere cannot be read: there is no such file\n' },
  { args: ['solve', '.'], says: 'sudoku: . cannot be read: it is a folder, expected a file\n' },
  { args: ['completion', 'csh'], says: 'Allowed choices are bash, zsh, fish.' },
])('ends with 2 and says why: sudoku $args', async ({ args, says }) => {
  const { code, stderr, stdout } = await sudoku(args)
  expect(stderr).toContain(says)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

it('ends with 3 and says why where the service cannot be reached', async () => {
  const pauses: number[] = []
  const { code, stderr } = await run(['solve', '-', '--url', 'http://127.0.0.1:1'], {
    input: GRID,
    pause: async (ms) => void pauses.push(ms),
  })
  // After each of five tries but the last.
  expect(pauses).toHaveLength(4)
  expect(code).toBe(3)
  // The cause in Node's words, which are others for a port that fetch refuses.
  expect(stderr).toMatch(
    /^sudoku: http:\/\/127\.0\.0\.1:1 cannot be reached: .+\nStart a service .* "sudoku serve", or .* --url or SUDOKU_URL\.\n$/,
  )
})

it('ends with 130 when interrupted, and names the command that goes on', async () => {
  // A service that takes the job and never gets on with it: when it is polled, the command waits.
  const { promise: waiting, resolve: polled } = Promise.withResolvers<void>()
  const counts = { total: 1, pending: 1 }
  const job = { id: 'j', state: 'running', options: {}, counts, links: { self: '/jobs/j' } }
  await using service = await serving((request, response) => {
    if (request.method === 'GET') polled()
    else request.on('end', () => response.writeHead(202).end(JSON.stringify(job))).resume()
  })
  const { url } = service
  const command = started(['solve', '-', '--url', url], GRID)
  await waiting
  command.child.kill('SIGINT')
  expect(await command.ended).toEqual({
    code: 130,
    stdout: '',
    stderr: `sudoku: interrupted after puzzle 0; to continue: ${process.execPath} bin/sudoku.ts results j --url ${url} --format text\n`,
  })
})

it('ends with 130 when interrupted while it still reads', { tags: ['long'] }, async () => {
  const child = spawn(process.execPath, ['bin/sudoku.ts', 'solve', '-'], { stdio: ['pipe', 'ignore', 'ignore'] })
  // More than a pipe holds, and less than a part: it is gone once the program reads, which waits for more then.
  await new Promise((taken) => child.stdin.write(`${GRID}\n`.repeat(12_000), taken))
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([130, null])
})
