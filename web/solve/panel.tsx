import type { FunctionComponent } from 'preact'
import { useState } from 'preact/hooks'
import { Loaded } from '../ui/loaded.tsx'

interface PanelProps<Props> {
  readonly summary: string
  readonly load: () => Promise<FunctionComponent<Props>>
  readonly props: Props
}

/** Something that most visitors do not need: folded, and loaded when it is opened. */
export function Panel<Props extends object>({ summary, load, props }: PanelProps<Props>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="panel no-print" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && <Loaded load={load} props={props} />}
    </details>
  )
}
