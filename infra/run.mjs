// `node infra/run.mjs <file or program> …` is how the scripts of package.json begin: it installs what is missing, and
// becomes that file, or that program of a package, in the pinned Node. It is plain JavaScript, because any Node has to
// run it.
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { Module } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasInstalled } from './install.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const program = (name) => resolve(root, 'node_modules/.bin', name)

const [, , named, ...words] = process.argv
const main = named.endsWith('.ts') ? resolve(root, named) : realpathSync(program(named))
const node = program('node')
const isPinned = !existsSync(node) || realpathSync(node) === realpathSync(process.execPath)

if (isPinned && !hasInstalled) {
  // npm has found the pinned Node already, so that no second process has to start.
  process.argv.splice(1, 2, main)
  Module.runMain(main)
} else {
  const child = spawn(node, [...process.execArgv, main, ...words], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
