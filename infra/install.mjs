// Installs what is missing before `npm start` and `npm test`. Plain JavaScript, as it runs on whatever Node is there.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const modifiedAt = (path) => statSync(new URL(path, root), { throwIfNoEntry: false })?.mtimeMs ?? 0
/** npm writes the two files within moments of each other. */
const SAME_MOMENT_MS = 10_000

if (modifiedAt('node_modules/.package-lock.json') + SAME_MOMENT_MS < modifiedAt('package-lock.json')) {
  console.log('Installing packages: about a minute, once.')
  const npm = process.env.npm_execpath
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  const args = [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  process.exit(status ?? 1)
}
