import { pause } from '../shared/client/pause.ts'

/** The forms of a function that pause: others can work in between, and the work can be given up. */
export interface Pausing {
  /** Aborted, it ends the work at the next pause, with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** The end of some work, with a pause wherever it yields. @throws the reason of the signal */
export async function paused<T>(work: Iterator<unknown, T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    signal?.throwIfAborted()
    const step = work.next()
    if (step.done) return step.value
    await pause(0, signal)
  }
}
