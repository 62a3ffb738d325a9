import { useEffect, useState } from 'preact/hooks'
import { type Client, createClient } from '../../shared/client/client.ts'
import { apiKey } from '../ui/api-key.tsx'

/**
 * The service that this page came from, asked with the reader's API key where they gave one. A machine that knows that
 * it is offline says so at once: to ask again would only take time.
 */
export function service(signal?: AbortSignal): Client {
  const more = { ...(signal && { signal }), ...(!navigator.onLine && { attempts: 1 }) }
  return createClient({ url: location.origin, key: apiKey() || undefined, ...more })
}

/**
 * Asks the service as long as the component is there, and anew where what it is asked about has changed.
 *
 * @returns why it could not go on, and what has it asked anew
 */
export function useService(ask: (signal: AbortSignal) => Promise<void>, about: readonly unknown[]) {
  const [error, setError] = useState<unknown>()
  const [round, setRound] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    ask(stop.signal).catch((caught) => {
      if (!stop.signal.aborted) setError(caught)
    })
    return () => stop.abort()
  }, [...about, round])
  return { error, setError, again: () => setRound((before) => before + 1) }
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
