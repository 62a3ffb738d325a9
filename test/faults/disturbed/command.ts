import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../../', import.meta.url)
const ENVIRONMENT = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compile', ROOT)),
}

export interface Command {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stderr: string
}

/** The command line as a user would start it, its output going into a file, behind what is there. */
export function sudoku(args: readonly string[], to: string): Command {
  const output = openSync(to, 'a')
  const child = spawn(process.execPath, ['bin/sudoku.ts', ...args], {
    cwd: ROOT,
    env: ENVIRONMENT,
    stdio: ['ignore', output, 'pipe'],
  })
  closeSync(output)
  return followed(child)
}

/** A script of bash in which `sudoku` is this project's. */
export function shell(script: string, args: readonly string[]): Command {
  const define = `sudoku() { ${JSON.stringify(process.execPath)} bin/sudoku.ts "$@"; }`
  const words = ['--norc', '-c', `${define}\n${script}`, 'bash', ...args]
  return followed(spawn('bash', words, { cwd: ROOT, env: ENVIRONMENT, stdio: ['ignore', 'ignore', 'pipe'] }))
}

function followed(child: ChildProcess): Command {
  let stderr = ''
  child.stderr?.on('data', (data) => {
    stderr += data
  })
  // Whatever becomes of a test, its commands do not outlive it.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      process.off('exit', end)
      resolve({ code, signal, stderr })
    })
  })
  return { child, ended }
}

/** The command that goes on, as it was named, without its first word: for a shell to read. */
export function namedIn(stderr: string): { line: number; command: string } | undefined {
  const [, line, command] =
    /^sudoku: interrupted after puzzle (\d+); to continue: \S+ \S*sudoku\.ts (.*)$/m.exec(stderr) ?? []
  return command === undefined ? undefined : { line: Number(line), command }
}
