import { useRef, useState } from 'hono/jsx/dom'
import type { PuzzleResult } from '../../../shared/job/result.ts'
import type { JobView } from '../../../shared/protocol/views.ts'
import { hashOf, type PuzzleText, puzzleIn } from '../../address.ts'
import { Board } from '../../grid/board.tsx'
import { shownPuzzle } from '../../grid/cells.ts'
import { service } from '../../service.ts'
import * as solve from '../../solve/options.ts'
import { Solutions } from '../../solve/solutions.tsx'
import { numberText } from '../../ui/number-text.ts'
import { Trouble } from '../../ui/trouble.tsx'
import { useEffect } from '../../ui/use-effect.ts'
import { STATUS_WORDS, toneOfStatus } from '../outcomes.ts'
import { solutionsText } from './result-row.tsx'

interface ResultDetailProps {
  readonly job: JobView
  readonly line: number
  /** Where the table has it at hand. */
  readonly result: PuzzleResult | undefined
  readonly close: () => void
}

/** One result: its puzzle and its solutions on boards, what it took, and what else can be done with it. */
export function ResultDetail({ job, line, result: atHand, close }: ResultDetailProps) {
  const { answer, retry } = useAnswer(job, line, atHand)
  const result = atHand ?? answer?.result
  const panel = useRef<HTMLElement>(null)
  // Where it stands below the table it may be out of sight.
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), [line])
  return (
    <section ref={panel} class="stack detail" aria-labelledby="detail">
      <div class="job-head">
        <h3 id="detail">
          Line {numberText(line)}
          {result?.id !== undefined && `: ${result.id}`}
        </h3>
        {result && <span class={`badge ${toneOfStatus(result.status)}`}>{STATUS_WORDS[result.status]}</span>}
        <button type="button" class="close" onClick={close}>
          Close
        </button>
      </div>
      {result ? (
        <Found key={line} job={job} result={result} />
      ) : line > job.counts.total ? (
        <p class="quiet">
          This job has no line {numberText(line)}
          {job.state === 'open' && ' so far'}.
        </p>
      ) : answer === undefined ? (
        <p class="quiet">Loading…</p>
      ) : answer.error !== undefined ? (
        <Trouble error={answer.error} retry={retry} />
      ) : (
        <p class="quiet">Not solved yet.</p>
      )}
    </section>
  )
}

function Found({ job, result }: { readonly job: JobView; readonly result: PuzzleResult }) {
  const { puzzle, status, reason, givenIsCorrect, backtracks, searchBacktracks } = result
  const { options } = job
  const asked = puzzleIn(puzzle, options.rules, options.size)
  const facts = {
    Backtracks: backtracks === null ? undefined : numberText(backtracks),
    'Whole search':
      searchBacktracks === backtracks || searchBacktracks === null ? undefined : numberText(searchBacktracks),
    Solutions: solutionsText(result, options.solutions) || undefined,
    'Solution that came along': givenIsCorrect === undefined ? undefined : givenIsCorrect ? 'right' : 'wrong',
  }
  return (
    <>
      {reason && <p>{reason}</p>}
      <dl class="facts">
        {Object.entries(facts)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {!asked.ok ? (
        <pre class="small">{puzzle}</pre>
      ) : (
        <>
          <div class={`detail-boards size-${asked.value.size}`}>
            {status !== 'invalid' && <PuzzleBoard asked={asked.value} />}
            <Solutions asked={asked.value} result={result} />
          </div>
          <Elsewhere asked={asked.value} job={job} />
        </>
      )}
    </>
  )
}

function PuzzleBoard({ asked }: { readonly asked: PuzzleText }) {
  const [cursor, setCursor] = useState(0)
  const { cells } = shownPuzzle(asked)
  return (
    <Board label="Puzzle" size={asked.size} rules={asked.rules} cells={cells} cursor={cursor} onCursor={setCursor} />
  )
}

/** Links to the views of one puzzle, with this one and what was asked of it. */
function Elsewhere({ asked, job: { options } }: { readonly asked: PuzzleText; readonly job: JobView }) {
  const query = Object.fromEntries(
    Object.entries(solve.queryOf(options)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const { strategy } = options
  return (
    <nav class="row no-print" aria-label="This puzzle elsewhere">
      <a class="button" href={hashOf({ view: 'solve', job: undefined, puzzle: asked, query })}>
        Open in Solve
      </a>
      <a class="button" href={hashOf({ view: 'watch', job: undefined, puzzle: asked, query: { left: strategy } })}>
        Watch
      </a>
    </nav>
  )
}

/** What the service said of a line; neither a result nor an error where it is not solved yet. */
interface Answer {
  readonly line: number
  readonly result?: PuzzleResult | undefined
  readonly error?: unknown
}

/** The answer for a line that the table has not at hand, once there is one; looked for again as the job gets on. */
function useAnswer({ id, counts }: JobView, line: number, atHand: PuzzleResult | undefined) {
  const [last, setLast] = useState<Answer | undefined>(undefined)
  const [round, setRound] = useState(0)
  const answer = last?.line === line ? last : undefined
  const isNeeded = line <= counts.total && atHand === undefined && answer?.result === undefined
  useEffect(() => {
    if (!isNeeded) return
    const stop = new AbortController()
    const answered = (next: Answer) => !stop.signal.aborted && setLast(next)
    service(stop.signal)
      .resultsPage(id, { from: line, limit: 1 })
      .then(
        ({ results: [result] }) => answered({ line, result }),
        (error) => answered({ line, error }),
      )
    return () => stop.abort()
  }, [id, line, isNeeded, counts.pending, round])
  const retry = () => {
    setLast(undefined)
    setRound((before) => before + 1)
  }
  return { answer, retry }
}
