import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

/** A button that does something itself; without its type it would send the form that it is in. */
export function Button(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...props} />
}

export interface FoldedProps {
  readonly summary: string
  readonly class?: string
  /** Whether it is open at first. */
  readonly begins?: boolean
}

/** What is drawn only when it is opened. */
export function Folded(props: FoldedProps & { readonly children: ComponentChildren }) {
  const { summary, class: kind, begins = false, children } = props
  const [isOpen, setOpen] = useState(begins)
  return (
    <details class={kind} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  )
}

/** Says what is wrong with what somebody typed or asked for; nothing where that is undefined. */
export function Wrong({ id, words }: { readonly id?: string; readonly words: string | undefined }) {
  if (words === undefined) return null
  return (
    <p id={id} class="small bad" role="alert">
      {words}
    </p>
  )
}
