import { useState } from 'preact/hooks'
import { copied } from './browser.ts'
import { Button } from './parts.tsx'

/** A command or a text; one that is there as a whole has a button that copies it. */
export function Code({ text, label, isWhole = true }: { text: string; label: string; isWhole?: boolean }) {
  const [said, setSaid] = useState('Copy')
  const copy = async () => setSaid((await copied(text)) ? 'Copied' : 'Copying is not allowed here')
  return (
    <div class="code row">
      <section aria-label={label}>
        <pre class="small">{text}</pre>
      </section>
      {isWhole && (
        <Button class="small no-print" onClick={copy} aria-label={`${said}: ${label}`}>
          {said}
        </Button>
      )}
    </div>
  )
}
