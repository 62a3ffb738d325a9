import { Worker } from 'node:worker_threads'
import type { SingleBar } from 'cli-progress'
import { type ThreadListener, Threads, type ThreadsOptions } from '../shared/local/threads.ts'
import type { CommandContext } from './streams.ts'

interface WorkOptions<Asked, Made> extends Omit<ThreadsOptions<Asked, Made>, 'start' | 'signal'> {
  /** All threads are told this at their start. */
  readonly workerData: unknown
  /** Is shown meanwhile on a terminal to which nothing is printed, unless the command is to be quiet. */
  readonly bar: SingleBar
  /** How many puzzles it counts at first; 0 by default. */
  readonly total?: number
  readonly quiet: boolean | undefined
}

/**
 * What threads of a script answer to each message, in the order of the messages.
 *
 * @param script beside this file, without its extension
 */
export async function* madeByThreads<Asked, Made>(
  script: string,
  messages: Iterable<Asked> | AsyncIterable<Asked>,
  { workerData, bar, total = 0, quiet, ...options }: WorkOptions<Asked, Made>,
  { stdout, signal }: CommandContext,
): AsyncGenerator<{ readonly asked: Asked; readonly made: Made }, void> {
  const start = ({ hear, fail }: ThreadListener<Made>) => {
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
      post: (asked: Asked, handedOver: ArrayBuffer[]) => worker.postMessage(asked, handedOver),
      end: () => worker.terminate(),
    }
  }
  const threads = new Threads({ ...options, start, signal })
  try {
    if (!stdout.stream.isTTY && !quiet) bar.start(total, 0)
    yield* threads.inOrder(messages)
  } finally {
    bar.stop()
    await threads.end()
  }
}
