import type { JobOptions } from '../shared/job/job.ts'
import { errorInWords } from '../shared/protocol/problem-error.ts'
import { parseJobOptions } from '../shared/protocol/requests.ts'
import type { CommandContext } from './context.ts'
import { type FilePuzzles, filePuzzles } from './file-entries.ts'
import { type GlobalOptions, jobOptionsIn, type OutputOptions } from './options.ts'
import { outputFormats } from './output-formats.ts'
import { progressBar } from './progress-bar.ts'
import { type PrintPosition, printContinuation, refuseUnrated } from './results.ts'
import type { PuzzleBlock, SolvedBlock, SolveThreadOptions } from './solve-thread.ts'
import { InputError, print, ReaderGoneError } from './streams.ts'
import { Threads } from './threads.ts'

export interface SolveHereOptions extends Partial<JobOptions>, OutputOptions, GlobalOptions {
  readonly threads: number
}

/** Four milliseconds of easy puzzles, so that a message to a thread and its answer cost little beside them. */
const MOST_A_BLOCK = 4_000
/** Blocks that a piece of a file comes to for each thread: of a few hard puzzles, one each. */
const BLOCKS_A_THREAD = 8
/** Blocks a thread, so that all others go on while one is at a puzzle that takes as long as a thousand. */
const AHEAD = 16
/** A thread has so many at once: while the file is read, for 15 ms at a time, nobody gives it another. */
const GIVEN = 8
/** Threads begin once a piece is read, so in pieces of 16 MB a million puzzles take a tenth longer. */
const PIECE_BYTES = 2 << 20

/**
 * Solves the puzzles of a file on the cores of this machine, by the code that the service's workers run, and prints their
 * results in order as they come. A few blocks of puzzles are in memory at a time.
 *
 * @param file a path, or `-` for standard input
 * @throws {InputError} where an option is out of range, or the file cannot be read
 * @returns whether every puzzle was solved, and every solution that came with a puzzle is right
 */
export async function solveHere(file: string, options: SolveHereOptions, context: CommandContext): Promise<boolean> {
  const asked = parseJobOptions(jobOptionsIn(options))
  if (!asked.ok) throw new InputError(asked.error.errors.map(errorInWords).join('\n'))
  const jobOptions = asked.value
  refuseUnrated(options, jobOptions.include)
  const { signal, stdout } = context
  const { from, format, status, er, technique, threads: count, quiet } = options
  const { head, separator, tail } = outputFormats[format]
  const workerData: SolveThreadOptions = { options: jobOptions, format, filter: { status, er, technique } }
  const threads = new Threads<PuzzleBlock, SolvedBlock>({
    ...{
      script: 'solve-thread',
      count,
      workerData,
      ahead: AHEAD,
      given: GIVEN,
      handedOver: ({ plain }) => [plain.buffer],
      signal,
    },
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
    for await (const { asked, made } of threads.inOrder(blocksOf(pieces, from, count))) {
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

/** The puzzles of a file from a place on, in blocks for so many threads. */
async function* blocksOf(
  pieces: AsyncIterable<FilePuzzles>,
  from: number,
  threads: number,
): AsyncGenerator<PuzzleBlock, void> {
  for await (const { puzzles: all, place: first, lines } of pieces) {
    const skipped = Math.min(Math.max(0, from - first), all.count)
    const puzzles = skipped === 0 ? all : all.slice(skipped)
    const size = Math.min(MOST_A_BLOCK, Math.ceil(puzzles.count / (BLOCKS_A_THREAD * threads)))
    let done = skipped
    for (const { count, plain, notes, given, ids } of puzzles.count > 0 ? puzzles.cut(size) : []) {
      const own = lines?.slice(done, count)
      // A thread is handed over the whole memory of a view.
      yield {
        count,
        plain: plain.slice(),
        notes,
        given: given.slice(),
        ids,
        place: first + done,
        ...(own && { lines: { first: own.first, runs: own.runs } }),
      }
      done += count
    }
  }
}

/** The options of a job as they are typed. */
function flagsOf({ strategy, rules, size, solutions, backtrackLimit, include }: Partial<JobOptions>): string[] {
  const values = { strategy, rules, size, solutions, 'backtrack-limit': backtrackLimit, include }
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, `${value}`]))
}
