import { useEffect, useState } from 'preact/hooks'
import type { LiveWords } from './live-words.ts'

/** What comes in steps, the counts say, is said once; and nothing in the middle of typing. */
const SETTLED_MS = 600

/** What is known of the puzzle, in a line that changes with every digit. */
export function VerdictLine({ tone, title, more }: LiveWords) {
  const [said, say] = useState('')
  useEffect(() => {
    if (tone === 'quiet') return
    const timer = setTimeout(() => say([title, more].filter(Boolean).join(' ')), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [title, more])
  return (
    <>
      <div class="verdict" data-tone={tone}>
        <h2>{title}</h2>
        {more && <p class="small quiet">{more}</p>}
      </div>
      {/* A live region of its own: what somebody does is said in the page's, and neither cuts off the other. */}
      <p class="unseen" role="status">
        {said}
      </p>
    </>
  )
}
