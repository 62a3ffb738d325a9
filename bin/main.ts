import { Command, CommanderError } from 'commander'
import { ServeError } from '../infra/settings/settings.ts'
import manifest from '../package.json' with { type: 'json' }
import { ApiError, UnreachableError } from '../shared/client/api-error.ts'
import { UnreadableError } from '../shared/input/encoding.ts'
import { VersionError } from '../shared/job/packed/byte-format.ts'
import { addCandidates } from './candidates.ts'
import { addCompletion } from './completion.ts'
import { addConvert } from './convert.ts'
import { addDedupe } from './dedupe.ts'
import { addExplain } from './explain.ts'
import { addGenerate, NotMadeError } from './generate.ts'
import { addJobs } from './jobs.ts'
import { addExamples } from './options.ts'
import { addRate } from './rate.ts'
import { addServe } from './serve.ts'
import { addSheet } from './sheet.ts'
import { addSolve } from './solve.ts'
import { type CommandContext, InputError, OutputError, ReaderGoneError } from './streams.ts'
import { visible } from './visible.ts'

// In the order in which help lists them.
const COMMANDS = [
  ...[addSolve, addJobs, addGenerate, addRate, addExplain, addCandidates],
  ...[addConvert, addDedupe, addSheet, addServe, addCompletion],
]

export const EXIT = { allSolved: 0, someNot: 1, usage: 2, service: 3, output: 4, interrupted: 130 } as const

/**
 * Runs the command line to its end.
 *
 * @param args the words after `sudoku`
 * @returns the exit code
 */
export async function main(args: readonly string[], context: CommandContext): Promise<number> {
  const { name = 'sudoku', stdout, stderr, signal } = context
  const program = new Command(name)
    .description('Solves Sudoku puzzles, here or through the Sudoku service, and rates and generates them.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.stream.write(text), writeErr: (text) => stderr.write(visible(text)) })
    .configureHelp({ showGlobalOptions: true })
    .version(manifest.version, '-V, --version', 'print the version')
    .showHelpAfterError(`(${name} --help says more)`)
    .option('--json', 'print JSON')
    .option('-q, --quiet', 'print no progress and no hints, only what was asked for and errors')
  let code: number = EXIT.allSolved
  const end = (allSolved: boolean) => {
    code = allSolved ? EXIT.allSolved : EXIT.someNot
  }
  for (const add of COMMANDS) add(program, context, end)
  addExamples(program, {
    'solve puzzles.txt': 'solves a file on this machine',
    serve: 'starts the service that commands on jobs use',
    'solve --help': 'says more of a command, with examples',
  })
  for (const command of program.commands) command.showHelpAfterError(`(${name} ${command.name()} --help says more)`)
  try {
    const [first, topic = '-'] = args
    // Commander would print the help of the whole program, and name no mistake.
    const isUnknown = !topic.startsWith('-') && program.commands.every((command) => command.name() !== topic)
    if (first === 'help' && isUnknown) program.error(`error: unknown command '${topic}'`)
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted
    // A reader that stops early, like `head`, is no error.
    if (error instanceof ReaderGoneError) return EXIT.allSolved
    // Commander has printed its errors and its help already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.allSolved : EXIT.usage
    const [failed, message] = failureOf(error, name)
    stderr.write(`sudoku: ${visible(message)}\n`)
    return failed
  }
}

/** What is packed cannot start a service. */
const isCheckout = import.meta.url.endsWith('.ts')

/** The exit code and the message of an expected failure, with what to do; any other error is thrown again. */
function failureOf(error: unknown, name: string): [code: number, message: string] {
  if (error instanceof InputError || error instanceof UnreadableError) return [EXIT.usage, error.message]
  if (error instanceof NotMadeError) return [EXIT.someNot, error.message]
  if (error instanceof UnreachableError) {
    const cause = causeOf(error)
    const remedy = isCheckout
      ? `Start a service on this machine with "${name} serve", or name another one with --url or SUDOKU_URL.`
      : 'Name a service with --url or SUDOKU_URL.'
    return [EXIT.service, `${error.message}${cause && `: ${cause}`}\n${remedy}`]
  }
  if (error instanceof ApiError) return [EXIT.service, [error.message, ...remedyFor(error, name)].join('\n')]
  if (error instanceof ServeError) return [EXIT.service, error.message]
  if (error instanceof VersionError) {
    const old = error.isNewer
      ? 'this command line is older than the service'
      : 'the service is older than this command line'
    return [EXIT.service, `${old} and has to be updated: ${error.message}`]
  }
  if (error instanceof OutputError) return [EXIT.output, `the output cannot be written: ${error.message}`]
  throw error
}

/** Why nothing came back: what `fetch` throws says no more than that it failed, and names its cause. */
function causeOf({ cause }: Error): string {
  if (!(cause instanceof Error)) return ''
  const { message, code } = (cause.cause instanceof Error ? cause.cause : cause) as NodeJS.ErrnoException
  // OpenSSL ends its messages with a blank line.
  return message.trim() || code || ''
}

function remedyFor({ status, problem }: ApiError, name: string): string[] {
  if (status === 401)
    return ['Put your key into SUDOKU_KEY. Who runs the service makes keys: npm run -s keys -- mint <owner>']
  if (problem.type.endsWith('/unknown-job')) return [`"${name} list" lists the jobs that this service has for you.`]
  if (problem.type.endsWith('/unknown-route')) return ['Is --url, or SUDOKU_URL, the address of the service?']
  return []
}
