import { useEffect, useRef, useState } from 'preact/hooks'
import type { Checked } from '../../shared/checked.ts'
import { mostBacktracks } from '../../shared/job/limits.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import type { StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import type { Size } from '../../shared/sudoku/units.ts'
import { hashOf, type PuzzleText, parseAddress, puzzleIn } from '../address.ts'
import { Board } from '../grid/board.tsx'
import { shownPuzzle } from '../grid/cells.ts'
import { usePage } from '../page-state.ts'
import { announce } from '../ui/browser.ts'
import { numberText } from '../ui/number-text.ts'
import type { SolveOptions } from './options.tsx'
import type { Answer } from './use-solving.ts'
import { verdictOf } from './verdict.ts'

interface AnswerCardProps {
  readonly answer: Answer
  /** The one on the board now; the answer may be to an earlier one. */
  readonly puzzle: PuzzleText
  readonly solveWith: (options: Partial<SolveOptions>) => void
}

/** What the service found, and where to go from there. */
export function AnswerCard({ answer, puzzle, solveWith }: AnswerCardProps) {
  const { hrefOf } = usePage()
  const { job, result, tookMs } = answer
  const heading = useRef<HTMLHeadingElement>(null)
  const asked = puzzleIn(result.puzzle, job.options.rules, job.options.size)
  const isStale = !asked.ok || asked.value.line !== puzzle.line || asked.value.rules !== puzzle.rules
  const { tone, title, more } = verdictOf(result, job.options)
  const clashes = result.status === 'invalid' && asked.ok ? shownPuzzle(asked.value).clashes : []
  useEffect(() => {
    if (tookMs === undefined) return
    announce([title, ...clashes, more ?? ''].join(' '))
    // On a phone it comes below what was pressed; where it can be seen, nothing moves.
    const isBelow = (heading.current?.getBoundingClientRect().bottom ?? 0) > innerHeight
    if (isBelow) heading.current?.scrollIntoView({ behavior: 'smooth' })
  }, [])
  return (
    <section class={`card stack answer ${isStale ? 'stale' : ''}`} aria-label="Answer">
      {isStale && <p class="badge warn">For the grid before your edits</p>}
      <div>
        <h2 ref={heading} class={`verdict ${tone}`}>
          {title}
        </h2>
        {clashes.map((clash) => (
          <p key={clash}>{clash}</p>
        ))}
        {more && <p class="quiet">{more}</p>}
      </div>
      {result.status === 'aborted' && <WhatNext options={job.options} size={puzzle.size} solveWith={solveWith} />}
      {asked.ok && <Solutions asked={asked.value} result={result} />}
      <SearchFacts job={job} result={result} tookMs={tookMs} />
      <nav class="row no-print" aria-label="More about this search">
        {result.backtracks !== null && (
          <>
            <a class="button" href={watchHref(hrefOf('watch'), asked, result.strategy)}>
              Watch this search
            </a>
            <a class="button" href={hrefOf('compare')}>
              Compare strategies
            </a>
          </>
        )}
        <a class="small" href={hrefOf('bulk', job.id)}>
          Its job in the Bulk view
        </a>
      </nav>
    </section>
  )
}

/** The Watch view with what was asked, which need not be on the board any more. */
function watchHref(href: string, asked: Checked<PuzzleText>, left: StrategyName): string {
  const kept = parseAddress(href)
  return hashOf({ ...kept, ...(asked.ok && { puzzle: asked.value }), query: { ...kept.query, left } })
}

/** What may help where the limit was too low. */
function WhatNext({
  options,
  size,
  solveWith,
}: {
  readonly options: SolveOptions
  readonly size: Size
  readonly solveWith: AnswerCardProps['solveWith']
}) {
  const { strategy, backtrackLimit } = options
  const higher = Math.min(mostBacktracks(strategy, size), Math.max(1000, backtrackLimit * 10))
  return (
    <div class="row no-print">
      {higher > backtrackLimit && (
        <button type="button" onClick={() => solveWith({ backtrackLimit: higher })}>
          Try up to {numberText(higher)} backtracks
        </button>
      )}
      {strategy !== 'bit-parallel' && (
        <button type="button" onClick={() => solveWith({ strategy: 'bit-parallel' })}>
          Solve with bit-parallel
        </button>
      )}
    </div>
  )
}

/** Most searches are over before anybody could read that they go on. */
const BLINK_MS = 400

/** That a search goes on, for how long, and a way to end it; nothing while it has hardly begun. */
export function Progress({ cancel }: { readonly cancel: () => void }) {
  const [seconds, setSeconds] = useState<number | undefined>(undefined)
  const [isEnding, setEnding] = useState(false)
  useEffect(() => {
    const begin = performance.now()
    const look = () => setSeconds(Math.floor((performance.now() - begin) / 1000))
    const first = setTimeout(() => {
      look()
      announce('Searching.')
    }, BLINK_MS)
    const timer = setInterval(look, 1000)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [])
  if (seconds === undefined) return null
  return (
    <div class="row progress">
      <span class="searching">
        <span class="spinner" aria-hidden="true" />
        {isEnding ? 'Cancelling…' : 'Searching…'} {seconds > 0 && <span class="number">{seconds} s</span>}
      </span>
      <button
        type="button"
        aria-disabled={`${isEnding}`}
        onClick={() => {
          if (!isEnding) cancel()
          setEnding(true)
        }}
      >
        Cancel
      </button>
    </div>
  )
}

/** What the search took. */
function SearchFacts({ job, result, tookMs }: Answer) {
  const { backtracks, searchBacktracks, strategy } = result
  const workerMs = job.startedAt && job.finishedAt ? Date.parse(job.finishedAt) - Date.parse(job.startedAt) : undefined
  const isWholeSearchLonger = searchBacktracks !== null && searchBacktracks !== backtracks
  return (
    <>
      <dl class="facts">
        {backtracks !== null && (
          <div>
            <dt>Backtracks</dt>
            <dd>{numberText(backtracks)}</dd>
          </div>
        )}
        {isWholeSearchLonger && (
          <div>
            <dt>Backtracks in all</dt>
            <dd>{numberText(searchBacktracks)}</dd>
          </div>
        )}
        <div>
          <dt>Strategy</dt>
          <dd>{strategy}</dd>
        </div>
        {tookMs !== undefined && (
          <div>
            <dt>From click to answer</dt>
            <dd>{durationOf(tookMs)}</dd>
          </div>
        )}
        {workerMs !== undefined && (
          <div>
            <dt>In the worker</dt>
            <dd>{durationOf(workerMs)}</dd>
          </div>
        )}
      </dl>
      {backtracks !== null && (
        <p class="quiet small">
          A backtrack is a digit that the search tried and had to take back
          {isWholeSearchLonger && ': so often before its first solution, and in all until the search ended'}.
        </p>
      )}
    </>
  )
}

function durationOf(ms: number): string {
  if (ms < 1) return 'under 1 ms'
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

interface SolutionsProps {
  readonly asked: PuzzleText
  readonly result: PuzzleResult
}

/** The solutions, one at a time; or what clashes. */
export function Solutions({ asked, result }: SolutionsProps) {
  const [at, setAt] = useState(0)
  const [cursor, setCursor] = useState(0)
  const solutions = result.solutions ?? (result.solution === undefined ? [] : [result.solution])
  if (solutions.length === 0 && result.status !== 'invalid') return null
  const { cells } = shownPuzzle(asked, solutions[at])
  const many = solutions.length > 1
  const label = solutions.length === 0 ? 'What clashes' : many ? placeWords(at, solutions.length) : 'Solution'
  return (
    <div class="stack solutions">
      <Board label={label} size={asked.size} rules={asked.rules} cells={cells} cursor={cursor} onCursor={setCursor} />
      {many && <Pager at={at} count={solutions.length} show={setAt} />}
      {result.solutionCount > solutions.length && (
        <p class="quiet small">
          The service keeps the first {solutions.length} of the {numberText(result.solutionCount)} it found.
        </p>
      )}
    </div>
  )
}

interface PagerProps {
  readonly at: number
  readonly count: number
  readonly show: (at: number) => void
}

function Pager({ at, count, show }: PagerProps) {
  const steps = [
    { name: 'First', to: 0 },
    { name: 'Previous', to: at - 1 },
    { name: 'Next', to: at + 1 },
    { name: 'Last', to: count - 1 },
  ]
  const goTo = (to: number) => {
    if (to === at || to < 0 || to >= count) return
    show(to)
    announce(placeWords(to, count))
  }
  return (
    <div class="pager">
      <p class="number">{placeWords(at, count)}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in */}
      <div class="row no-print" role="group" aria-label="Solutions">
        {steps.map(({ name, to }) => (
          <button
            type="button"
            key={name}
            // Not disabled, which would take the focus away from whoever arrives at the end.
            aria-disabled={`${to === at || to < 0 || to >= count}`}
            onClick={() => goTo(to)}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  )
}

function placeWords(at: number, count: number): string {
  return `Solution ${at + 1} of ${count}`
}
