import { useState } from 'preact/hooks'
import { UnreachableError } from '../../shared/client/api-error.ts'
import { pause } from '../../shared/client/pause.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { service, useService } from '../page/service.ts'

/** How long to wait for a service that is away, once the client's own retries have failed. */
const AWAY_MS = 5000
/** Somebody looks on: what they see is no older than in the list of jobs. */
const LOOK_MS = 2000

/**
 * Follows a job as long as it can change and somebody sees the page. There is an error while it cannot be seen.
 *
 * @returns also how to look at once, even if it had ended, and how to show the job as another request has returned it
 */
export function useJob(id: string) {
  const [job, setJob] = useState<JobView>()
  const follow = async (signal: AbortSignal) => {
    for (;;) {
      try {
        for await (const next of service(signal).watchJob(id, LOOK_MS)) {
          setJob(next)
          setError(undefined)
          await untilVisible(signal)
        }
        return
      } catch (caught) {
        if (signal.aborted || !(caught instanceof UnreachableError)) throw caught
        setError(caught)
      }
      await pause(AWAY_MS, signal)
      await untilVisible(signal)
    }
  }
  const { error, setError, again } = useService(follow, [id])
  return { job, error, again, show: setJob }
}

/** Waits until somebody can see the page; ends when the signal is aborted, with its reason. */
export async function untilVisible(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (!document.hidden) return
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  document.addEventListener('visibilitychange', resolve, { once: true, signal })
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  await promise
}
