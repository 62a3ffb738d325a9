import { useEffect } from 'preact/hooks'
import { announce } from '../ui/announcements.tsx'
import type { LiveWords } from './live-words.ts'

/** What is known of the puzzle, in a line that changes with every digit. */
export function VerdictLine({ tone, title, more }: LiveWords) {
  // Said when it changes: somebody who types hears the digits, and this where it is news.
  useEffect(() => {
    if (tone === 'quiet') return
    const timer = setTimeout(() => announce([title, more].filter(Boolean).join(' ')), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [title, more])
  return (
    <div class="verdict" data-tone={tone}>
      <h2>{title}</h2>
      {more && <p class="small quiet">{more}</p>}
    </div>
  )
}

/** What comes in steps, the counts say, is said once. */
const SETTLED_MS = 600
