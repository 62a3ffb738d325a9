import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface ButtonRowProps {
  readonly label: string
  readonly class: string
  readonly onMouseDown?: (event: MouseEvent) => void
  readonly children: ComponentChildren
}

/** Buttons that belong together: the Tab key stops at them once, and arrow keys go from one to the next. */
export function ButtonRow({ label, class: className, onMouseDown, children }: ButtonRowProps) {
  const row = useRef<HTMLDivElement>(null)
  const buttons = () => [...(row.current?.querySelectorAll<HTMLButtonElement>(':scope > button') ?? [])]
  const stopAt = (stop: HTMLButtonElement | undefined) => {
    for (const button of buttons()) button.tabIndex = button === stop ? 0 : -1
  }
  useEffect(() => {
    const all = buttons()
    if (all.filter(({ tabIndex }) => tabIndex === 0).length !== 1) stopAt(all[0])
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields that are filled in
    <div
      ref={row}
      class={className}
      role="group"
      aria-label={label}
      onMouseDown={onMouseDown}
      onKeyDown={(event) => {
        const all = buttons()
        const at = event.target instanceof HTMLButtonElement ? all.indexOf(event.target) : -1
        const to = at < 0 ? undefined : NEXT[event.key]?.(at, all.length)
        if (to === undefined) return
        event.preventDefault()
        all[to].focus()
      }}
      onFocusIn={({ target }) => {
        if (target instanceof HTMLButtonElement && target.parentElement === row.current) stopAt(target)
      }}
    >
      {children}
    </div>
  )
}

const NEXT: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}
