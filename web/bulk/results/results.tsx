import { useEffect, useState } from 'preact/hooks'
import { OUTCOME_COUNTERS, STATUSES, type Status } from '../../../shared/job/result.ts'
import type { JobView } from '../../../shared/protocol/views.ts'
import { usePage } from '../../page-state.ts'
import { numberText } from '../../ui/number-text.ts'
import { Trouble } from '../../ui/trouble.tsx'
import { STATUS_WORDS } from '../outcomes.ts'
import { GoToLine } from './go-to-line.tsx'
import { LineRows } from './line-rows.ts'
import { ResultDetail } from './result-detail.tsx'
import { type ResultsQuery, resultsQueryIn } from './results-query.ts'
import { ResultsTable } from './results-table.tsx'
import { useRows } from './use-rows.ts'

interface ResultsProps {
  readonly job: JobView
  /** The job cannot be seen now, which is said already. */
  readonly isAway: boolean
}

/** What became of each puzzle: all of them, or those of some statuses; one of them in detail. */
export function Results({ job, isAway }: ResultsProps) {
  const { address, setQuery } = usePage()
  const asked = resultsQueryIn(address.query)
  const { status, from, line } = asked
  const rows = useRows(job, asked)
  const rowOfLine = line === undefined ? undefined : rows.rowOf(line)
  // Where an address names a line, it is shown at once.
  const [goal, setGoal] = useState(rowOfLine === undefined ? undefined : { row: rowOfLine })
  const total = totalOf(job, asked)

  const goTo = (wanted: number) => {
    if (rows instanceof LineRows) setGoal({ row: wanted - 1 })
    else setQuery({ from: wanted === 1 ? undefined : `${wanted}` })
  }
  const filter = (next: readonly Status[]) =>
    setQuery({ status: next.length > 0 ? next.join() : undefined, from: undefined })
  useEffect(() => {
    // Another selection begins at its first row; the one that was there first may begin at a line.
    if (goal && line === undefined) setGoal({ row: 0 })
  }, [status.join(), from])
  useEffect(() => {
    if (!isAway && rows.error !== undefined) rows.renew()
  }, [isAway])
  return (
    <section class="card stack" aria-labelledby="results">
      <div class="results-bar">
        <h2 id="results">Results</h2>
        <GoToLine last={job.counts.total} goTo={goTo} />
      </div>
      <StatusFilter job={job} chosen={status} choose={filter} />
      {status.length > 0 && from > 1 && (
        <p class="row small">
          From line {numberText(from)} on
          <button type="button" class="small" onClick={() => goTo(1)}>
            From the first
          </button>
        </p>
      )}
      {rows.error !== undefined && !isAway && <Trouble error={rows.error} retry={() => rows.renew()} />}
      <div class={`results-frame ${line === undefined ? '' : 'with-detail'}`}>
        <ResultsTable
          rows={rows}
          total={total}
          asked={job.options.solutions}
          openLine={line}
          onOpen={(opened) => setQuery({ line: `${opened}` })}
          onClose={() => setQuery({ line: undefined })}
          goal={goal}
        />
        {line !== undefined && (
          <ResultDetail
            job={job}
            line={line}
            result={rowOfLine === undefined ? undefined : rows.resultAt(rowOfLine)}
            close={() => setQuery({ line: undefined })}
          />
        )}
      </div>
    </section>
  )
}

/** How many rows there are in the end; undefined where nobody knows. */
function totalOf({ counts }: JobView, { status, from }: ResultsQuery): number | undefined {
  if (status.length === 0) return counts.total
  if (from > 1 || counts.pending > 0) return undefined
  return status.reduce((sum, name) => sum + counts[OUTCOME_COUNTERS[name]], 0)
}

interface StatusFilterProps {
  readonly job: JobView
  readonly chosen: readonly Status[]
  readonly choose: (status: readonly Status[]) => void
}

/** Which statuses are shown; with none chosen, all. */
function StatusFilter({ job: { counts }, chosen, choose }: StatusFilterProps) {
  const offered = STATUSES.filter((status) => counts[OUTCOME_COUNTERS[status]] > 0 || chosen.includes(status))
  const toggle = (status: Status) =>
    choose(chosen.includes(status) ? chosen.filter((name) => name !== status) : [...chosen, status])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div class="row filter no-print" role="group" aria-label="Show only">
      <button type="button" aria-pressed={chosen.length === 0 ? 'true' : 'false'} onClick={() => choose([])}>
        all <span class="number">{numberText(counts.total)}</span>
      </button>
      {offered.map((status) => (
        <button
          key={status}
          type="button"
          aria-pressed={chosen.includes(status) ? 'true' : 'false'}
          onClick={() => toggle(status)}
        >
          {STATUS_WORDS[status]} <span class="number">{numberText(counts[OUTCOME_COUNTERS[status]])}</span>
        </button>
      ))}
    </div>
  )
}
