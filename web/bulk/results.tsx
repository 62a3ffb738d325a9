import type { TargetedEvent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { OUTCOME_COUNTERS, STATUSES, type Status } from '../../shared/job/result.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { usePage } from '../page-state.ts'
import { numberText } from '../ui/number-text.ts'
import { Trouble } from '../ui/trouble.tsx'
import { STATUS_WORDS } from './amounts.ts'
import { ResultDetail, ResultRow } from './result-row.tsx'
import { LineRows, lineIn, type ResultsQuery, type Rows, resultsQueryIn, useRows } from './rows.ts'
import { useScroll } from './scroll.ts'

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

interface ResultsTableProps {
  readonly rows: Rows
  /** How many rows there are in the end; undefined where nobody knows. */
  readonly total: number | undefined
  /** How many solutions were looked for. */
  readonly asked: number
  /** The line whose details are open. */
  readonly openLine: number | undefined
  readonly onOpen: (line: number) => void
  readonly onClose: () => void
  /** A row to be shown; another object is another wish. */
  readonly goal: { readonly row: number } | undefined
}

/** Drawn beyond what is seen, so that a short scroll shows rows at once. */
const BEYOND = 5

/** Results row by row, of which only those are drawn that are seen. One tab stop, walked through by arrow keys. */
function ResultsTable({ rows, total, asked, openLine, onOpen, onClose, goal }: ResultsTableProps) {
  const count = rows.count + (rows.mayGrow ? 1 : 0)
  const { box, height, first, last, page, topOf, onScroll, show } = useScroll(count)
  const [current, setCurrent] = useState(0)
  const here = Math.min(current, Math.max(0, rows.count - 1))
  const begin = Math.max(0, first - BEYOND)
  const end = Math.min(count - 1, last + BEYOND)

  useEffect(() => rows.look(begin, end), [rows, begin, end, count])
  const moveTo = (row: number) => {
    const next = Math.max(0, Math.min(row, rows.count - 1))
    setCurrent(next)
    show(next)
    const line = rows.lineAt(next)
    if (openLine !== undefined && line !== undefined) onOpen(line)
  }
  useEffect(() => {
    if (!goal) return
    setCurrent(goal.row)
    show(goal.row)
  }, [goal])

  const onKeyDown = (event: KeyboardEvent) => {
    const to = rowAfter(event.key, here, page, rows.count)
    const line = rows.lineAt(here)
    if (to !== undefined) moveTo(to)
    else if ((event.key === 'Enter' || event.key === ' ') && line !== undefined) onOpen(line)
    else if (event.key === 'Escape' && openLine !== undefined) onClose()
    else return
    event.preventDefault()
  }
  const onClick = (event: Event) => {
    const row = (event.target as Element).closest<HTMLElement>('[data-row]')?.dataset.row
    const line = row === undefined ? undefined : rows.lineAt(Number(row))
    if (line === undefined) return
    setCurrent(Number(row))
    onOpen(line)
  }
  const drawn = Array.from({ length: Math.max(0, end - begin + 1) }, (_, i) => begin + i)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave out millions of rows
    <div
      ref={box}
      class={`results ${rows.hasIds ? 'with-ids' : ''}`}
      role="grid"
      aria-label="Results"
      aria-readonly="true"
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-activedescendant={here >= begin && here <= end ? `row-${here}` : undefined}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <Head hasIds={rows.hasIds} />
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div class="results-rows" role="rowgroup" style={{ height: `${height}px` }}>
        {drawn.map((row) => {
          const result = rows.resultAt(row)
          const line = rows.lineAt(row)
          return (
            <ResultRow
              key={row}
              row={row}
              line={line}
              result={result}
              waiting={rows.isPending(row) ? 'pending' : '…'}
              top={topOf(row)}
              asked={asked}
              hasIds={rows.hasIds}
              isCurrent={row === here}
              isOpen={line !== undefined && line === openLine}
            />
          )
        })}
      </div>
    </div>
  )
}

/** By the name of the column, as its cells have it. */
const HEADINGS = {
  line: 'Line',
  id: 'Id',
  status: 'Status',
  backtracks: 'Backtracks',
  solutions: 'Solutions',
  puzzle: 'Puzzle',
  solution: 'Solution or reason',
}

function Head({ hasIds }: { readonly hasIds: boolean }) {
  const columns = Object.entries(HEADINGS).filter(([name]) => name !== 'id' || hasIds)
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div class="results-head" role="rowgroup">
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
      <div class="result" role="row" aria-rowindex={1}>
        {columns.map(([name, heading]) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <span key={name} role="columnheader" class={`${name}-column`}>
            {heading}
          </span>
        ))}
      </div>
    </div>
  )
}

/** The row that a key leads to; undefined where it leads nowhere. */
function rowAfter(key: string, row: number, page: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return row + 1
    case 'ArrowUp':
      return row - 1
    case 'PageDown':
      return row + page
    case 'PageUp':
      return row - page
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
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
