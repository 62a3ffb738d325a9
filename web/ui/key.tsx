import { useEffect, useRef, useState } from 'preact/hooks'

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

/** Asks for the key that the service asks for, and then for what was asked before. */
export function KeyForm({ retry }: { readonly retry: (() => void) | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  const use = (event: Event) => {
    event.preventDefault()
    const key = input.current?.value.trim()
    if (!key) return
    setApiKey(key)
    // What has no way to try again is begun anew: what is shown follows from the address.
    if (retry) retry()
    else location.reload()
  }
  return (
    <form class="key-form" onSubmit={use}>
      <label>
        Your API key{' '}
        <input
          ref={input}
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          pattern="\s*[!-~]+\s*"
          title="A key has no blanks in it, and no other letters than those of English."
        />
      </label>
      <button type="submit">Use this key</button>
      <p class="quiet small">It is kept in this browser, and sent to this service only.</p>
    </form>
  )
}
