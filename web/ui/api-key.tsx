import { useRef } from 'preact/hooks'
import { keepText, keptText } from './browser.ts'
import { Store, useStore } from './store.ts'

/** Takes the key that the service wants, and repeats what was refused without it. */
export function KeyForm({ retry }: { readonly retry: (() => void) | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  const use = (event: Event) => {
    event.preventDefault()
    const key = input.current?.value.trim()
    if (!key) return
    setApiKey(key)
    // Where nothing can be tried again the page is loaded anew; what it shows follows from its address.
    if (retry) retry()
    else location.reload()
  }
  return (
    <form class="key-form row end" onSubmit={use}>
      <label>
        Your API key{' '}
        <input
          ref={input}
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          pattern="\s*[!-~]+\s*"
          title="A key has no spaces, and only unaccented letters, digits and signs."
        />
      </label>
      <button type="submit">Use this key</button>
      <p class="quiet small whole">It stays in this browser, and is sent to this service only.</p>
    </form>
  )
}

const KEY_ITEM = 'sudoku-api-key'
/** Lasts as long as the page is open, so that a key also works where the browser stores nothing. */
const keyOfPage = new Store<{ readonly key?: string | undefined }>({})

/** The reader's API key. This browser keeps it, for this service alone, until the reader has it forgotten. */
export function apiKey(): string | undefined {
  return keyOfPage.state.key ?? keptText(KEY_ITEM)
}

/** @param key undefined to forget it */
export function setApiKey(key: string | undefined): void {
  keepText(KEY_ITEM, key)
  keyOfPage.set({ key })
}

/** Whether there is a key; the component is drawn again when that changes. */
export function useHasKey(): boolean {
  useStore(keyOfPage)
  return apiKey() !== undefined
}
