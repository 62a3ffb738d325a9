import { useEffect, useRef, useState } from 'preact/hooks'
import { Button, Wrong } from '../ui/parts.tsx'

interface PasteFieldProps {
  /** Puts what a text says on the board; otherwise returns why not. */
  readonly take: (text: string) => Promise<string | undefined>
  readonly close: () => void
}

/** A field to paste a puzzle into, for those who have no keyboard. */
export function PasteField({ take, close }: PasteFieldProps) {
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
        <label for="paste">Puzzle as text</label>
        <textarea
          ref={field}
          id="paste"
          class="mono"
          rows={4}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={error ? 'paste-error' : 'paste-words'}
          onPaste={onPaste}
          onKeyDown={(event) => event.key === 'Escape' && close()}
        />
      </div>
      <Wrong id="paste-error" words={error} />
      {!error && (
        <p id="paste-words" class="small quiet">
          In one line or row by row; empty cells are 0 or a dot. Drawn grids, tables and CSV rows work, too.
        </p>
      )}
      <div class="row">
        <Button onClick={() => use(field.current?.value ?? '')}>Put it on the board</Button>
        <Button onClick={close}>Close</Button>
      </div>
    </div>
  )
}
