import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { GRID, SOLUTION } from '../api/grids.ts'
import { serving } from '../client/serving.ts'
import { browserForFile, eventually, longInBrowser } from '../web/browser.ts'

/** The package, packed and installed in a folder that knows nothing of this project. */

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
/** The bytes of all that programs import, with their declarations and without source maps. */
const MOST_BYTES = 690_000
/** The bytes of `classic`, bundled, minified and gzipped. */
const MOST_CLASSIC_BYTES = 20_000

/** The examples of docs/package.md, each a program. */
const page = await readFile(join(root, 'docs/package.md'), 'utf8')
const SAMPLES = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, text], i) => ({ name: `sample-${i}`, text }))
/** Those that need no service. */
const ALONE = SAMPLES.filter(({ text }) => !text.includes('127.0.0.1'))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sudoku-package-'))
  await run('npm', ['run', '-s', 'package', '--', '--pack-destination', folder], { cwd: root })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  await run('npm', ['install', '--no-audit', '--no-fund', './sudoku-service-0.1.0.tgz'], { cwd: folder })
  await writeFile(join(folder, 'puzzles.txt'), `${GRID}\n`.repeat(3))
  for (const { name, text } of SAMPLES)
    await writeFile(join(folder, `${name}.ts`), text.replaceAll('http://127.0.0.1:3000', inject('serviceUrl')))
}, 300_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the package', { tags: ['long'] }, () => {
  it('brings no other package, and little of its own', async () => {
    const installed = await readdir(join(folder, 'node_modules'))
    expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['sudoku-service'])
    const dist = join(folder, 'node_modules/sudoku-service')
    const files = (await readdir(dist, { recursive: true })).filter((file) => /\.(js|ts)$/.test(file))
    const forPrograms = files.filter((file) => !file.startsWith('sudoku') && !file.endsWith('-thread.js'))
    const sizes = await Promise.all(forPrograms.map(async (file) => (await stat(join(dist, file))).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES)
    const manifest = JSON.parse(await readFile(join(dist, 'package.json'), 'utf8'))
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['devDependencies']))
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['scripts']))
    // Links of the page that lead into a checkout would be dead here.
    expect(await readFile(join(dist, 'README.md'), 'utf8')).not.toMatch(/\]\((?!https:)/)
    const map = JSON.parse(await readFile(join(dist, 'classic.js.map'), 'utf8'))
    expect(map.sources).toContain('../package/classic.ts')
  })

  it('has a classic solver of few kilobytes', async () => {
    const contents = "import { solve } from 'sudoku-service/classic'; console.log(solve('.'))"
    const stdin = { contents, resolveDir: folder }
    const options = { bundle: true, minify: true, write: false, format: 'esm' } as const
    const [{ contents: bundle }] = (await build({ stdin, ...options })).outputFiles
    expect(gzipSync(bundle, { level: 9 }).length).toBeLessThanOrEqual(MOST_CLASSIC_BYTES)
  })

  it.each([
    ['a browser', ['--lib', 'es2024,dom'], ''],
    ['a worker', ['--lib', 'es2024,webworker'], ''],
    ['Node', ['--lib', 'es2024', '--typeRoots', join(root, 'node_modules/@types')], 'node'],
  ])('has examples and types that compile in strict projects for %s', async (_, options, types) => {
    const strict =
      '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noEmit --module nodenext --target es2022'
    const tsc = join(root, 'node_modules/.bin/tsc')
    const files = SAMPLES.map(({ name }) => `${name}.ts`)
    const compiling = run(tsc, [...strict.split(' '), ...options, '--types', types, ...files], { cwd: folder })
    await compiling.catch(({ stdout }) => expect(stdout).toBe(''))
  })

  describe.each([20, 22, 24])('on Node %i', (major) => {
    const node = (...args: string[]) =>
      run('npm', ['exec', '--yes', `--package=node@${major}`, '--', 'node', ...args], { cwd: folder })

    it('is a command that solves and generates', async () => {
      const command = 'node_modules/sudoku-service/sudoku.js'
      expect((await node('--version')).stdout).toMatch(`v${major}.`)
      const { stdout } = await node(command, 'solve', 'puzzles.txt', '--url', inject('serviceUrl'))
      expect(stdout).toBe(`${SOLUTION}\n`.repeat(3))
      const made = await node(command, 'generate', '--count', '3', '--seed', '1')
      expect(made.stdout.trim().split('\n')).toHaveLength(3)
    })

    it.each(SAMPLES)('runs $name of its page', async ({ name, text }) => {
      // What is in them of types no Node before 22.18 leaves out.
      await build({ entryPoints: [join(folder, `${name}.ts`)], outfile: join(folder, `${name}.js`), format: 'esm' })
      const { stdout } = await node(`${name}.js`)
      expect(stdout.split('\n').length).toBeGreaterThan(text.includes('check(') ? 60 : 1)
    })
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

  it('needs no Node at all for what programs import', async () => {
    const dist = join(folder, 'node_modules/sudoku-service')
    const files = (await readdir(dist)).filter((file) => /^(index|solver|classic|client|shared-.*)\.js$/.test(file))
    expect(files.length).toBeGreaterThan(4)
    for (const file of files)
      expect(await readFile(join(dist, file), 'utf8')).not.toMatch(/['"]node:|\bprocess\b|\bBuffer\b|\brequire\(/)
  })
})

const { open } = browserForFile()

longInBrowser('a page runs the examples of the package', async () => {
  const bundles = ALONE.map(({ name }) => ({ in: join(folder, `${name}.ts`), out: name }))
  const options = { bundle: true, write: false, format: 'esm', outdir: folder, absWorkingDir: folder } as const
  const { outputFiles } = await build({ entryPoints: bundles, ...options })
  const script = ALONE.map(({ name }) => `await import('./${name}.js');`).join('')
  const html = `<!doctype html><link rel="icon" href="data:,"><main><h1>x</h1></main><script type="module">${script} document.title = 'all run'</script>`
  await using server = await serving((request, response) => {
    const file = outputFiles.find(({ path }) => basename(path) === request.url?.slice(1))
    response.setHeader('content-type', file ? 'text/javascript' : 'text/html').end(file?.text ?? html)
  })
  const page = await open('', { url: server.url })
  await eventually(() => page.title()).toBe('all run')
})
