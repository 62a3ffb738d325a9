import { useEffect, useRef, useState } from 'preact/hooks'

interface PasteFormProps {
  readonly take: (file: File) => void
  readonly leave: () => void
}

/** Puzzles from the clipboard, or typed: a small file. */
export function PasteForm({ take, leave }: PasteFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [isEmpty, setEmpty] = useState(true)
  useEffect(() => field.current?.focus(), [])
  const done = (event: Event) => {
    event.preventDefault()
    take(new File([field.current?.value ?? ''], 'Pasted puzzles', { type: 'text/plain' }))
  }
  return (
    <form class="stack" onSubmit={done}>
      <div class="field">
        <label for="pasted">Puzzles</label>
        <textarea
          id="pasted"
          ref={field}
          class="mono"
          rows={8}
          spellcheck={false}
          onInput={({ currentTarget }) => setEmpty(currentTarget.value.trim() === '')}
        />
      </div>
      <div class="row">
        <button type="submit" class="primary" disabled={isEmpty}>
          Take these
        </button>
        <button type="button" onClick={leave}>
          Choose a file instead
        </button>
      </div>
    </form>
  )
}
