import type { TargetedEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { STATUSES, type Status } from '../../shared/job/result.ts'
import { isInRange, parseErRange } from '../../shared/job/result-filter.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { usePage } from '../page/page-state.ts'
import { service } from '../page/service.ts'
import { announce } from '../ui/announcements.tsx'
import { Loaded } from '../ui/lazy.tsx'
import { Button, Wrong } from '../ui/parts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { countOf, numberText } from '../ui/words.ts'
import { filterIn, filterWords, partCountOf, type ResultsFilter, toggled } from './results-filter.ts'
import { type Goal, ResultsTable } from './results-table.tsx'
import { MOST_ROWS, useRows } from './rows.ts'
import { STATUS_WORDS } from './status-words.ts'

/**
 * The outcome of each puzzle: all results or those that are chosen, and one of them in detail.
 *
 * @param isAway whether the job cannot be seen now, which the page says above
 */
export function Results({ job, isAway }: { readonly job: JobView; readonly isAway: boolean }) {
  const { address, setQuery } = usePage()
  const filter = filterIn(address.query)
  const isFiltering = partCountOf(filter) > 0
  const selection = JSON.stringify(filter)
  /** The place to begin with: where only some results are shown, or very many, one can jump in no other way. */
  const from = numberIn(address.query.from) ?? 1
  /** The place whose details are open. */
  const place = numberIn(address.query.place)
  const rows = useRows(job, filter, from)
  const rowOfPlace = place === undefined ? undefined : rows.rowOf(place)
  // A place that the address names is shown at once.
  const named = rowOfPlace === undefined ? undefined : { row: rowOfPlace, isMarked: true }
  const [goal, setGoal] = useState<Goal | undefined>(named)
  const total = totalOf(job, filter, from)
  const found = total ?? rows.count
  const all = totalOf(job, filter, 1) ?? found
  const many = `${found < all ? `${numberText(found)} of ` : ''}${all === 0 ? 'no puzzle' : countOf(all, 'puzzle')}`

  const open = (opened: number | undefined) => setQuery({ place: opened?.toString() })
  const goTo = (place: number) => {
    const row = isFiltering ? undefined : rows.rowOf(place)
    if (row === undefined) setQuery({ from: place === 1 ? undefined : `${place}`, place: undefined })
    else setGoal({ row, isMarked: true })
  }
  useEffect(() => {
    // Another selection begins at its first row; only the one that the page opened with may begin elsewhere.
    if (goal && place === undefined) setGoal({ row: 0, isMarked: false })
  }, [selection, from])
  useEffect(() => {
    if (!isAway && rows.error !== undefined) rows.renew()
  }, [isAway])
  return (
    <section class="card stack" aria-labelledby="results">
      <div class="apart">
        <h2 id="results">Results</h2>
        {/* What was wrong in one selection is no word on another. */}
        <GoToLine key={selection} job={job} goTo={goTo} />
      </div>
      <StatusFilter job={job} chosen={filter.status ?? []} />
      <RatingFilter filter={filter} many={many} mayGrow={total === undefined && rows.mayGrow} />
      {!isFiltering && job.counts.total > MOST_ROWS && (
        <p class="small quiet">The table has {numberText(MOST_ROWS)} puzzles at a time: go to a line to see others.</p>
      )}
      {from > 1 && (
        <p class="row small">
          From puzzle {numberText(from)} on
          <Button class="small" onClick={() => goTo(1)}>
            From the first
          </Button>
        </p>
      )}
      {rows.error !== undefined && !isAway && <Trouble error={rows.error} retry={() => rows.renew()} />}
      <div class={`results-area stack ${place === undefined ? '' : 'with-detail'}`}>
        <ResultsTable job={job} rows={rows} total={total} openPlace={place} open={open} goal={goal} />
        {place !== undefined && (
          <Loaded
            // The boards come with the first result that somebody opens.
            load={async () => (await import('./result-detail.tsx')).ResultDetail}
            props={{
              job,
              place,
              result: rowOfPlace === undefined ? undefined : rows.resultAt(rowOfPlace),
              close: () => open(undefined),
            }}
          />
        )}
      </div>
    </section>
  )
}

/** How many rows there will be in the end; undefined where that is not known. */
function totalOf({ counts, ratings }: JobView, filter: ResultsFilter, from: number): number | undefined {
  const { status, er, technique } = filter
  const partCount = partCountOf(filter)
  if (partCount === 0) return Math.min(counts.total - from + 1, MOST_ROWS)
  // Of those that fit several of them no count is kept.
  if (partCount > 1 || from > 1 || counts.pending > 0) return undefined
  const range = er === undefined ? undefined : parseErRange(er)
  const puzzles = range?.ok
    ? ratings?.er.map(({ er, puzzles }) => (isInRange(er, range.value) ? puzzles : 0))
    : technique
      ? ratings?.technique.map((each) => (technique.includes(each.technique) ? each.puzzles : 0))
      : status?.map((name) => counts[name])
  return puzzles?.reduce((sum, count) => sum + count, 0)
}

/** Chooses the statuses to show; with none chosen, all are shown. */
function StatusFilter({ job: { counts }, chosen }: { readonly job: JobView; readonly chosen: readonly Status[] }) {
  const { setQuery } = usePage()
  const choose = (next: readonly Status[]) => setQuery({ status: next.join() || undefined, from: undefined })
  const toggle = (status: Status) => choose(toggled(chosen, status))
  const offered = STATUSES.filter((status) => counts[status] > 0 || chosen.includes(status))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields that are filled in
    <div class="row filter no-print" role="group" aria-label="Show only">
      <Button aria-pressed={`${chosen.length === 0}`} onClick={() => choose([])}>
        all <span class="number">{numberText(counts.total)}</span>
      </Button>
      {offered.map((status) => (
        <Button key={status} aria-pressed={`${chosen.includes(status)}`} onClick={() => toggle(status)}>
          {STATUS_WORDS[status].title} <span class="number">{numberText(counts[status])}</span>
        </Button>
      ))}
    </div>
  )
}

/** Says which results are chosen by how hard puzzles are and how many were found so far, and how to see all again. */
function RatingFilter({ filter, many, mayGrow }: { filter: ResultsFilter; many: string; mayGrow: boolean }) {
  const { setQuery } = usePage()
  const isChosen = filter.er !== undefined || filter.technique !== undefined
  const sentence = `Only ${filterWords(filter).join(' and at the same time ')}: ${many}${mayGrow ? ' so far' : ''}`
  useEffect(() => {
    if (isChosen && !mayGrow) announce(sentence)
  }, [isChosen, mayGrow, sentence])
  if (!isChosen) return null
  return (
    <p class="row small no-print">
      {sentence}
      <Button class="small" onClick={() => setQuery({ er: undefined, technique: undefined, from: undefined })}>
        All difficulties
      </Button>
    </p>
  )
}

/** Goes to a line of the file, of which the service knows the puzzle. */
function GoToLine({ job: { id, counts }, goTo }: { readonly job: JobView; readonly goTo: (place: number) => void }) {
  const [wrong, setWrong] = useState<string>()
  const asked = useRef(0)
  const go = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    const line = numberIn(new FormData(event.currentTarget).get('line')?.toString())
    if (line === undefined) return setWrong('Expected the number of a line.')
    const turn = ++asked.current
    const answer = await service()
      .resultsPage(id, { line, limit: 1 })
      .catch(() => undefined)
    // Somebody may have asked for another meanwhile.
    if (turn !== asked.current) return
    if (!answer) return setWrong('The service does not answer.')
    // A puzzle that is not solved yet has no result, but a place.
    const place = answer.results[0]?.place ?? answer.next
    const isThere = place !== null && place <= counts.total
    setWrong(isThere ? undefined : `No puzzle begins on line ${numberText(line)} or below it.`)
    if (isThere) goTo(place)
  }
  return (
    <form class="go-to row no-print" onSubmit={go}>
      <label class="label" for="go-to">
        Go to line
      </label>
      <input
        id="go-to"
        name="line"
        class="number"
        inputmode="numeric"
        autocomplete="off"
        aria-invalid={wrong === undefined ? undefined : 'true'}
        aria-describedby={wrong === undefined ? undefined : 'go-to-wrong'}
        onInput={() => setWrong(undefined)}
      />
      <button type="submit">Go</button>
      <Wrong id="go-to-wrong" words={wrong} />
    </form>
  )
}

/** The number of a line or a place as people write it; undefined if the text is no number. */
export function numberIn(text: string | undefined): number | undefined {
  const digits = text?.replaceAll(/[\s,]/g, '') ?? ''
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined
}
