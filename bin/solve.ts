import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Command } from 'commander'
import pc from 'picocolors'
import { type Client, createClient } from '../shared/client/client.ts'
import { addressOf } from '../shared/client/http.ts'
import type { JobOptions, Labels } from '../shared/job/job.ts'
import {
  BLOCKS_AHEAD,
  BLOCKS_GIVEN,
  blocksOf,
  type FilePuzzles,
  PIECE_BYTES,
  type PuzzleBlock,
} from '../shared/local/blocks.ts'
import type { SolvedBlock } from '../shared/local/solved-block.ts'
import { Threads } from '../shared/local/threads.ts'
import { errorInWords } from '../shared/protocol/problem-error.ts'
import { parseJobOptions } from '../shared/protocol/requests.ts'
import type { JobView } from '../shared/protocol/views.ts'
import type { CommandContext } from './context.ts'
import { filePuzzles } from './file-entries.ts'
import {
  addExamples,
  addOptions,
  type GlobalOptions,
  jobOptions,
  jobOptionsIn,
  labelOptions,
  noServiceOptions,
  type OutputOptions,
  optionsWithFormat,
  outputOptions,
  puzzlesArgument,
  type ServiceOptions,
  threadsOption,
} from './options.ts'
import { outputFormats } from './output-formats.ts'
import { progressBar } from './progress-bar.ts'
import { type PrintPosition, printContinuation, printResults, refuseUnrated } from './results.ts'
import type { SolveThreadOptions } from './solve-thread.ts'
import { accessOf, announceTyping, bytesOf, InputError, print, ReaderGoneError } from './streams.ts'
import { submitted } from './submission.ts'
import { threadOf } from './threads.ts'

type SolveOptions = SolveHereOptions & Omit<SolveThereOptions, 'url'> & { readonly url?: string }

/** Adds `solve` to a program. */
export function addSolve(program: Command, context: CommandContext, end: (allSolved: boolean) => void): void {
  const command = program
    .command('solve')
    .description('solve the puzzles of a file, here or by a service, and print their results in order as they come')
    .addArgument(puzzlesArgument())
    .addOption(threadsOption('how many threads share the work where no service is named'))
    .option('--job <id>', 'continue an interrupted job of the same puzzles at its service')
  addOptions(command, [...noServiceOptions(), ...jobOptions(), ...labelOptions(), ...outputOptions()])
  addExamples(command, {
    'solve puzzles.txt > solutions.txt': 'a solution a line, in the order of the puzzles',
    'solve - --format pretty < grid.txt': 'grids as a person reads them',
    'solve puzzles.txt --url http://127.0.0.1:3000 --format csv': 'by a service, with backtracks',
  })
  command.action(async (file: string) => end(await solve(file, optionsWithFormat<SolveOptions>(command), context)))
}

/** @returns whether every puzzle was solved, and every solution that came with a puzzle is right */
async function solve(file: string, options: SolveOptions, context: CommandContext): Promise<boolean> {
  const { url, quiet } = options
  const ofService = (['job', 'name', 'metadata'] as const).find((name) => options[name] !== undefined)
  if (url === undefined && ofService)
    throw new InputError(`found --${ofService}, which a service alone knows: expected --url, or SUDOKU_URL, with it`)
  if (!quiet) announceTyping(file, context)
  return url === undefined ? solveHere(file, options, context) : solveThere(file, { ...options, url }, context)
}

interface SolveHereOptions extends Partial<JobOptions>, OutputOptions, GlobalOptions {
  readonly threads: number
}

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
  const jobOptions = asked.value
  refuseUnrated(options, jobOptions.include)
  const { signal, stdout } = context
  const { from, format, status, er, technique, threads: count, quiet } = options
  const { head, separator, tail } = outputFormats[format]
  const workerData: SolveThreadOptions = { options: jobOptions, format, filter: { status, er, technique } }
  const threads = new Threads<PuzzleBlock, SolvedBlock>({
    start: threadOf('solve-thread', workerData),
    count,
    ahead: BLOCKS_AHEAD,
    given: BLOCKS_GIVEN,
    handedOver: ({ plain }) => [plain.buffer],
    signal,
  })
  const bar = progressBar('solving', context)
  const isShown = !stdout.stream.isTTY && !quiet
  const position: PrintPosition = { next: from }
  let total = 0
  let areAllSolved = true
  try {
    // A command that continues another one prints no head: its results follow those of the other.
    let isFirst = from === 1
    if (isShown) bar.start(0, 0)
    const pieces = counted(filePuzzles(file, context, { maxBytes: PIECE_BYTES, size: jobOptions.size }))
    for await (const { asked, made } of threads.inOrder(blocksOf(pieces, count, from))) {
      areAllSolved &&= made.areAllSolved
      if (made.text.length > 0) {
        const before = isFirst ? head(jobOptions.include) : separator
        // In one write: of a full disk, which takes some of it, nothing is kept.
        await print(before === '' ? made.text : Buffer.concat([Buffer.from(before), made.text]), context)
        isFirst = false
      }
      // Until the head is printed, a command that continues this one has to start anew.
      if (!isFirst) position.next = asked.place + asked.count
      bar.update(asked.place + asked.count - 1)
    }
    if (from > total + 1) throw new InputError(`found --from ${from}, but the file has ${total} puzzles`)
    await print(`${isFirst ? head(jobOptions.include) : ''}${tail}`, context)
  } catch (error) {
    const isNoUse = error instanceof InputError || error instanceof ReaderGoneError
    if (!isNoUse) printContinuation(context, ['solve', file, ...flagsOf(options)], options, position)
    throw error
  } finally {
    bar.stop()
    await threads.end()
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
function flagsOf({ strategy, rules, size, solutions, backtrackLimit, include }: Partial<JobOptions>): string[] {
  const values = { strategy, rules, size, solutions, 'backtrack-limit': backtrackLimit, include }
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, `${value}`]))
}

interface SolveThereOptions extends Partial<JobOptions>, Labels, OutputOptions, ServiceOptions, GlobalOptions {
  readonly job?: string
}

/**
 * Submits the puzzles of a file to a service, and prints their results while it is still read and solved.
 *
 * @param file a path, or `-` for standard input
 * @returns whether every puzzle was solved, and every solution that came with a puzzle is right
 */
async function solveThere(file: string, options: SolveThereOptions, context: CommandContext): Promise<boolean> {
  const { stdin, stdout, stderr } = context
  const { url } = options
  const access = accessOf(options, context)
  // Whatever fails first ends the rest.
  const failed = new AbortController()
  const either = AbortSignal.any([context.signal, failed.signal])
  const client = createClient({ ...access, signal: either })
  const position: PrintPosition = { next: options.from }
  let job: JobView | undefined
  let isSubmitted = false
  try {
    const existing = options.job === undefined ? undefined : await client.getJob(options.job)
    job = existing
    // A job that is continued is cut into parts as it was begun, whatever the options say now.
    const how = {
      asked: existing?.options ?? jobOptionsIn(options),
      to: existing,
      gzip: promisify(gzip),
    }
    refuseUnrated(options, how.asked.include)
    const isOpen = !existing || existing.state === 'open'
    const submission = isOpen
      ? await submitted(file, bytesOf(file, stdin, either), client, how)
      : { job: existing, sealed: Promise.resolve() }
    job = submission.job
    const isWatched = stderr.isTTY === true && !options.quiet
    if (isWatched) stderr.write(`${dimmed(`submitting as ${addressOf(url, job.links.self)}`, context)}\n`)
    const printed = new AbortController()
    const watcher = createClient({ ...access, signal: AbortSignal.any([either, printed.signal]) })
    const isShown = isWatched && !stdout.stream.isTTY
    const progress = isShown ? showProgress(watcher, job.id, context, printed.signal) : Promise.resolve()
    const output = { ...context, signal: either }
    const printing = printResults(client, job, options, position, output).finally(() => printed.abort())
    const submitting = submission.sealed.then(() => {
      isSubmitted = true
    })
    // Each is awaited to its end: when another one fails, what is being printed may still be taken.
    const all = await Promise.allSettled([endingAll(printing), endingAll(submitting), endingAll(progress)])
    failed.signal.throwIfAborted()
    return all[0].status === 'fulfilled' && all[0].value
  } catch (error) {
    // Nobody will read the rest of what this command has begun, and nobody could go on with what came by a pipe.
    if (error instanceof ReaderGoneError) {
      if (job && options.job === undefined && file === '-')
        await givenUp(createClient({ ...access, signal: context.signal }), job)
      throw error
    }
    const command = isSubmitted ? ['results', job?.id ?? ''] : ['solve', file, '--job', job?.id ?? '']
    const isRefused = isSubmitted && error instanceof InputError
    if (job && !isRefused) printContinuation(context, [...command, '--url', url], options, position)
    throw error
  }

  function endingAll<T>(work: Promise<T>): Promise<T> {
    return work.catch((error) => {
      failed.abort(error)
      throw error
    })
  }
}

async function givenUp(client: Client, { id }: JobView): Promise<void> {
  // It may have ended; and whoever is gone needs no message.
  await client.cancelJob(id).catch(() => {})
}

function dimmed(text: string, { hasColors }: CommandContext): string {
  return hasColors ? pc.createColors(true).dim(text) : text
}

/** @param signal ends it */
async function showProgress(client: Client, id: string, context: CommandContext, signal: AbortSignal): Promise<void> {
  const bar = progressBar('solving', context, '{rate}/s, {left} left, {backtracks} backtracks')
  bar.start(0, 0, { backtracks: 0, rate: 0, left: '?' })
  try {
    for await (const { state, counts, backtracks, puzzlesPerSecond, secondsLeft } of client.watchJob(id)) {
      bar.setTotal(counts.total)
      bar.update(counts.total - counts.pending, {
        backtracks: backtracks.sum.toLocaleString('en'),
        rate: Math.round(puzzlesPerSecond ?? 0).toLocaleString('en'),
        left: secondsLeft === null || state === 'open' ? '?' : `${secondsLeft} s`,
      })
      if (signal.aborted) return
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    bar.stop()
  }
}
