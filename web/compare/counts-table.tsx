import { useEffect, useRef } from 'preact/hooks'
import type { PuzzleResult, Status } from '../../shared/job/result.ts'
import type { RulesName } from '../../shared/sudoku/rules.ts'
import { STRATEGY_NAMES, type StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import { hashOf, puzzleIn } from '../address.ts'
import { memo } from '../ui/memo.ts'
import { numberText } from '../ui/number-text.ts'
import type { Row } from './comparison.ts'
import { lowestIn, summaryOf } from './summary.ts'

interface CountsTableProps {
  readonly rows: readonly Row[]
  readonly strategies: readonly StrategyName[]
  readonly rules: RulesName
  /** The line of the puzzle that is pointed at, here or in the chart. */
  readonly marked: number
  /** Where that was not here but in the chart, its row is brought into sight. */
  readonly isElsewhere: boolean
  readonly onMark: (line: number) => void
}

/** The numbers behind the chart, in its order. */
export function CountsTable({ rows, strategies, rules, marked, isElsewhere, onMark }: CountsTableProps) {
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    if (frame.current && rows.length > 1) mark(frame.current, marked, isElsewhere)
  }, [rows, marked, isElsewhere])
  const onPoint = ({ target }: Event) => {
    const line = Number((target as Element).closest<HTMLElement>('[data-line]')?.dataset.line)
    if (line > 0 && line !== marked) onMark(line)
  }
  return (
    <section
      ref={frame}
      class="table-frame counts-frame"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
      tabIndex={0}
      aria-label="Backtracks by puzzle and strategy"
      onPointerOver={onPoint}
      onFocusIn={onPoint}
    >
      <Counts rows={rows} strategies={strategies} rules={rules} />
    </section>
  )
}

/**
 * Tells a row from the others. By hand: a thousand rows drawn anew for each that is pointed at would
 * make the pointer wait.
 */
function mark(frame: HTMLElement, line: number, isElsewhere: boolean): void {
  for (const marked of frame.querySelectorAll('tr.marked')) marked.classList.remove('marked')
  const row = frame.querySelector<HTMLElement>(`[data-line="${line}"]`)
  row?.classList.add('marked')
  if (row && isElsewhere) scrollTo(frame, row)
}

/** Within the frame only: the page itself stays where it is. */
function scrollTo(frame: HTMLElement, row: HTMLElement): void {
  const head = frame.querySelector('thead')?.offsetHeight ?? 0
  const foot = frame.querySelector('tfoot')?.offsetHeight ?? 0
  const above = row.offsetTop - head
  const below = row.offsetTop + row.offsetHeight + foot - frame.clientHeight
  if (frame.scrollTop > above || frame.scrollTop < below) frame.scrollTop = (above + below) / 2
}

type CountsProps = Pick<CountsTableProps, 'rows' | 'strategies' | 'rules'>

const Counts = memo(({ rows, strategies, rules }: CountsProps) => (
  <table class="counts">
    <thead>
      <tr>
        <th scope="col">Puzzle</th>
        <th scope="col" class="number">
          Givens
        </th>
        {strategies.map((strategy) => (
          <th key={strategy} scope="col" class="number">
            {strategy}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <CountsRow key={row.line} row={row} strategies={strategies} rules={rules} />
      ))}
    </tbody>
    {rows.length > 1 && <SummaryRows rows={rows} strategies={strategies} />}
  </table>
))

interface CountsRowProps extends Pick<CountsProps, 'strategies' | 'rules'> {
  readonly row: Row
}

/** Drawn again only where something about it changed. */
const CountsRow = memo(({ row, strategies, rules }: CountsRowProps) => {
  const { line, name, puzzle, givens, counts } = row
  const lowest = lowestIn(row, strategies)
  const read = puzzleIn(puzzle, rules)
  return (
    <tr data-line={line}>
      <th scope="row">
        {'error' in read ? (
          name
        ) : (
          <a
            href={hashOf({ view: 'watch', job: undefined, puzzle: read, query: {} })}
            aria-label={`${name}: watch the search`}
            title={`${name}: watch the search`}
          >
            {name}
          </a>
        )}
      </th>
      <td class="number">{givens ?? '–'}</td>
      {strategies.map((strategy) => {
        const count = counts[strategy]
        const text = textOfCount(count)
        return (
          <td key={strategy} class={`number ${count?.kind ?? 'none'}`}>
            {lowest.includes(strategy) ? <strong>{text}</strong> : text}
          </td>
        )
      })}
    </tr>
  )
})

function SummaryRows({ rows, strategies }: Pick<CountsProps, 'rows' | 'strategies'>) {
  const summaries = strategies.map((strategy) => ({ strategy, summary: summaryOf(rows, strategy) }))
  return (
    <tfoot>
      {(['median', 'mean', 'most'] as const).map((name) => (
        <tr key={name}>
          <th scope="row">{`${name[0].toUpperCase()}${name.slice(1)}`}</th>
          <td />
          {summaries.map(({ strategy, summary }) => (
            <td key={strategy} class={`number ${summary?.[name].kind ?? 'none'}`}>
              {textOfCount(summary?.[name])}
            </td>
          ))}
        </tr>
      ))}
    </tfoot>
  )
}

/** What puzzles can be put in order by, from easy to hard. */
export type OrderBy = 'together' | 'givens' | 'listed' | StrategyName
export const ORDERS: readonly OrderBy[] = ['together', ...STRATEGY_NAMES, 'givens', 'listed']

/** The rows from easy to hard; those that nothing is known of yet come last, and equals stay as they were listed. */
export function ordered(rows: readonly Row[], by: OrderBy, strategies: readonly StrategyName[]): Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row, by, strategies) }))
  // Infinity minus itself is no number: two unknowns are equals.
  return keyed.toSorted((a, b) => (a.key === b.key ? 0 : a.key - b.key)).map(({ row }) => row)
}

function keyOf(row: Row, by: OrderBy, strategies: readonly StrategyName[]): number {
  switch (by) {
    case 'listed':
      return row.line
    case 'givens':
      return row.givens === undefined ? Number.POSITIVE_INFINITY : -row.givens
    case 'together':
      return difficultyOf(row, strategies)
    default:
      return difficultyOf(row, [by])
  }
}

/**
 * How hard a puzzle is for some strategies: the mean of log(1 + backtracks). Of plain backtracks brute force, with
 * its hundreds of thousands, would be all that counts.
 */
export function difficultyOf({ counts }: Row, strategies: readonly StrategyName[]): number {
  const logs = strategies.flatMap((strategy) => {
    const count = counts[strategy]
    return isCounted(count) ? [Math.log1p(count.backtracks)] : []
  })
  return logs.length === 0 ? Number.POSITIVE_INFINITY : logs.reduce((sum, log) => sum + log, 0) / logs.length
}

/** What one strategy counted on one puzzle. */
export type Count =
  /** Its search ended after so many backtracks. */
  | { readonly kind: 'ended'; readonly backtracks: number }
  /** It gave up after so many, its limit: more than that is all that is known. */
  | { readonly kind: 'limit'; readonly backtracks: number }
  /** Nothing was counted: the puzzle is invalid, say, or its job was cancelled. */
  | { readonly kind: 'none'; readonly status: Status }

export function countOf({ status, backtracks }: PuzzleResult, backtrackLimit: number): Count {
  if (status === 'aborted') return { kind: 'limit', backtracks: backtrackLimit }
  return backtracks === null ? { kind: 'none', status } : { kind: 'ended', backtracks }
}

/** A count that is a number, if only the least it can be. */
export type Counted = Exclude<Count, { kind: 'none' }>

export function isCounted(count: Count | undefined): count is Counted {
  return count !== undefined && count.kind !== 'none'
}

/** A count as it is written: `9,949`, `> 1,000,000`, `invalid`. */
export function textOfCount(count: Count | undefined): string {
  if (!count) return '…'
  if (count.kind === 'none') return count.status
  return `${count.kind === 'limit' ? '> ' : ''}${numberText(count.backtracks)}`
}
