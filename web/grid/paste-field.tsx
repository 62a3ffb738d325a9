import { useEffect, useRef, useState } from 'preact/hooks'

/** A field to paste a puzzle into, for those who have no key for it. */
export function PasteField({ take }: { readonly take: (text: string) => string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<string | undefined>(undefined)
  const opener = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])

  const close = () => {
    setOpen(false)
    setError(undefined)
    opener.current?.focus()
  }
  /** Whether it was a puzzle; otherwise the text stays, to be mended. */
  const use = (text: string): boolean => {
    const refused = take(text)
    setError(refused)
    if (!refused) close()
    return !refused
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (field.current?.value === '' && use(text)) event.preventDefault()
  }
  return (
    <>
      <button ref={opener} type="button" aria-expanded={`${isOpen}`} onClick={() => (isOpen ? close() : setOpen(true))}>
        Paste a puzzle
      </button>
      {isOpen && (
        <div class="paste-field stack">
          <div class="field">
            <label for="paste">Puzzle as text</label>
            <textarea
              ref={field}
              id="paste"
              class="mono"
              rows={5}
              spellcheck={false}
              autocomplete="off"
              autocapitalize="off"
              aria-invalid={error ? 'true' : undefined}
              aria-describedby={error ? 'paste-error' : 'paste-words'}
              onPaste={onPaste}
              onKeyDown={(event) => event.key === 'Escape' && close()}
            />
          </div>
          {error ? (
            <p id="paste-error" class="small bad" role="alert">
              {error}
            </p>
          ) : (
            <p id="paste-words" class="small quiet">
              One line or row by row; empty cells are 0 or a dot. Frames, tables and rows of CSV will do, too.
            </p>
          )}
          <div class="row">
            <button type="button" onClick={() => use(field.current?.value ?? '')}>
              Put it on the board
            </button>
            <button type="button" onClick={close}>
              Close
            </button>
          </div>
        </div>
      )}
    </>
  )
}
