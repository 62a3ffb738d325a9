import { useEffect, useState } from 'preact/hooks'

/** The reader's API key, kept in this browser for this service alone, until it is forgotten. */

const PLACE = 'sudoku-api-key'
const CHANGED = 'sudoku-api-key-changed'
/** As long as the page is open, also where the browser keeps nothing. */
let unkept: string | undefined

export function apiKey(): string | undefined {
  try {
    return unkept ?? localStorage.getItem(PLACE) ?? undefined
  } catch {
    return unkept
  }
}

/** @param key undefined to forget it */
export function setApiKey(key: string | undefined): void {
  unkept = key
  try {
    if (key === undefined) localStorage.removeItem(PLACE)
    else localStorage.setItem(PLACE, key)
  } catch {
    // It is forgotten with the page then.
  }
  dispatchEvent(new Event(CHANGED))
}

/** Whether there is a key, as of now. */
export function useHasKey(): boolean {
  const [hasKey, setHasKey] = useState(apiKey() !== undefined)
  useEffect(() => {
    const look = () => setHasKey(apiKey() !== undefined)
    addEventListener(CHANGED, look)
    return () => removeEventListener(CHANGED, look)
  }, [])
  return hasKey
}
