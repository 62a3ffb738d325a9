import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { PuzzleResult } from '../../shared/job/result.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { hashOf, type PuzzleText, puzzleIn } from '../address.ts'
import { Board } from '../grid/board.tsx'
import { shownPuzzle } from '../grid/cells.ts'
import { service } from '../service.ts'
import * as solve from '../solve/options.tsx'
import { Solutions } from '../solve/solution.tsx'
import { memo } from '../ui/memo.ts'
import { numberText } from '../ui/number-text.ts'
import { Trouble } from '../ui/trouble.tsx'
import { STATUS_WORDS, toneOfStatus } from './amounts.ts'

interface ResultRowProps {
  readonly row: number
  readonly line: number | undefined
  /** Undefined where it is not there yet. */
  readonly result: PuzzleResult | undefined
  /** What stands there meanwhile. */
  readonly waiting: string
  /** Where it is drawn. */
  readonly top: number
  /** How many solutions were looked for. */
  readonly asked: number
  readonly hasIds: boolean
  readonly isCurrent: boolean
  readonly isOpen: boolean
}

/** Drawn again only where something about it changed: a scroll changes where a few of them are. */
export const ResultRow = memo((props: ResultRowProps) => {
  const { row, line, result, waiting, top, asked, hasIds, isCurrent, isOpen } = props
  const { id = '', puzzle = '', status, backtracks = null, solution, reason } = result ?? {}
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave out millions of rows
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div
      id={`row-${row}`}
      class={`result ${isCurrent ? 'current-row' : ''} ${isOpen ? 'open-row' : ''}`}
      role="row"
      // The head is the first.
      aria-rowindex={row + 2}
      aria-selected={isOpen ? 'true' : 'false'}
      data-row={row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <Cell name="line">{line === undefined ? '' : numberText(line)}</Cell>
      {hasIds && (
        <Cell name="id" title={id}>
          {id}
        </Cell>
      )}
      <Cell name="status">
        {status ? <span class={`badge ${toneOfStatus(status)}`}>{STATUS_WORDS[status]}</span> : waiting}
      </Cell>
      <Cell name="backtracks">{backtracks === null ? '' : numberText(backtracks)}</Cell>
      <Cell name="solutions">{result ? solutionsText(result, asked) : ''}</Cell>
      <Cell name="puzzle" title={puzzle}>
        {puzzle}
      </Cell>
      <Cell name="solution" title={solution ?? reason ?? ''}>
        {solution ?? reason ?? ''}
      </Cell>
    </div>
  )
})

interface CellProps {
  readonly name: string
  readonly title?: string
  readonly children: ComponentChildren
}

function Cell({ name, title, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <span role="gridcell" class={`${name}-column`} title={title || undefined}>
      {children}
    </span>
  )
}

/** How many solutions are known of, and whether there may be more. */
function solutionsText({ status, unique, solutionCount }: PuzzleResult, asked: number): string {
  if (unique) return 'only one'
  if (status === 'multiple')
    return solutionCount < asked ? numberText(solutionCount) : `${numberText(solutionCount)} or more`
  if (status === 'no-solution') return 'none'
  return solutionCount > 0 ? `${numberText(solutionCount)} found` : ''
}

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
