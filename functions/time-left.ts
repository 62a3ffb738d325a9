import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from 'aws-lambda'

interface Client {
  readonly middlewareStack: {
    add(
      middleware: <Args, Answer>(next: (args: Args) => Promise<Answer>) => (args: Args) => Promise<Answer>,
      options: { readonly step: 'initialize' },
    ): void
  }
}

export class OutOfTime extends Error {
  override name = 'OutOfTime'
}

/**
 * How long the calls of an invocation may take, with all of the SDK's attempts: until shortly before Lambda would end
 * it. What is killed there can give nothing back, and its message waits for the visibility timeout. A call that is left
 * may still be carried out; that is as with any call whose answer is lost.
 *
 * @param share how much of its time an invocation has for its calls; the rest is for what it does after them
 * @param elapsed milliseconds since some moment, whatever is done to the clock
 */
export function timeLeftBy(share: number, elapsed: () => number) {
  const endsAt = new AsyncLocalStorage<number>()
  return {
    /** A handler whose calls end in time. */
    within<Event, Result>(handler: (event: Event, context?: Partial<Context>) => Promise<Result>) {
      return (event: Event, context?: Partial<Context>): Promise<Result> => {
        const left = context?.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY
        return endsAt.run(elapsed() + left * share, () => handler(event, context))
      }
    },
    /** Makes the calls of a client end in time; those that no such handler makes take as long as they do. */
    limit<T extends Client>(client: T): T {
      client.middlewareStack.add(
        (next) => (args) => inTime(next(args), (endsAt.getStore() ?? Number.POSITIVE_INFINITY) - elapsed()),
        { step: 'initialize' },
      )
      return client
    },
  }
}

/** An answer, where it comes in so many milliseconds; however late, if that is infinite. */
export async function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  if (!Number.isFinite(ms)) return answer
  const { promise: end, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new OutOfTime('no answer in the time that was left')), Math.max(0, ms))
  try {
    return await Promise.race([answer, end])
  } finally {
    clearTimeout(timer)
  }
}
