import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { GRID, SOLUTION } from '../api/grids.ts'

/** The package, installed by `npm pack` and an `npm install` of the tarball, in a folder that knows nothing of this project. */

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
/** The bytes of solver and client together, with their declarations. */
const MOST_BYTES = 380_000

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sudoku-package-'))
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root })
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  await run('npm', ['install', '--no-audit', '--no-fund', `./${filename}`], { cwd: folder })
  await writeFile(join(folder, 'puzzles.txt'), `${GRID}\n`.repeat(3))
}, 300_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the package', { tags: ['long'] }, () => {
  it('brings no other package, and little of its own', async () => {
    const installed = await readdir(join(folder, 'node_modules'))
    expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['sudoku-service'])
    const dist = join(folder, 'node_modules/sudoku-service/dist')
    const files = (await readdir(dist, { recursive: true })).filter((file) => /\.(js|ts)$/.test(file))
    const forPrograms = files.filter((file) => file !== 'sudoku.js' && !file.endsWith('-thread.js'))
    const sizes = await Promise.all(forPrograms.map(async (file) => (await stat(join(dist, file))).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES)
  })

  it('has types that compile in a project of other settings, its declarations too', async () => {
    await mkdir(join(folder, 'typed'))
    await writeFile(join(folder, 'typed/sample.ts'), SAMPLE.replaceAll('// @types ', ''))
    const options = '--strict --noEmit --module nodenext --target es2022 --lib es2022,dom --types'.split(' ')
    const tsc = join(root, 'node_modules/.bin/tsc')
    await run(tsc, [...options, '', 'typed/sample.ts'], { cwd: folder }).catch(({ stdout }) => expect(stdout).toBe(''))
  })

  describe.each([20, 22, 24])('on Node %i', (major) => {
    const node = (...args: string[]) =>
      run('npm', ['exec', '--yes', `--package=node@${major}`, '--', 'node', ...args], { cwd: folder })

    it('is a command that solves and generates', async () => {
      const command = 'node_modules/sudoku-service/dist/sudoku.js'
      expect((await node('--version')).stdout).toMatch(`v${major}.`)
      const { stdout } = await node(command, 'solve', 'puzzles.txt', '--url', inject('serviceUrl'))
      expect(stdout).toBe(`${SOLUTION}\n`.repeat(3))
      const made = await node(command, 'generate', '--count', '3', '--seed', '1')
      expect(made.stdout.trim().split('\n')).toHaveLength(3)
    })

    it('has a client and a solver for programs', async () => {
      await writeFile(join(folder, 'sample.js'), SAMPLE.replaceAll(/^.*\/\/ types only.*$/gm, ''))
      const { stdout } = await node('sample.js', inject('serviceUrl'))
      expect(JSON.parse(stdout)).toEqual({ solution: SOLUTION, all: [SOLUTION, null], result: SOLUTION })
    })
  })

  it('is a command by npx, too', async () => {
    const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
    const args = ['--yes', `./${tarball}`, 'solve', 'puzzles.txt', '--url', inject('serviceUrl')]
    expect((await run('npx', args, { cwd: folder })).stdout).toBe(`${SOLUTION}\n`.repeat(3))
  })

  it('solves, rates and generates without a service', async () => {
    const command = 'node_modules/.bin/sudoku'
    expect((await run(command, ['solve', 'puzzles.txt'], { cwd: folder })).stdout).toBe(`${SOLUTION}\n`.repeat(3))
    expect((await run(command, ['rate', 'puzzles.txt'], { cwd: folder })).stdout).toMatch(/^([^ ]+ \d\.\d\/.*\n){3}$/)
    const failed = run(command, ['list', '--url', 'http://127.0.0.1:1'], { cwd: folder })
    // Nobody is sent to a command that says the service is started elsewhere.
    await expect(failed).rejects.toMatchObject({ code: 3, stderr: expect.not.stringContaining('serve"') })
  })

  it('says that a service is started elsewhere', async () => {
    const says = expect.stringMatching(/^sudoku: a service can be started in a checkout of the project only; .*\n$/)
    const failed = run('node_modules/.bin/sudoku', ['serve'], { cwd: folder })
    await expect(failed).rejects.toMatchObject({ code: 3, stderr: says })
  })

  it('needs no Node at all for client and solver', async () => {
    for (const name of ['client', 'solver']) {
      const text = await readFile(join(folder, `node_modules/sudoku-service/dist/${name}.js`), 'utf8')
      expect(text).not.toMatch(/node:|\bprocess\b|\bBuffer\b|\brequire\(/)
    }
  })
})

/** A program that uses both; as JavaScript without the lines that only types need. */
const SAMPLE = `
import { createClient } from 'sudoku-service/client'
import { solve, solveAll } from 'sudoku-service/solver'
import type { JobView } from 'sudoku-service/client' // types only
declare const process: { argv: string[] } // types only
declare const console: { log(text: string): void } // types only

const puzzle = '${GRID}'
const { solution } = solve(puzzle, { strategy: 'singles' })
const all = solveAll([puzzle, 'nonsense'])
const client = createClient({ url: process.argv[2] ?? '' })
const job = await client.createJob({ puzzles: [puzzle] })
let result
for await (const one of client.results(job.id)) result = one.solution
const view: JobView = await client.getJob(job.id) // types only
const text: string | undefined = view.links.self && solution // types only
console.log(JSON.stringify({ solution: text, all, result })) // types only
console.log(JSON.stringify({ solution, all, result }))
`
