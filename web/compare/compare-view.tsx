import { useEffect, useRef } from 'preact/hooks'
import { announce } from '../ui/announcements.tsx'
import { numberText } from '../ui/number-text.ts'
import { Button } from '../ui/parts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { useChoice } from './choice.ts'
import { ChoiceForm } from './choice-form.tsx'
import { type Comparison, isOf, strategiesIn } from './comparison.ts'
import { ComparisonResults } from './comparison-results.tsx'
import { useLocalComparison } from './local-comparison.ts'
import { findingOf } from './summary.ts'
import { useComparison } from './use-comparison.ts'

/** The Compare view: the same puzzles under several strategies, and how many backtracks each took. */
export function CompareView() {
  const choice = useChoice()
  const { jobs, request, wanted, set, choose } = choice
  const served = useComparison(jobs)
  const isServed = jobs.length > 0
  const local = useLocalComparison(isServed ? undefined : request)
  const { comparison } = isServed ? served : local
  const { phase, trouble } = served
  const run = async () => {
    const started = await served.start(request)
    if (started) choose({ jobs: started })
  }
  const isCounting = isServed ? phase === 'running' || phase === 'finding' : local.isRunning
  const before = useRef(isCounting)
  useEffect(() => {
    if (before.current && !isCounting && !trouble) {
      announce(`Done. ${findingOf(comparison.rows, strategiesIn(comparison, wanted)) ?? ''}`)
    }
    before.current = isCounting
  }, [isCounting])

  const compared = comparison.rows[0]
  const isOfAnother = isServed && set === 'puzzle' && compared !== undefined && !isOf(comparison, request)
  return (
    <div class="compare stack">
      <header class="compare-head">
        <h1>Compare strategies</h1>
        <p class="quiet">
          A search guesses a digit, and takes the guess back where it leads nowhere: a backtrack. See how many each
          strategy needs.
        </p>
      </header>
      <section class="card stack no-print" aria-label="What to compare">
        <ChoiceForm choice={choice} />
        {trouble && <Trouble error={trouble.error} retry={trouble.at === 'start' ? run : served.retry} />}
        {local.failure !== undefined && <Trouble error={local.failure} retry={local.retry} />}
      </section>
      {isOfAnother && (
        <p class="badge warn another">These counts are for the puzzle compared last. Compare again for this one.</p>
      )}
      <ComparisonResults comparison={comparison} choice={choice} isCounting={isCounting} />
      <div class="row no-print">
        {isCounting ? (
          <>
            <span class="quiet">{isServed ? 'The service is counting…' : 'Counting in this browser…'}</span>
            <Button disabled={isServed && phase !== 'running'} onClick={isServed ? served.cancel : local.cancel}>
              Cancel
            </Button>
          </>
        ) : (
          <>
            {(compared || local.isCancelled) && (
              <span class="quiet">
                {sourceWords(isServed, local.isCancelled)}
                {sampleWords(comparison)}
              </span>
            )}
            <Button
              disabled={
                phase === 'starting' || phase === 'cancelling' || request.puzzles.length === 0 || wanted.length === 0
              }
              onClick={run}
            >
              {phase === 'starting' ? 'Starting…' : 'Count on the service'}
            </Button>
            {(isServed || local.isCancelled) && (
              <Button disabled={phase === 'cancelling'} onClick={isServed ? () => choose({ jobs: [] }) : local.retry}>
                Count in this browser
              </Button>
            )}
          </>
        )}
        <Hint isEmpty={!isServed && request.puzzles.length === 0} hasNone={wanted.length === 0} />
      </div>
    </div>
  )
}

/** Says who counted what is shown. */
function sourceWords(isServed: boolean, isCancelled: boolean): string {
  if (isServed) return 'Counted by the service.'
  return isCancelled ? 'Counting was cancelled.' : 'Counted in this browser, by the service’s own code.'
}

/** How many puzzles of its jobs are shown, where that is not all. */
function sampleWords({ runs }: Comparison): string {
  const [run] = Object.values(runs)
  return run?.outOf === undefined
    ? ''
    : ` ${numberText(run.total)} of ${numberText(run.outOf)} puzzles are shown, from all over the job.`
}

function Hint({ isEmpty, hasNone }: { isEmpty: boolean; hasNone: boolean }) {
  if (isEmpty) return <span class="small quiet">There is no puzzle yet.</span>
  return hasNone ? <span class="small quiet">Choose a strategy.</span> : null
}
