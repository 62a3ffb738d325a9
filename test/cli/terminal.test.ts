import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, it, onTestFinished } from 'vitest'
import { quoted } from '../../bin/print-results.ts'
import { GRID } from '../api/grids.ts'
import { serving } from '../client/serving.ts'
import { sudoku as run, terminal } from './run.ts'

const SUDOKU_URL = inject('serviceUrl')
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Colours, moves, a bell, C1's own escape, a direction and a line of somebody else's. */
const EVIL = '\u001b[31mred\u001b]0;title\u0007\u009b2J\u202e\rx\ny'
// Characters that a terminal obeys, but for line ends.
const OBEYED = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u

const input =
  JSON.stringify({ puzzle: GRID, id: EVIL }) + JSON.stringify({ puzzle: `5${EVIL}`, id: 'b' }).replace(/^/, '\n')

it('pretty shows control characters of ids and reasons, each in its line', async () => {
  const { stdout } = await run(['solve', '-', '--format', 'pretty'], { input })
  expect(stdout).not.toMatch(OBEYED)
  expect(stdout).toContain(
    'Puzzle 1 (\\u001b[31mred\\u001b]0;title\\u0007\\u009b2J\\u202e\\u000dx\\u000ay): The solution',
  )
})

const withoutControls = async (format: string) => {
  const { stream, text } = terminal()
  await run(['solve', '-', '--format', format], { input, stdout: { stream } })
  expect(text()).toMatch(/solved|534678912/)
  expect(text()).not.toMatch(OBEYED)
}
it.each(['text', 'json'])('a terminal gets no control characters as %s', withoutControls)
it.each(['csv', 'ndjson', 'kaggle'])('a terminal gets no control characters as %s', { tags: ['long'] }, withoutControls)

it('a program gets what was sent', async () => {
  const { stdout } = await run(['solve', '-', '--format', 'ndjson'], { input })
  expect(JSON.parse(stdout.split('\n')[0])).toMatchObject({ id: EVIL })
})

it('messages show control characters, whoever they come from', async () => {
  await using service = await serving((_request, response) => {
    const problem = { type: 'about:blank', title: `no ${EVIL}`, status: 400 }
    response.writeHead(400, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem))
  })
  for (const args of [['status', 'j', '--url', service.url], ['solve', EVIL], ['solve', '-', `--${EVIL}`], [EVIL]]) {
    const { stderr } = await run(args)
    expect(stderr).toContain('\\u001b[31mred')
    expect(stderr).not.toMatch(OBEYED)
  }
})

it.each(['a.txt', `it's $HOME.txt`, `it's\u001b[31m\\n\u0007.txt`, '', '--', 'ü ✓\n'])(
  'the words of a command that goes on are read by a shell as they were, and shown: %j',
  (word) => {
    expect(quoted(word)).not.toMatch(OBEYED)
    const script = `printf '%s|' ${quoted(word)}`
    expect(spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' }).stdout).toBe(`${word}|`)
  },
)

it('as a script of npm it is named so, and files are where npm was called', { tags: ['long'] }, () => {
  const { npm_execpath } = process.env
  const npm = (...args: string[]) =>
    spawnSync(npm_execpath ? process.execPath : 'npm', [...(npm_execpath ? [npm_execpath] : []), ...args], {
      cwd: `${ROOT}docs`,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, SUDOKU_URL },
      encoding: 'utf8',
    })
  const solved = npm('run', '-s', '--ignore-scripts', 'sudoku', '--', 'solve', 'grid.txt')
  expect(solved).toMatchObject({ status: 0, stderr: '' })
  expect(solved.stdout).toMatch(/^[1-9]{81}\n$/)
  expect(npm('run', '-s', '--ignore-scripts', 'sudoku', '--', 'guess').stderr).toContain(
    '(npm run -s sudoku -- --help says more)',
  )
})

it('as a file it is named so, and as an installed command by its name alone', { tags: ['long'] }, () => {
  const said = (words: readonly string[]) => {
    const env = { PATH: dirname(process.execPath) }
    return spawnSync(process.execPath, [...words, 'guess'], { cwd: ROOT, env, encoding: 'utf8' }).stderr
  }
  expect(said(['bin/sudoku.ts'])).toContain(`(${process.execPath} bin/sudoku.ts --help says more)`)
  const folder = mkdtempSync(join(tmpdir(), 'sudoku-bin-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // As npm links it.
  symlinkSync(join(ROOT, 'bin/sudoku.ts'), join(folder, 'sudoku'))
  expect(said([join(folder, 'sudoku')])).toContain('(sudoku --help says more)')
})
