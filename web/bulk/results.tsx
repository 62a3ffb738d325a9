import type { TargetedEvent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { OUTCOME_COUNTERS, STATUSES, type Status } from '../../shared/job/result.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import type { Query } from '../address.ts'
import { usePage } from '../page-state.ts'
import { numberText } from '../ui/number-text.ts'
import { Trouble } from '../ui/trouble.tsx'
import { ResultDetail } from './result-detail.tsx'
import { type Goal, ResultsTable } from './results-table.tsx'
import { LineRows, useRows } from './rows.ts'
import { STATUS_WORDS } from './status-words.ts'

interface ResultsProps {
  readonly job: JobView
  /** Whether the job cannot be seen now, which the page says above. */
  readonly isAway: boolean
}

/** What became of each puzzle: all results or those of some statuses, and one of them in detail. */
export function Results({ job, isAway }: ResultsProps) {
  const { address, setQuery } = usePage()
  const query = resultsQueryIn(address.query)
  const { status, from, line } = query
  const rows = useRows(job, query)
  const rowOfLine = line === undefined ? undefined : rows.rowOf(line)
  // A line that the address names is shown at once.
  const [goal, setGoal] = useState<Goal | undefined>(
    rowOfLine === undefined ? undefined : { row: rowOfLine, isMarked: true },
  )
  const total = totalOf(job, query)

  const goTo = (line: number) => {
    if (rows instanceof LineRows) setGoal({ row: line - 1, isMarked: true })
    else setQuery({ from: line === 1 ? undefined : `${line}` })
  }
  const filter = (next: readonly Status[]) =>
    setQuery({ status: next.length > 0 ? next.join() : undefined, from: undefined })
  useEffect(() => {
    // Another selection begins at its first row; only the one that the page opened with may begin at a line.
    if (goal && line === undefined) setGoal({ row: 0, isMarked: false })
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
      <div class={`results-area ${line === undefined ? '' : 'with-detail'}`}>
        <ResultsTable
          rows={rows}
          total={total}
          maxSolutions={job.options.solutions}
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

/** How many rows there will be in the end; undefined where that is not known. */
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

/** Chooses the statuses to show; with none chosen, all are shown. */
function StatusFilter({ job: { counts }, chosen, choose }: StatusFilterProps) {
  const offered = STATUSES.filter((status) => counts[OUTCOME_COUNTERS[status]] > 0 || chosen.includes(status))
  const toggle = (status: Status) =>
    choose(chosen.includes(status) ? chosen.filter((name) => name !== status) : [...chosen, status])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields that are filled in
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

interface GoToLineProps {
  readonly last: number
  readonly goTo: (line: number) => void
}

function GoToLine({ last, goTo }: GoToLineProps) {
  const [isWrong, setWrong] = useState(false)
  const go = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    const line = lineIn(new FormData(event.currentTarget).get('line')?.toString())
    const isLine = line !== undefined && line <= last
    setWrong(!isLine)
    if (isLine) goTo(line)
  }
  return (
    <form class="go-to no-print" onSubmit={go}>
      <label for="go-to">Go to line</label>
      <input
        id="go-to"
        name="line"
        class="number"
        inputmode="numeric"
        autocomplete="off"
        aria-invalid={isWrong ? 'true' : undefined}
        aria-describedby={isWrong ? 'go-to-wrong' : undefined}
      />
      <button type="submit">Go</button>
      {isWrong && (
        <p id="go-to-wrong" class="small bad" role="alert">
          Expected a line from 1 to {numberText(last)}.
        </p>
      )}
    </form>
  )
}

/** Which of a job's results an address shows. */
export interface ResultsQuery {
  /** The statuses to show; empty for all. */
  readonly status: readonly Status[]
  /** The line to begin with: where only some statuses are shown, one can jump to a line in no other way. */
  readonly from: number
  /** The line whose details are open. */
  readonly line: number | undefined
}

export function resultsQueryIn(query: Query): ResultsQuery {
  return { status: statusIn(query), from: lineIn(query.from) ?? 1, line: lineIn(query.line) }
}

export function statusIn({ status = '' }: Query): readonly Status[] {
  const named = status.split(',')
  return STATUSES.filter((known) => named.includes(known))
}

/** A line number as people write it; undefined where the text is none. */
export function lineIn(text: string | undefined): number | undefined {
  const digits = text?.replaceAll(/[\s,]/g, '') ?? ''
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined
}
