import { useEffect, useRef, useState } from 'preact/hooks'
import type { JobOptions } from '../../shared/job/job.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { techniqueWords } from '../../shared/sudoku/rating/techniques.ts'
import { namesOf } from '../../shared/sudoku/rules/rules.ts'
import { PuzzleBoard } from '../grid/board.tsx'
import { shownPuzzle } from '../grid/shown-puzzle.ts'
import { hashOf } from '../page/address.ts'
import { service, useService } from '../page/service.ts'
import { hasOwnRules, loadOwnRules, ownRules } from '../rules/own-rules.ts'
import { type PuzzleText, puzzleIn } from '../rules/puzzle-text.ts'
import { announce } from '../ui/announcements.tsx'
import { Facts } from '../ui/facts.tsx'
import { Loaded } from '../ui/lazy.tsx'
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
          {/* The line of the file says where a puzzle is; what has none yet is known by its place. */}
          {result ? `Line ${numberText(result.line)}` : `Puzzle ${numberText(place)}`}
          {result && result.line !== place && `, puzzle ${numberText(place)}`}
          {result?.id !== undefined && `: ${result.id}`}
        </h3>
        {status && <span class={`badge ${status.tone}`}>{status.title}</span>}
        <Button class="close" onClick={close}>
          Close
        </Button>
      </div>
      {result ? (
        <ResultFacts key={place} options={job.options} result={result} />
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

interface ShownResult {
  readonly result: PuzzleResult
  readonly options: JobOptions
}

function ResultFacts({ result, options }: ShownResult) {
  const { rating, givenIsCorrect, backtracks, searchBacktracks } = result
  const reason = reasonText(result)
  // Not anew once they are there: the boards would begin anew, too.
  const [isReady] = useState(() => isPlain(result, options) || hasOwnRules())
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
      {isReady ? (
        <ResultBoards result={result} options={options} />
      ) : (
        // With rules of its own, its boards come with the part of the page that knows those.
        <Loaded load={() => loadOwnRules().then(() => ResultBoards)} props={{ result, options }} />
      )}
    </>
  )
}

/** The puzzle with its own rules and those of its job, and its solutions. */
function ResultBoards({ result, options }: ShownResult) {
  const { puzzle: text, status, regions, rules = [], constraints, negative } = result
  const { rules: ofJob, size } = options
  const all = [...namesOf(ofJob), ...rules]
  const asked = isPlain(result, options)
    ? puzzleIn(text, ofJob, size)
    : ownRules().puzzleWith({ puzzle: text, regions, rules: all, constraints, negative })
  if (!asked.ok) return <pre class="small">{text}</pre>
  const puzzle = asked.value
  return (
    <>
      <div class={`detail-boards columns size-${puzzle.size}`}>
        {status !== 'invalid' && <PuzzleBoard label="Puzzle" puzzle={puzzle} cells={shownPuzzle(puzzle).cells} />}
        <Solutions asked={puzzle} result={result} />
      </div>
      <nav class="row no-print" aria-label="This puzzle elsewhere">
        <a class="button" href={hashOf({ view: 'solve', job: undefined, puzzle, query: {} })}>
          Open in Solve
        </a>
        <a class="button" href={hashOf({ view: 'watch', job: undefined, puzzle, query: { left: options.strategy } })}>
          Watch
        </a>
      </nav>
    </>
  )
}

function isPlain({ regions, rules = [], constraints, negative }: PuzzleResult, job: JobOptions): boolean {
  return typeof job.rules === 'string' && !regions && rules.length === 0 && !constraints && !negative
}

/** Looks up a place that the table does not have at hand, and again each time the job has got on. */
function useLookup({ id, counts }: JobView, place: number, atHand: PuzzleResult | undefined) {
  // The answer for a place: neither a result nor an error means that it is not solved yet.
  const [last, setLast] = useState<{ place: number; result?: PuzzleResult | undefined; error?: unknown }>()
  const lookup = last?.place === place ? last : undefined
  const isNeeded = place <= counts.total && atHand === undefined && lookup?.result === undefined
  const look = async (signal: AbortSignal) => {
    if (!isNeeded) return
    const asked = service(signal).resultsPage(id, { from: place, limit: 1 })
    const next = await asked.then(
      ({ results: [result] }) => ({ place, result }),
      (error) => ({ place, error }),
    )
    if (!signal.aborted) setLast(next)
  }
  const { again } = useService(look, [id, place, isNeeded, counts.pending])
  const retry = () => {
    setLast(undefined)
    again()
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
