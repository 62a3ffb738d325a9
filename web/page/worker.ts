/** The workers beside the page, by the names that its HTML has for their scripts. */
type WorkerName = 'solver' | 'maker' | 'hint' | 'tape' | 'comparison' | 'rating' | 'parts' | 'blocks' | 'sheet'

/** Starts a worker: the page's HTML has the address of its script, which changes with the script. */
export function startWorker(name: WorkerName): Worker {
  const address = document.querySelector<HTMLLinkElement>(`link[rel=${name}-worker]`)?.href ?? ''
  return new Worker(address, { type: 'module' })
}

/** The events of a worker. */
interface WorkerListener<Reply> {
  hear(reply: Reply): void
  /** Nothing more will come. */
  fail(why: string): void
  /** The words for it: a browser has none that people understand. */
  readonly failure: string
}

/** Listens to a worker, in the place of whoever did before. */
export function listenTo<Reply>(worker: Worker, { hear, fail, failure }: WorkerListener<Reply>): void {
  worker.onmessage = ({ data }: MessageEvent<Reply>) => hear(data)
  worker.onerror = (event) => {
    event.preventDefault()
    fail(failure)
  }
}

/**
 * Asks a worker of its own, which ends with its answer.
 *
 * @param isNews takes a message that is not the answer yet
 * @throws Error with `failure` where the worker cannot be loaded; and where `signal` is aborted
 */
export async function answerOf<Answer, News = never>(
  name: WorkerName,
  request: unknown,
  {
    signal,
    failure,
    isNews,
  }: { signal: AbortSignal; failure: string; isNews?: (reply: Answer | News) => reply is News },
): Promise<Answer> {
  const worker = startWorker(name)
  try {
    return await new Promise<Answer>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      listenTo<Answer | News>(worker, {
        failure,
        hear: (reply) => {
          if (!isNews?.(reply)) resolve(reply as Answer)
        },
        fail: (why) => reject(new TypeError(why)),
      })
      worker.postMessage(request)
    })
  } finally {
    worker.terminate()
  }
}
