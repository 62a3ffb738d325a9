// Installs what is missing before `npm start`, `npm test` and others, which begin with run.mjs or with this. It is plain
// JavaScript, because any Node has to run it, and it speaks on standard error only, because standard output belongs to
// the command that it prepares.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
const modifiedAt = (path) => statSync(new URL(path, root), { throwIfNoEntry: false })?.mtimeMs ?? 0
/** npm writes the two lock files within moments of each other. */
const SAME_MOMENT_MS = 10_000

const hasPackages = () =>
  modifiedAt('node_modules/.package-lock.json') + SAME_MOMENT_MS >= modifiedAt('package-lock.json')
const hasNode = () => modifiedAt('node_modules/.bin/node') > 0 || process.platform === 'win32'

/** Whether the Node that runs this may be another one than the one that is there now. */
export const hasInstalled = !hasPackages() || !hasNode()
if (hasInstalled) await alone(install)

function install() {
  if (!hasPackages()) {
    console.error('Installing the packages, which takes about a minute, and only this once.')
    // No package runs a script during the installation, except the one that fetches Node 24.
    npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
  }
  if (hasNode()) return
  // Where npm is told to run no scripts, the one that fetches Node 24 has to run nevertheless.
  npm('rebuild', 'node', '--ignore-scripts=false', '--loglevel=error')
  if (!hasNode()) fail('npm rebuild node ended well, but there is no node_modules/.bin/node')
  const node = fileURLToPath(new URL('node_modules/.bin/node', root))
  const { status, error } = spawnSync(node, ['--version'])
  if (status === 0) return
  // Otherwise the next command would find it, and fail without a reason.
  rmSync(node)
  fail(`the Node 24 that npm has for this machine does not run on it (${error?.message ?? `it ended with ${status}`})`)
}

function npm(...args) {
  const script = process.env.npm_execpath
  // An update takes away the Node that this runs on, where it is the one that was installed: then it is the machine's.
  const node = statSync(process.execPath, { throwIfNoEntry: false }) ? process.execPath : 'node'
  const [command, first] = script ? [node, [script]] : ['npm', []]
  const { status, signal, error } = spawnSync(command, [...first, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status === 0) return
  const how = error ? `could not be started: ${error.message}` : `ended with ${signal ?? status}`
  fail(`npm ${args[0] === 'ci' ? 'ci' : 'rebuild node'} ${how}`)
}

function fail(reason) {
  console.error(`
The set-up failed: ${reason}.
It needs npm, its registry (npm ping tries it), and 900 MB of disk. Once they are there, run the same command
again. To see more of what npm does, run this first:
  npm ci --ignore-scripts && npm rebuild node --ignore-scripts=false --foreground-scripts`)
  process.exit(1)
}

/** Runs the installation when no other process is at it, as `npm start &` may be when the next command is called. */
async function alone(run) {
  const lock = fileURLToPath(new URL('.installing', root))
  for (let isTold = false; !takes(lock); await pause(200)) {
    const other = ownerOf(lock)
    if (other && !isAlive(other)) rmSync(lock, { force: true })
    else if (other && !isTold) {
      console.error(`Waiting for process ${other}, which installs the packages. If it does not, delete ${lock}.`)
      isTold = true
    }
  }
  const release = () => rmSync(lock, { force: true })
  process.once('exit', release)
  run()
  release()
}

function takes(lock) {
  try {
    writeFileSync(lock, `${process.pid}`, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    fail(`nothing can be written here: ${error.message}`)
  }
}

/** The process that has the lock; 0 where that is not written yet, or the lock is gone again. */
function ownerOf(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch {
    return 0
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
