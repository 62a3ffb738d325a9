import { useEffect, useState } from 'preact/hooks'
import { UnreachableError } from '../../shared/client/http.ts'
import { pause } from '../../shared/client/pause.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { service } from '../service.ts'

/** A job as it was seen last. */
interface WatchedJob {
  readonly job: JobView | undefined
  /** Why it cannot be seen now. */
  readonly error: unknown
  /** Looks at once, also at a job that had ended. */
  again(): void
  /** Takes over what another request has answered. */
  show(job: JobView): void
}

/** The client has been patient by then; a service that is away may be back after that. */
const AWAY_MS = 5000

/** Follows a job as long as it can change and somebody looks. */
export function useJob(id: string): WatchedJob {
  const [job, setJob] = useState<JobView | undefined>(undefined)
  const [error, setError] = useState<unknown>(undefined)
  const [round, setRound] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    follow(id, stop.signal, {
      seen: (next) => {
        setJob(next)
        setError(undefined)
      },
      unseen: setError,
    }).catch(() => {})
    return () => stop.abort()
  }, [id, round])
  return { job, error, again: () => setRound((before) => before + 1), show: setJob }
}

interface Seeing {
  seen(job: JobView): void
  unseen(error: unknown): void
}

async function follow(id: string, signal: AbortSignal, { seen, unseen }: Seeing): Promise<void> {
  for (;;) {
    try {
      for await (const job of service(signal).watchJob(id)) {
        seen(job)
        await untilVisible(signal)
      }
      return
    } catch (error) {
      signal.throwIfAborted()
      unseen(error)
      if (!(error instanceof UnreachableError)) return
    }
    await pause(AWAY_MS, signal)
    await untilVisible(signal)
  }
}

/** Waits until somebody can see the page; ends when the signal is aborted, with its reason. */
export function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    if (document.visibilityState === 'visible') return resolve()
    const stop = () => {
      document.removeEventListener('visibilitychange', look)
      reject(signal.reason)
    }
    const look = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', stop)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', stop, { once: true })
  })
}
