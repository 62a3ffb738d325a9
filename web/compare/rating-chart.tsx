import { useMemo } from 'preact/hooks'
import { STRATEGIES, type StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { numberText } from '../ui/number-text.ts'
import { RATING_WORDS, ratingWord } from '../ui/rating-words.ts'
import { colourOf, logAxis, markerPath, Swatch, useWidth } from './chart.tsx'
import { isCounted, type Row, textOfCount } from './comparison.ts'
import { type Ratings, useRatings } from './ratings.ts'
import { summaryOf } from './summary.ts'

interface RatingChartProps {
  readonly rows: readonly Row[]
  readonly strategies: readonly StrategyName[]
}

const HEIGHT = 360
const TOP = 14
const BOTTOM = 40
const RIGHT = 14
/** The width of a digit or comma in the font of the axis. */
const CHARACTER = 6.6
/** Of so many puzzles and more, marks are small. */
const DENSE = 150
/** No rating is below, and none that is known above. */
const [EASIEST, HARDEST] = [1, 12]

/** Backtracks of each strategy against how hard a puzzle is for a person. */
export function RatingChart({ rows, strategies }: RatingChartProps) {
  // In an order of their own, so that another order of the rows rates nothing again.
  const unknown = useMemo(
    () => [...new Set(rows.flatMap(({ puzzle, er }) => (er === undefined ? [puzzle] : [])))].toSorted(),
    [rows],
  )
  const { ratings: found, failure } = useRatings(unknown)
  const ratings = useMemo(() => withKnown(found, rows), [found, rows])
  if (failure !== undefined) return <p class="small bad">{failure}</p>
  const rated = rows.filter(({ puzzle }) => ratings.get(puzzle) !== undefined)
  const left = rows.filter(({ puzzle }) => ratings.has(puzzle)).length - rated.length
  return (
    <figure class="card stack">
      <Scatter rows={rated} strategies={strategies} ratings={ratings} />
      <figcaption class="stack">
        <p class="small quiet">
          {numberText(rated.length)} of {numberText(rows.length)} rated by their hardest step, as Sudoku Explainer rates
          it.{left > 0 && ` ${numberText(left)} without a rating: it takes a classic 9×9 puzzle with one solution.`}
        </p>
        <Medians rows={rated} strategies={strategies} ratings={ratings} />
      </figcaption>
    </figure>
  )
}

/** With what jobs have told of some puzzles. */
function withKnown(found: Ratings, rows: readonly Row[]): Ratings {
  const known = rows.flatMap(({ puzzle, er }) => (er === undefined ? [] : [[puzzle, er ?? undefined] as const]))
  return known.length > 0 ? new Map([...found, ...known]) : found
}

interface RatedRows extends RatingChartProps {
  readonly ratings: Ratings
}

function Scatter({ rows, strategies, ratings }: RatedRows) {
  const { ref, width } = useWidth()
  const counts = rows.flatMap(({ counts }) => strategies.map((strategy) => counts[strategy])).filter(isCounted)
  const axis = logAxis(counts.reduce((most, { backtracks }) => Math.max(most, backtracks), 0))
  const left = numberText(axis.ticks.at(-1) ?? 0).length * CHARACTER + 12
  const bottom = HEIGHT - BOTTOM
  const x = (er: number) => left + ((er - EASIEST) / (HARDEST - EASIEST)) * Math.max(0, width - left - RIGHT)
  const y = (backtracks: number) => TOP + (bottom - TOP) * (1 - axis.at(backtracks))
  const radius = rows.length > DENSE ? 2 : 4
  const ratingTicks = Array.from({ length: HARDEST - EASIEST + 1 }, (_, i) => EASIEST + i)
  return (
    <div ref={ref} class="count-chart">
      <svg role="img" aria-label={labelOf(rows, strategies, ratings)} width={width} height={HEIGHT}>
        {axis.ticks.map((tick) => (
          <g key={tick}>
            <path class="count-gridline" d={`M${left} ${y(tick)}H${width - RIGHT}`} />
            {(tick !== 1 || y(0) - y(1) > 13) && (
              <text class="count-tick" x={left - 8} y={y(tick) + 4} text-anchor="end">
                {numberText(tick)}
              </text>
            )}
          </g>
        ))}
        {ratingTicks.map((er) => (
          <g key={er}>
            <path class="count-gridline" d={`M${x(er)} ${TOP}V${bottom}`} />
            <text class="count-tick" x={x(er)} y={bottom + 16} text-anchor="middle">
              {er}
            </text>
          </g>
        ))}
        <text class="count-tick" x={width - RIGHT} y={HEIGHT - 6} text-anchor="end">
          ER →
        </text>
        {strategies.map((strategy) => (
          <g key={strategy} class={`series ${strategy}`} style={colourOf(strategy)}>
            {['ended', 'limit'].map((kind) => (
              <path
                key={kind}
                class={`series-marker ${kind === 'limit' ? 'open' : ''}`}
                d={rows
                  .map(({ puzzle, counts }) => {
                    const count = counts[strategy]
                    const er = ratings.get(puzzle)
                    if (!isCounted(count) || count.kind !== kind || er === undefined) return ''
                    return markerPath(STRATEGIES[strategy].mark.shape, x(er), y(count.backtracks), radius)
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

/** The rows of each word for a difficulty that there are any of. */
export function rowsByWord(rows: readonly Row[], ratings: Ratings): { word: string; rows: readonly Row[] }[] {
  const wordOf = ({ puzzle }: Row) => ratingWord(ratings.get(puzzle) ?? Number.POSITIVE_INFINITY)
  return RATING_WORDS.map((word) => ({ word, rows: rows.filter((row) => wordOf(row) === word) })).filter(
    ({ rows }) => rows.length > 0,
  )
}

function labelOf(rows: readonly Row[], strategies: readonly StrategyName[], ratings: Ratings): string {
  const parts = rowsByWord(rows, ratings).map(({ word, rows }) => {
    const medians = strategies.map((strategy) => `${STRATEGIES[strategy].title} ${medianText(rows, strategy)}`)
    return `${word}: ${medians.join(', ')}`
  })
  return `Backtracks against ER, log axis. Medians: ${parts.join('; ')}`
}

function medianText(rows: readonly Row[], strategy: StrategyName): string {
  const median = summaryOf(rows, strategy)?.median
  return median ? textOfCount({ ...median, backtracks: Math.round(median.backtracks) }) : '–'
}

/** What the chart shows, as numbers. */
function Medians({ rows, strategies, ratings }: RatedRows) {
  const groups = rowsByWord(rows, ratings)
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
              {groups.map(({ word, rows }) => (
                <td key={word} class="number">
                  {medianText(rows, strategy)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
