import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { groupedBy } from '../../../shared/grouped.ts'
import { RATING_WORDS, ratingWord } from '../../../shared/sudoku/rating/techniques.ts'
import { STRATEGIES, type StrategyName } from '../../../shared/sudoku/search/strategy-facts.ts'
import { listenTo, startWorker } from '../../page/worker.ts'
import { logPlace, powersUpTo } from '../../ui/histogram.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { numberText } from '../../ui/words.ts'
import { isCounted, mostIn, type Row, summaryOf, textOfCount } from './comparison.ts'
import { colourOf, markerPath, Swatch } from './strategy-markers.tsx'

interface RatingChartProps {
  readonly rows: readonly Row[]
  readonly strategies: readonly StrategyName[]
}

/** In pixels; the axis of backtracks goes from its top to its bottom. */
const HEIGHT = 360
const [TOP, BOTTOM] = [14, 320]
const RIGHT = 14
/** The width of a digit or comma in the font of the axis. */
const CHARACTER = 6.6
/** From so many puzzles on, marks are small. */
const DENSE = 150
/** No rating is below, and none that is known above. */
const [EASIEST, HARDEST] = [1, 12]

/** Backtracks of each strategy against how hard a puzzle is for a person. */
export function RatingChart({ rows, strategies }: RatingChartProps) {
  // In an order of their own, so that another order of the rows rates nothing again.
  const unknown = useMemo(
    () => [...new Set(rows.flatMap(({ puzzle, rating }) => (rating === undefined ? [puzzle] : [])))].toSorted(),
    [rows],
  )
  const { ratings: found, failure } = useRatings(unknown)
  // Jobs have told it of some.
  const ratedOf = ({ puzzle, rating }: Row): Rated | undefined =>
    rating === undefined ? found.get(puzzle) : (rating ?? { reason: 'no classic 9×9 puzzle with one solution' })
  if (failure) return <Trouble error={failure} />
  const rated = rows.flatMap((row): RatedRow[] => {
    const { er, atLeast = er } = ratedOf(row) ?? {}
    return atLeast === undefined ? [] : [{ ...row, least: atLeast, isOpen: er === undefined }]
  })
  const left = groupedBy(rows, (row) => ratedOf(row)?.reason)
  return (
    <figure class="card stack">
      <Scatter rows={rated} strategies={strategies} />
      <figcaption class="stack">
        <p class="small quiet">
          {numberText(rated.length)} of {numberText(rows.length)} rated by their hardest step, as Sudoku Explainer rates
          it.{rated.some(({ isOpen }) => isOpen) && ' An open mark is a lower bound of the rating or of the search.'}
          {[...left].map(([reason, { length }]) => reason && ` ${numberText(length)} without a rating: ${reason}.`)}
        </p>
        <Medians rows={rated} strategies={strategies} />
      </figcaption>
    </figure>
  )
}

interface RatedRow extends Row {
  /** What it is rated at least, and whether it may be more. */
  readonly least: number
  readonly isOpen: boolean
}
interface RatedRows extends RatingChartProps {
  readonly rows: readonly RatedRow[]
}

function Scatter({ rows, strategies }: RatedRows) {
  const ref = useRef<HTMLDivElement>(null)
  // Kept up to date, so that the drawing need not be scaled, text included.
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!ref.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  const most = mostIn(rows, strategies)
  const ticks = [0, ...powersUpTo(most)]
  // As wide as the numbers at the axis.
  const left = numberText(ticks.at(-1) ?? 0).length * CHARACTER + 12
  const right = Math.max(left, width - RIGHT)
  const x = (er: number) => left + ((er - EASIEST) / (HARDEST - EASIEST)) * (right - left)
  const y = (backtracks: number) => BOTTOM - ((BOTTOM - TOP) * logPlace(backtracks, most)) / 100
  const radius = rows.length > DENSE ? 2 : 4
  const ratingTicks = Array.from({ length: HARDEST - EASIEST + 1 }, (_, i) => EASIEST + i)
  return (
    <div ref={ref} class="count-chart">
      <svg role="img" aria-label="Backtracks against difficulty, on a logarithmic axis" width={width} height={HEIGHT}>
        {ticks.map((tick) => (
          <g key={tick}>
            <path class="count-gridline" d={`M${left} ${y(tick)}H${right}`} />
            <text class="count-tick" x={left - 8} y={y(tick) + 4} text-anchor="end">
              {numberText(tick)}
            </text>
          </g>
        ))}
        {ratingTicks.map((er) => (
          <g key={er}>
            <path class="count-gridline" d={`M${x(er)} ${TOP}V${BOTTOM}`} />
            <text class="count-tick" x={x(er)} y={BOTTOM + 16} text-anchor="middle">
              {er}
            </text>
          </g>
        ))}
        <text class="count-tick" x={right} y={HEIGHT - 6} text-anchor="end">
          Difficulty (Sudoku Explainer) →
        </text>
        {strategies.map((strategy) => (
          <g key={strategy} class={`series ${strategy}`} style={colourOf(strategy)}>
            {['', 'open'].map((kind) => (
              <path
                key={kind}
                class={`series-marker ${kind}`}
                d={rows
                  .map(({ counts, least, isOpen }) => {
                    const count = counts[strategy]
                    if (!isCounted(count) || (isOpen || count.kind === 'limit') !== (kind === 'open')) return ''
                    return markerPath(STRATEGIES[strategy].mark.shape, x(least), y(count.backtracks), radius)
                  })
                  .join('')}
              />
            ))}
          </g>
        ))}
      </svg>
    </div>
  )
}

/** The chart's data, as numbers. */
function Medians({ rows, strategies }: RatedRows) {
  const byWord = groupedBy(rows, ({ least }) => ratingWord(least))
  const groups = RATING_WORDS.map((word) => ({ word, rows: byWord.get(word) ?? [] })).filter(({ rows }) => rows.length)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than a phone is scrolled by keys, too
    <section class="table-scroll" tabIndex={0} aria-label="Median backtracks by difficulty">
      <table>
        <caption class="unseen">Median backtracks by difficulty</caption>
        <thead>
          <tr>
            <th scope="col">Median backtracks</th>
            {groups.map(({ word, rows }) => (
              <th key={word} scope="col" class="number">
                {word} ({numberText(rows.length)})
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {strategies.map((strategy) => (
            <tr key={strategy}>
              <th scope="row">
                <Swatch strategy={strategy} /> {STRATEGIES[strategy].title}
              </th>
              {groups.map(({ word, rows }) => {
                const median = summaryOf(rows, strategy)?.median
                return (
                  <td key={word} class="number">
                    {median ? textOfCount({ ...median, backtracks: Math.round(median.backtracks) }) : '–'}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** What the hardest step of a puzzle is rated, or at least, where that would take too long; or why it has no rating. */
export type Rated = { readonly [Fact in 'er' | 'atLeast']?: number } & { readonly reason?: string }

/** The worker's message about each puzzle. */
export interface RatedReply {
  readonly puzzle: string
  readonly rated: Rated
}

/** By puzzle. */
const NO_RATINGS: ReadonlyMap<string, Rated> = new Map()
/** Often enough to look live: thousands of easy puzzles are rated in a second. */
const DRAWN_EACH_MS = 200
const MOST_WORKERS = Math.min(2, Math.max(1, navigator.hardwareConcurrency - 1))

/**
 * Rates puzzles beside the page, as long as the component is there; what it returns grows.
 *
 * @param puzzles each of them once
 */
function useRatings(puzzles: readonly string[]) {
  const [ratings, setRatings] = useState(NO_RATINGS)
  const [failure, setFailure] = useState<TypeError>()
  const key = puzzles.join()
  useEffect(() => {
    const found = new Map<string, Rated>()
    setRatings(NO_RATINGS)
    setFailure(undefined)
    if (puzzles.length === 0) return
    const workers = Array.from({ length: MOST_WORKERS }, (_, share) => {
      const worker = startWorker('rating')
      listenTo<RatedReply>(worker, ({ puzzle, rated }) => found.set(puzzle, rated), setFailure)
      // Every other one, so that hard ones that stand together are shared.
      worker.postMessage(puzzles.filter((_, place) => place % MOST_WORKERS === share))
      return worker
    })
    const timer = setInterval(() => {
      setRatings((before) => (before.size === found.size ? before : new Map(found)))
      if (found.size === puzzles.length) clearInterval(timer)
    }, DRAWN_EACH_MS)
    return () => {
      clearInterval(timer)
      for (const worker of workers) worker.terminate()
    }
  }, [key])
  return { ratings, failure }
}
