import { useEffect, useRef } from 'preact/hooks'
import { usePage } from '../page-state.ts'
import { announce } from '../ui/announcements.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { useChoice } from './choice.ts'
import { ChoiceForm, StrategyList } from './choice-form.tsx'
import { strategiesIn } from './comparison.ts'
import { ComparisonResults } from './comparison-results.tsx'
import { findingOf } from './summary.ts'
import { useComparison } from './use-comparison.ts'

/** The Compare view: the same puzzles under several strategies, and how many backtracks each took. */
export function CompareView() {
  const { puzzle } = usePage()
  const choice = useChoice()
  const { jobs, request, wanted, set, choose } = choice
  const { comparison, phase, trouble, start, cancel, retry } = useComparison(jobs)
  const run = async () => {
    const started = await start(request)
    if (started) choose({ jobs: started })
  }
  const before = useRef(phase)
  useEffect(() => {
    if (before.current === 'running' && phase === 'idle' && !trouble) {
      announce(`Done. ${findingOf(comparison.rows, strategiesIn(comparison, wanted)) ?? ''}`)
    }
    before.current = phase
  }, [phase])

  const compared = comparison.rows[0]
  const isOfAnother = set === 'puzzle' && compared !== undefined && compared.puzzle !== puzzle.text
  const isBusy = phase !== 'idle'
  return (
    <div class="compare stack">
      <header>
        <h1>Compare strategies</h1>
        <p class="quiet">
          A search guesses a digit, and takes the guess back where it leads nowhere: a backtrack. See how many each
          strategy needs.
        </p>
      </header>
      <div class="setup">
        <section class="card stack" aria-label="What to compare">
          <ChoiceForm choice={choice} />
          <div class="row no-print">
            {phase === 'idle' || phase === 'starting' ? (
              <button
                type="button"
                class="primary"
                disabled={isBusy || request.puzzles.length === 0 || wanted.length === 0}
                onClick={run}
              >
                {phase === 'starting' ? 'Starting…' : 'Compare'}
              </button>
            ) : (
              <button type="button" disabled={phase !== 'running'} onClick={cancel}>
                {phase === 'cancelling' ? 'Cancelling…' : 'Cancel'}
              </button>
            )}
            <Hint isEmpty={request.puzzles.length === 0} hasNone={wanted.length === 0} />
          </div>
          {trouble && <Trouble error={trouble.error} retry={trouble.at === 'start' ? run : retry} />}
        </section>
        <section class="card" aria-label="Strategies">
          <StrategyList wanted={wanted} onWanted={(wanted) => choose({ wanted })} comparison={comparison} />
        </section>
      </div>
      {isOfAnother && (
        <p class="badge warn another">These counts are for the puzzle compared last. Compare again for this one.</p>
      )}
      <ComparisonResults comparison={comparison} choice={choice} />
    </div>
  )
}

function Hint({ isEmpty, hasNone }: { isEmpty: boolean; hasNone: boolean }) {
  if (isEmpty) return <span class="small quiet">There is no puzzle yet.</span>
  return hasNone ? <span class="small quiet">Choose a strategy.</span> : null
}
