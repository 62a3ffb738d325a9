#!/usr/bin/env node
import { fstatSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { EXIT, main } from './main.ts'
import { quoted } from './print-results.ts'

// Collecting garbage only when it has grown threefold takes this process a tenth less than at twofold; at fourfold, as in
// the functions, it is no faster. `npm run sudoku` also gives newer objects 8 MB instead of 16, which only the start of a
// process can: 30 MB less of 240 for ten million puzzles by a service, and no slower. The package's first line does not, as
// `env` of small systems passes no options on.
setFlagsFromString('--heap-growing-percent=200')

const VARIABLES = ['SUDOKU_URL', 'SUDOKU_KEY', 'PORT', 'AUTH', 'CORS_ORIGINS', 'BODY_RULE', 'LOG_LEVEL']
// An empty variable is not set.
for (const name of VARIABLES) if (process.env[name] === '') delete process.env[name]

const { INIT_CWD, NO_COLOR, TERM, npm_lifecycle_event } = process.env
const isScript = npm_lifecycle_event === 'sudoku' || npm_lifecycle_event === 'start'
// npm runs its scripts in the project's folder, but files are named as seen from where npm was called.
if (isScript && INIT_CWD) process.chdir(INIT_CWD)

const interruption = new AbortController()
/** npm passes Ctrl-C on to a process that the terminal has told already: only a later one is meant as a second. */
const SAME_CTRL_C_MS = 1_000
let interruptedAt = Number.POSITIVE_INFINITY
const SIGNALS = ['SIGINT', 'SIGTERM'] as const
for (const signal of SIGNALS) {
  process.on(signal, () => {
    if (performance.now() - interruptedAt > SAME_CTRL_C_MS) process.exit(EXIT.interrupted)
    interruptedAt = Math.min(interruptedAt, performance.now())
    interruption.abort()
  })
}
/** How long a command that nobody reads any more may take to give up what it has begun. */
const GIVING_UP_MS = 5_000
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') setTimeout(() => process.exit(), GIVING_UP_MS).unref()
  // Errors are reported by whatever is printing.
})

const { stdin, stdout: stream, stderr } = process
const stdout = { stream, file: fstatSync(stream.fd).isFile() ? stream.fd : undefined }
process.exitCode = await main(process.argv.slice(2), {
  name: calledAs(),
  stdin,
  stdout,
  stderr,
  // https://no-color.org
  hasColors: stderr.isTTY && !NO_COLOR && TERM !== 'dumb',
  signal: interruption.signal,
  endAtOnce: () => {
    for (const signal of SIGNALS) process.removeAllListeners(signal)
  },
})
// The process waits until its reader has taken all output, except after Ctrl-C. Then it ends at once, as Node would tidy up
// its memory first: 35 ms of 750 after a million puzzles.
const isTaken = stream.writableLength === 0 && stderr.writableLength === 0
// A service that was started here ends when its functions have.
const isLeft = process.getActiveResourcesInfo().includes('ProcessWrap')
if ((isTaken || process.exitCode === EXIT.interrupted) && !isLeft) process.exit()

function calledAs(): string {
  if (isScript) return 'npm run -s sudoku --'
  const [, path] = process.argv
  // The name that npm gives the command where it installs it.
  if (basename(path) === 'sudoku') return 'sudoku'
  return [process.argv0, relative('', path)].map(quoted).join(' ')
}
