import { useMemo, useState } from 'preact/hooks'
import { STRATEGIES, STRATEGY_NAMES, type StrategyName } from '../../../shared/sudoku/search/strategy-facts.ts'
import { Histogram } from '../../ui/histogram.tsx'
import { Panel } from '../../ui/lazy.tsx'
import { numberText } from '../../ui/words.ts'
import type { Choice } from './choice.ts'
import { type Comparison, isCounted, longestFirst, ordered, type Row, strategiesIn, textOfCount } from './comparison.ts'
import { CountsTable } from './counts-table.tsx'
import { colourOf, Swatch } from './strategy-markers.tsx'

interface ComparisonResultsProps {
  readonly comparison: Comparison
  readonly choice: Choice
  /** Whether counts are still to come. */
  readonly isCounting: boolean
}

/** Few ask for it, and it rates every puzzle. */
const loadRatings = async () => (await import('./rating-chart.tsx')).RatingChart

/** So many rows can be taken in with their bars; more are drawn against their difficulty. */
const MOST_WITH_BARS = 60

/** The numbers, with a bar each. */
export function ComparisonResults({ comparison, choice, isCounting }: ComparisonResultsProps) {
  const chosen = strategiesIn(comparison, choice.wanted)
  const strategies = useMemo(() => chosen, [chosen.join()])
  // Rows stay where they are, also when the last result is in, until somebody wants another order.
  const [isSorted, setSorted] = useState(false)
  const rows = useMemo(
    () => (isSorted ? ordered(comparison.rows, strategies) : comparison.rows),
    [comparison.rows, isSorted, strategies],
  )
  const isOne = rows.length === 1
  const refused = rows.filter(({ reason }) => reason !== undefined)
  const hasGivenUp = rows.some(({ counts }) => strategies.some((strategy) => counts[strategy]?.kind === 'limit'))
  const hasBars = rows.length <= MOST_WITH_BARS
  // The bars of one puzzle name their strategies, and whoever has a small screen wants to see these first.
  const list = <StrategyList choice={choice} comparison={comparison} />
  return (
    <section class="stack" aria-label="Results">
      {choice.set !== 'puzzle' && list}
      {rows.length > 0 && strategies.length > 0 && (
        <>
          {choice.set !== 'puzzle' && choice.set !== 'texts' && (
            <div class="choices no-print">
              <label class="pair">
                <input type="checkbox" checked={isSorted} onChange={() => setSorted(!isSorted)} />
                From easy to hard
              </label>
            </div>
          )}
          {isOne ? (
            <div class="card stack">
              <StrategyBars row={rows[0]} strategies={isCounting ? strategies : longestFirst(strategies, rows[0])} />
            </div>
          ) : (
            <section class="card counts-box" aria-label="Backtracks by puzzle and strategy">
              <CountsTable {...{ rows, strategies, hasBars, isCounting }} rules={comparison.rules} />
            </section>
          )}
          {!isOne && !isCounting && (
            <Panel summary="Backtracks against difficulty" load={loadRatings} props={{ rows, strategies }} />
          )}
          <p class="small quiet">
            {isSorted && 'From easy to hard by the mean of the logarithms of their backtracks. '}
            {hasBars && !isOne && 'The bars are on a logarithmic scale. '}
            {hasGivenUp &&
              `Where there is a >, the search was given up at ${numberText(comparison.backtrackLimit)} backtracks. `}
            {refused.length > 0 && `${refused[0].name} is left out: ${refused[0].reason}. `}
            {refused.length > 1 &&
              `${numberText(refused.length - 1)} more ${refused.length === 2 ? 'is' : 'are'}, too.`}
          </p>
        </>
      )}
      {choice.set === 'puzzle' && list}
    </section>
  )
}

/** The backtracks of one puzzle. */
function StrategyBars({ row, strategies }: { readonly row: Row; readonly strategies: readonly StrategyName[] }) {
  return (
    <Histogram
      caption={`Backtracks on ${row.name}`}
      heading="Strategy"
      counted="Backtracks"
      rows={strategies.map((strategy) => {
        const count = row.counts[strategy]
        return {
          key: strategy,
          label: STRATEGIES[strategy].title,
          count: isCounted(count) ? count.backtracks : 0,
          text: textOfCount(count),
          isOpen: count?.kind === 'limit',
          style: colourOf(strategy),
        }
      })}
    />
  )
}

/** The strategies to compare, and how far each is. It is also the legend of what is drawn. */
function StrategyList({ choice, comparison }: { readonly choice: Choice; readonly comparison: Comparison }) {
  const { wanted, choose } = choice
  const toggle = (strategy: StrategyName) => () =>
    choose({ wanted: STRATEGY_NAMES.filter((name) => wanted.includes(name) !== (name === strategy)) })
  return (
    <fieldset class="row choices compared">
      <legend class="unseen">Strategies</legend>
      {STRATEGY_NAMES.map((strategy) => {
        const read = comparison.read[strategy] ?? comparison.total
        return (
          <div key={strategy} class={`pair ${wanted.includes(strategy) ? '' : 'no-print'}`}>
            <label class="pair" title={STRATEGIES[strategy].sentence}>
              <input type="checkbox" class="no-print" checked={wanted.includes(strategy)} onChange={toggle(strategy)} />
              <Swatch strategy={strategy} />
              {STRATEGIES[strategy].title}
            </label>
            {read < comparison.total && (
              <span class="small quiet number">
                {numberText(read)} of {numberText(comparison.total)}
              </span>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
