import { spawnSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, inject, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { createClient } from '../../shared/client/client.ts'
import { GRID, SOLUTION } from '../api/grids.ts'
import { serving } from '../client/serving.ts'
import { COMMANDS, fileOf, sudoku as run, start, terminal } from './run.ts'

/** The rules of https://clig.dev for any command line. */

const SUDOKU_URL = inject('serviceUrl')
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const sudoku = (args: readonly string[], input = '') => run(args, { input })

it.each([[], ['solve'], ['list']])('--version prints the version, behind %j too', async (...words) => {
  expect(await sudoku([...words, '--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

it.each(COMMANDS)('the help of %s has an example, and every example names a command that is there', async (command) => {
  const { code, stdout, stderr } = await run([command, '--help'], { name: 'npm run -s sudoku --' })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  // What is named is said in words.
  expect(stdout).not.toMatch(/\w:\s*;/)
  const examples = stdout.split(/^Examples?:$/m)[1] ?? ''
  expect(examples).toMatch(new RegExp(`^  npm run -s sudoku -- ${command}`, 'm'))
  for (const [line, flags] of examples.matchAll(/^ {2}npm.*?(--[a-z-]+.*)?$/gm)) {
    const known = stdout.split(/^Examples?:$/m)[0]
    for (const flag of flags?.match(/(?<=\s)--[a-z-]+/g) ?? [])
      expect({ line, known }).toMatchObject({ known: expect.stringContaining(flag) })
  }
})

it('every command prints JSON with --json', { tags: ['long'] }, async () => {
  const json = async (args: readonly string[], input = '') =>
    JSON.parse((await sudoku([...args, '--json'], input)).stdout)
  expect(await json(['solve', '-'], GRID)).toMatchObject([{ line: 1, status: 'solved', solution: SOLUTION }])
  const { id } = await json(['submit', '-'], GRID)
  expect(await json(['results', id])).toMatchObject([{ solution: SOLUTION }])
  expect(await json(['status', id])).toMatchObject({ id, state: 'completed', counts: { solved: 1 } })
  const { id: open } = await createClient({ url: SUDOKU_URL }).createJob({ open: true })
  expect(await json(['cancel', open])).toMatchObject({ id: open, state: expect.stringContaining('cancel') })
  expect(await json(['redrive', id])).toMatchObject({ id })
  expect((await json(['list'])).map((job: { id: string }) => job.id)).toContain(id)
  expect(await json(['delete', open])).toEqual({ id: open, deleted: true })
  expect(await json(['completion', 'fish'])).toMatchObject({
    shell: 'fish',
    script: expect.stringContaining('complete'),
  })
  // More than one block, so that commas stand between blocks, too.
  const generate = ['generate', '--count', '501', '--size', '4']
  const puzzles: { puzzle: string; solution: string }[] = await json([...generate, '--solutions'])
  const lines = (await sudoku(generate)).stdout.trimEnd().split('\n')
  expect(puzzles.map(({ puzzle }) => puzzle)).toEqual(lines)
  expect(puzzles.every(({ solution }) => /^[1-4]{16}$/.test(solution))).toBe(true)
})

it('a list of no jobs is JSON, too', async () => {
  await using service = await serving((_request, response) => response.end('{"jobs":[],"next":null}'))
  expect((await run(['list', '--json', '--url', service.url])).stdout).toBe('[]\n')
})

it('a terminal is told what happens, and nothing with --quiet', async () => {
  const said = async (...options: string[]) => {
    const { stream, text } = terminal()
    const stdin = Object.assign(Readable.from([Buffer.from(GRID)]), { isTTY: true })
    const { code, stdout } = await run(['solve', '-', ...options], { stdin, stderr: stream })
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${SOLUTION}\n` })
    return text()
  }
  expect(await said()).toMatch(/^Type or paste puzzles; Ctrl-D ends them\.\nsubmitting as http:.*\n/)
  expect(await said('--quiet')).toBe('')
  expect(await said('-q')).toBe('')
})

it('--quiet keeps errors', async () => {
  expect((await sudoku(['status', 'j', '--quiet'])).stderr).toContain('There is no such job')
})

/** util-linux has the only terminal that there is without another package. */
const hasTerminal = spawnSync('script', ['--version']).status === 0

it.runIf(hasTerminal)(
  'colours are for terminals, and for nobody with NO_COLOR or TERM=dumb',
  { tags: ['long'] },
  () => {
    const inTerminal = (env: object) =>
      spawnSync(
        'script',
        ['-qec', `"${process.execPath}" bin/sudoku.ts solve docs/grid.txt > /dev/null`, '/dev/null'],
        {
          cwd: ROOT,
          env: { PATH: process.env.PATH, SUDOKU_URL, TERM: 'xterm', ...env },
          input: '',
          encoding: 'utf8',
        },
      ).stdout
    const DIM = '\u001b[2msubmitting as'
    expect(inTerminal({})).toContain(DIM)
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
      expect(inTerminal(env)).toContain('submitting as')
      expect(inTerminal(env)).not.toContain(DIM)
    }
  },
)

it('serve says which port is in use, and how it is called with another', { tags: ['long'] }, async () => {
  await using other = await serving()
  const { port } = other
  const ended = await start('bin/sudoku.ts', ['serve'], { env: { PORT: `${port}` } }).ended
  const command = `${process.execPath} bin/sudoku.ts serve --port ${port + 1}`
  expect(ended).toEqual({ code: 3, stdout: '', stderr: `sudoku: Port ${port} is in use. Choose another: ${command}\n` })
})

it('a terminal is told once that the service is asked again, and nothing with --quiet', async () => {
  const said = async (...options: string[]) => {
    const { stream, text } = terminal()
    await run(['list', '--url', 'http://127.0.0.1:1', ...options], { pause: async () => {}, stderr: stream })
    return text().split('\n')
  }
  const [again, failed] = await said()
  expect([again, failed]).toEqual([
    'http://127.0.0.1:1 cannot be reached; trying again …',
    expect.stringMatching(/^sudoku: http:\S+ cannot be reached: /),
  ])
  expect((await said('--quiet'))[0]).toMatch(/^sudoku: /)
})

it('what a job is called is sent with it and shown, and delete removes the job', { tags: ['long'] }, async () => {
  const labels = ['--name', 'evening', '--metadata', 'order=7', '--metadata', 'note=a=b']
  const id = (await sudoku(['submit', '-', '--include', 'rating', ...labels], GRID)).stdout.trim()
  // They are waited for, so that the job has ended.
  expect((await sudoku(['results', id, '--er', '..1.2'])).stdout).toBe(`${SOLUTION}\n`)
  expect((await sudoku(['results', id, '--status', 'invalid'])).stdout).toBe('')
  const { stdout } = await sudoku(['status', id])
  expect(stdout).toMatch(/^state +completed\n.*^puzzles +1\npending +0\nsolved +1$/ms)
  expect(stdout).toMatch(/^rated +1, ER 1\.2 to 1\.2$/m)
  expect(stdout).toMatch(/^name {8}evening$/m)
  expect(stdout).toMatch(/^metadata {4}order=7, note=a=b$/m)
  expect((await sudoku(['list'])).stdout).toMatch(new RegExp(`^${id} .* 1/1  evening$`, 'm'))
  expect(await sudoku(['delete', id])).toEqual({ code: 0, stdout: `${id} is deleted\n`, stderr: '' })
  expect(await sudoku(['status', id])).toMatchObject({ code: 3, stderr: expect.stringContaining('no such job') })
  const solved = await sudoku(['solve', '-', '--name', 'noon', '--json'], GRID)
  expect(solved.code).toBe(0)
  expect((await sudoku(['list'])).stdout).toMatch(/ 1\/1 {2}noon$/m)
})

it('an address of something else is questioned', async () => {
  const { code, stderr } = await run(['list', '--url', `${SUDOKU_URL}/base`])
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: 'sudoku: There is nothing at this address\nIs --url, or SUDOKU_URL, the address of the service?\n',
  })
})

it('a line behind the last puzzle is refused, where nothing would be printed', async () => {
  const id = (await sudoku(['submit', '-'], `${GRID}\n${GRID}\n`)).stdout.trim()
  expect(await sudoku(['results', id, '--from', '2'])).toMatchObject({ code: 0, stdout: `${SOLUTION}\n` })
  expect(await sudoku(['results', id, '--from', '3'])).toMatchObject({ code: 0, stdout: '' })
  const behind = await sudoku(['results', id, '--from', '4'])
  const stderr = 'sudoku: found --from 4, but the job has 2 puzzles\n'
  expect(behind).toEqual({ code: 2, stdout: '', stderr })
  expect(await sudoku(['solve', '-', '--from', '4'], `${GRID}\n${GRID}\n`)).toEqual(behind)
})

it('a variable that is empty is not set', { tags: ['long'] }, async () => {
  const env = { SUDOKU_URL: '', SUDOKU_KEY: '', PORT: '' }
  await sudoku(['submit', '-'], GRID)
  const { code, stdout } = await start('bin/sudoku.ts', ['list', '--url', SUDOKU_URL], { env }).ended
  expect({ code, lines: stdout.length > 0 }).toEqual({ code: 0, lines: true })
  // Where the variable is the only one to say, the default holds.
  expect((await start('bin/sudoku.ts', ['solve', '/nowhere', '--json'], { env }).ended).stderr).toContain('/nowhere')
})

it.each([
  'solve many | head -2',
  'generate --count 1000000000 | head -5',
  '--help | head -1',
  'completion bash | head -1',
  'list --json | head -1',
])('a reader that stops early is no error: %s', { tags: ['long'] }, (script) => {
  const file = fileOf(`${GRID}\n`.repeat(10_000))
  const pipe = `set -o pipefail; "${process.execPath}" bin/sudoku.ts ${script.replace('many', file)}`
  const ended = spawnSync('bash', ['--norc', '-c', pipe], {
    cwd: ROOT,
    env: { SUDOKU_URL, PATH: process.env.PATH },
    encoding: 'utf8',
  })
  expect(ended).toMatchObject({ status: 0, stderr: '' })
})

it('solve gives its job up where nobody reads on', { tags: ['long'] }, async () => {
  const name = `given up ${process.pid}`
  const script = `yes ${GRID} | "${process.execPath}" bin/sudoku.ts solve - --name '${name}' | head -2`
  const env = { SUDOKU_URL, PATH: process.env.PATH }
  const ended = spawnSync('bash', ['--norc', '-c', script], { cwd: ROOT, env, encoding: 'utf8' })
  expect(ended).toMatchObject({ status: 0, stdout: `${SOLUTION}\n${SOLUTION}\n`, stderr: '' })
  const { jobs } = await (await fetch(`${SUDOKU_URL}/jobs?name=${encodeURIComponent(name)}`)).json()
  expect(jobs).toMatchObject([{ state: expect.stringMatching(/^cancel/) }])
})
