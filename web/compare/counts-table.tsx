import { useEffect, useRef } from 'preact/hooks'
import type { RulesName } from '../../shared/sudoku/rules.ts'
import type { StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import { hashOf, puzzleIn } from '../address.ts'
import { memo } from '../ui/memo.ts'
import { type Row, textOfCount } from './comparison.ts'
import { lowestIn, summaryOf } from './summary.ts'

interface CountsTableProps {
  readonly rows: readonly Row[]
  readonly strategies: readonly StrategyName[]
  readonly rules: RulesName
  /** The line of the puzzle that somebody points at, here or in the chart. */
  readonly marked: number
  /** Whether somebody points at it in the chart; its row is then scrolled into view. */
  readonly isElsewhere: boolean
  readonly onMark: (line: number) => void
}

/** The numbers behind the chart, in its order. */
export function CountsTable({ rows, strategies, rules, marked, isElsewhere, onMark }: CountsTableProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (box.current && rows.length > 1) mark(box.current, marked, isElsewhere)
  }, [rows, marked, isElsewhere])
  const onPoint = ({ target }: Event) => {
    const line = Number((target as Element).closest<HTMLElement>('[data-line]')?.dataset.line)
    if (line > 0 && line !== marked) onMark(line)
  }
  return (
    <section
      ref={box}
      class="table-scroll counts-scroll"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys
      tabIndex={0}
      aria-label="Backtracks by puzzle and strategy"
      onPointerOver={onPoint}
      onFocusIn={onPoint}
    >
      <Counts rows={rows} strategies={strategies} rules={rules} />
    </section>
  )
}

/** Marks a row. It changes the class by hand, because drawing a thousand rows anew would make the pointer wait. */
function mark(box: HTMLElement, line: number, isElsewhere: boolean): void {
  for (const marked of box.querySelectorAll('tr.marked')) marked.classList.remove('marked')
  const row = box.querySelector<HTMLElement>(`[data-line="${line}"]`)
  row?.classList.add('marked')
  if (row && isElsewhere) scrollTo(box, row)
}

/** Scrolls the table and nothing else: the page stays where it is. */
function scrollTo(box: HTMLElement, row: HTMLElement): void {
  const head = box.querySelector('thead')?.offsetHeight ?? 0
  const foot = box.querySelector('tfoot')?.offsetHeight ?? 0
  const above = row.offsetTop - head
  const below = row.offsetTop + row.offsetHeight + foot - box.clientHeight
  if (box.scrollTop > above || box.scrollTop < below) box.scrollTop = (above + below) / 2
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
  const watched = puzzleIn(puzzle, rules)
  return (
    <tr data-line={line}>
      <th scope="row">
        {!watched.ok ? (
          name
        ) : (
          <a
            href={hashOf({ view: 'watch', job: undefined, puzzle: watched.value, query: {} })}
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
