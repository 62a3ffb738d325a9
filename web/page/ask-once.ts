import { listenTo, startWorker, type WorkerName } from './worker.ts'

// Apart from what every view loads first.

/**
 * Asks a worker of its own, which ends with its answer.
 *
 * @param isNews takes a message that is not the answer yet
 * @throws Error with `failure` where the worker cannot be loaded; and where `signal` is aborted
 */
export async function answerOf<Answer, News = never>(
  name: WorkerName,
  request: unknown,
  options: { signal: AbortSignal; failure: string; isNews?: (reply: Answer | News) => reply is News },
): Promise<Answer> {
  const { signal, failure, isNews } = options
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
