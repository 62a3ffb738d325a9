#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { ApiError, UnreachableError } from '../shared/client.ts'
import { RULES_NAMES } from '../shared/sudoku/rules.ts'
import { STRATEGY_NAMES } from '../shared/sudoku/strategies/strategy.ts'
import { addGenerate, NotMadeError } from './generate.ts'
import { OUTPUT_NAMES } from './output.ts'
import { InputError, type SolveOptions, solve } from './solve.ts'

/** What the command ends with. */
const EXIT = { allSolved: 0, someNot: 1, usage: 2, service: 3, interrupted: 130 } as const

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())
// A reader that has seen enough, like `head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const program = new Command('sudoku')
  .description('Solves Sudoku puzzles through the Sudoku service, and makes some.')
  .exitOverride()
  .showHelpAfterError('(sudoku --help tells more)')

program
  .command('solve')
  .description('submit the puzzles of a file, wait, and print the results in the order of the puzzles')
  .argument('<file>', 'one puzzle a line, or grids row by row with blank lines between; - reads from standard input')
  .addOption(
    new Option('--url <url>', 'where the service answers')
      .env('SUDOKU_URL')
      .default('http://127.0.0.1:3000')
      .argParser(webAddress),
  )
  .option('--local', 'start a service on this machine for this run')
  .addOption(new Option('--strategy <name>').choices(STRATEGY_NAMES))
  .addOption(new Option('--rules <name>').choices(RULES_NAMES))
  .option('--size <cells>', 'cells a side; told from the length of a puzzle when left out', wholeNumber)
  .option('--solutions <count>', 'how many solutions to look for', wholeNumber)
  .option('--backtrack-limit <count>', 'backtracks that one puzzle may take', wholeNumber)
  .addOption(new Option('--format <name>', 'how to print results').choices(OUTPUT_NAMES).default('text'))
  .action(async (file: string, options: SolveOptions) => {
    const allSolved = await solve(file, options, interruption.signal)
    process.exitCode = allSolved ? EXIT.allSolved : EXIT.someNot
  })

addGenerate(program, interruption.signal)

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = exitCodeOf(error)
  // Output that its reader has not taken yet would keep the process.
  if (interruption.signal.aborted) process.exit()
}

/** Says what went wrong, where it has not been said yet. */
function exitCodeOf(error: unknown): number {
  if (interruption.signal.aborted) return EXIT.interrupted
  // Commander has printed its errors and its help by now.
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
  throw error
}

function webAddress(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new InvalidArgumentError('expected an address like http://host:port')
  return text
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('expected a whole number')
  return Number(text)
}
