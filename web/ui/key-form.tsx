import { useRef } from 'preact/hooks'
import { setApiKey } from '../key.ts'

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
