import { Worker } from 'node:worker_threads'
import type { Size } from '../shared/sudoku/units.ts'
import type { Block, Lines, MadeBlock } from './block-thread.ts'

/** Puzzles a block: some hundredths of a second of work; large grids take that long alone. */
const BLOCK: Readonly<Record<Size, number>> = { 4: 500, 6: 500, 9: 200, 16: 1, 25: 1 }

/** Blocks that a thread may be ahead of the reader: enough that one slow block holds up nobody. */
const AHEAD = 8

/**
 * The first `count` puzzles of a seed, block by block and in order, however many threads make
 * them. No more is made than `AHEAD` allows before it is read.
 */
export async function* blocks(
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
