import { useMemo } from 'preact/hooks'
import { STRATEGIES, type StrategyName } from '../../../shared/sudoku/search/strategy-facts.ts'
import { Histogram } from '../../ui/histogram.tsx'
import { Panel } from '../../ui/loaded.tsx'
import { memo } from '../../ui/memo.ts'
import { numberText } from '../../ui/number-text.ts'
import { colourOf } from './chart.tsx'
import type { Choice } from './choice.ts'
import { StrategyList } from './choice-form.tsx'
import { type Comparison, isCounted, isDone, ordered, type Row, strategiesIn, textOfCount } from './comparison.ts'
import { CountsTable } from './counts-table.tsx'
import { findingOf, summaryOf } from './summary.ts'

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

/** The outcome: a sentence, and the numbers with a bar each. */
export function ComparisonResults({ comparison, choice, isCounting }: ComparisonResultsProps) {
  const { choose } = choice
  const chosen = strategiesIn(comparison, choice.wanted)
  const strategies = useMemo(() => chosen, [chosen.join()])
  // Until all results are in, the rows keep the order of the list: any other would change with every result.
  const rows = useMemo(
    () => (isCounting ? comparison.rows : ordered(comparison.rows, strategies)),
    [comparison.rows, isCounting, strategies],
  )
  const done = strategies.filter((strategy) => isDone(comparison.runs[strategy]))
  const finding = useMemo(() => findingOf(rows, done), [rows, done.join()])
  const [run] = Object.values(comparison.runs)
  const isOne = rows.length === 1
  const hasBars = rows.length <= MOST_WITH_BARS
  return (
    <section class="stack" aria-label="Results">
      {/* Its place is kept while it is empty, so that the table stays where it is. */}
      <p class="finding">
        {finding}
        {isCounting && <span class="quiet">{finding ? ' So far.' : 'Counting…'}</span>}
      </p>
      <StrategyList wanted={choice.wanted} onWanted={(wanted) => choose({ wanted })} comparison={comparison} />
      {run && rows.length > 0 && strategies.length > 0 && (
        <>
          {isOne ? (
            <div class="card">
              <StrategyBars row={rows[0]} strategies={strategies} />
            </div>
          ) : (
            <section class="card counts-box" aria-label="Backtracks by puzzle and strategy">
              <CountsTable rows={rows} strategies={strategies} rules={run.rules} hasBars={hasBars} />
            </section>
          )}
          {!isOne && !isCounting && (
            <Panel summary="Backtracks against difficulty" load={loadRatings} props={{ rows, strategies }} />
          )}
          <Notes rows={rows} strategies={strategies} limit={run.backtrackLimit} hasBars={hasBars} />
        </>
      )}
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

interface NotesProps {
  readonly rows: readonly Row[]
  readonly strategies: readonly StrategyName[]
  readonly limit: number
  /** Whether each count of the table has a bar. */
  readonly hasBars: boolean
}

/** A legend for chart and table, also of counts that are only a lower bound. */
const Notes = memo(({ rows, strategies, limit, hasBars }: NotesProps) => {
  const gaveUp = strategies.flatMap((strategy) => {
    const count = summaryOf(rows, strategy)?.gaveUp ?? 0
    return count > 0
      ? [rows.length > 1 ? `${STRATEGIES[strategy].title} on ${numberText(count)}` : STRATEGIES[strategy].title]
      : []
  })
  const refused = rows.filter(({ reason }) => reason !== undefined)
  return (
    <div class="count-notes">
      {hasBars && <p class="small quiet">The bars are on a logarithmic scale.</p>}
      {gaveUp.length > 0 && (
        <p class="small quiet">
          {hasBars ? 'Striped bars' : 'Counts with >'}: given up after {numberText(limit)} backtracks (
          {gaveUp.join(', ')}
          ).
        </p>
      )}
      {refused.length > 0 && (
        <p class="small quiet">
          {refused.length === 1 ? '1 is' : `${numberText(refused.length)} are`} left out. {refused[0].name}:{' '}
          {refused[0].reason}.
        </p>
      )}
    </div>
  )
})
