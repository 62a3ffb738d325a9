import { useRef } from 'hono/jsx/dom'
import type { Checked } from '../../shared/checked.ts'
import { mostBacktracks } from '../../shared/job/limits.ts'
import type { StrategyName } from '../../shared/sudoku/strategies/strategy.ts'
import type { Size } from '../../shared/sudoku/units.ts'
import { hashOf, type PuzzleText, parseAddress, puzzleIn } from '../address.ts'
import { shownPuzzle } from '../grid/cells.ts'
import { usePage } from '../page-state.ts'
import { announce } from '../ui/announce.ts'
import { numberText } from '../ui/number-text.ts'
import { useEffect } from '../ui/use-effect.ts'
import type { SolveOptions } from './options.ts'
import { SearchFacts } from './search-facts.tsx'
import { Solutions } from './solutions.tsx'
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
  const heading = useRef<HTMLElement>(null)
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
