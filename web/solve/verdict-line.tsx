import { useEffect, useRef, useState } from 'preact/hooks'
import type { LiveWords } from './live-words.ts'

interface VerdictLineProps {
  readonly words: LiveWords
  /** Whether to say it to those who do not see it; what clashes is said already. */
  readonly isSaid: boolean
}

/** By then what belongs to it is there, too, mostly; and nothing is said in the middle of typing. */
const SETTLED_MS = 600

/** What is known of the puzzle, in a line that changes with every digit. */
export function VerdictLine({ words, isSaid }: VerdictLineProps) {
  const { tone, title, more } = words
  const [said, say] = useState('')
  const latest = useRef(words)
  latest.current = words
  // Once for a title: the numbers behind it may change many times a second.
  useEffect(() => {
    const timer = setTimeout(() => {
      const { title, more } = latest.current
      say(isSaid && tone !== 'quiet' ? [title, more].filter(Boolean).join(' ') : '')
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [title, isSaid])
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
