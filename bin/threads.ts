import { Worker } from 'node:worker_threads'

/** The work that a command shares out among threads of one script, which answers each message with one. */
interface ThreadsOptions<Asked> {
  /** Beside this file, without its extension. */
  readonly script: string
  /** How many threads there are at most: each is started when the others are busy. */
  readonly count: number
  /** All of them are told this at their start. */
  readonly workerData: unknown
  /** How many messages for each thread may be ahead of the reader, so that one slow answer does not hold up the others. */
  readonly ahead: number
  /** How many messages a thread is given before it has answered the first; 1 by default. */
  readonly given?: number
  /** The memory of a message that is handed over to its thread, instead of copied; none by default. */
  readonly handedOver?: (asked: Asked) => ArrayBuffer[]
  readonly signal: AbortSignal
}

/** Threads that work on messages, whichever is free, and answer in the order of the messages. */
export class Threads<Asked, Made> {
  readonly #options: ThreadsOptions<Asked>
  readonly #threads: Thread<Asked, Made>[] = []
  /** Messages that no thread has taken yet. */
  readonly #queued: { readonly asked: Asked; take(making: Promise<Made>): void }[] = []

  constructor(options: ThreadsOptions<Asked>) {
    this.#options = options
    options.signal.addEventListener('abort', () => this.end(), { once: true })
  }

  /** The answers of threads to each message, in their order; no more is begun than may be ahead of the reader. */
  async *inOrder(
    all: Iterable<Asked> | AsyncIterable<Asked>,
  ): AsyncGenerator<{ readonly asked: Asked; readonly made: Made }, void> {
    const most = this.#options.ahead * this.#options.count
    const ahead: { readonly asked: Asked; readonly making: Promise<Made> }[] = []
    async function* first() {
      const begun = ahead.shift()
      if (begun) yield { asked: begun.asked, made: await begun.making }
    }
    for await (const asked of all) {
      const making = new Promise<Made>((take) => this.#queued.push({ asked, take }))
      // A failure is reported when its turn comes, and is not unhandled before that.
      making.catch(() => {})
      this.#shareOut()
      ahead.push({ asked, making })
      if (ahead.length >= most) yield* first()
    }
    while (ahead.length > 0) yield* first()
  }

  /** Ends all threads; what they have not made yet fails. */
  async end(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }

  #shareOut(): void {
    const { given = 1, handedOver } = this.#options
    for (;;) {
      const [first] = this.#queued
      const thread = first && this.#leastBusy(given)
      if (!thread) return
      this.#queued.shift()
      const making = thread.make(first.asked, handedOver?.(first.asked))
      first.take(making)
      const shareOut = () => this.#shareOut()
      making.then(shareOut, shareOut)
    }
  }

  /** The thread with the fewest messages, if it may be given another: one that is new rather than one that is busy. */
  #leastBusy(given: number): Thread<Asked, Made> | undefined {
    const { count, script, workerData } = this.#options
    const [least] = this.#threads.toSorted((a, b) => a.given - b.given)
    if (least?.given === 0) return least
    if (this.#threads.length === count) return least.given < given ? least : undefined
    const thread = new Thread<Asked, Made>(script, workerData)
    this.#threads.push(thread)
    return thread
  }
}

/** Works on one message after the other. */
class Thread<Asked, Made> {
  readonly #worker: Worker
  readonly #waiting: { resolve(made: Made): void; reject(reason: unknown): void }[] = []
  #failure: { readonly reason: unknown } | undefined

  constructor(script: string, workerData: unknown) {
    // `.ts` in a checkout, `.js` in the package.
    const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
    this.#worker = new Worker(new URL(`./${script}${extension}`, import.meta.url), {
      workerData,
      // Threads print nothing, and every stream that is passed on adds listeners to ours: Node warns from 11 on.
      stdout: true,
      stderr: true,
    })
    this.#worker.on('message', (made: Made) => this.#waiting.shift()?.resolve(made))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('The thread has ended.')))
  }

  /** How many messages it has not answered yet. */
  get given(): number {
    return this.#waiting.length
  }

  make(asked: Asked, handedOver: ArrayBuffer[] = []): Promise<Made> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure.reason)
      this.#waiting.push({ resolve, reject })
      this.#worker.postMessage(asked, handedOver)
    })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #fail(reason: unknown): void {
    this.#failure ??= { reason }
    for (const { reject } of this.#waiting.splice(0)) reject(reason)
  }
}
