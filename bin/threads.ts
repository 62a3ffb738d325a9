import { Worker } from 'node:worker_threads'
import type { Thread, ThreadListener } from '../shared/local/threads.ts'

/**
 * Starts threads of a script.
 *
 * @param script beside this file, without its extension
 * @param workerData all of them are told this at their start
 */
export function threadOf(script: string, workerData: unknown) {
  return <Asked, Made>({ hear, fail }: ThreadListener<Made>): Thread<Asked> => {
    // `.ts` in a checkout, `.js` in the package.
    const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
    const worker = new Worker(new URL(`./${script}${extension}`, import.meta.url), {
      workerData,
      // Threads print nothing, and every stream that is passed on adds listeners to ours: Node warns from 11 on.
      stdout: true,
      stderr: true,
    })
    worker.on('message', hear)
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('The thread has ended.')))
    return {
      post: (asked, handedOver) => worker.postMessage(asked, handedOver),
      end: () => worker.terminate(),
    }
  }
}
