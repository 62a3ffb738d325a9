import { useEffect, useRef, useState } from 'preact/hooks'
import { Button, Wrong } from './parts.tsx'

interface PasteFieldProps {
  /** Takes the puzzles of a text; otherwise returns why not. */
  readonly take: (text: string) => Promise<string | undefined>
  readonly close: () => void
  readonly label: string
  /** The words on the button that takes it. */
  readonly button: string
  readonly hint?: string
}

/** A field to paste puzzles into, for those who have no keyboard. */
export function PasteField({ take, close, label, button, hint }: PasteFieldProps) {
  const [error, setError] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])

  /** A text that is no puzzle stays in the field, to be mended. */
  const use = async (text: string) => {
    const refused = await take(text)
    setError(refused)
    if (!refused) close()
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (field.current?.value !== '') return
    event.preventDefault()
    field.current.value = text
    void use(text)
  }
  return (
    <div class="stack">
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
          onPaste={onPaste}
          onKeyDown={(event) => event.key === 'Escape' && close()}
        />
      </div>
      <Wrong id="paste-error" words={error} />
      {!error && hint && (
        <p id="paste-words" class="small quiet">
          {hint}
        </p>
      )}
      <div class="row">
        <Button onClick={() => use(field.current?.value ?? '')}>{button}</Button>
        <Button onClick={close}>Close</Button>
      </div>
    </div>
  )
}
