import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { keepText, keptText } from './browser.ts'
import { Button, Wrong } from './parts.tsx'

interface PasteFieldProps {
  /** Takes the puzzles of a text; otherwise returns why not. */
  readonly take: (text: string) => Promise<string | undefined>
  readonly close: () => void
  /** What else can be done with a text that is refused. */
  readonly remedy?: ComponentChildren
  /** Also the name under which its text is kept over a reload. */
  readonly label: string
  /** The words on the button that takes it. */
  readonly button: string
  readonly hint?: string
  /** Whether what was taken, too, is in the field after a reload; whoever takes it forgets it then. */
  readonly keepsTaken?: boolean
}

/** Browsers keep 5 MB, for all of a page. */
const MOST_KEPT = 1_000_000

/** A field to paste puzzles into, for those who have no keyboard. */
export function PasteField({ take, close, remedy, label, button, hint, keepsTaken = false }: PasteFieldProps) {
  const [error, setError] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    // With its buttons, and clear of keys that stay at the foot of a phone.
    place.current?.scrollIntoView({ block: 'center' })
  }, [])

  /** A text that is no puzzle stays in the field, to be mended. */
  const use = async (text: string) => {
    const refused = await take(text)
    setError(refused)
    keep(refused || keepsTaken ? text : undefined)
    if (!refused) close()
  }
  const keep = (text = '') =>
    keepText(label, text !== '' && text.length < MOST_KEPT ? text : undefined, 'sessionStorage')
  const end = () => {
    keep()
    close()
  }
  return (
    <div ref={place} class="stack">
      <div class="field">
        <label for="paste">{label}</label>
        <textarea
          ref={field}
          id="paste"
          class="mono"
          rows={6}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={error ? 'paste-error' : hint && 'paste-words'}
          defaultValue={keptText(label, 'sessionStorage') ?? ''}
          onInput={({ currentTarget }) => keep(currentTarget.value)}
          onPaste={(event) => {
            const text = event.clipboardData?.getData('text/plain') ?? ''
            if (field.current?.value !== '') return
            event.preventDefault()
            field.current.value = text
            void use(text)
          }}
          onKeyDown={(event) => event.key === 'Escape' && end()}
        />
      </div>
      <Wrong id="paste-error" words={error} />
      {error && remedy}
      {!error && hint && (
        <p id="paste-words" class="small quiet">
          {hint}
        </p>
      )}
      <div class="row">
        <Button onClick={() => use(field.current?.value ?? '')}>{button}</Button>
        <Button onClick={end}>Close</Button>
      </div>
    </div>
  )
}
