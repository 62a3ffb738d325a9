import { useEffect, useRef, useState } from 'preact/hooks'
import type { Checked } from '../../shared/checked.ts'
import type { JobOptions } from '../../shared/job/job.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { techniqueWords } from '../../shared/sudoku/rating/techniques.ts'
import { namesOf } from '../../shared/sudoku/rules/rules.ts'
import { PuzzleBoard } from '../grid/board.tsx'
import { shownPuzzle } from '../grid/shown-puzzle.ts'
import { hashOf } from '../page/address.ts'
import { service } from '../page/service.ts'
import { hasOwnRules, loadOwnRules, ownRules } from '../rules/own-rules.ts'
import { type PuzzleText, puzzleIn } from '../rules/puzzle-text.ts'
import { announce } from '../ui/announcements.tsx'
import { Facts } from '../ui/facts.tsx'
import { Button } from '../ui/parts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { capitalised, numberText } from '../ui/words.ts'
import { ratingText, reasonText, solutionsText } from './results-table.tsx'
import { STATUS_WORDS } from './status-words.ts'

interface ResultDetailProps {
  readonly job: JobView
  readonly place: number
  /** The result, where the table has it at hand. */
  readonly result: PuzzleResult | undefined
  readonly close: () => void
}

/** One result: its puzzle and solutions on boards, what the search took, and what else can be done with the puzzle. */
export function ResultDetail({ job, place, result: atHand, close }: ResultDetailProps) {
  const { lookup, retry } = useLookup(job, place, atHand)
  const result = atHand ?? lookup?.result
  const status = result && STATUS_WORDS[result.status]
  const panel = useRef<HTMLElement>(null)
  // On a narrow page it stands below the table, where it may be out of sight.
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), [place])
  return (
    <section ref={panel} class="stack detail" aria-labelledby="detail">
      <div class="row job-head">
        <h3 id="detail">
          {headingOf(place, result)}
          {result?.id !== undefined && `: ${result.id}`}
        </h3>
        {status && <span class={`badge ${status.tone}`}>{status.title}</span>}
        <Button class="close" onClick={close}>
          Close
        </Button>
      </div>
      {result ? (
        <ResultFacts key={place} job={job} result={result} />
      ) : place > job.counts.total ? (
        <p class="quiet">
          This job has no puzzle {numberText(place)}
          {job.state === 'open' && ' so far'}.
        </p>
      ) : lookup === undefined ? (
        <p class="quiet">Loading…</p>
      ) : lookup.error !== undefined ? (
        <Trouble error={lookup.error} retry={retry} />
      ) : (
        <p class="quiet">Not solved yet.</p>
      )}
    </section>
  )
}

/** The line of the file says where a puzzle is; what has none yet is known by its place. */
function headingOf(place: number, result: PuzzleResult | undefined): string {
  if (!result) return `Puzzle ${numberText(place)}`
  const line = `Line ${numberText(result.line)}`
  return result.line === place ? line : `${line}, puzzle ${numberText(place)}`
}

function ResultFacts({ job, result }: { readonly job: JobView; readonly result: PuzzleResult }) {
  const { puzzle, status, rating, givenIsCorrect, backtracks, searchBacktracks } = result
  const reason = reasonText(result)
  const { options } = job
  const { asked, error, retry } = useAsked(result, options)
  const isLonger = searchBacktracks !== null && searchBacktracks !== backtracks
  const facts = {
    [isLonger ? 'Backtracks to the solution' : 'Backtracks']: backtracks === null ? undefined : numberText(backtracks),
    'Backtracks in all': isLonger ? numberText(searchBacktracks) : undefined,
    Solutions: solutionsText(result, options.solutions) || undefined,
    Difficulty: ratingText(rating) || undefined,
    'Hardest step': rating?.technique && techniqueWords(rating.technique),
    'Solution in the file': givenIsCorrect === undefined ? undefined : givenIsCorrect ? 'right' : 'wrong',
  }
  return (
    <>
      {reason && <p>{capitalised(reason)}.</p>}
      <Facts facts={facts} />
      {error !== undefined ? (
        <Trouble error={error} retry={retry} />
      ) : !asked ? (
        <p class="quiet">Loading…</p>
      ) : !asked.ok ? (
        <pre class="small">{puzzle}</pre>
      ) : (
        <>
          <div class={`detail-boards columns size-${asked.value.size}`}>
            {status !== 'invalid' && (
              <PuzzleBoard label="Puzzle" puzzle={asked.value} cells={shownPuzzle(asked.value).cells} />
            )}
            <Solutions asked={asked.value} result={result} />
          </div>
          <nav class="row no-print" aria-label="This puzzle elsewhere">
            <a class="button" href={hashOf({ view: 'solve', job: undefined, puzzle: asked.value, query: {} })}>
              Open in Solve
            </a>
            <a
              class="button"
              href={hashOf({ view: 'watch', job: undefined, puzzle: asked.value, query: { left: options.strategy } })}
            >
              Watch
            </a>
          </nav>
        </>
      )}
    </>
  )
}

/** The puzzle with its own rules and those of its job; undefined until the part of the page that knows those is there. */
function useAsked(
  { puzzle, regions, rules = [], constraints, negative }: PuzzleResult,
  { rules: ofJob, size }: JobOptions,
): { readonly asked?: Checked<PuzzleText>; readonly error?: unknown; readonly retry: () => void } {
  const [round, setRound] = useState(0)
  const [error, setError] = useState<unknown>(undefined)
  const isPlain = typeof ofJob === 'string' && !regions && rules.length === 0 && !constraints && !negative
  const isReady = isPlain || hasOwnRules()
  useEffect(() => {
    if (isReady) return
    setError(undefined)
    loadOwnRules().then(() => setRound(round + 1), setError)
  }, [isReady, round])
  const retry = () => setRound(round + 1)
  if (!isReady) return { error, retry }
  if (isPlain) return { asked: puzzleIn(puzzle, ofJob, size), retry }
  const all = [...namesOf(ofJob), ...rules]
  return { asked: ownRules().puzzleWith({ puzzle, regions, rules: all, constraints, negative }), retry }
}

/** The service's answer for a place: neither a result nor an error means that it is not solved yet. */
interface Lookup {
  readonly place: number
  readonly result?: PuzzleResult | undefined
  readonly error?: unknown
}

/** Looks up a place that the table does not have at hand, and again each time the job has got on. */
function useLookup({ id, counts }: JobView, place: number, atHand: PuzzleResult | undefined) {
  const [last, setLast] = useState<Lookup>()
  const [round, setRound] = useState(0)
  const lookup = last?.place === place ? last : undefined
  const isNeeded = place <= counts.total && atHand === undefined && lookup?.result === undefined
  useEffect(() => {
    if (!isNeeded) return
    const stop = new AbortController()
    const found = (next: Lookup) => !stop.signal.aborted && setLast(next)
    service(stop.signal)
      .resultsPage(id, { from: place, limit: 1 })
      .then(
        ({ results: [result] }) => found({ place, result }),
        (error) => found({ place, error }),
      )
    return () => stop.abort()
  }, [id, place, isNeeded, counts.pending, round])
  const retry = () => {
    setLast(undefined)
    setRound((before) => before + 1)
  }
  return { lookup, retry }
}

/** The solutions, one at a time, on a board of their own; for an invalid puzzle, its clashes. */
function Solutions({ asked, result }: { readonly asked: PuzzleText; readonly result: PuzzleResult }) {
  const solutions = result.solutions ?? (result.solution === undefined ? [] : [result.solution])
  const [at, setAt] = useState(0)
  const count = solutions.length
  if (count === 0 && result.status !== 'invalid') return null
  const { cells } = shownPuzzle(asked, solutions[at])
  const placeWords = (place: number) => `Solution ${place + 1} of ${count}`
  const label = count === 0 ? 'What clashes' : count > 1 ? placeWords(at) : 'Solution'
  const steps = { First: 0, Previous: at - 1, Next: at + 1, Last: count - 1 }
  const isThere = (place: number) => place !== at && place >= 0 && place < count
  const goTo = (place: number) => {
    if (!isThere(place)) return
    setAt(place)
    announce(placeWords(place))
  }
  return (
    <div class="stack solutions">
      <PuzzleBoard label={label} puzzle={asked} cells={cells} />
      {count > 1 && (
        <div class="whole apart">
          <p class="number">{placeWords(at)}</p>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields that are filled in */}
          <div class="row no-print" role="group" aria-label="Solutions">
            {Object.entries(steps).map(([name, place]) => (
              // Not `disabled`, which would take the focus away from somebody who reaches the end.
              <Button key={name} aria-disabled={`${!isThere(place)}`} onClick={() => goTo(place)}>
                {name}
              </Button>
            ))}
          </div>
          {result.solutionCount !== null && result.solutionCount > count && (
            <p class="quiet small">
              The service keeps the first {count} of the {numberText(result.solutionCount)} it found.
            </p>
          )}
        </div>
      )}
    </div>
  )
}
