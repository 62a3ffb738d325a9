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

/** A sentence of the description: names of things stand between backticks, links in brackets. */
const PIECE = /`([^`]+)`|\[([^\]]+)\]\((https:[^)\s]+)\)/g

export function Words({ text }: { readonly text: string }) {
  const pieces: preact.ComponentChildren[] = []
  let end = 0
  for (const found of text.matchAll(PIECE)) {
    pieces.push(text.slice(end, found.index))
    pieces.push(found[1] === undefined ? <a href={found[3]}>{found[2]}</a> : <code>{found[1]}</code>)
    end = found.index + found[0].length
  }
  return (
    <p class="words">
      {pieces}
      {text.slice(end)}
    </p>
  )
}
