import { useEffect, useRef, useState } from 'preact/hooks'
import { type Address, hashOf } from '../address.ts'
import { Editor } from '../grid/editor.tsx'
import { usePage } from '../page-state.ts'
import { announce } from '../ui/announcements.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { AnswerCard } from './answer-card.tsx'
import { OptionsForm, optionsIn, queryOf, type SolveOptions } from './options.tsx'
import { ANSWER, useSolving } from './use-solving.ts'

/** The Solve view: one puzzle, entered on one side and solved by the service on the other. */
export function SolveView() {
  const { puzzle, address, setQuery } = usePage()
  const { activity, answer, solve, cancel } = useSolving()
  const options = optionsIn(address.query)
  const isBusy = activity.at === 'sending' || activity.at === 'searching'
  const change = (changed: Partial<SolveOptions>) => setQuery(queryOf(changed))
  const start = () => {
    if (!isBusy) solve(puzzle, options)
  }
  useSolveKey(start)
  return (
    <div class="solve stack">
      <header class="solve-head">
        <h1>Solve a Sudoku</h1>
        <p class="quiet no-print">Type in your puzzle, paste it, or start from an example.</p>
      </header>
      <div class="solve-columns">
        <Editor share={shareHash(address)} />
        <div class="stack">
          <section class="card stack no-print" aria-label="Search">
            <div class="row solve-start">
              <button type="button" class="primary" aria-disabled={`${isBusy}`} onClick={start}>
                Solve
              </button>
              <span class="quiet small solve-keys">Ctrl + Enter</span>
              {isBusy && <Progress cancel={cancel} />}
            </div>
            <OptionsForm options={options} change={change} />
          </section>
          {activity.at === 'trouble' && <Trouble error={activity.error} retry={activity.retry ?? start} />}
          {answer && (
            <AnswerCard
              key={answer.job.id}
              answer={answer}
              puzzle={puzzle}
              solveWith={(changed) => {
                change(changed)
                if (!isBusy) solve(puzzle, { ...options, ...changed })
              }}
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** Most searches end before anybody could read that they go on. */
const BLINK_MS = 400

/** Says that a search goes on and for how long, and can end it. Shows nothing while the search has hardly begun. */
function Progress({ cancel }: { readonly cancel: () => void }) {
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

/** The puzzle and the options, without the answer: who gets the link may not see the job, but can solve it anew. */
function shareHash(address: Address): string {
  const { [ANSWER]: _, ...query } = address.query
  return hashOf({ ...address, query })
}

/** Makes Ctrl + Enter solve, wherever on the page the focus is. */
function useSolveKey(start: () => void): void {
  const latest = useRef(start)
  latest.current = start
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
