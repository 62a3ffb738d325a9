import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { SingleBar } from 'cli-progress'
import { type Command, InvalidArgumentError } from 'commander'
import { checkedSize, type RulesName } from '../shared/sudoku/rules.ts'
import { SIZES, type Size } from '../shared/sudoku/units.ts'
import type { Block, Lines, MadeBlock } from './block-thread.ts'
import type { CommandContext } from './context.ts'
import { rulesOption } from './options.ts'
import { print } from './results.ts'

interface GenerateOptions {
  readonly count: number
  readonly seed: string
  readonly clues?: number
  readonly size: Size
  readonly rules: RulesName
  readonly solutions: boolean
  readonly threads: number
}

/** As the data sets of puzzles for machine learning name their columns. */
const SOLUTIONS_HEAD = 'quizzes,solutions\n'

/** A puzzle could not be made; those before it are printed. */
export class NotMadeError extends Error {}

/** Adds `generate` to a program. */
export function addGenerate(program: Command, context: CommandContext): void {
  program
    .command('generate')
    .description('print puzzles with exactly one solution each, one a line, always the same for a seed')
    .option('--count <puzzles>', 'how many', wholeNumber(1, Number.MAX_SAFE_INTEGER), 1)
    .option('--seed <text>', 'any text or number; each seed has puzzles of its own', '1')
    .option(
      '--clues <count>',
      'givens a puzzle; minimal puzzles when left out',
      wholeNumber(0, Number.MAX_SAFE_INTEGER),
    )
    .option('--size <cells>', 'cells a side', size, 9)
    .addOption(rulesOption().default('classic'))
    .option('--solutions', 'print each puzzle with its solution, as CSV, 0 for empty cells', false)
    .option('--threads <count>', 'how many share the work', wholeNumber(1, 1024), availableParallelism())
    .action(async (options: GenerateOptions, command: Command) => {
      const known = checkedSize(options.rules, options.size)
      if (!known.ok) command.error(`error: size: ${known.error}`)
      const most = options.size ** 2 - 1
      if ((options.clues ?? 0) > most)
        command.error(`error: found ${options.clues} clues, expected a whole number from 0 to ${most}`)
      await generate(options, context)
    })
}

/**
 * Prints puzzles as they are made, with a progress bar where somebody is looking and would see no puzzles.
 *
 * @throws NotMadeError where a number of clues is not reached
 */
async function generate({ count, threads, ...lines }: GenerateOptions, context: CommandContext): Promise<void> {
  const bar = new SingleBar({
    format: 'generating [{bar}] {value}/{total} puzzles, {eta_formatted} left',
    stream: context.stderr,
    // Where standard error is no terminal the bar stays silent.
    noTTYOutput: false,
    clearOnComplete: true,
    hideCursor: true,
  })
  if (!context.stdout.stream.isTTY) bar.start(count, 0)
  try {
    if (lines.solutions) await print(SOLUTIONS_HEAD, context)
    for await (const block of blocks(count, threads, lines, context.signal)) {
      await print(block.text, context)
      if (block.problem) throw new NotMadeError(block.problem)
      bar.update(block.from + block.count)
    }
  } finally {
    bar.stop()
  }
}

function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= from && number <= to) return number
    throw new InvalidArgumentError(
      `expected a whole number from ${from}${to === Number.MAX_SAFE_INTEGER ? '' : ` to ${to}`}`,
    )
  }
}

function size(text: string): Size {
  const found = SIZES.find((side) => `${side}` === text)
  if (!found) throw new InvalidArgumentError('expected 4, 6, 9, 16 or 25')
  return found
}

/** Puzzles a block: some hundredths of a second of work; large grids take that long alone. */
const BLOCK: Readonly<Record<Size, number>> = { 4: 500, 6: 500, 9: 200, 16: 1, 25: 1 }

/** Blocks that a thread may be ahead of the reader: enough that one slow block holds up nobody. */
const AHEAD = 8

/**
 * The first `count` puzzles of a seed, block by block and in order, however many threads make
 * them. No more is made than `AHEAD` allows before it is read.
 */
async function* blocks(
  count: number,
  threadCount: number,
  lines: Lines,
  signal: AbortSignal,
): AsyncGenerator<MadeBlock & Block> {
  const size = BLOCK[lines.size]
  const useful = Math.min(threadCount, Math.ceil(count / size))
  const threads = Array.from({ length: useful }, () => new Thread(lines))
  const end = () => Promise.all(threads.map((thread) => thread.end()))
  signal.addEventListener('abort', end, { once: true })
  const ahead: Promise<MadeBlock & Block>[] = []
  try {
    for (let from = 0; from < count || ahead.length > 0; ) {
      while (from < count && ahead.length < AHEAD * useful) {
        const block = { from, count: Math.min(size, count - from) }
        const made = leastBusy(threads).make(block)
        // What fails while nobody waits for it yet is told when its turn comes.
        made.catch(() => {})
        ahead.push(made)
        from += size
      }
      yield (await ahead.shift()) as MadeBlock & Block
    }
  } finally {
    await end()
  }
}

function leastBusy(threads: readonly Thread[]): Thread {
  return threads.reduce((least, thread) => (thread.asked < least.asked ? thread : least))
}

class Thread {
  readonly #worker: Worker
  /** Who waits for the blocks asked for, in their order. */
  readonly #waiting: PromiseWithResolvers<MadeBlock>[] = []

  constructor(lines: Lines) {
    this.#worker = new Worker(new URL('./block-thread.ts', import.meta.url), {
      workerData: lines,
      // Threads print nothing, and every stream passed on adds its listeners to ours: Node warns from 11 on.
      stdout: true,
      stderr: true,
    })
    this.#worker.on('message', (made: MadeBlock) => this.#waiting.shift()?.resolve(made))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('The thread has ended.')))
  }

  get asked(): number {
    return this.#waiting.length
  }

  async make(block: Block): Promise<MadeBlock & Block> {
    const waiting = Promise.withResolvers<MadeBlock>()
    this.#waiting.push(waiting)
    this.#worker.postMessage(block)
    return { ...block, ...(await waiting.promise) }
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #fail(reason: unknown): void {
    for (const waiting of this.#waiting.splice(0)) waiting.reject(reason)
  }
}
