import { useState } from 'preact/hooks'
import { copied } from '../ui/output.ts'

/** A command or a text, with a button that copies it. */
export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  const [said, setSaid] = useState('Copy')
  const copy = async () => setSaid((await copied(text)) ? 'Copied' : 'Copying is not allowed here')
  return (
    <div class="code">
      <section aria-label={label}>
        <pre class="small">{text}</pre>
      </section>
      <button type="button" class="small" onClick={copy} aria-label={`${said}: ${label}`}>
        {said}
      </button>
    </div>
  )
}
