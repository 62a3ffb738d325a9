import { gzipSync } from 'node:zlib'
import { expect, inject, it } from 'vitest'
import { OUTPUT_FORMAT_NAMES } from '../../bin/output-formats.ts'
import { generateSolved } from '../../shared/sudoku/making/generate.ts'
import { GRID, SOLUTION } from '../api/grids.ts'
import { VARIANT_EXAMPLES } from '../input/line-examples.ts'
import { type Ended, fileOf, interrupting, sudoku } from './run.ts'

const here = (args: readonly string[], context = {}) => sudoku(args, { env: { SUDOKU_URL: '' }, ...context })
const there = (args: readonly string[]) => sudoku([...args, '--url', inject('serviceUrl')])

const seed = `${inject('seed')}`
const made = (size: 4 | 9 | 16, count: number) =>
  Array.from({ length: count }, (_, index) => generateSolved({ rules: 'classic', size, seed, index }).puzzle)

/** What puzzles and others are like that come in one file, all forms of a line among them. */
const MIXED = [
  ...['# mine', '', GRID, 'x', ...made(9, 30), '.'.repeat(81), `${GRID.slice(0, -1)}5`, ...made(4, 5), ...made(16, 2)],
  ...Object.values(VARIANT_EXAMPLES),
].join('\n')
const NAMED = `id,puzzle,solution\na,${GRID},${SOLUTION}\nb,${GRID},${SOLUTION.replace('5', '1')}\n"c ""x""",12,\n`
const CLASSIC = `${made(9, 12).join('\n')}\n`

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  lines: MIXED,
  csv: NAMED,
  'json document': JSON.stringify([GRID, { id: 'b', puzzle: GRID, rules: ['diagonal'] }, 7], null, 2),
  'gzip of UTF-16': gzipSync(Buffer.from(`\uFEFF${GRID}\r\n${GRID}\r\n`, 'utf16le')),
}

const ASKED: readonly (readonly [file: keyof typeof FILES, options: string])[] = [
  ['lines', '--format ndjson'],
  ['csv', '--format csv'],
  ['json document', '--json'],
  ['gzip of UTF-16', '--format csv'],
  ['lines', '--status multiple,invalid'],
  ['lines', '--json --status multiple,invalid'],
]
const ASKED_LONG: typeof ASKED = [
  ...OUTPUT_FORMAT_NAMES.flatMap((name) =>
    [['lines', `--format ${name}`] as const, ['csv', `--format ${name}`] as const].filter(
      (asked) => !ASKED.some((one) => `${one}` === `${asked}`),
    ),
  ),
  ['lines', '--format ndjson --from 7 --solutions 3'],
  ['lines', '--format csv --strategy brute-force --backtrack-limit 1000'],
  ['lines', '--format ndjson --rules diagonal,anti-knight --rules even'],
  ['lines', '--format ndjson --include rating,minimal,canonical,counts --backtrack-limit 100000'],
  ['lines', '--format csv --include rating,steps --er 1.0..2.5'],
]

const AS_BY_SERVICE = 'prints of %s with %s what a service has it print'
it.each(ASKED)(AS_BY_SERVICE, asByService)
it.each(ASKED_LONG)(AS_BY_SERVICE, { tags: ['long'] }, asByService)

async function asByService(file: keyof typeof FILES, options: string): Promise<void> {
  const words = ['solve', fileOf(FILES[file]), ...options.split(' ')]
  const [own, its] = [await here(words), await there(words)]
  expect(own.stdout.split('\n')).toEqual(its.stdout.split('\n'))
  expect(own).toEqual(its)
  expect(own.stdout).not.toBe('')
}

it('keeps the order of the file, whatever the number of threads', async () => {
  const file = fileOf(CLASSIC.repeat(1000))
  const [one, three] = [await here(['solve', file, '--threads', '1']), await here(['solve', file, '--threads', '3'])]
  expect(three).toEqual(one)
  const [first] = one.stdout.split('\n')
  expect(one.stdout.split('\n')[12]).toBe(first)
  expect(one.stdout.length).toBe(82 * 12_000)
})

it('names, when interrupted, a command that prints the rest', { tags: ['long'] }, async () => {
  const file = fileOf(CLASSIC.repeat(2000))
  const whole = await here(['solve', file, '--json', '--solutions', '1'])
  const { context, text } = interrupting()
  const broken = await here(['solve', file, '--json', '--solutions', '1'], context)
  expect(broken.code).toBe(130)
  const [, next] = /to continue: sudoku solve \S+ --solutions 1 --format json --from (\d+)\n$/.exec(broken.stderr) ?? []
  expect(text().split('\n').length).toBe(Number(next))
  const rest: Ended = await here(['solve', file, '--solutions', '1', '--format', 'json', '--from', next])
  expect(text() + rest.stdout).toBe(whole.stdout)
})

it.each([
  [['--name', 'x'], 'found --name, which a service alone knows: expected --url, or SUDOKU_URL, with it'],
  [['--job', 'x'], 'found --job, which a service alone knows: expected --url, or SUDOKU_URL, with it'],
  [['--from', '4'], 'found --from 4, but the file has 2 puzzles'],
  [['--backtrack-limit', '999999999999999'], 'backtrackLimit: expected a whole number from 0 to '],
  [['--er', '2.0'], 'found --er, but the job has no ratings: these come with --include rating'],
])('refuses %j with a reason', async (words, reason) => {
  const { code, stderr, stdout } = await here(['solve', fileOf(`${GRID}\n${GRID}\n`), ...words])
  expect([code, stderr.startsWith(`sudoku: ${reason}`), stdout]).toEqual([2, true, ''])
})
