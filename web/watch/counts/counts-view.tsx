import { useEffect, useRef } from 'preact/hooks'
import { usePage } from '../../page/page-state.ts'
import type { PuzzleText } from '../../rules/puzzle-text.ts'
import { announce } from '../../ui/announcements.tsx'
import { Loaded } from '../../ui/lazy.tsx'
import { Button } from '../../ui/parts.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { numberText } from '../../ui/words.ts'
import { type Choice, collection, SET_NAMES, SETS, useChoice } from './choice.ts'
import { findingOf, strategiesIn } from './comparison.ts'
import { ComparisonResults } from './comparison-results.tsx'
import { useJobCounts } from './job-counts.ts'
import { useLocalComparison } from './local-comparison.ts'

/** It reads puzzles in every format, and few bring their own. */
const loadOwnForm = async () => (await import('./own-set.tsx')).OwnForm

/** How many backtracks each strategy takes: on one puzzle, or, without one, on a set of them. */
export function CountsView({ puzzle }: { readonly puzzle: PuzzleText | undefined }) {
  const { address, setQuery } = usePage()
  const isLarge = address.query.type === 'large'
  const toggleLarge = () => setQuery({ type: isLarge ? undefined : 'large' })
  const choice = useChoice(puzzle)
  const { request, wanted } = choice
  const job = choice.set === 'job' ? choice.job : undefined
  const served = useJobCounts(job)
  const local = useLocalComparison(job === undefined ? request : undefined, wanted)
  const { comparison, isRunning, error, retry } = job === undefined ? local : served
  const { total, outOf, read } = comparison
  const sample = outOf ? ` ${numberText(total)} of ${numberText(outOf)} puzzles are shown, from all over the job.` : ''
  const done = strategiesIn(comparison, wanted).filter((strategy) => read[strategy] === total)
  // Before the end another puzzle may be the hardest.
  const finding = isRunning ? undefined : findingOf(comparison.rows, done)
  const progressWords = () => {
    if (isRunning) return job === undefined ? 'Counting in this browser…' : 'The service is counting…'
    if (local.isCancelled) return 'Counting was stopped.'
    if (comparison.rows.length === 0 && job === undefined) return 'There is no puzzle yet.'
    if (wanted.length === 0) return 'Choose a strategy.'
    return job === undefined
      ? 'Counted in this browser, by the service’s own code.'
      : `Counted by the service.${sample}`
  }
  const before = useRef(isRunning)
  useEffect(() => {
    if (before.current && !isRunning && error === undefined)
      announce(local.isCancelled ? 'Counting was stopped.' : `Done. ${finding ?? ''}`)
    before.current = isRunning
  }, [isRunning])
  return (
    <div class="compare stack">
      {!puzzle && <ChoiceForm choice={choice} />}
      {error !== undefined && <Trouble error={error} retry={retry} />}
      <div class="row">
        {/* Its place is kept while it is empty, so that the table stays where it is. */}
        <p class="finding lead">{isRunning ? <span class="quiet">Counting…</span> : finding}</p>
        {/* On a small screen nothing becomes larger. */}
        {matchMedia('(min-width: 60rem)').matches && (
          <Button class="no-print" aria-pressed={`${isLarge}`} onClick={toggleLarge}>
            Large
          </Button>
        )}
      </div>
      <ComparisonResults comparison={comparison} choice={choice} isCounting={isRunning} />
      <div class="row no-print">
        <span class="quiet">{progressWords()}</span>
        {/* In one place, so that the focus stays on it. */}
        {isRunning
          ? job === undefined && <Button onClick={local.cancel}>Stop</Button>
          : local.isCancelled && <Button onClick={local.retry}>Count again</Button>}
      </div>
    </div>
  )
}

/** Where somebody chooses a set of puzzles. */
function ChoiceForm({ choice }: { choice: Choice }) {
  const { set, job, choose } = choice
  return (
    <section class="card stack no-print" aria-label="What is counted">
      <fieldset class="row choices">
        <legend class="unseen">Puzzles</legend>
        {SET_NAMES.filter((name) => name !== 'job' || job !== undefined).map((name) => (
          <label key={name} class="pair">
            <input type="radio" name="set" checked={name === set} onChange={() => choose({ set: name })} />
            {SETS[name]}
          </label>
        ))}
      </fieldset>
      {set === 'texts' && (
        <p class="quiet">
          {collection.length} grids: those for which textbooks give backtrack counts, famous hard ones, and some like
          those in newspapers.
        </p>
      )}
      {set === 'own' && <Loaded load={loadOwnForm} props={{ choice }} />}
    </section>
  )
}
