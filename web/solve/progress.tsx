import { useEffect, useState } from 'preact/hooks'
import { announce } from '../ui/announce.ts'

/** Most searches are over before anybody could read that they go on. */
const BLINK_MS = 400

/** That a search goes on, for how long, and a way to end it; nothing while it has hardly begun. */
export function Progress({ cancel }: { readonly cancel: () => void }) {
  const [seconds, setSeconds] = useState<number | undefined>(undefined)
  const [isEnding, setEnding] = useState(false)
  useEffect(() => {
    const begin = performance.now()
    const look = () => setSeconds(Math.floor((performance.now() - begin) / 1000))
    const first = setTimeout(() => {
      look()
      announce('Searching.')
    }, BLINK_MS)
    const timer = setInterval(look, 1000)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [])
  if (seconds === undefined) return null
  return (
    <div class="row progress">
      <span class="searching">
        <span class="spinner" aria-hidden="true" />
        {isEnding ? 'Cancelling…' : 'Searching…'} {seconds > 0 && <span class="number">{seconds} s</span>}
      </span>
      <button
        type="button"
        aria-disabled={`${isEnding}`}
        onClick={() => {
          if (!isEnding) cancel()
          setEnding(true)
        }}
      >
        Cancel
      </button>
    </div>
  )
}
