import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The tests of the bundles through Amazon's own runtime interface client: the JavaScript that is inside Lambda's
 * runtime. It is fetched once, and only its native part is ours (docs/decisions/014).
 *
 *     npm run tool -- ric
 */

const PACKAGE = 'aws-lambda-ric@4.0.2'
const INTEGRITY = 'sha512-FE5Vskx7mYNnqAnWWJXUOsLp2VGgdsJsCoRLFTa8L4Yk0QVtArqR8q58yPA++QC1a73ZWJXBQ2AH31nIAv7NOQ=='
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const CLIENT = join(ROOT, 'node_modules/.cache', PACKAGE)

if (!existsSync(CLIENT)) fetchClient()
cpSync(new URL('./rapid-client.node', import.meta.url), join(CLIENT, 'rapid-client.node'), { recursive: true })
run(process.execPath, ['node_modules/.bin/vitest', 'run', '--config', 'test/vitest.config.ts', 'test/asset/asset'], {
  RUNTIME_CLIENT: CLIENT,
})

function fetchClient(): void {
  const folder = mkdtempSync(join(tmpdir(), 'sudoku-ric-'))
  try {
    // Installed, it would build curl with cmake before npm is done.
    run('npm', ['pack', PACKAGE, '--silent', '--pack-destination', folder])
    const archive = join(folder, 'aws-lambda-ric-4.0.2.tgz')
    const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
    if (found !== INTEGRITY) throw new Error(`${PACKAGE} is not what it was: ${found}, expected ${INTEGRITY}`)
    run('tar', ['-xzf', archive, '-C', folder, 'package/index.mjs', 'package/package.json', 'package/LICENSE'])
    cpSync(join(folder, 'package'), CLIENT, { recursive: true })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function run(command: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): void {
  const { status, error } = spawnSync(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}
