import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

const GRID = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
const DEFINE = `sudoku() { ${JSON.stringify(process.execPath)} bin/sudoku.ts "$@"; }`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sudoku-go-on-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const shell = (script: string, ...args: string[]) => {
  const env = { PATH: process.env.PATH, SUDOKU_URL: inject('serviceUrl') }
  return spawnSync('bash', ['--norc', '-c', `${DEFINE}\n${script}`, 'bash', ...args], { env, encoding: 'utf8' })
}

function fileOf(name: string, lines: readonly string[]): string {
  const path = join(folder, name)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

it.each(['json', 'csv', 'text', 'ndjson', 'pretty', 'kaggle'])(
  'ends with 4 where its output is not taken, and names a command that a shell can run: %s',
  (format) => {
    const file = fileOf(`it's ${format}.txt`, [GRID, 'x', GRID, 'x'])
    const options = `--format ${format} --status solved`
    const { stdout: whole, status: code } = shell(`sudoku solve "$1" ${options}`, file)
    expect(code).toBe(1)
    const { stderr, status } = shell(`sudoku solve "$1" ${options} > /dev/full`, file)
    expect(stderr).toMatch(/^sudoku: interrupted after line 0; .*\nsudoku: the output cannot be written: ENOSPC: .*\n$/)
    expect(status).toBe(4)
    const goOn = /to continue: (.*)/.exec(stderr)?.[1] ?? ''
    expect(shell(goOn)).toMatchObject({ stdout: whole, stderr: '', status: 1 })
  },
)

it('names one that goes on where results are printed, too', () => {
  const id = shell('sudoku submit "$1"', fileOf('submitted.txt', [GRID])).stdout.trim()
  const { stderr, status } = shell('sudoku results "$1" --from 1 > /dev/full', id)
  expect(status).toBe(4)
  expect(stderr).toContain(`to continue: sudoku results ${id} --url ${inject('serviceUrl')} --format text\n`)
})

it('results behind those of another command make one array', () => {
  const id = shell('sudoku submit "$1"', fileOf('array.txt', [GRID, 'x', GRID])).stdout.trim()
  const { stdout: whole } = shell('sudoku results "$1" --format json', id)
  const { stdout: rest } = shell('sudoku results "$1" --format json --from 3', id)
  expect(whole.endsWith(rest)).toBe(true)
  const before = whole.slice(0, -rest.length)
  expect(JSON.parse(`${before}]`)).toHaveLength(2)
})

it('says by its end whether all were solved, whoever submitted them', () => {
  const idOf = (...lines: string[]) => shell('sudoku submit "$1"', fileOf('mixed.txt', lines)).stdout.trim()
  expect(shell('sudoku results "$1"', idOf(GRID)).status).toBe(0)
  expect(shell('sudoku results "$1"', idOf(GRID, 'x')).status).toBe(1)
})
