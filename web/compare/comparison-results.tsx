import { useMemo, useState } from 'preact/hooks'
import { csvField } from '../../shared/job/result-format.ts'
import type { StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import { announce } from '../ui/announcements.tsx'
import { memo } from '../ui/memo.ts'
import { numberText } from '../ui/number-text.ts'
import { copied, save } from '../ui/output.ts'
import { BarChart } from './bar-chart.tsx'
import { Swatch } from './chart.tsx'
import type { Choice } from './choice.ts'
import {
  type Comparison,
  type Count,
  isRunning,
  ORDERS,
  type OrderBy,
  ordered,
  type Row,
  strategiesIn,
  textOfCount,
} from './comparison.ts'
import { CountsTable } from './counts-table.tsx'
import { CurveChart, MOST_JOINED, neighboursOf } from './curve-chart.tsx'
import { describe, findingOf, summaryOf } from './summary.ts'

const ORDER_NAMES: Readonly<Partial<Record<OrderBy, string>>> = {
  together: 'all strategies together',
  givens: 'number of givens',
  listed: 'as listed',
}

/** The puzzle that somebody points at, and where. */
interface PointedPuzzle {
  readonly line: number
  readonly isInChart: boolean
}

/** What came out: a sentence, the chart, and the numbers. */
export function ComparisonResults({ comparison, choice }: { comparison: Comparison; choice: Choice }) {
  const { by, choose } = choice
  const [pointed, setPointed] = useState<PointedPuzzle | undefined>(undefined)
  const chosen = strategiesIn(comparison, choice.wanted)
  const strategies = useMemo(() => chosen, [chosen.join()])
  // Until all results are in, the rows keep the order of the list: any other would change with every result.
  const running = isRunning(comparison)
  const order = running ? 'listed' : by
  const rows = useMemo(() => ordered(comparison.rows, order, strategies), [comparison.rows, order, strategies])
  const words = useMemo(() => describe(rows, strategies), [rows, strategies])
  const finding = useMemo(() => findingOf(rows, strategies), [rows, strategies])
  const [rules] = Object.values(comparison.runs).map(({ rules }) => rules)
  const [limit = 0] = Object.values(comparison.runs).map(({ backtrackLimit }) => backtrackLimit)
  if (rows.length === 0 || strategies.length === 0 || !rules) return null
  const isOne = rows.length === 1
  const row = rows.find(({ line }) => line === pointed?.line) ?? rows[rows.length - 1]
  const what = isOne ? `Backtracks on ${rows[0].name}` : `Backtracks on ${numberText(rows.length)} puzzles`
  const label = `${what}, log axis. ${words}`
  return (
    <section class="stack" aria-label="Results">
      {finding && !running && <p class="finding">{finding}</p>}
      <div class={`outcome ${isOne ? 'one' : ''}`}>
        <figure class="card stack">
          <div class="row count-chart-head">
            <h2>Backtracks</h2>
            {!isOne && (
              <div class="field order-field">
                <label for="order">Ordered by</label>
                <select
                  id="order"
                  value={by}
                  onChange={({ currentTarget }) => {
                    const order = ORDERS.find((name) => name === currentTarget.value)
                    if (order) choose({ by: order })
                  }}
                >
                  {ORDERS.map((name) => (
                    <option key={name} value={name}>
                      {ORDER_NAMES[name] ?? name}
                    </option>
                  ))}
                </select>
              </div>
            )}
          </div>
          {isOne ? (
            <BarChart row={rows[0]} strategies={strategies} label={label} />
          ) : (
            <CurveChart
              rows={rows}
              strategies={strategies}
              label={label}
              marked={row.line}
              onMark={(line) => setPointed({ line, isInChart: true })}
              ends={endsOf(order)}
            />
          )}
          <figcaption class="stack">
            {!isOne && <Readout row={row} strategies={strategies} />}
            <Notes rows={rows} strategies={strategies} limit={limit} />
          </figcaption>
        </figure>
        <div class="stack">
          <CountsTable
            rows={rows}
            strategies={strategies}
            rules={rules}
            marked={row.line}
            isElsewhere={pointed?.isInChart ?? false}
            onMark={(line) => setPointed({ line, isInChart: false })}
          />
          <CsvButtons rows={rows} strategies={strategies} />
        </div>
      </div>
    </section>
  )
}

function endsOf(by: OrderBy): [string, string] {
  return by === 'listed' ? ['first', 'last'] : ['← easier', 'harder →']
}

/** The counts of the puzzle that somebody points at. */
function Readout({ row, strategies }: { row: Row; strategies: readonly StrategyName[] }) {
  return (
    <div class="readout">
      <p>
        <strong>{row.name}</strong>
        {row.givens !== undefined && <span class="quiet"> · {row.givens} givens</span>}
      </p>
      <dl>
        {strategies.map((strategy) => (
          <div key={strategy}>
            <dt>
              <Swatch strategy={strategy} />
              {strategy}
            </dt>
            <dd class="number">{textOfCount(row.counts[strategy])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface NotesProps {
  readonly rows: readonly Row[]
  readonly strategies: readonly StrategyName[]
  readonly limit: number
}

/** What one has to know to read the chart. */
const Notes = memo(({ rows, strategies, limit }: NotesProps) => {
  const gaveUp = strategies.flatMap((strategy) => {
    const count = summaryOf(rows, strategy)?.gaveUp ?? 0
    return count > 0 ? [rows.length > 1 ? `${strategy} on ${numberText(count)}` : strategy] : []
  })
  const refused = rows.filter(({ reason }) => reason !== undefined)
  return (
    <>
      {rows.length > MOST_JOINED && (
        <p class="small quiet">
          Each dot is a puzzle, each curve the median of {neighboursOf(rows.length)} neighbours.
        </p>
      )}
      {gaveUp.length > 0 && (
        <p class="small quiet">
          Open {rows.length > 1 ? 'marks' : 'bars'}: given up after {numberText(limit)} backtracks ({gaveUp.join(', ')}
          ).
        </p>
      )}
      {refused.length > 0 && (
        <p class="small quiet">
          {refused.length === 1 ? '1 is' : `${numberText(refused.length)} are`} left out. {refused[0].name}:{' '}
          {refused[0].reason}.
        </p>
      )}
    </>
  )
})

function CsvButtons({ rows, strategies }: { rows: readonly Row[]; strategies: readonly StrategyName[] }) {
  const [done, setDone] = useState<{ readonly rows: readonly Row[]; readonly words: string } | undefined>(undefined)
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
      <button type="button" onClick={download}>
        Download as CSV
      </button>
      <button type="button" onClick={copy}>
        Copy
      </button>
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
