/** A thread as Node or a browser has it. */
interface Thread<Asked> {
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
export interface ThreadsOptions<Asked, Made> {
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
    /** What is made of the first, until no more than so many are ahead. */
    async function* until(left: number) {
      for (const { asked, making } of ahead.splice(0, ahead.length - left)) yield { asked, made: await making }
    }
    for await (const asked of all) {
      const making = new Promise<Made>((resolve, reject) => this.#queued.push({ asked, resolve, reject }))
      const shareOut = () => this.#shareOut()
      // A failure is reported when its turn comes, and is not unhandled before that.
      making.then(shareOut, shareOut)
      shareOut()
      ahead.push({ asked, making })
      yield* until(most - 1)
    }
    yield* until(0)
  }

  /** Ends all threads; what they have not made yet fails. */
  async end(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }

  #shareOut(): void {
    const { count, start, given = 1, handedOver } = this.#options
    for (let [task] = this.#queued; task; [task] = this.#queued) {
      // The thread with the fewest messages: one that is new rather than one that is busy.
      let [thread] = this.#threads.toSorted((a, b) => a.waiting.length - b.waiting.length)
      if (thread?.waiting.length !== 0 && this.#threads.length < count) {
        thread = busyThread(start)
        this.#threads.push(thread)
      }
      if (thread.waiting.length >= given) return
      this.#queued.shift()
      thread.make(task, handedOver?.(task.asked))
    }
  }
}

type BusyThread<Asked, Made> = ReturnType<typeof busyThread<Asked, Made>>

function busyThread<Asked, Made>(start: ThreadsOptions<Asked, Made>['start']) {
  /** The messages that it has not answered yet. */
  const waiting: Task<Asked, Made>[] = []
  let failure: { readonly reason: unknown } | undefined
  const fail = (reason: unknown) => {
    failure ??= { reason }
    for (const { reject } of waiting.splice(0)) reject(reason)
  }
  const thread = start({ hear: (made) => waiting.shift()?.resolve(made), fail })
  return {
    waiting,
    make(task: Task<Asked, Made>, handedOver: ArrayBuffer[] = []): void {
      waiting.push(task)
      if (failure) fail(failure.reason)
      else thread.post(task.asked, handedOver)
    },
    async end(): Promise<void> {
      await thread.end()
      fail(new Error('The thread has ended.'))
    },
  }
}
