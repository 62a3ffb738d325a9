import { useEffect, useRef } from 'preact/hooks'
import type { Checked } from '../../shared/checked.ts'
import { mostBacktracks } from '../../shared/job/limits.ts'

import type { StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import type { Size } from '../../shared/sudoku/units.ts'
import { hashOf, type PuzzleText, parseAddress, puzzleIn } from '../address.ts'
import { shownPuzzle } from '../grid/shown-puzzle.ts'
import { usePage } from '../page-state.ts'
import { announce } from '../ui/announcements.tsx'
import { numberText } from '../ui/number-text.ts'
import type { SolveOptions } from './options.tsx'
import { Solutions } from './solutions.tsx'
import type { Answer } from './use-solving.ts'
import { verdictOf } from './verdict.ts'

interface AnswerCardProps {
  readonly answer: Answer
  /** The puzzle on the board now; the answer may be to an earlier one. */
  readonly puzzle: PuzzleText
  readonly solveWith: (options: Partial<SolveOptions>) => void
}

/** What the service found, and where to go from there. */
export function AnswerCard({ answer, puzzle, solveWith }: AnswerCardProps) {
  const { hrefOf } = usePage()
  const { job, result, tookMs } = answer
  const heading = useRef<HTMLHeadingElement>(null)
  const asked = puzzleIn(result.puzzle, job.options.rules, job.options.size)
  const isStale = !asked.ok || asked.value.text !== puzzle.text || asked.value.rules !== puzzle.rules
  const { tone, title, more } = verdictOf(result, job.options)
  const clashes = result.status === 'invalid' && asked.ok ? shownPuzzle(asked.value).clashes : []
  useEffect(() => {
    if (tookMs === undefined) return
    announce([title, ...clashes, more ?? ''].join(' '))
    // On a phone the answer appears below the button. Where it can be seen already, nothing moves.
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

/** A link that watches the puzzle that was asked about, which need not be on the board any more. */
function watchHref(href: string, asked: Checked<PuzzleText>, left: StrategyName): string {
  const address = parseAddress(href)
  return hashOf({ ...address, ...(asked.ok && { puzzle: asked.value }), query: { ...address.query, left } })
}

interface WhatNextProps extends Pick<AnswerCardProps, 'solveWith'> {
  readonly options: SolveOptions
  readonly size: Size
}

/** What may help where the limit was too low. */
function WhatNext({ options, size, solveWith }: WhatNextProps) {
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
          {isWholeSearchLonger && '. The first count stops at the first solution, the second at the end of the search'}.
        </p>
      )}
    </>
  )
}

function durationOf(ms: number): string {
  if (ms < 1) return 'under 1 ms'
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}
