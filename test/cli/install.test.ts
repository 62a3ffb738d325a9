import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { start } from './run.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sudoku-install-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A folder with an executable `npm` that runs a script of `sh`. */
function npmDoing(script: string): string {
  const path = join(folder, crypto.randomUUID())
  mkdirSync(path)
  writeFileSync(join(path, 'npm'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(path, 'npm'), 0o755)
  return path
}

const CI = 'echo added 700 packages; mkdir -p node_modules/.bin; touch node_modules/.package-lock.json'
const REBUILD = `echo rebuilt dependencies; ln -sf ${process.execPath} node_modules/.bin/node`
/** npm as it is where all goes well, down to what it says on standard output. */
const does = (part: { ci?: string; rebuild?: string }) =>
  npmDoing(`case $1 in ci) ${part.ci ?? CI} ;; rebuild) ${part.rebuild ?? REBUILD} ;; esac`)

describe('what prepares every command', () => {
  /** A checkout of nothing else, and what becomes of its set-up with an npm. */
  const checkout = () => {
    const path = join(folder, crypto.randomUUID())
    cpSync(join(ROOT, 'infra/install.mjs'), join(path, 'infra/install.mjs'), { recursive: true })
    writeFileSync(join(path, 'package-lock.json'), '{}')
    return path
  }
  const preparing = (path: string, npm: string) =>
    start('infra/install.mjs', [], { cwd: path, env: { PATH: `${npm}${delimiter}/usr/bin${delimiter}/bin` } })
  const prepared = (path: string, npm: string) => preparing(path, npm).ended

  it('speaks on standard error, npm too, and nothing the second time', async () => {
    const path = checkout()
    const { code, stdout, stderr } = await prepared(path, does({}))
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toMatch(/^Installing the packages, .*\nadded 700 packages\nrebuilt dependencies\n$/)
    const never = npmDoing('echo called; exit 1')
    expect(await prepared(path, never)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(existsSync(join(path, '.installing'))).toBe(false)
  })

  it.each([
    ['the packages cannot be fetched', { ci: 'exit 7' }, 'npm ci ended with 7'],
    ['Node cannot be fetched', { rebuild: 'exit 1' }, 'npm rebuild node ended with 1'],
    ['npm is killed', { rebuild: 'kill -9 $$' }, 'npm rebuild node ended with SIGKILL'],
    ['npm runs no scripts', { rebuild: 'true' }, 'there is no node_modules/.bin/node'],
    [
      'the Node that came is for another machine',
      { rebuild: 'printf no > node_modules/.bin/node; chmod +x node_modules/.bin/node' },
      'does not run on it',
    ],
  ])('says what failed and what to do where %s, and does the rest the next time', async (_, npm, reason) => {
    const path = checkout()
    const { code, stdout, stderr } = await prepared(path, does(npm))
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(reason)
    expect(stderr).toContain('run the same command\nagain')
    expect(await prepared(path, does('ci' in npm ? {} : { ci: 'exit 7' }))).toMatchObject({ code: 0 })
  })

  it('says so where there is no npm', async () => {
    const { code, stdout, stderr } = await start('infra/install.mjs', [], { cwd: checkout(), env: { PATH: folder } })
      .ended
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('npm ci could not be started')
  })

  it('is done once where two commands start together, and by the second where the first was killed', {
    tags: ['long'],
  }, async () => {
    const path = checkout()
    const slow = does({ ci: `echo begun >> calls; sleep 1; ${CI}` })
    const both = await Promise.all([prepared(path, slow), prepared(path, slow)])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect(readFileSync(join(path, 'calls'), 'utf8')).toBe('begun\n')
    expect(both.map(({ stderr }) => stderr).join()).toMatch(/Waiting for process \d+, /)

    rmSync(join(path, 'node_modules'), { recursive: true })
    const first = preparing(path, does({ ci: 'echo $$ > pid; sleep 100' }))
    while (!existsSync(join(path, 'pid'))) await new Promise((resolve) => setTimeout(resolve, 20))
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    process.kill(Number(readFileSync(join(path, 'pid'), 'utf8')))
    expect(await prepared(path, does({}))).toMatchObject({ code: 0 })
  })
})
