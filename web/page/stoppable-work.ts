import { useEffect, useState } from 'preact/hooks'
import { listenTo, startWorker, type WorkerName } from './worker.ts'

// Apart from what every view loads first.

/**
 * Asks a worker of its own, which ends with its answer.
 *
 * @param isNews takes a message that is not the answer yet
 * @throws where the worker fails, and where `signal` is aborted
 */
export async function answerOf<Answer, News = never>(
  name: WorkerName,
  request: unknown,
  signal: AbortSignal,
  isNews: (reply: Answer | News) => reply is News = (_): _ is News => false,
): Promise<Answer> {
  const worker = startWorker(name)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  signal.addEventListener('abort', () => reject(signal.reason))
  listenTo<Answer | News>(worker, (reply) => isNews(reply) || resolve(reply), reject)
  worker.postMessage(request)
  return promise.finally(() => worker.terminate())
}

/** Work that somebody starts and may stop, and that ends with its component. */
export function useWork() {
  const [going, setGoing] = useState<AbortController>()
  const [error, setError] = useState<unknown>()
  useEffect(() => () => going?.abort(), [going])
  const work = async (run: (signal: AbortSignal) => Promise<void>, onStop = () => {}) => {
    const abort = new AbortController()
    setGoing(abort)
    setError(undefined)
    try {
      await run(abort.signal)
    } catch (caught) {
      if (abort.signal.aborted) onStop()
      else setError(caught)
    }
    setGoing(undefined)
  }
  /** `stop` is there as long as it goes on. */
  return { work, stop: going && (() => going.abort()), error }
}
