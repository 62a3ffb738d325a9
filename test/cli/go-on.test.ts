import { execFileSync, spawnSync } from 'node:child_process'
import { Writable } from 'node:stream'
import { expect, inject, it } from 'vitest'
import { GRID } from '../api/grids.ts'
import { fileOf as file, sudoku as run } from './run.ts'

const DEFINE = `sudoku() { ${JSON.stringify(process.execPath)} bin/sudoku.ts "$@"; }`
const SUDOKU_URL = inject('serviceUrl')

const sudoku = (...args: string[]) => run(args)

/** Puzzles and others in a file whose name a shell has to be told with care. */
const fileOf = (lines: readonly string[]) => file(`${lines.join('\n')}\n`, "it's mine.txt")

/** Prints to a device that takes nothing. */
const full = (...args: string[]) => {
  const stream = new Writable({ write: (_piece, _encoding, done) => done(new Error('ENOSPC: no space left')) })
  // The printing command is told; the stream tells whoever else listens.
  stream.on('error', () => {})
  return run(args, { stdout: { stream } })
}

/** The words of the command that goes on, as a shell reads them. */
function namedIn(stderr: string): string[] {
  const command = /to continue: (.*)/.exec(stderr)?.[1] ?? ''
  const printed = execFileSync('bash', ['--norc', '-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
  const [name, ...words] = printed.split('\0').slice(0, -1)
  expect(name).toBe('sudoku')
  return words
}

const SAID = /^sudoku: interrupted after puzzle 0; .*\nsudoku: the output cannot be written: ENOSPC: .*\n$/

const NAMED = 'ends with 4 where its output is not taken, and names a command that a shell can run: %s'
it.each(['json', 'csv'])(NAMED, namesOneThatGoesOn)
it.each(['text', 'ndjson', 'pretty', 'kaggle', 'fpuzzles'])(NAMED, { tags: ['long'] }, namesOneThatGoesOn)

async function namesOneThatGoesOn(format: string): Promise<void> {
  const args = ['solve', fileOf([GRID, 'x', GRID, 'x']), '--format', format, '--status', 'solved']
  const { stdout: whole, code } = await sudoku(...args)
  expect(code).toBe(1)
  const broken = await full(...args)
  expect(broken.stderr).toMatch(SAID)
  expect(broken.code).toBe(4)
  expect(await sudoku(...namedIn(broken.stderr))).toEqual({ code: 1, stdout: whole, stderr: '' })
}

it('does so in a shell, on a device that takes nothing', { tags: ['long'] }, async () => {
  const file = fileOf([GRID, 'x', GRID, 'x'])
  const shell = (script: string) => {
    const env = { PATH: process.env.PATH, SUDOKU_URL }
    return spawnSync('bash', ['--norc', '-c', `${DEFINE}\n${script}`, 'bash', file], { env, encoding: 'utf8' })
  }
  const { stderr, status } = shell('sudoku solve "$1" --format json --status solved > /dev/full')
  expect(stderr).toMatch(SAID)
  expect(status).toBe(4)
  const { stdout: whole } = await sudoku('solve', file, '--format', 'json', '--status', 'solved')
  const goOn = /to continue: (.*)/.exec(stderr)?.[1] ?? ''
  expect(shell(goOn)).toMatchObject({ stdout: whole, stderr: '', status: 1 })
})

it('names one that goes on where results are printed, too', async () => {
  const id = (await sudoku('submit', fileOf([GRID]))).stdout.trim()
  const { stderr, code } = await full('results', id, '--from', '1')
  expect(code).toBe(4)
  expect(stderr).toContain(`to continue: sudoku results ${id} --url ${SUDOKU_URL} --format text\n`)
})

it('results behind those of another command make one array', async () => {
  const id = (await sudoku('submit', fileOf([GRID, 'x', GRID]))).stdout.trim()
  const { stdout: whole } = await sudoku('results', id, '--format', 'json')
  const { stdout: rest } = await sudoku('results', id, '--format', 'json', '--from', '3')
  expect(whole.endsWith(rest)).toBe(true)
  const before = whole.slice(0, -rest.length)
  expect(JSON.parse(`${before}]`)).toHaveLength(2)
})

it('says by its end whether all were solved, whoever submitted them', async () => {
  const codeOf = async (...lines: string[]) => {
    const { stdout } = await sudoku('submit', fileOf(lines))
    return (await sudoku('results', stdout.trim())).code
  }
  expect(await codeOf(GRID)).toBe(0)
  expect(await codeOf(GRID, 'x')).toBe(1)
})
