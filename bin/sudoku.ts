#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { ApiError, UnreachableError } from '../shared/client/http.ts'
import { addGenerate, NotMadeError } from './generate.ts'
import { addJobs } from './jobs.ts'
import { addSolve } from './solve.ts'
import { InputError, OutputError } from './streams.ts'

/** The exit codes of the command. */
const EXIT = { allSolved: 0, someNot: 1, usage: 2, service: 3, output: 4, interrupted: 130 } as const

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())
// A reader that stops early, like `head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  // Other errors are reported by whatever is printing.
})

const program = new Command('sudoku')
  .description('Solves Sudoku puzzles through the Sudoku service, and generates new ones.')
  .exitOverride()
  .showHelpAfterError('(sudoku --help says more)')

const end = (allSolved: boolean) => {
  process.exitCode = allSolved ? EXIT.allSolved : EXIT.someNot
}
addSolve(program, interruption.signal, end)
addJobs(program, interruption.signal, end)
addGenerate(program, interruption.signal)

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = exitCodeOf(error)
  // Output that its reader has not taken yet would keep the process alive.
  if (interruption.signal.aborted) process.exit()
}

/** Also prints the error, unless it has been printed already. */
function exitCodeOf(error: unknown): number {
  if (interruption.signal.aborted) return EXIT.interrupted
  // Commander has printed its errors and its help already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.allSolved : EXIT.usage
  if (error instanceof InputError) {
    console.error(`sudoku: ${error.message}`)
    return EXIT.usage
  }
  if (error instanceof NotMadeError) {
    console.error(`sudoku: ${error.message}`)
    return EXIT.someNot
  }
  if (error instanceof ApiError || error instanceof UnreachableError) {
    console.error(`sudoku: ${error.message}`)
    return EXIT.service
  }
  if (error instanceof OutputError) {
    console.error(`sudoku: the output cannot be written: ${error.message}`)
    return EXIT.output
  }
  throw error
}
