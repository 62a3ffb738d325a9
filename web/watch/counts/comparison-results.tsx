import { useMemo, useState } from 'preact/hooks'
import { csvField } from '../../../shared/job/output/csv-field.ts'
import { STRATEGIES, type StrategyName } from '../../../shared/sudoku/search/strategy-facts.ts'
import { announce } from '../../ui/announcements.tsx'
import { Panel } from '../../ui/loaded.tsx'
import { memo } from '../../ui/memo.ts'
import { numberText } from '../../ui/number-text.ts'
import { copied, save } from '../../ui/output.ts'
import { Button } from '../../ui/parts.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { BarChart } from './bar-chart.tsx'
import type { Choice } from './choice.ts'
import { StrategyList } from './choice-form.tsx'
import {
  type Comparison,
  type Count,
  isDone,
  ORDERS,
  type OrderBy,
  ordered,
  type Row,
  strategiesIn,
} from './comparison.ts'
import { CountsTable } from './counts-table.tsx'
import { describe, findingOf, summaryOf } from './summary.ts'

const ORDER_NAMES: Readonly<Record<Exclude<OrderBy, StrategyName>, string>> = {
  together: 'all strategies together',
  givens: 'number of givens',
  listed: 'as listed',
}

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

/** The outcome: a sentence, and the numbers with a bar each, or a chart of one puzzle. */
export function ComparisonResults({ comparison, choice, isCounting }: ComparisonResultsProps) {
  const { by, choose } = choice
  const chosen = strategiesIn(comparison, choice.wanted)
  const strategies = useMemo(() => chosen, [chosen.join()])
  // Until all results are in, the rows keep the order of the list: any other would change with every result.
  const order = isCounting ? 'listed' : by
  const rows = useMemo(() => ordered(comparison.rows, order, strategies), [comparison.rows, order, strategies])
  const words = useMemo(() => describe(rows, strategies), [rows, strategies])
  const done = strategies.filter((strategy) => isDone(comparison.runs[strategy]))
  const finding = useMemo(() => findingOf(rows, done), [rows, done.join()])
  const [rules] = Object.values(comparison.runs).map(({ rules }) => rules)
  const [limit = 0] = Object.values(comparison.runs).map(({ backtrackLimit }) => backtrackLimit)
  const list = <StrategyList wanted={choice.wanted} onWanted={(wanted) => choose({ wanted })} comparison={comparison} />
  // Its place is kept while it is empty, so that the table stays where it is.
  const sentence = (
    <p class="finding">
      {finding}
      {isCounting && <span class="quiet">{finding ? ' So far.' : 'Counting…'}</span>}
    </p>
  )
  if (rows.length === 0 || strategies.length === 0 || !rules)
    return (
      <div class="stack">
        {sentence}
        {list}
      </div>
    )
  const isOne = rows.length === 1
  const isLong = rows.length > MOST_WITH_BARS
  const what = isOne ? `Backtracks on ${rows[0].name}` : `Backtracks on ${numberText(rows.length)} puzzles`
  const label = `${what}, log axis. ${words}`
  return (
    <section class="stack" aria-label="Results">
      {sentence}
      <div class="row apart">
        {list}
        {!isOne && (
          <SelectField
            id="order"
            label="Ordered by"
            class="field row in-line no-print"
            value={by}
            choices={ORDERS.map((value) => ({ value, title: orderName(value) }))}
            choose={(by) => choose({ by })}
          />
        )}
      </div>
      {isOne && (
        <figure class="card stack">
          <BarChart row={rows[0]} strategies={strategies} label={label} />
        </figure>
      )}
      <section class="card counts-box" aria-label="Backtracks by puzzle and strategy">
        <CountsTable rows={rows} strategies={strategies} rules={rules} label={label} hasBars={!isOne && !isLong} />
      </section>
      {!isOne && !isCounting && (
        <Panel summary="Backtracks against difficulty" load={loadRatings} props={{ rows, strategies }} />
      )}
      <Notes rows={rows} strategies={strategies} limit={limit} hasBars={!isOne && !isLong} />
      <CsvButtons rows={rows} strategies={strategies} />
    </section>
  )
}

function orderName(by: OrderBy): string {
  return by === 'together' || by === 'givens' || by === 'listed' ? ORDER_NAMES[by] : STRATEGIES[by].title
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
          {hasBars ? 'Striped bars' : rows.length > 1 ? 'Counts with >' : 'Open bars'}: given up after{' '}
          {numberText(limit)} backtracks ({gaveUp.join(', ')}
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

function CsvButtons({ rows, strategies }: { rows: readonly Row[]; strategies: readonly StrategyName[] }) {
  const [done, setDone] = useState<{ readonly rows: readonly Row[]; readonly words: string }>()
  const report = (words: string) => {
    setDone({ rows, words })
    announce(words)
  }
  const copy = async () => {
    const isCopied = await copied(csvOf(rows, strategies))
    report(isCopied ? 'The table is copied.' : 'The browser does not allow copying; download the table.')
  }
  const download = () => {
    save(new File([csvOf(rows, strategies)], 'backtracks.csv', { type: 'text/csv' }))
    report('The table is downloaded.')
  }
  return (
    <p class="row no-print">
      <Button onClick={download}>Download as CSV</Button>
      <Button onClick={copy}>Copy</Button>
      {done?.rows === rows && <span class="small quiet">{done.words}</span>}
    </p>
  )
}

/** The counts as CSV (RFC 4180), one puzzle per line; a search that gave up at its limit reads `>1000000`. */
export function csvOf(rows: readonly Row[], strategies: readonly StrategyName[]): string {
  const records = rows.map(({ line, name, puzzle, givens, counts }) => [
    line,
    name,
    puzzle,
    givens ?? '',
    ...strategies.map((strategy) => cellOf(counts[strategy])),
  ])
  const head = ['line', 'name', 'puzzle', 'givens', ...strategies]
  return [head, ...records].map((record) => `${record.map(csvField).join(',')}\r\n`).join('')
}

function cellOf(count: Count | undefined): string {
  if (!count) return ''
  if (count.kind === 'none') return count.status
  return `${count.kind === 'limit' ? '>' : ''}${count.backtracks}`
}
