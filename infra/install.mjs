// Installs what is missing before `npm start` and `npm test`. Plain JavaScript, as it runs on whatever Node is there.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const modifiedAt = (path) => statSync(new URL(path, root), { throwIfNoEntry: false })?.mtimeMs ?? 0
/** npm writes the two files within moments of each other. */
const SAME_MOMENT_MS = 10_000

const isInstalled =
  modifiedAt('node_modules/.package-lock.json') + SAME_MOMENT_MS >= modifiedAt('package-lock.json') &&
  (modifiedAt('node_modules/.bin/node') > 0 || process.platform === 'win32')
if (!isInstalled) {
  console.log('Installing packages: about a minute, once.')
  // Packages run nothing while they are installed, but for the one that fetches Node 24.
  npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
  npm('rebuild', 'node', '--loglevel=error', '--silent')
}

function npm(...args) {
  const script = process.env.npm_execpath
  // An update takes away the Node that this runs on, where it is the one that was installed: then it is the machine's.
  const node = statSync(process.execPath, { throwIfNoEntry: false }) ? process.execPath : 'node'
  const [command, first] = script ? [node, [script]] : ['npm', []]
  const { status } = spawnSync(command, [...first, ...args], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
