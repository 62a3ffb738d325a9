/** A thread as Node or a browser has it. */
export interface Thread<Asked> {
  /** @param handedOver the memory that the thread is given instead of a copy */
  post(asked: Asked, handedOver: ArrayBuffer[]): void
  end(): unknown
}

/** Whom a thread tells. */
export interface ThreadListener<Made> {
  hear(made: Made): void
  /** Nothing more will come. */
  fail(reason: unknown): void
}

/** The work that is shared out among threads of one script, which answers each message with one. */
interface ThreadsOptions<Asked, Made> {
  readonly start: (listener: ThreadListener<Made>) => Thread<Asked>
  /** How many threads there are at most: each is started when the others are busy. */
  readonly count: number
  /** How many messages for each thread may be ahead of the reader, so that one slow answer does not hold up the others. */
  readonly ahead: number
  /** How many messages a thread is given before it has answered the first; 1 by default. */
  readonly given?: number
  /** The memory of a message that is handed over to its thread, instead of copied; none by default. */
  readonly handedOver?: (asked: Asked) => ArrayBuffer[]
  readonly signal: AbortSignal
}

interface Task<Asked, Made> {
  readonly asked: Asked
  resolve(made: Made): void
  reject(reason: unknown): void
}

/** Threads that work on messages, whichever is free, and answer in the order of the messages. */
export class Threads<Asked, Made> {
  readonly #options: ThreadsOptions<Asked, Made>
  readonly #threads: BusyThread<Asked, Made>[] = []
  readonly #queued: Task<Asked, Made>[] = []

  constructor(options: ThreadsOptions<Asked, Made>) {
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
      const making = new Promise<Made>((resolve, reject) => this.#queued.push({ asked, resolve, reject }))
      const shareOut = () => this.#shareOut()
      // A failure is reported when its turn comes, and is not unhandled before that.
      making.then(shareOut, shareOut)
      shareOut()
      if (ahead.push({ asked, making }) >= most) yield* first()
    }
    while (ahead.length > 0) yield* first()
  }

  /** Ends all threads; what they have not made yet fails. */
  async end(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }

  #shareOut(): void {
    const { given = 1, handedOver } = this.#options
    for (let [task] = this.#queued; task; [task] = this.#queued) {
      const thread = this.#leastBusy(given)
      if (!thread) return
      this.#queued.shift()
      thread.make(task, handedOver?.(task.asked))
    }
  }

  /** The thread with the fewest messages, if it may be given another: one that is new rather than one that is busy. */
  #leastBusy(given: number): BusyThread<Asked, Made> | undefined {
    const { count, start } = this.#options
    const [least] = this.#threads.toSorted((a, b) => a.given - b.given)
    if (least?.given === 0) return least
    if (this.#threads.length === count) return least.given < given ? least : undefined
    const thread = new BusyThread(start)
    this.#threads.push(thread)
    return thread
  }
}

class BusyThread<Asked, Made> {
  readonly #thread: Thread<Asked>
  readonly #waiting: Task<Asked, Made>[] = []
  #failure: { readonly reason: unknown } | undefined

  constructor(start: (listener: ThreadListener<Made>) => Thread<Asked>) {
    this.#thread = start({
      hear: (made) => this.#waiting.shift()?.resolve(made),
      fail: (reason) => this.#fail(reason),
    })
  }

  /** How many messages it has not answered yet. */
  get given(): number {
    return this.#waiting.length
  }

  make(task: Task<Asked, Made>, handedOver: ArrayBuffer[] = []): void {
    this.#waiting.push(task)
    if (this.#failure) this.#fail(this.#failure.reason)
    else this.#thread.post(task.asked, handedOver)
  }

  async end(): Promise<void> {
    await this.#thread.end()
    this.#fail(new Error('The thread has ended.'))
  }

  #fail(reason: unknown): void {
    this.#failure ??= { reason }
    for (const { reject } of this.#waiting.splice(0)) reject(reason)
  }
}
