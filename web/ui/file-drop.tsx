import type { ComponentChildren, TargetedEvent } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from './parts.tsx'
import { useDocumentEvent } from './use-document-event.ts'

interface FileDropProps {
  readonly label: string
  readonly onFile: (file: File) => void
  /** Other buttons, beside the one that chooses a file. */
  readonly children?: ComponentChildren
  /** The words on the button. */
  readonly button: string
  readonly lead: string
  /** Whether the button is the main one of the view, as it is by default. */
  readonly isPrimary?: boolean
}

/** A place to drop a file on, and a button that chooses one. It also takes a file that is dropped beside it. */
export function FileDrop({ label, lead, button, isPrimary = true, onFile, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  useDocumentEvent('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    // Otherwise the browser would leave the page and show the file.
    event.preventDefault()
    setOver(true)
  })
  useDocumentEvent('dragleave', (event) => {
    if (!event.relatedTarget) setOver(false)
  })
  useDocumentEvent('drop', (event) => {
    setOver(false)
    const file = event.dataTransfer?.files[0]
    if (!file) return
    event.preventDefault()
    onFile(file)
  })
  const choose = ({ currentTarget: field }: TargetedEvent<HTMLInputElement>) => {
    const file = field.files?.[0]
    // The same file chosen again is then an event again.
    field.value = ''
    if (file) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div class={`drop stack no-print ${isOver ? 'over' : ''}`} role="group" aria-label={label}>
      <p class="lead">{lead}</p>
      <div class="row">
        <Button class={isPrimary ? 'primary' : ''} onClick={() => input.current?.click()}>
          {button}
        </Button>
        {children}
      </div>
      <input ref={input} type="file" hidden onChange={choose} />
    </div>
  )
}
