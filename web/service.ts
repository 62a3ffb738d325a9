import { useEffect, useState } from 'preact/hooks'
import { type Client, createClient } from '../shared/client/client.ts'
import { ApiError } from '../shared/client/http.ts'

/** The service that this page came from, asked with the reader's API key where they gave one. */
export function service(signal?: AbortSignal): Client {
  return createClient({ url: location.origin, key: apiKey() || undefined, ...(signal && { signal }) })
}

/** Whether a request was refused because its job has ended: who wanted to end it has what they wanted. */
export function hasEnded(error: unknown): boolean {
  return error instanceof ApiError && error.problem.type === '/problems/job-ended'
}

const KEY_ITEM = 'sudoku-api-key'
const KEY_CHANGED = 'sudoku-api-key-changed'
/** Lasts as long as the page is open, so that a key also works where the browser stores nothing. */
let keyOfPage: string | undefined

/** The reader's API key. This browser keeps it, for this service alone, until the reader has it forgotten. */
export function apiKey(): string | undefined {
  try {
    return keyOfPage ?? localStorage.getItem(KEY_ITEM) ?? undefined
  } catch {
    return keyOfPage
  }
}

/** @param key undefined to forget it */
export function setApiKey(key: string | undefined): void {
  keyOfPage = key
  try {
    if (key === undefined) localStorage.removeItem(KEY_ITEM)
    else localStorage.setItem(KEY_ITEM, key)
  } catch {
    // The key is then forgotten when the page is closed.
  }
  dispatchEvent(new Event(KEY_CHANGED))
}

/** Whether there is a key; the component is drawn again when that changes. */
export function useHasKey(): boolean {
  const [hasKey, setHasKey] = useState(apiKey() !== undefined)
  useEffect(() => {
    const look = () => setHasKey(apiKey() !== undefined)
    addEventListener(KEY_CHANGED, look)
    return () => removeEventListener(KEY_CHANGED, look)
  }, [])
  return hasKey
}
