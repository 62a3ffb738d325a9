import { Command, CommanderError } from 'commander'
import { ApiError, UnreachableError } from '../shared/client/http.ts'
import { UnreadableError } from '../shared/input/encoding.ts'
import { VersionError } from '../shared/job/packed/byte-format.ts'
import type { CommandContext } from './context.ts'
import { addGenerate, NotMadeError } from './generate.ts'
import { addJobs } from './jobs.ts'
import { addSolve } from './solve.ts'
import { InputError, OutputError } from './streams.ts'

/** The exit codes of the command. */
export const EXIT = { allSolved: 0, someNot: 1, usage: 2, service: 3, output: 4, interrupted: 130 } as const

/**
 * Runs the command line to its end.
 *
 * @param args the words after `sudoku`
 * @returns the exit code
 */
export async function main(args: readonly string[], context: CommandContext): Promise<number> {
  const { stdout, stderr, signal } = context
  const program = new Command('sudoku')
    .description('Solves Sudoku puzzles through the Sudoku service, and generates new ones.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.stream.write(text), writeErr: (text) => stderr.write(text) })
    .showHelpAfterError('(sudoku --help says more)')
  let code: number = EXIT.allSolved
  const end = (allSolved: boolean) => {
    code = allSolved ? EXIT.allSolved : EXIT.someNot
  }
  addSolve(program, context, end)
  addJobs(program, context, end)
  addGenerate(program, context)
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted
    // Commander has printed its errors and its help already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.allSolved : EXIT.usage
    const [failed, message] = failureOf(error)
    stderr.write(`sudoku: ${message}\n`)
    return failed
  }
}

/** The exit code and the message of an expected failure; any other error is thrown again. */
function failureOf(error: unknown): [code: number, message: string] {
  if (error instanceof InputError || error instanceof UnreadableError) return [EXIT.usage, error.message]
  if (error instanceof NotMadeError) return [EXIT.someNot, error.message]
  if (error instanceof ApiError || error instanceof UnreachableError) return [EXIT.service, error.message]
  if (error instanceof VersionError) {
    const old = error.isNewer
      ? 'this command line is older than the service'
      : 'the service is older than this command line'
    return [EXIT.service, `${old} and has to be updated: ${error.message}`]
  }
  if (error instanceof OutputError) return [EXIT.output, `the output cannot be written: ${error.message}`]
  throw error
}
