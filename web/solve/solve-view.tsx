import { useEffect, useRef } from 'preact/hooks'
import { type Address, hashOf } from '../address.ts'
import { Editor } from '../grid/editor.tsx'
import { usePage } from '../page-state.ts'
import { Trouble } from '../ui/trouble.tsx'
import { OptionsForm, optionsIn, queryOf, type SolveOptions } from './options.tsx'
import { AnswerCard, Progress } from './solution.tsx'
import { ANSWER, useSolving } from './use-solving.ts'

/** One puzzle: entered on one side, solved by the service on the other. */
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

/** The puzzle and the options; the answer is for whoever gets the link to ask for. */
function shareHash(address: Address): string {
  const { [ANSWER]: _, ...query } = address.query
  return hashOf({ ...address, query })
}

/** Ctrl + Enter, wherever on the page. */
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
