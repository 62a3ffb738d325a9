import { Option } from 'commander'
import type { JobOptions } from '../shared/job/job.ts'
import {
  BLOCKS_AHEAD,
  BLOCKS_GIVEN,
  blocksOf,
  type FilePuzzles,
  PIECE_BYTES,
  type PuzzleBlock,
} from '../shared/local/blocks.ts'
import type { SolvedBlock } from '../shared/local/solved-block.ts'
import { errorInWords } from '../shared/protocol/problem-error.ts'
import { parseJobOptions } from '../shared/protocol/requests.ts'
import { filePuzzles } from './file-entries.ts'
import {
  fileCommand,
  type GlobalOptions,
  jobOptions,
  jobOptionsIn,
  labelOptions,
  type OutputOptions,
  optionsOf,
  outputOptions,
  serviceOptions,
  threadsOption,
} from './options.ts'
import { outputFormats } from './output-formats.ts'
import { type PrintPosition, printContinuation, refuseUnrated } from './print-results.ts'
import { type SolveThereOptions, solveThere } from './solve-by-service.ts'
import type { SolveThreadOptions } from './solve-thread.ts'
import { type CommandContext, InputError, print, progressBar, ReaderGoneError } from './streams.ts'
import { madeByThreads } from './threads.ts'

interface SolveHereOptions extends Partial<JobOptions>, OutputOptions, GlobalOptions {
  readonly threads: number
}

type SolveOptions = SolveHereOptions & Omit<SolveThereOptions, 'url'> & { readonly url?: string }

export const addSolve = fileCommand<SolveOptions>('solve', {
  words: 'solve the puzzles of a file, here or by a service, and print their results in order as they come',
  options: () => [
    threadsOption('how many threads share the work where no service is named'),
    new Option('--job <id>', 'continue an interrupted job of the same puzzles at its service'),
    ...serviceOptions(false),
    ...jobOptions(),
    ...labelOptions(),
    ...outputOptions(),
  ],
  examples: {
    'solve puzzles.txt > solutions.txt': 'a solution a line, in the order of the puzzles',
    'solve - --format pretty < grid.txt': 'grids as a person reads them',
    'solve puzzles.txt --url http://127.0.0.1:3000 --format csv': 'by a service, with backtracks',
  },
  more: (command) =>
    command.hook('preAction', () => {
      const options = optionsOf<SolveOptions>(command)
      const ofService = (['job', 'name', 'metadata'] as const).find((name) => options[name] !== undefined)
      if (options.url === undefined && ofService)
        throw new InputError(
          `found --${ofService}, which a service alone knows: expected --url, or SUDOKU_URL, with it`,
        )
    }),
  async run(file, { url, ...options }, context) {
    return url === undefined ? solveHere(file, options, context) : solveThere(file, { ...options, url }, context)
  },
})

/**
 * Solves the puzzles of a file on the cores of this machine, by the code that the service's workers run, and prints their
 * results in order as they come. A few blocks of puzzles are in memory at a time.
 *
 * @param file a path, or `-` for standard input
 * @throws {InputError} where an option is out of range, or the file cannot be read
 * @returns whether every puzzle was solved, and every solution that came with a puzzle is right
 */
async function solveHere(file: string, options: SolveHereOptions, context: CommandContext): Promise<boolean> {
  const asked = parseJobOptions(jobOptionsIn(options))
  if (!asked.ok) throw new InputError(asked.error.errors.map(errorInWords).join('\n'))
  const given = asked.value
  refuseUnrated(options, given.include)
  const { from, format, status, er, technique, threads: count, quiet } = options
  const { head, separator, tail } = outputFormats[format]
  const workerData: SolveThreadOptions = { options: given, format, filter: { status, er, technique } }
  const bar = progressBar('solving', context)
  const position: PrintPosition = { next: from }
  let total = 0
  let areAllSolved = true
  try {
    // A command that continues another one prints no head: its results follow those of the other.
    let isFirst = from === 1
    const pieces = counted(filePuzzles(file, context, { maxBytes: PIECE_BYTES, size: given.size }))
    const blocks = blocksOf(pieces, { ...given, threads: count, from })
    const handedOver = ({ plain }: PuzzleBlock) => [plain.buffer]
    const how = { workerData, count, ahead: BLOCKS_AHEAD, given: BLOCKS_GIVEN, handedOver, bar, quiet }
    const solved = madeByThreads<PuzzleBlock, SolvedBlock>('solve-thread', blocks, how, context)
    for await (const { asked, made } of solved) {
      areAllSolved &&= made.areAllSolved
      if (made.text.length > 0) {
        const before = isFirst ? head(given.include) : separator
        // In one write: of a full disk, which takes some of it, nothing is kept.
        await print(before === '' ? made.text : Buffer.concat([Buffer.from(before), made.text]), context)
        isFirst = false
      }
      // Until the head is printed, a command that continues this one has to start anew.
      if (!isFirst) position.next = asked.place + asked.count
      bar.update(asked.place + asked.count - 1)
    }
    if (from > total + 1) throw new InputError(`found --from ${from}, but the file has ${total} puzzles`)
    await print(`${isFirst ? head(given.include) : ''}${tail}`, context)
  } catch (error) {
    const isNoUse = error instanceof InputError || error instanceof ReaderGoneError
    if (!isNoUse) printContinuation(context, ['solve', file, ...flagsOf(options)], options, position)
    throw error
  }
  return areAllSolved

  async function* counted(pieces: AsyncIterable<FilePuzzles>): AsyncGenerator<FilePuzzles, void> {
    for await (const piece of pieces) {
      total += piece.puzzles.count
      bar.setTotal(total)
      yield piece
    }
  }
}

/** The options of a job as they are typed. */
function flagsOf(options: SolveHereOptions): string[] {
  const { name: _name, metadata: _metadata, ...given } = jobOptionsIn(options)
  return Object.entries(given).flatMap(([name, value]) => [
    `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    `${value}`,
  ])
}
